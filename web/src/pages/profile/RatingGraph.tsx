/** A rating over time as a graph, with the same numbers as a table for those who do not look at graphs. */
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { people, type RatingPoint } from "../../api/people";
import { Reading } from "../../people/Reading";
import { ratingText } from "../../people/ratings";
import { useRead } from "../../people/useRead";
import { Disclosure, usePageTheme } from "../../ui";
import { dayText, timeText } from "../../words/times";
import { useWords, type Words } from "../../words/useWords";

const HEIGHT_PX = 200;
const TICK_PX = 80;
/** So many rows of the table at most: then every second, third, … and always the last. */
const MOST_ROWS = 40;

export default function RatingGraph({ name, ratingClass }: { name: string; ratingClass: string }) {
  const words = useWords();
  const { t } = words;
  const {
    value: points,
    refused,
    again,
  } = useRead(`${name} ${ratingClass}`, () => people.ratingPoints(name, ratingClass));
  if (points === null) {
    return refused === null ? (
      <div className="tg-graph-blank" />
    ) : (
      <Reading refused={refused} again={again} />
    );
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) {
    return <p className="tg-help">{t("profile.graph.none")}</p>;
  }
  return (
    <>
      <Drawing points={points} label={graphText(words, points)} />
      <Disclosure label={t("profile.graph.table")}>
        <div className="tg-rows">
          <table aria-label={t("profile.graph")}>
            <thead>
              <tr>
                <th scope="col">{t("profile.graph.when")}</th>
                <th scope="col">{t("profile.rating")}</th>
              </tr>
            </thead>
            <tbody>
              {sampled(points, MOST_ROWS).map((point) => (
                <tr key={point.at}>
                  <th scope="row">{timeText(words.language, point.at)}</th>
                  <td>{ratingText(point)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </>
  );
}

/** What the graph shows, in a sentence. */
export function graphText(words: Words, points: readonly RatingPoint[]): string {
  const values = points.map(({ rating }) => Math.round(rating));
  const [first, last] = [points[0], points.at(-1)];
  return words.t("profile.graph.said", {
    count: points.length,
    from: dayText(words.language, first?.at ?? 0),
    until: dayText(words.language, last?.at ?? 0),
    least: Math.min(...values),
    most: Math.max(...values),
    now: last === undefined ? "" : ratingText(last),
  });
}

/** As many points as fit, evenly, the last one among them; the newest first. */
export function sampled<T>(points: readonly T[], most: number): T[] {
  const step = Math.ceil(points.length / most);
  return [...points].reverse().filter((_, at) => at % step === 0);
}

function Drawing({ points, label }: { points: readonly RatingPoint[]; label: string }) {
  const { language } = useWords();
  const theme = usePageTheme();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const element = box.current;
    if (element === null) {
      return;
    }
    const plot = new UPlot(optionsOf(element, language), dataOf(points), element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [points, language, theme]);
  return <div ref={box} className="tg-graph" role="img" aria-label={label} />;
}

/** Seconds, the rating, and the band of its deviation. */
export function dataOf(points: readonly RatingPoint[]): UPlot.AlignedData {
  return [
    points.map(({ at }) => at / 1000),
    points.map(({ rating }) => rating),
    points.map(({ rating, deviation }) => rating + deviation),
    points.map(({ rating, deviation }) => rating - deviation),
  ];
}

function optionsOf(element: HTMLElement, language: "en" | "zh"): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--tg-${name}`).trim();
  const font = `13px ${style.fontFamily}`;
  const axis: UPlot.Axis = {
    font,
    stroke: color("muted"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { show: false },
  };
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
  const month = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric" });
  const edge: UPlot.Series = { stroke: "transparent", points: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { x: { range: widened }, y: { range: (_, least, most) => roomy(least, most) } },
    axes: [
      {
        ...axis,
        space: TICK_PX,
        grid: { show: false },
        values: (_, ticks, __, space) =>
          ticks.map((at) => (space > 0 && isLong(ticks) ? month : day).format(at * 1000)),
      },
      { ...axis, size: 48, values: (_, ticks) => ticks.map((tick) => String(Math.round(tick))) },
    ],
    series: [
      {},
      { stroke: color("accent"), width: 2, points: { show: true, size: 5, fill: color("accent") } },
      edge,
      edge,
    ],
    bands: [{ series: [2, 3], fill: `${color("accent")}26` }],
  };
}

const DAY_S = 86_400;

function isLong(ticks: readonly number[]): boolean {
  return (ticks.at(-1) ?? 0) - (ticks[0] ?? 0) > 300 * DAY_S;
}

/** One game alone has a day around it. */
function widened(_: UPlot, least: number, most: number): UPlot.Range.MinMax {
  return most - least < DAY_S ? [least - DAY_S / 2, most + DAY_S / 2] : [least, most];
}

function roomy(least: number, most: number): UPlot.Range.MinMax {
  const room = Math.max((most - least) * 0.1, 20);
  return [least - room, most + room];
}
