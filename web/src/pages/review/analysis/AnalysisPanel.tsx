/** What is thought of the position, as text: its worth, the best moves with their lines, the signs on the board. */
import type { FocusEvent, PointerEvent } from "react";
import {
  type Analysis,
  type BoardSpec,
  type Candidate,
  type ColorName,
  type Kind,
  other,
} from "../../../api/types";
import { useSettings } from "../../../settings";
import type { Estimate } from "../../../sitting/estimate";
import { colorWord } from "../../../sitting/sides";
import { Button } from "../../../ui/Button";
import { Disclosure } from "../../../ui/Disclosure";
import { LiveRegion } from "../../../ui/LiveRegion";
import { refusalWords } from "../../../ui/refusal";
import { Segmented } from "../../../ui/Segmented";
import { useWords } from "../../../words/useWords";
import "./analysis.css";
import { type LineName, lineName } from "./lines";
import { ownersText } from "./owners";
import type { Thought } from "./useAnalysis";
import type { ChosenLine } from "./useChosenLine";
import {
  answeredText,
  lineMoveText,
  lineText,
  markName,
  markSign,
  pointsText,
  summaryText,
  valueText,
  WINNING_LINE,
} from "./values";

const LINES = [1, 3, 5] as const;

export interface AnalysisPanelProps {
  kind: Kind;
  spec: BoardSpec;
  toMove: ColorName;
  thought: Thought;
  /** Whose each point will be; null: not shown. */
  estimate: Estimate | null;
  line: ChosenLine;
  /** Whether the record has anything that can be asked about. */
  isPossible: boolean;
}

export function AnalysisPanel(props: AnalysisPanelProps) {
  const { kind, spec, toMove, thought, estimate, line, isPossible } = props;
  const words = useWords();
  const { t } = words;
  const { analysisLines, analysisOwners, set } = useSettings();
  const { analysis, refused } = thought;
  return (
    <section className="tg-analysis" aria-label={t("analysis.title")} aria-busy={thought.isThinking}>
      <LiveRegion tone={refused === null ? "plain" : "trouble"}>
        {!isPossible && t("analysis.impossible")}
        {refused !== null && refusalWords(words, refused, kind)}
        {analysis !== null && summaryText(words, analysis, spec)}
        {analysis !== null && estimate !== null && (
          <span className="tg-analysis-owners"> {ownersText(words, analysis, estimate)}</span>
        )}
      </LiveRegion>
      {analysis !== null && <Moves {...{ kind, spec, toMove, analysis, line }} />}
      {analysis !== null && <Signs kind={kind} spec={spec} analysis={analysis} />}
      {isPossible && (
        <div className="tg-analysis-foot">
          <Segmented
            label={t("analysis.lines")}
            value={analysisLines}
            options={LINES.map((value) => ({ value, label: value }))}
            onChange={(value) => set({ analysisLines: value })}
          />
          {kind.features.territory && (
            <Button
              aria-pressed={analysisOwners}
              aria-keyshortcuts="E"
              onClick={() => set({ analysisOwners: !analysisOwners })}
            >
              {t("analysis.owners")}
            </Button>
          )}
          <Button
            disabled={
              thought.isThinking || thought.isLonger || analysis === null || analysis.best.length === 0
            }
            onClick={thought.lookLonger}
          >
            {t("analysis.longer")}
          </Button>
          <p className="tg-analysis-searched">
            {thought.isThinking
              ? t("analysis.thinking")
              : analysis !== null &&
                analysis.nodes > 0 &&
                t("analysis.searched", {
                  nodes: analysis.nodes.toLocaleString(words.language),
                  depth: analysis.depth,
                })}
          </p>
        </div>
      )}
    </section>
  );
}

interface PartProps {
  kind: Kind;
  spec: BoardSpec;
  analysis: Analysis;
}

