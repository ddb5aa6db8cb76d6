/** A board that plays itself until someone takes over. */
import type { Kind } from "../../api/types";
import { Board } from "../../board/Board";
import type { XY } from "../../board/types";
import { IconButton, useBoardTheme } from "../../ui";
import { useWords } from "../../words/useWords";
import { type Demo, demoOf, emptyGrid, pointOf } from "./demo";
import "./demo.css";
import { useDemo } from "./useDemo";

export interface DemoBoardProps {
  kind: Kind;
  disabled: boolean;
  /** Go on from this moment of this game; null: there is no demo, begin anew. */
  onTakeOver: (from: { demo: Demo; node: number } | null) => void;
}

export function DemoBoard({ kind, disabled, onTakeOver }: DemoBoardProps) {
  const { t, of } = useWords();
  const theme = useBoardTheme();
  const demo = demoOf(kind.gameType);
  const shown = useDemo(demo);
  const spec = kind.boards[String(demo?.boardSize ?? kind.defaultSize)];
  if (spec === undefined) {
    return null;
  }
  const grid = shown.grid ?? emptyGrid(spec.columns, spec.rows);
  const pointName = ({ x, y }: XY) => `${spec.columnLabels[x]}${spec.rowLabels[y]}`;
  const hint = t(demo === null ? "start.begin_here" : "start.take_over");
  return (
    <div className="tg-demo">
      <div className="tg-demo-board">
        {/* Only to look at: the button over it is what can be pressed. */}
        <div inert>
          <Board
            spec={spec}
            grid={grid}
            theme={theme}
            label=""
            pick="none"
            coordinates={false}
            lastMove={pointOf(demo?.steps[shown.node])}
            change={shown.change}
            pointName={pointName}
            pointLabel={pointName}
          />
        </div>
        <button
          type="button"
          className="tg-demo-take"
          aria-label={t("start.take_over.name", { game: of(kind, "name") })}
          disabled={disabled}
          onClick={() => onTakeOver(demo && { demo, node: Math.min(shown.node, demo.lastOpen) })}
        >
          <span className="tg-demo-hint">{hint}</span>
        </button>
      </div>
      {demo !== null && (
        <p className="tg-demo-caption">
          <IconButton
            icon={shown.isPlaying ? "pause" : "play"}
            size={16}
            label={t(shown.isPlaying ? "start.demo.pause" : "start.demo.play")}
            onClick={shown.toggle}
          />
          <span>{t("start.demo")}</span>
        </p>
      )}
    </div>
  );
}
