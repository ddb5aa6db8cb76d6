/** The tables of an arena: everybody's results by strength, and everybody against everybody. */
import { type ReactNode, useId } from "react";
import type { Arena } from "../../api/types";
import { useWords } from "../../words/useWords";
import { nameOf } from "./names";

type Row = Arena["table"][number];

export function PlayersTable({ arena }: { arena: Arena }) {
  const words = useWords();
  const { t } = words;
  const hasFaults = arena.table.some((row) => row.faults > 0);
  return (
    <Box
      title={t("watch.arena.table")}
      help={arena.table.some((row) => row.eloIsBound) ? t("watch.arena.bound") : null}
    >
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("arena.column.player")}</th>
          <th scope="col">{t("arena.column.games")}</th>
          <th scope="col">{t("arena.column.score")}</th>
          <Column short={t("arena.column.interval")} name={t("watch.arena.interval.name")} />
          <th scope="col">{t("arena.column.elo")} ±</th>
          <Column short={t("watch.arena.record")} name={t("watch.arena.record.name")} />
          <th scope="col">{t("arena.column.mean")}</th>
          {hasFaults && <th scope="col">{t("arena.column.faults")}</th>}
        </tr>
      </thead>
      <tbody>
        {arena.table.map((row, index) => (
          <tr key={row.number}>
            <td>{index + 1}</td>
            <Name name={nameOf(words, arena.players[row.number] ?? "?")} />
            <td>{row.games}</td>
            <td>{row.games > 0 ? percent(row.score) : "–"}</td>
            <td>{row.games > 0 ? `${(100 * row.low).toFixed(0)}–${percent(row.high, 0)}` : "–"}</td>
            <td>{eloOf(row)}</td>
            <td>
              {row.wins} {row.draws} {row.losses}
            </td>
            <td>{row.secondsPerMove.toFixed(2)}</td>
            {hasFaults && <td>{row.faults}</td>}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

export function CrossTable({ arena }: { arena: Arena }) {
  const words = useWords();
  const { t } = words;
  const order = arena.table.map((row) => row.number);
  const name = (number: number) => nameOf(words, arena.players[number] ?? "?");
  const cells = new Map<string, string>();
  for (const { one, other, points, games } of arena.pairs) {
    cells.set(`${one} ${other}`, `${points}/${games}`);
    cells.set(`${other} ${one}`, `${games - points}/${games}`);
  }
  return (
    <Box title={t("watch.arena.cross")} help={t("watch.arena.cross.help")}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("arena.column.player")}</th>
          {order.map((number, index) => (
            <Column key={number} short={String(index + 1)} name={name(number)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {order.map((one, index) => (
          <tr key={one}>
            <td>{index + 1}</td>
            <Name name={name(one)} />
            {order.map((other) => (
              <td key={other}>
                {one === other ? <span aria-hidden="true">·</span> : (cells.get(`${one} ${other}`) ?? "–")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** A table that scrolls in its own box where it is too wide, also by keyboard. */
export function Box({ title, help, children }: { title: string; help: string | null; children: ReactNode }) {
  const id = useId();
  return (
    <section>
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className="tg-arena-box" aria-labelledby={id} tabIndex={0}>
        <table aria-labelledby={id}>{children}</table>
      </section>
      {help !== null && <p className="tg-help">{help}</p>}
    </section>
  );
}

/** A column with little room for its name: who listens hears it whole. */
function Column({ short, name }: { short: string; name: string }) {
  return (
    <th scope="col" title={name}>
      <span aria-hidden="true">{short}</span>
      <span className="tg-unseen">{name}</span>
    </th>
  );
}

function Name({ name }: { name: string }) {
  return (
    <th scope="row" title={name}>
      {name}
    </th>
  );
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function eloOf({ elo, eloError, eloIsBound }: Row): string {
  if (elo === null) {
    return "–";
  }
  const rounded = Math.round(elo);
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
  const error = eloError === null ? "" : ` ±${Math.round(eloError)}`;
  return `${eloIsBound ? "~" : ""}${sign}${Math.abs(rounded)}${error}`;
}
