/** A record on the board: the position, what was said about it, the ways on, and everything around it. */
import { useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import type { Analysis, BoardSpec, ColorName, Kind, Replay, XY } from "../../api/types";
import { Board } from "../../board/Board";
import { useSettings } from "../../settings";
import { type Estimate, holderOf } from "../../sitting/estimate";
import { pointLabel } from "../../sitting/lines";
import { spokenMove } from "../../sitting/moves";
import { isSamePoint, pointName } from "../../sitting/points";
import { Positions, pathTo, pointOf, ROOT } from "../../sitting/positions";
import { TableLayout } from "../../sitting/TableLayout";
import { useTitle } from "../../sitting/useTitle";
import { isInRow, NO_ROWS } from "../../sitting/won";
import { Icon } from "../../ui/Icon";
import { refusalWords } from "../../ui/refusal";
import { useBoardTheme } from "../../ui/theme";
import { useWords } from "../../words/useWords";
import { AnalysisPanel } from "./analysis/AnalysisPanel";
import { type LineName, lineName } from "./analysis/lines";
import { estimateOf } from "./analysis/owners";
import { candidateAt, planOf, pointNews } from "./analysis/plan";
import { useAnalysis } from "./analysis/useAnalysis";
import { useChosenLine } from "./analysis/useChosenLine";
import { participantName } from "./facts";
import { marksAt, marksOf, territoryOf } from "./marks";
import "../../sitting/players.css";
import "../../sitting/side.css";
import "./review.css";
import { ReviewActions } from "./ReviewActions";
import { ReviewPanel } from "./ReviewPanel";
import { ReviewPlayers } from "./ReviewPlayers";
import { Transport } from "./Transport";
import { useCursor } from "./useCursor";
import type { OpenRecord } from "./useRecord";
import { useReviewKeys } from "./useReviewKeys";

export interface ReviewProps {
  record: OpenRecord;
  replay: Replay;
  kind: Kind;
  spec: BoardSpec;
}

export type ReviewSide = "info" | "export" | "on" | "titles" | "board" | "keys" | null;

export function Review({ record, replay, kind, spec }: ReviewProps) {
  const words = useWords();
  const { t } = words;
  const { nodes } = replay;
  const positions = useMemo(() => new Positions(nodes, spec.columns, spec.rows), [nodes, spec]);
  const { tree } = positions;
  const { startsAt, remember } = record;
  const cursor = useCursor(tree, startsAt < nodes.length ? startsAt : ROOT);
  const [side, setSide] = useState<ReviewSide>(
    replay.titles.length > 1 && startsAt === ROOT ? "titles" : null,
  );
  const { shortcuts, analysis: isWanted, analysisLines, analysisOwners, set } = useSettings();
  const { at } = cursor;
  const isAnalyzed = isWanted && kind.canBeWon;
  const thought = useAnalysis(isAnalyzed ? { replay, node: at, lines: analysisLines } : null);
  const { analysis } = thought;
  const line = useChosenLine(analysis);
  const estimate = useMemo(
    () => (analysis !== null && analysisOwners ? estimateOf(analysis, positions.grid(at)) : null),
    [analysis, analysisOwners, positions, at],
  );
  const keys = {
    cursor,
    help: () => setSide(side === "keys" ? null : "keys"),
    escape: () => setSide(null),
    analyze: () => set({ analysis: !isWanted }),
    owners: () => isAnalyzed && kind.features.territory && set({ analysisOwners: !analysisOwners }),
    candidate: (index: number) => line.choose(lineName(index)),
  };
  useReviewKeys(keys, shortcuts);
  useEffect(() => remember(at), [remember, at]);
  const toMove = tree.nodes[at]?.toMove ?? "BLACK";
  const board = useReviewBoard(positions, at, cursor.isStep, spec, kind, {
    analysis,
    estimate,
    toMove,
    shown: line.shown,
  });
  const names = (["BLACK", "WHITE"] as const).map((color) => participantName(words, replay, color));
  const title = t("game.heading", {
    game: `${words.of(kind, "name")} ${t("game.size", { size: replay.boardSize })}`,
    black: names[0] ?? "",
    white: names[1] ?? "",
  });
  useTitle(t("page.titled", { title }));

  // A click on a letter takes that way; on a stone it leads to when it was played.
  const pick = (point: XY) => {
    const onward = tree.children[at]?.find((node) => isSamePoint(pointOf(tree.nodes[node]), point));
    const played = pathTo(tree, at).filter((node) => isSamePoint(pointOf(tree.nodes[node]), point));
    const target = onward ?? (board.grid[point.y]?.[point.x] ? played.at(-1) : undefined);
    const valued = analysis === null ? null : candidateAt(analysis, point);
    if (target !== undefined) {
      cursor.go(target);
    } else if (valued !== null) {
      line.choose(lineName(valued));
    }
  };

  const node = tree.nodes[at];
  const said = node?.move
    ? spokenMove(words, kind, spec, node.move)
    : t(at === ROOT ? "review.start" : "review.setup");
  return (
    <TableLayout
      heading={title}
      top={
        <>
          {record.arena !== null && (
            <Link className="tg-review-back" href={`/arena/${record.arena}`}>
              {t("watch.arena.back", { name: record.arena })}
            </Link>
          )}
          <ReviewPlayers replay={replay} kind={kind} grid={board.grid} node={node} />
        </>
      }
      steps={cursor}
      board={<Board {...board} label={title} toMove={null} pick="play" onPick={pick} />}
      now={
        <>
          {record.onlyLook !== null && (
            <p className="tg-side-warning tg-review-only" role="status">
              <Icon name="info" size={18} />
              <span>{refusalWords(words, record.onlyLook)}</span>
            </p>
          )}
          <p className="tg-status-line" role="status" aria-live="polite" aria-atomic="true">
            <span className="tg-unseen">
              {t("review.place", { at: cursor.place, count: cursor.line.length - 1 })}{" "}
            </span>
            <span className="tg-status-text">{said}</span>
          </p>
          <Transport cursor={cursor} />
        </>
      }
      actions={<ReviewActions record={record} replay={replay} canAnalyze={kind.canBeWon} onSide={setSide} />}
      side={
        <ReviewPanel
          record={record}
          replay={replay}
          kind={kind}
          spec={spec}
          tree={tree}
          cursor={cursor}
          side={side}
          onSide={setSide}
          analysis={
            isAnalyzed && (
              <AnalysisPanel
                kind={kind}
                spec={spec}
                toMove={toMove}
                thought={thought}
                estimate={estimate}
                line={line}
                isPossible={replay.save !== null}
              />
            )
          }
        />
      }
    />
  );
}

interface ShownThought {
  analysis: Analysis | null;
  /** Whose each point will be; null: not shown. */
  estimate: Estimate | null;
  toMove: ColorName;
  /** The line that is drawn. */
  shown: LineName | null;
}

/** The position at a node as a board shows it. */
function useReviewBoard(
  positions: Positions,
  at: number,
  isStep: boolean,
  spec: BoardSpec,
  kind: Kind,
  { analysis, estimate, toMove, shown }: ShownThought,
) {
  const words = useWords();
  const theme = useBoardTheme();
  const { numbers: areNumbersOn, coordinates } = useSettings();
  const { tree } = positions;
  const plan = useMemo(
    () => (analysis === null ? null : planOf(words, kind, analysis, toMove, shown)),
    [words, kind, analysis, toMove, shown],
  );
  return useMemo(() => {
    const grid = positions.grid(at);
    const marks = marksOf(tree, at);
    const lastMove = positions.lastMove(at);
    const territory = territoryOf(tree.nodes[at], spec.columns, spec.rows);
    const ownership = estimate?.ownership ?? null;
    const won = tree.nodes[at]?.won.map((row) => row.map(([x, y]) => ({ x, y }))) ?? NO_ROWS;
    return {
      spec,
      theme,
      won,
      grid,
      lastMove,
      coordinates,
      marks,
      plan,
      ...(plan === null ? {} : { dead: plan.dead }),
      ...(territory === null ? {} : { territory }),
      ...(ownership === null ? {} : { ownership }),
      ...(areNumbersOn ? { numbers: positions.numbers(at) } : {}),
      change: isStep ? positions.change(at, at + 1) : null,
      pointName: (point: XY) => pointName(spec, point),
      pointLabel: (point: XY) =>
        pointLabel(words, pointName(spec, point), {
          stone: grid[point.y]?.[point.x] ?? null,
          isLast: isSamePoint(lastMove, point),
          isDead: false,
          isWinning: isInRow(won, point),
          isForbidden: false,
          isLegal: false,
          territory: ownership === null ? (territory?.[point.y]?.[point.x] ?? null) : null,
          holder: ownership === null ? null : holderOf(ownership[point.y * spec.columns + point.x] ?? 0),
          marks: marksAt(marks, point),
          news:
            analysis === null || plan === null ? [] : pointNews(words, kind, analysis, toMove, plan, point),
        }),
    };
  }, [
    positions,
    tree,
    at,
    isStep,
    spec,
    theme,
    areNumbersOn,
    coordinates,
    words,
    kind,
    analysis,
    estimate,
    toMove,
    plan,
  ]);
}
