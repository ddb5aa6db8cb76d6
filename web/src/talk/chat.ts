/** The chat of a match: what was said before it was followed, what was said since, and what one has not seen yet. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { type Refused, refusedOf } from "../api/rest";
import { type ChatAnswer, type ChatLine, type Room, type Said, talk } from "../api/talk";
import type { Told, View } from "../api/types";
import { accountsHere, useMe } from "../people/me";
import { sidesOf } from "../sitting/sides";
import type { LiveGame } from "../sitting/types";
import { useRelations } from "./relations";

export interface Chat {
  /** null: not read yet. In the order in which they were said. */
  lines: readonly ChatLine[] | null;
  /** Where one speaks oneself. */
  room: Room;
  canSpeak: boolean;
  whyNot: Told | null;
  /** Why it cannot be read. */
  refused: Refused | null;
  again: () => void;
  say: (said: Said) => ReturnType<LiveGame["say"]>;
}

/** What was read, and up to which line: what came live before that was read, too, unless one does not hear it. */
interface Reading {
  key: string;
  answer: ChatAnswer;
  lines: readonly ChatLine[];
  last: number;
}

/** Where a person with these seats speaks. */
export function ownRoom({ yours }: Pick<View, "yours">): Room {
  return yours.length > 0 ? "players" : "watchers";
}

/** Whether there is anybody to talk to: not alone with a program, nor side by side at one screen. */
export function hasTalk(view: View): boolean {
  const { isBetweenPeople, isWatching, open } = sidesOf(view);
  return (isBetweenPeople || isWatching) && open === null;
}

/** The chat of a match; nothing is read where there is nobody to talk to. */
export function useChat(live: LiveGame, view: View): Chat {
  const { gameId, connection } = live;
  const room = ownRoom(view);
  // Players hear those who watch once the game is over.
  const hears = room === "players" && view.state.isGameOver ? "both" : room;
  const who = useMe(({ me }) => JSON.stringify([me?.name, accountsHere(me), me?.canTalk, me?.talks]));
  const relations = useRelations((all) => all.changes);
  const [reading, setReading] = useState<Reading | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [count, setCount] = useState(0);
  const key = `${gameId} ${hears} ${who} ${relations}`;
  const isOpen = connection === "open";
  const isWanted = hasTalk(view);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the line is there again; `live.chat` is read as it is then.
  useEffect(() => {
    if (!isWanted) {
      return;
    }
    let isAwaited = true;
    const heard = numberOf(live.chat);
    readRooms(gameId, hears).then(
      ({ answer, lines }) => {
        if (isAwaited) {
          setReading({ key, answer, lines, last: Math.max(heard, numberOf(lines)) });
          setRefused(null);
        }
      },
      (error: unknown) => isAwaited && setRefused(refusedOf(error)),
    );
    return () => {
      isAwaited = false;
    };
  }, [key, isOpen, isWanted, count]);

  const lines = useMemo(() => {
    if (reading === null) {
      return null;
    }
    const since = live.chat.filter((line) => line.number > reading.last);
    return since.length === 0 ? reading.lines : [...reading.lines, ...since];
  }, [reading, live.chat]);
  return {
    lines,
    room,
    canSpeak: reading?.answer.canSpeak ?? false,
    whyNot: reading?.answer.whyNot ?? null,
    refused,
    again: useCallback(() => setCount((old) => old + 1), []),
    say: live.say,
  };
}

async function readRooms(gameId: string, hears: Room | "both"): Promise<Pick<Reading, "answer" | "lines">> {
  if (hears !== "both") {
    const answer = await talk.chat(gameId, hears, 0);
    return { answer, lines: answer.lines };
  }
  const [answer, others] = await Promise.all([
    talk.chat(gameId, "players", 0),
    talk.chat(gameId, "watchers", 0),
  ]);
  const lines = [...answer.lines, ...others.lines].sort((a, b) => a.number - b.number);
  return { answer, lines };
}

function numberOf(lines: readonly ChatLine[]): number {
  return lines.reduce((most, line) => Math.max(most, line.number), 0);
}

/** Up to which line each match was seen since the page was opened. */
const seen = new Map<string, number>();

/** What others have said that was not on the screen yet; all of it is, while it is shown. */
export function useUnread(gameId: string, lines: readonly ChatLine[] | null, isShown: boolean): ChatLine[] {
  const isMine = useIsMine();
  const [, setCount] = useState(0);
  const last = numberOf(lines ?? []);
  useEffect(() => {
    if (isShown && last > (seen.get(gameId) ?? 0)) {
      seen.set(gameId, last);
      setCount((old) => old + 1);
    }
  }, [gameId, isShown, last]);
  const from = isShown ? last : (seen.get(gameId) ?? 0);
  return (lines ?? []).filter((line) => line.number > from && !isMine(line));
}

/** Whether a line is of somebody at this screen. */
export function useIsMine(): (line: Pick<ChatLine, "name" | "isGuest">) => boolean {
  const me = useMe((here) => here.me);
  return useCallback(
    ({ name, isGuest }) =>
      isGuest ? me?.isGuest === true && me.name === name : name !== null && accountsHere(me).includes(name),
    [me],
  );
}
