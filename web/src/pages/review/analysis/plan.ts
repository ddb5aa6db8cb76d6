/** What of an analysis is drawn on the board: the best moves with their worth, or the stones of one line. */
import { type Analysis, type Candidate, type ColorName, type Kind, other, type XY } from "../../../api/types";
import type { Plan, PlannedStone, PointSign } from "../../../board/types";
import { isSamePoint } from "../../../sitting/points";
import type { Words } from "../../../words/useWords";
import { indexOfLine, type Line, type LineName, lineName, lineOf } from "./lines";
import { DEAD, discText, markName, markSign, valueText, WINNING_LINE } from "./values";

/** A line that goes on for longer is no help to anybody. */
const MOST_STONES = 60;

/** What is drawn, with the answers of the line among its signs, and the stones that are drawn as dead instead. */
export interface ReviewPlan extends Plan {
  answers: readonly (XY & { number: number })[];
  dead: readonly XY[];
}

/** `shown` is the line that is drawn, null: all moves with their worth. */
export function planOf(
  words: Words,
  kind: Kind,
  analysis: Analysis,
  toMove: ColorName,
  shown: LineName | null,
): ReviewPlan {
  const marked = signsOf(words, kind, analysis);
  const dead = analysis.marks.filter(({ key }) => key === DEAD).flatMap(({ points }) => points);
  const line = shown === null ? null : lineOf(analysis, shown);
  if (shown !== null && line !== null) {
    const answers = answersOn(analysis, shown);
    const numbered = answers.map(({ x, y, number }) => ({ x, y, text: String(number) }));
    const signs = marked.filter((sign) => !answers.some((answer) => isSamePoint(answer, sign)));
    return { suggestions: [], line: stonesOf(line, toMove), signs: [...signs, ...numbered], answers, dead };
  }
  const most = Math.max(1, ...analysis.best.map(({ visits }) => visits));
  const suggestions = analysis.best.flatMap((candidate, index) => {
    const point = pointIn(candidate.line);
    const text = discText(words, candidate, toMove);
    return point === null ? [] : [{ ...point, text, share: candidate.visits / most, isBest: index === 0 }];
  });
  return { suggestions, line: [], signs: marked, answers: [], dead };
}

/** The stones of a line, both sides in turn; a pass takes a number and no stone. */
export function stonesOf(line: Line, toMove: ColorName): PlannedStone[] {
  return line.slice(0, MOST_STONES).flatMap((move, index) => {
    const color = index % 2 === 0 ? toMove : other(toMove);
    return move === "PASS" ? [] : [{ ...move, color, number: index + 1 }];
  });
}

/** The place of the move that begins on a point; null: none does. */
export function candidateAt(analysis: Analysis, point: XY): number | null {
  const index = analysis.best.findIndex(({ line }) => isSamePoint(pointIn(line), point));
  return index < 0 ? null : index;
}

/** Everything that is drawn on a point, in words: the signs, and the worth of a move or its place in the line. */
export function pointNews(
  words: Words,
  kind: Kind,
  analysis: Analysis,
  toMove: ColorName,
  plan: ReviewPlan,
  point: XY,
): string[] {
  const news = analysis.marks
    .filter((mark) => mark.key !== WINNING_LINE && mark.points.some((marked) => isSamePoint(marked, point)))
    .map((mark) => markName(words, kind, mark));
  const stone = plan.line.find((planned) => isSamePoint(planned, point));
  const answer = plan.answers.find((found) => isSamePoint(found, point));
  const index = plan.line.length > 0 ? null : candidateAt(analysis, point);
  const candidate = index === null ? undefined : analysis.best[index];
  if (stone !== undefined) {
    news.push(words.t("analysis.point.planned", { number: stone.number }));
  } else if (answer !== undefined) {
    news.push(words.t("analysis.point.answer", { number: answer.number }));
  } else if (index !== null && candidate !== undefined) {
    const value = valueText(words, candidate, toMove);
    news.push(words.t("analysis.point.move", { number: index + 1, value }));
  }
  return news;
}

function signsOf(words: Words, kind: Kind, analysis: Analysis): PointSign[] {
  return analysis.marks
    .filter(({ key }) => key !== WINNING_LINE && key !== DEAD)
    .flatMap((mark) => mark.points.map((point) => ({ ...point, text: markSign(words, kind, mark) })));
}

/** The other answers on the way of a line; none on the way of another answer, where they are not told. */
function answersOn(analysis: Analysis, shown: LineName): (XY & { number: number })[] {
  const index = indexOfLine(shown);
  const defences = shown === lineName(index) ? (analysis.best[index]?.defences ?? []) : [];
  return defences.flatMap(({ number, lines }) =>
    lines.slice(1).flatMap((line) => {
      const point = pointIn(line);
      return point === null ? [] : [{ ...point, number }];
    }),
  );
}

function pointIn(line: Candidate["line"]): XY | null {
  const move = line[0];
  return move === undefined || move === "PASS" ? null : move;
}
