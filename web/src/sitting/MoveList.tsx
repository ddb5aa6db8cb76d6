/** The moves in two columns, the one shown marked, and buttons to look back and forth. */
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../ui/Button";
import { StoneSign } from "../ui/Icon";
import { useWords } from "../words/useWords";
import "./moves.css";
import { type Entry, type Row, rowsOf } from "./moves";

export interface MoveListProps {
  entries: readonly Entry[];
  /** How many actions the position shown has. */
  at: number;
  onGo: (index: number) => void;
}

export const MoveList = memo(function MoveList({ entries, at, onGo }: MoveListProps) {
  const { t } = useWords();
  const rows = useMemo(() => rowsOf(entries), [entries]);
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => entries.filter((entry) => entry.index <= at).at(-1)?.index ?? 0, [entries, at]);

  // The rows keep what they call, so that only those that change are drawn again.
  const latest = useRef(onGo);
  useEffect(() => {
    latest.current = onGo;
  });
  const [go] = useState(() => (index: number) => latest.current(index));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row may hide the move shown.
  useEffect(() => keepInSight(list.current), [shown, rows]);

  if (rows.length === 0) {
    return <p className="tg-moves-none">{t("game.moves.none")}</p>;
  }
  return (
    <div className="tg-moves" ref={list}>
      <div className="tg-moves-head" aria-hidden="true">
        <span />
        <StoneSign face="BLACK" size={12} />
        <StoneSign face="WHITE" size={12} />
      </div>
      <ol className="tg-moves-rows" aria-label={t("game.moves")}>
        {rows.map((row) => (
          <MoveRow key={row.key} row={row} shown={holds(row, shown) ? shown : null} onGo={go} />
        ))}
      </ol>
    </div>
  );
});

function holds(row: Row, index: number): boolean {
  return row.black?.index === index || row.white?.index === index || row.aside?.index === index;
}

interface MoveRowProps {
  row: Row;
  shown: number | null;
  onGo: (index: number) => void;
}

const MoveRow = memo(function MoveRow({ row, shown, onGo }: MoveRowProps) {
  if (row.aside !== null) {
    return (
      <li className="tg-moves-row">
        <MoveButton entry={row.aside} isShown={row.aside.index === shown} onGo={onGo} isWide />
      </li>
    );
  }
  return (
    <li className="tg-moves-row">
      <span className="tg-moves-number" aria-hidden="true">
        {row.number}
      </span>
      {[row.black, row.white].map((entry, column) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the keys.
          <span key={column} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the keys.
          <MoveButton key={column} entry={entry} isShown={entry.index === shown} onGo={onGo} />
        ),
      )}
    </li>
  );
});

interface MoveButtonProps {
  entry: Entry;
  isShown: boolean;
  onGo: (index: number) => void;
  isWide?: boolean;
}

function MoveButton({ entry, isShown, onGo, isWide = false }: MoveButtonProps) {
  const { t } = useWords();
  const player = t(entry.player === "BLACK" ? "color.black" : "color.white");
  const name = entry.isAside
    ? t("game.moves.aside", { player, move: entry.text })
    : t("game.moves.name", { number: entry.number, player, move: entry.text });
  return (
    <button
      type="button"
      className="tg-move"
      data-wide={isWide || undefined}
      aria-current={isShown ? "step" : undefined}
      aria-label={entry.others ? `${name}+${entry.others}` : name}
      onClick={() => onGo(entry.index)}
    >
      {isWide && <StoneSign face={entry.player} size={12} />}
      {entry.text}
      {entry.isRemarked && <span className="tg-move-remark" aria-hidden="true" />}
      {entry.others !== undefined && entry.others > 0 && (
        <span className="tg-move-others" aria-hidden="true">
          +{entry.others}
        </span>
      )}
    </button>
  );
}

/** Scroll the list, and only the list, so that the move shown is in sight. */
function keepInSight(list: HTMLElement | null): void {
  const box = list?.closest<HTMLElement>("[data-scrolls]");
  if (!list || !box) {
    return;
  }
  const current = list.querySelector<HTMLElement>('[aria-current="step"]');
  const outer = box.getBoundingClientRect();
  const inner = current?.getBoundingClientRect();
  if (inner === undefined) {
    box.scrollTop = 0;
  } else if (inner.top < outer.top + 32) {
    box.scrollTop -= outer.top + 32 - inner.top;
  } else if (inner.bottom > outer.bottom - 8) {
    box.scrollTop += inner.bottom - outer.bottom + 8;
  }
}

export interface StepsProps {
  at: number;
  count: number;
  onGo: (at: number) => void;
}

/** ⏮ ◀ ▶ ⏭ */
export function Steps({ at, count, onGo }: StepsProps) {
  const { t } = useWords();
  return (
    <fieldset className="tg-steps" aria-label={t("game.steps")}>
      <IconButton icon="first" label={t("game.step.first")} disabled={at <= 0} onClick={() => onGo(0)} />
      <IconButton icon="left" label={t("game.step.back")} disabled={at <= 0} onClick={() => onGo(at - 1)} />
      <IconButton
        icon="right"
        label={t("game.step.on")}
        disabled={at >= count}
        onClick={() => onGo(at + 1)}
      />
      <IconButton
        icon="last"
        label={t("game.step.last")}
        disabled={at >= count}
        onClick={() => onGo(count)}
      />
    </fieldset>
  );
}
