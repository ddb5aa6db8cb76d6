/** The table: board, players, what is said, what can be done, and the moves. Puts the parts in their places. */
import { useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import type { BoardSpec, Kind, View, XY } from "../../api/types";
import { Board } from "../../board/Board";
import { useSettings } from "../../settings";
import { endLine } from "../../sitting/lines";
import { gamePath } from "../../sitting/links";
import { isSamePoint } from "../../sitting/points";
import { isCounted, playerName, sidesOf } from "../../sitting/sides";
import { TableLayout } from "../../sitting/TableLayout";
import { tableTitle } from "../../sitting/titles";
import { endTitle } from "../../sitting/turns";
import type { LiveGame } from "../../sitting/types";
import { useTitle } from "../../sitting/useTitle";
import { clearSide } from "../../sitting/won";
import { toast } from "../../ui/LiveRegion";
import { useTabs } from "../../ui/tabs";
import { useWords } from "../../words/useWords";
import { Actions } from "./Actions";
import { possible } from "./can";
import { EndOverlay } from "./EndOverlay";
import { Now } from "./Now";
import { Players } from "./Players";
import { corrected, setAside } from "./proposal";
import { SidePanel } from "./SidePanel";
import { useBoardProps } from "./useBoardProps";
import { useDoing } from "./useDoing";
import { useGameKeys } from "./useGameKeys";
import { useGameTab } from "./useGameTab";
import { useLookBack } from "./useLookBack";

export interface TableProps {
  live: LiveGame;
  view: View;
  kind: Kind;
  spec: BoardSpec;
}

export function Table({ live, view: seen, kind, spec }: TableProps) {
  const words = useWords();
  // The revision whose whole proposal this player has called alive again.
  const [refused, setRefused] = useState<number | null>(null);
  const view = useMemo(() => (refused === seen.state.revision ? setAside(seen) : seen), [refused, seen]);
  const { t } = words;
  const settings = useSettings();
  const lookBack = useLookBack(view, spec);
  const doing = useDoing(live, view, kind);
  const estimate = doing.isEstimateHidden ? null : view.estimate;
  const board = useBoardProps(live, view, kind, spec, lookBack, estimate);
  const [typed, setTyped] = useState<string | null>(null);
  const [aim, setAim] = useState<XY | null>(null);
  const [end, dismissEnd] = useEnd(view);
  const { state } = view;
  const sides = sidesOf(view);
  const can = useMemo(() => possible(view, kind), [view, kind]);
  const names = (["BLACK", "WHITE"] as const).map((color) => playerName(words, state.players[color], color));
  const title = `${words.of(kind, "name")} ${t("game.size", { size: state.boardSize })}`;
  useTitle(t("page.titled", { title: tableTitle(words, kind, view) }));
  useGameTab(live.gameId, kind, view);

  const mark = (point: XY) => {
    if (view.proposal === null) {
      const isDead = view.dead.some((stone) => isSamePoint(stone, point));
      void live.act(isDead ? "unmark_dead" : "mark_dead", { points: [point] });
      return;
    }
    const points = corrected(view.proposal.dead, state.grid, point);
    if (points.length === 0) {
      setRefused(state.revision);
    } else {
      void live.act("mark_dead", { points });
    }
  };

  const pick = (point: XY) => {
    if (lookBack.at !== null) {
      return;
    }
    if (state.phase === "agree") {
      mark(point);
    } else {
      void live.act("place", { points: [point] });
    }
  };

  useGameKeys(
    {
      undo: () => doing.onDo("undo"),
      restart: () => doing.onDo("restart"),
      pass: () => doing.onDo("pass"),
      estimate: () => doing.onDo("estimate"),
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
    <TableLayout
      heading={t("game.heading", { game: title, black: names[0] ?? "", white: names[1] ?? "" })}
      top={<Players live={live} view={view} kind={kind} lookBack={lookBack} place="top" />}
      steps={lookBack}
      board={
        <>
          <Board {...board} label={title} onPick={pick} cursorAt={aim} />
          {end === "shown" && lookBack.at === null && (
            <EndOverlay
              title={endTitle(words, view)}
              line={endLine(words, kind, view)}
              score={state.score === null || !isCounted(state) ? null : t("game.end.score", state.score)}
              side={clearSide(board.won ?? [], spec.rows)}
              onRematch={can.rematch === "yes" ? () => doing.onDo("rematch") : null}
              onReview={() => doing.onDo("review")}
              onUndo={can.undo === "yes" ? () => doing.onDo("undo") : null}
              onDismiss={dismissEnd}
            />
          )}
        </>
      }
      now={
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
      }
      bottom={<Players live={live} view={view} kind={kind} lookBack={lookBack} place="bottom" />}
      actions={
        <Actions
          can={can}
          isOver={state.isGameOver}
          offersNext={state.isGameOver && (end === null || lookBack.at !== null)}
          asksForUndo={sides.isBetweenPeople}
          hasBoth={sides.hasBoth}
          isShow={sides.isWatching}
          next={
            view.nextId !== null && (
              <Link
                className="tg-next"
                href={gamePath(view.nextId)}
                onClick={() => view.nextId !== null && useTabs.getState().become(live.gameId, view.nextId)}
              >
                {t(sides.isWatching ? "game.next.watch" : "game.next.play")}
              </Link>
            )
          }
          onDo={doing.onDo}
        />
      }
      side={<SidePanel live={live} view={view} kind={kind} spec={spec} lookBack={lookBack} doing={doing} />}
    />
  );
}

const END_DELAY_MS = 700;

/** The end over the board when it comes while one looks on: a moment after the last stone, until it is dismissed. */
function useEnd(view: View): ["coming" | "shown" | null, () => void] {
  const { isGameOver } = view.state;
  const [end, setEnd] = useState<"coming" | "shown" | null>(isGameOver ? null : "coming");
  useEffect(() => {
    if (!isGameOver) {
      setEnd("coming");
    }
  }, [isGameOver]);
  const isDue = isGameOver && end === "coming";
  useEffect(() => {
    if (isDue) {
      const timer = setTimeout(() => setEnd("shown"), END_DELAY_MS);
      return () => clearTimeout(timer);
    }
  }, [isDue]);
  const [dismiss] = useState(() => () => setEnd(null));
  return [end, dismiss];
}
