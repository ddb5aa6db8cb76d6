/** The table: board, players, what is said, what can be done, and the moves. Puts the parts in their places. */
import { useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import type { BoardSpec, Kind, View, XY } from "../../api/types";
import { Board } from "../../board/Board";
import type { LiveGame } from "../../game/types";
import { useSettings } from "../../settings";
import { toast } from "../../ui/Line";
import { useWords } from "../../words/useWords";
import { Actions } from "./Actions";
import { possible } from "./can";
import { EndOverlay } from "./EndOverlay";
import { endTitle } from "./lines";
import { gamePath } from "./links";
import { Now } from "./Now";
import { Players } from "./Players";
import { SidePanel } from "./SidePanel";
import { isCounted, playerName, sidesOf, turnOf } from "./sides";
import { useBoardProps } from "./useBoardProps";
import { useDoing } from "./useDoing";
import { useGameKeys } from "./useGameKeys";
import { useLookBack } from "./useLookBack";
import { useTitle } from "./useTitle";

export interface TableProps {
  live: LiveGame;
  view: View;
  kind: Kind;
  spec: BoardSpec;
}

export function Table({ live, view, kind, spec }: TableProps) {
  const words = useWords();
  const { t } = words;
  const settings = useSettings();
  const lookBack = useLookBack(view, spec);
  const board = useBoardProps(live, view, spec, lookBack);
  const doing = useDoing(live, view, kind);
  const [typed, setTyped] = useState<string | null>(null);
  const [aim, setAim] = useState<XY | null>(null);
  const [isEndShown, dismissEnd] = useEnd(view);
  const { state } = view;
  const sides = sidesOf(view);
  const can = useMemo(() => possible(view, kind), [view, kind]);
  const names = (["BLACK", "WHITE"] as const).map((color) => playerName(words, state.players[color], color));
  const title = `${words.of(kind, "name")} ${t("game.size", { size: state.boardSize })}`;
  const isMine = turnOf(view) !== null && !sides.hasBoth;
  useTitle(t("page.titled", { title: isMine ? t("game.title.mine", { game: title }) : title }));

  const pick = (point: XY) => {
    if (lookBack.at !== null) {
      return;
    }
    if (state.phase === "agree") {
      const isDead = view.dead.some(({ x, y }) => x === point.x && y === point.y);
      void live.act(isDead ? "unmark_dead" : "mark_dead", { points: [point] });
    } else {
      void live.act("place", { points: [point] });
    }
  };

  useGameKeys(
    {
      undo: () => doing.onDo("undo"),
      restart: () => doing.onDo("restart"),
      pass: () => doing.onDo("pass"),
      save: () => doing.onDo("save"),
      load: () => doing.onDo("load"),
      quit: () => doing.onDo("quit"),
      help: () => doing.showSide(doing.side === "keys" ? null : "keys"),
      sound: () => {
        settings.set({ sound: !settings.sound });
        toast(t(settings.sound ? "game.sound.off" : "game.sound.on"));
      },
      type: (text) => setTyped(view.yours.length > 0 && !state.isGameOver ? text : null),
      step: lookBack.step,
      escape: () => {
        if (doing.question !== null) {
          doing.answer(false);
        } else if (doing.side !== null) {
          doing.showSide(null);
        } else {
          lookBack.go(null);
        }
      },
    },
    settings.shortcuts,
  );

  return (
    <div className="tg-game">
      <h1 className="tg-unseen">
        {t("game.heading", { game: title, black: names[0] ?? "", white: names[1] ?? "" })}
      </h1>
      <Players live={live} view={view} lookBack={lookBack} place="top" />
      <section className="tg-game-board" aria-label={t("game.board")}>
        <div className="tg-board-box">
          <Board {...board} label={title} onPick={pick} cursorAt={aim} />
          {isEndShown && lookBack.at === null && (
            <EndOverlay
              title={endTitle(words, view)}
              line={words.told(kind, view.status)}
              score={state.score === null || !isCounted(state) ? null : t("game.end.score", state.score)}
              onRematch={can.rematch === "yes" ? () => doing.onDo("rematch") : null}
              onReview={() => doing.onDo("review")}
              onDismiss={dismissEnd}
            />
          )}
        </div>
      </section>
      <Now
        key={words.language}
        live={live}
        view={view}
        kind={kind}
        spec={spec}
        lookBack={lookBack}
        doing={doing}
        typed={typed}
        onType={setTyped}
        onAim={setAim}
        onPick={pick}
      />
      <Players live={live} view={view} lookBack={lookBack} place="bottom" />
      <Actions
        can={can}
        isOver={state.isGameOver}
        asksForUndo={sides.isBetweenPeople}
        hasBoth={sides.hasBoth}
        next={
          view.nextId !== null && (
            <Link className="tg-next" href={gamePath(view.nextId)}>
              {t(sides.isWatching ? "game.next.watch" : "game.next.play")}
            </Link>
          )
        }
        onDo={doing.onDo}
      />
      <SidePanel view={view} kind={kind} spec={spec} lookBack={lookBack} doing={doing} />
    </div>
  );
}

const END_DELAY_MS = 700;

/** Whether the end is to be shown: when it comes while one looks on, a moment after the last stone. */
function useEnd(view: View): [boolean, () => void] {
  const { isGameOver } = view.state;
  const [wasRunning, setWasRunning] = useState(!isGameOver);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isGameOver) {
      setWasRunning(true);
      setShown(false);
      return;
    }
    if (!wasRunning) {
      return;
    }
    const timer = setTimeout(() => {
      setShown(true);
      setWasRunning(false);
    }, END_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isGameOver, wasRunning]);
  const [dismiss] = useState(() => () => setShown(false));
  return [isShown, dismiss];
}
