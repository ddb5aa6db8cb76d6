/** Beside the board of a record: comment, variations, moves; and what is opened from its buttons. */
import { type ReactNode, useMemo } from "react";
import type { BoardSpec, Kind, Move, Replay } from "../../api/types";
import { Export } from "../../sitting/Export";
import { filesOfFile, filesOfMatch, type GameFiles } from "../../sitting/gameFiles";
import { KeysHelp, REVIEW_KEYS } from "../../sitting/KeysHelp";
import { MoveList } from "../../sitting/MoveList";
import { type Entry, isListed, moveText } from "../../sitting/moves";
import { Notices } from "../../sitting/Notices";
import { isPlayed, type Tree } from "../../sitting/positions";
import { SidePage } from "../../sitting/SidePage";
import { Titles } from "../../sitting/Titles";
import { LiveRegion } from "../../ui/LiveRegion";
import { refusalWords } from "../../ui/refusal";
import { SettingsPanel } from "../../ui/SettingsPanel";
import { useWords, type Words } from "../../words/useWords";
import { factsOf, resultText } from "./facts";
import { PlayOn } from "./PlayOn";
import type { ReviewSide } from "./Review";
import type { Cursor } from "./useCursor";
import type { OpenRecord } from "./useRecord";
import { Variations } from "./Variations";

export interface ReviewPanelProps {
  record: OpenRecord;
  replay: Replay;
  kind: Kind;
  spec: BoardSpec;
  tree: Tree;
  cursor: Cursor;
  side: ReviewSide;
  onSide: (side: ReviewSide) => void;
  /** What is thought of the position, if anything. */
  analysis: ReactNode;
}

export function ReviewPanel(props: ReviewPanelProps) {
  const { record, replay, kind, spec, tree, cursor, side, onSide } = props;
  const words = useWords();
  const { t } = words;
  const entries = useMemo(
    () => entriesOfLine(words, kind, spec, tree, cursor.line),
    [words, kind, spec, tree, cursor.line],
  );
  const comment = tree.nodes[cursor.at]?.comment ?? "";
  if (side !== null) {
    return (
      <div className="tg-game-panel" data-scrolls="true">
        <SidePage key={side} title={t(`review.side.${side}`)} onClose={() => onSide(null)}>
          <SideContent {...props} />
        </SidePage>
      </div>
    );
  }
  return (
    <>
      <div className="tg-review-said">
        <LiveRegion tone="trouble">
          {record.refused !== null && refusalWords(words, record.refused)}
        </LiveRegion>
        <Notices notices={replay.notices} trouble={replay.trouble} />
        {comment !== "" && (
          <section className="tg-comment" aria-label={t("review.comment")} aria-live="polite">
            {comment}
          </section>
        )}
        {props.analysis}
        <Variations tree={tree} cursor={cursor} kind={kind} spec={spec} />
        {cursor.place === cursor.line.length - 1 && replay.result !== null && (
          <p className="tg-review-result">{resultText(words, kind, replay)}</p>
        )}
      </div>
      <div className="tg-game-panel" data-scrolls="true">
        <MoveList entries={entries} at={cursor.place} onGo={cursor.goPlace} />
      </div>
    </>
  );
}

/** The moves of a line, with how many others there are beside each, and whether something is said about it. */
function entriesOfLine(
  words: Words,
  kind: Kind,
  spec: BoardSpec,
  tree: Tree,
  line: readonly number[],
): Entry[] {
  const entries: Entry[] = [];
  line.forEach((index, place) => {
    const node = tree.nodes[index];
    if (node === undefined || place === 0 || node.move === null || !isListed(node.move)) {
      return;
    }
    const move: Move = node.move;
    const stone = "x" in move ? node.placed.find(([x, y]) => x === move.x && y === move.y) : undefined;
    entries.push({
      index: place,
      number: tree.moveNumber[index] ?? 0,
      player: stone?.[2] ?? move.player, // in an opening players place stones of either colour
      text: moveText(words, kind, spec, move),
      isAside: !isPlayed(node),
      others: (tree.children[node.parent]?.length ?? 1) - 1,
      isRemarked: node.comment !== "",
    });
  });
  return entries;
}

/** Where the files of a record come from: its match, or what was opened, or the save that came with it. */
function filesOf(record: OpenRecord, replay: Replay, node: number): GameFiles {
  if (record.gameId !== null) {
    return filesOfMatch(record.gameId, replay.nodes.length);
  }
  return record.file === null
    ? filesOfFile(JSON.stringify(replay.save), replay.created, 0, node)
    : filesOfFile(record.file, record.source, replay.index, node);
}

function SideContent({ record, replay, kind, tree, cursor, side, onSide }: ReviewPanelProps) {
  const words = useWords();
  switch (side) {
    case "info":
      return (
        <div className="tg-side-body">
          <dl className="tg-facts">
            {factsOf(words, kind, replay).map((fact) => (
              <div key={fact.key} className="tg-facts-row">
                <dt>{fact.name}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      );
    case "export":
      return <Export files={filesOf(record, replay, cursor.at)} gameType={replay.gameType} />;
    case "on":
      return (
        <PlayOn
          replay={replay}
          kind={kind}
          node={cursor.at}
          toMove={tree.nodes[cursor.at]?.toMove ?? "BLACK"}
        />
      );
    case "titles":
      return (
        <Titles
          titles={replay.titles}
          at={replay.index}
          onChoose={(index) => {
            record.choose(index);
            onSide(null);
          }}
        />
      );
    case "board":
      return (
        <div className="tg-side-body">
          <SettingsPanel />
        </div>
      );
    case "keys":
      return <KeysHelp keys={REVIEW_KEYS} />;
    default:
      return null;
  }
}
