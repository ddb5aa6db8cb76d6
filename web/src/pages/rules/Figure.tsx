/** A picture of the rules with what is said below it. The stones are told in words to those who cannot see it. */
import { useMemo } from "react";
import type { ColorName, Kind, RulesPicture } from "../../api/types";
import { Diagram } from "../../board/Diagram";
import type { Grid } from "../../board/types";
import { pointName } from "../../sitting/points";
import { specOf } from "../../sitting/sides";
import { useBoardTheme } from "../../ui/theme";
import { useWords } from "../../words/useWords";

export interface FigureProps {
  kind: Kind;
  picture: RulesPicture | undefined;
  caption: string;
}

export function Figure({ kind, picture, caption }: FigureProps) {
  const { t } = useWords();
  const theme = useBoardTheme();
  const spec = specOf(kind, picture?.size ?? 0);
  const shown = useMemo(() => (picture === undefined ? null : shownOf(picture)), [picture]);
  if (picture === undefined || shown === null || spec === null) {
    return null;
  }
  const stones = (color: ColorName) =>
    picture.grid
      .flatMap((row, y) => row.flatMap((cell, x) => (cell === color ? [pointName(spec, { x, y })] : [])))
      .join(" ") || t("rules.picture.none");
  return (
    <figure className="tg-rules-figure">
      <Diagram
        {...shown}
        spec={spec}
        theme={theme}
        label={t("rules.picture", { black: stones("BLACK"), white: stones("WHITE") })}
      />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** A picture as boards are told it. */
export function shownOf(picture: RulesPicture) {
  const { grid, size, forbidden, legal, won, lastMove } = picture;
  const territory = territoryOf(picture);
  return {
    grid,
    lastMove,
    won,
    numbers: new Map(picture.numbers.map(([x, y, number]) => [y * size + x, number])),
    marks: picture.labels.map(({ x, y, text }) => ({ x, y, kind: "label" as const, text })),
    ...(territory === null ? {} : { territory }),
    ...(forbidden.length === 0 ? {} : { forbidden }),
    ...(legal.length === 0 ? {} : { legal }),
  };
}

function territoryOf({ size, territory }: RulesPicture): Grid | null {
  const owned = Object.entries(territory) as [ColorName, { x: number; y: number }[]][];
  if (owned.length === 0) {
    return null;
  }
  const grid: (ColorName | null)[][] = Array.from({ length: size }, () => Array(size).fill(null));
  for (const [color, points] of owned) {
    for (const { x, y } of points) {
      const row = grid[y];
      if (row !== undefined) {
        row[x] = color;
      }
    }
  }
  return grid;
}
