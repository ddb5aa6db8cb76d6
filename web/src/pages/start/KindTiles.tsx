/** Which game: one tile each, with a tiny board. */
import { memo, useId, useMemo } from "react";
import type { Kind } from "../../api/types";
import { MiniBoard } from "../../board/Board";
import { useBoardTheme } from "../../ui";
import { useWords } from "../../words/useWords";
import { demoOf, emptyGrid, gridsOf } from "./demo";
import "./tiles.css";

export interface KindTilesProps {
  kinds: readonly Kind[];
  value: string;
  onChange: (gameType: string) => void;
}

export function KindTiles({ kinds, value, onChange }: KindTilesProps) {
  const { t, of } = useWords();
  const group = useId();
  return (
    <fieldset className="tg-tiles">
      <legend className="tg-unseen">{t("start.which_game")}</legend>
      {kinds.map((kind) => (
        <label key={kind.gameType} className="tg-tile">
          <input
            type="radio"
            className="tg-unseen"
            name={group}
            value={kind.gameType}
            checked={kind.gameType === value}
            onChange={() => onChange(kind.gameType)}
          />
          <span className="tg-tile-face">
            <TileBoard kind={kind} />
            <span>{of(kind, "name")}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A moment in the middle of the game's demo: recognised at a glance, and still. */
const TileBoard = memo(function TileBoard({ kind }: { kind: Kind }) {
  const theme = useBoardTheme();
  const shown = useMemo(() => {
    const demo = demoOf(kind.gameType);
    const spec = kind.boards[String(demo?.boardSize ?? kind.defaultSize)];
    if (spec === undefined) {
      return null;
    }
    const grid = demo === null ? undefined : gridsOf(demo)[Math.round(demo.steps.length * 0.6)];
    return { spec, grid: grid ?? emptyGrid(spec.columns, spec.rows) };
  }, [kind]);
  return (
    <span className="tg-tile-board" aria-hidden="true">
      {shown && <MiniBoard spec={shown.spec} grid={shown.grid} theme={theme} label="" />}
    </span>
  );
});