/** A button a move: its line is on the board while it is pointed at or has the focus, and stays when it is pressed. */
function Moves({ spec, toMove, analysis, line }: PartProps & { toMove: ColorName; line: ChosenLine }) {
  const words = useWords();
  const { t } = words;
  if (analysis.best.length === 0) {
    return null;
  }
  return (
    <>
      <h2 className="tg-review-part">{t("analysis.moves")}</h2>
      <ol className="tg-analysis-moves">
        {analysis.best.map((candidate, index) => {
          const first = candidate.line[0];
          const move = first === undefined ? "" : lineMoveText(words, spec, first);
          const value = valueText(words, candidate, toMove);
          const isShown = line.shown === lineName(index);
          const further = answeredText(words, spec, candidate);
          return (
            <li key={move}>
              <button
                type="button"
                className="tg-analysis-move"
                data-best={index === 0 || undefined}
                aria-pressed={isShown}
                {...showing(line, lineName(index))}
              >
                <span className="tg-unseen">{`${index + 1}. `}</span>
                <span className="tg-analysis-name">{move}</span>
                <span className="tg-unseen">{t("game.spoken.comma")}</span>
                <span className="tg-analysis-value">{value}</span>
                {further !== "" && (
                  <span className="tg-analysis-line">
                    <span className="tg-unseen">{t("game.spoken.comma")}</span>
                    {further}
                  </span>
                )}
              </button>
              {candidate.defences.length > 0 && (
                <Disclosure label={t("analysis.answers")}>
                  <Answers {...{ spec, toMove, candidate, index, line }} />
                </Disclosure>
              )}
            </li>
          );
        })}
      </ol>
      <p className="tg-help tg-analysis-for">{t("analysis.for", { player: colorWord(words, toMove) })}</p>
    </>
  );
}

interface AnswersProps {
  spec: BoardSpec;
  toMove: ColorName;
  candidate: Candidate;
  index: number;
  line: ChosenLine;
}

/** What the losing side could answer on the way of a win by force: the only move, or each with its own line. */
function Answers({ spec, toMove, candidate, index, line }: AnswersProps) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="tg-analysis-answers" aria-label={t("analysis.answers")}>
      {candidate.defences.map(({ number, lines }) => {
        const player = colorWord(words, number % 2 === 1 ? toMove : other(toMove));
        const name = (at: number) => (lines[at]?.[0] ? lineMoveText(words, spec, lines[at][0]) : "");
        if (lines.length < 2) {
          const key = lines.length === 0 ? "analysis.answer.none" : "analysis.answer.only";
          return <li key={number}>{t(key, { number, player, move: name(0) })}</li>;
        }
        return (
          <li key={number}>
            {t("analysis.answer.several", { number, player })}{" "}
            {lines.map((moves, answer) => {
              const shownName = lineName(index, number, answer);
              const further = lineText(words, spec, moves.slice(1));
              return (
                <button
                  key={shownName}
                  type="button"
                  className="tg-analysis-answer"
                  aria-pressed={line.shown === shownName}
                  aria-label={t(further === "" ? "analysis.answer.one" : "analysis.answer.then", {
                    number,
                    player,
                    move: name(answer),
                    line: further,
                  })}
                  {...showing(line, shownName)}
                >
                  {name(answer)}
                </button>
              );
            })}
          </li>
        );
      })}
    </ul>
  );
}

/** What shows a line: a pointer over it, the focus, a press. */
function showing(line: ChosenLine, name: LineName) {
  return {
    onClick: () => line.choose(name),
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && line.point(name),
    onPointerLeave: () => line.point(null),
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && line.point(name),
    onBlur: () => line.point(null),
  };
}

/** What the signs on the board mean, and where they are. The winning line is told with its stones in order. */
function Signs({ kind, spec, analysis }: PartProps) {
  const words = useWords();
  if (analysis.marks.length === 0) {
    return null;
  }
  return (
    <>
      <h2 className="tg-review-part">{words.t("analysis.signs")}</h2>
      <dl className="tg-analysis-signs">
        {analysis.marks.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key of the game may come more than once
          <div key={`${mark.key} ${index}`} className="tg-analysis-sign">
            <dt>
              {mark.key !== WINNING_LINE && (
                <span className="tg-analysis-letters" aria-hidden="true">
                  {markSign(words, kind, mark)}
                </span>
              )}
              {markName(words, kind, mark)}
            </dt>
            <dd>{pointsText(spec, mark.points)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
