/** Talk at the board: what was said, quick words first, and a field for one's own. */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Said } from "../api/talk";
import { Reading } from "../people/Reading";
import { Button } from "../ui/Button";
import { LiveRegion } from "../ui/LiveRegion";
import { refusalWords, type Why } from "../ui/refusal";
import { useWords } from "../words/useWords";
import type { Chat } from "./chat";
import { Lines } from "./Lines";
import { PersonMenu } from "./PersonMenu";
import "./talk.css";

const QUICK_WORDS = [
  "hello",
  "good_luck",
  "thanks",
  "well_played",
  "good_game",
  "one_moment",
  "back",
  "sorry",
  "bye",
] as const;
const LONGEST_LINE = 200;
/** Who is so near to the end of the list sees new lines come; who reads further up is left there. */
const NEAR_PX = 48;

export interface ChatPanelProps {
  chat: Chat;
  gameId: string;
}

export function ChatPanel({ chat, gameId }: ChatPanelProps) {
  const { t } = useWords();
  const { lines, refused, again, room, canSpeak } = chat;
  const box = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const count = lines?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every new line.
  useLayoutEffect(() => {
    if (box.current !== null && isNear.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [count]);
  if (lines === null) {
    return <Reading refused={refused} again={again} />;
  }
  return (
    <div className="tg-chat">
      <div
        ref={box}
        className="tg-chat-lines"
        // What comes is read aloud when nothing else is.
        role="log"
        aria-live="polite"
        aria-label={t("talk.lines")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isNear.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {count === 0 ? (
          <p className="tg-help tg-chat-empty">{t(`talk.empty.${room}`)}</p>
        ) : (
          <Lines
            lines={lines}
            marksWatchers={room === "players"}
            nameOf={(line, name) => (
              <PersonMenu name={line.name ?? ""} isGuest={line.isGuest} gameId={gameId}>
                {name}
              </PersonMenu>
            )}
          />
        )}
      </div>
      {canSpeak ? <Speaking chat={chat} /> : <Silent chat={chat} />}
    </div>
  );
}

/** Why one cannot speak here. */
function Silent({ chat }: { chat: Chat }) {
  const { t } = useWords();
  const { whyNot } = chat;
  return whyNot && <p className="tg-help tg-chat-silent">{t(whyNot.key, whyNot.values)}</p>;
}

function Speaking({ chat }: { chat: Chat }) {
  const words = useWords();
  const { t } = words;
  const [text, setText] = useState("");
  const [why, setWhy] = useState<Why | null>(null);
  /** What waits for its answer: a second click on the same says nothing twice. */
  const waiting = useRef(new Set<string>());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const say = async (said: Said): Promise<boolean> => {
    const name = JSON.stringify(said);
    if (waiting.current.has(name)) {
      return false;
    }
    waiting.current.add(name);
    const answer = await chat.say(said);
    waiting.current.delete(name);
    if (isHere.current) {
      setWhy(answer.isDone ? null : answer);
    }
    return answer.isDone;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const own = text.trim();
    if (own !== "" && (await say({ text: own }))) {
      // What was typed meanwhile stays.
      setText((now) => (now.trim() === own ? "" : now));
    }
  };
  return (
    <div className="tg-chat-speaking">
      <fieldset className="tg-chat-words">
        <legend className="tg-unseen">{t("talk.words")}</legend>
        {QUICK_WORDS.map((word) => (
          <button key={word} type="button" className="tg-chat-word" onClick={() => void say({ word })}>
            {t(`chat.word.${word}`)}
          </button>
        ))}
      </fieldset>
      <form className="tg-chat-own" onSubmit={(event) => void send(event)}>
        <input
          className="tg-input"
          type="text"
          aria-label={t("talk.own")}
          placeholder={t("talk.own")}
          value={text}
          maxLength={LONGEST_LINE}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">{t("talk.send")}</Button>
      </form>
      {chat.room === "watchers" && <p className="tg-help">{t("talk.apart")}</p>}
      <LiveRegion tone="trouble">{why && refusalWords(words, why)}</LiveRegion>
    </div>
  );
}
