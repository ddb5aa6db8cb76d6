/** A row for each game: played, won, lost, drawn, and the rating with its deviation. */
import { useId } from "react";
import type { Tally, User } from "../../api/people";
import type { Kind } from "../../api/types";
import { classesOf, partsOf, rankText, ratingText } from "../../people/ratings";
import { Disclosure } from "../../ui";
import { useWords } from "../../words/useWords";

interface RecordProps {
  user: User;
  kinds: readonly Kind[];
}

export function RecordTable({ user, kinds }: RecordProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const played = kinds.filter((kind) => (user.games[kind.gameType]?.played ?? 0) > 0);
  return (
    <section className="tg-page-part">
      <h2 id={id} className="tg-unseen">
        {t("profile.record")}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className="tg-rows" aria-labelledby={id} tabIndex={0}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t("profile.game")}</th>
              <Heads />
              <th scope="col">{t("profile.rating")}</th>
            </tr>
          </thead>
          <tbody>
            {played.map((kind) => (
              <tr key={kind.gameType}>
                <th scope="row">{words.of(kind, "name")}</th>
                <Numbers tally={user.games[kind.gameType]} canBeWon={kind.canBeWon} />
                <td>
                  <Rating user={user} kinds={kinds} gameType={kind.gameType} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** How it went against the computer, level by level. */
export function Levels({ user, kinds }: RecordProps) {
  const words = useWords();
  const { t } = words;
  const rows = kinds.flatMap((kind) =>
    Object.entries(user.games[kind.gameType]?.levels ?? {})
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([level, tally]) => ({ kind, level, tally })),
  );
  if (rows.length === 0) {
    return null;
  }
  return (
    <Disclosure label={t("profile.levels")}>
      <div className="tg-rows">
        <table aria-label={t("profile.levels")}>
          <thead>
            <tr>
              <th scope="col">{t("profile.game")}</th>
              <Heads />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, level, tally }) => (
              <tr key={`${kind.gameType} ${level}`}>
                <th scope="row">
                  {t("profile.level", { game: words.of(kind, "name"), level: t("game.level", { level }) })}
                </th>
                <Numbers tally={tally} canBeWon={kind.canBeWon} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

const COLUMNS = ["played", "won", "lost", "drawn"] as const;

function Heads() {
  const { t } = useWords();
  return COLUMNS.map((name) => (
    <th key={name} scope="col" data-number>
      {t(`profile.${name}`)}
    </th>
  ));
}

/** Of a game that nobody wins, only how often it was played. */
function Numbers({ tally, canBeWon }: { tally: Tally | undefined; canBeWon: boolean }) {
  return COLUMNS.map((name) => (
    <td key={name} data-number>
      {canBeWon || name === "played" ? (tally?.[name] ?? 0) : "–"}
    </td>
  ));
}

function Rating({ user, kinds, gameType }: RecordProps & { gameType: string }) {
  const words = useWords();
  const classes = classesOf(user, kinds).filter((name) => partsOf(name).gameType === gameType);
  if (classes.length === 0) {
    return "–";
  }
  return (
    <ul className="tg-profile-ratings">
      {classes.map((name) => {
        const rating = user.ratings[name];
        const { size } = partsOf(name);
        const rank = rating === undefined ? null : rankText(words, rating);
        return (
          rating !== undefined && (
            <li key={name}>
              {size !== null && <span className="tg-help">{words.t("profile.up_to", { size })}</span>}
              {rank !== null && <strong>{rank}</strong>}
              <span className={rank === null ? undefined : "tg-help"}>{ratingText(rating)}</span>
            </li>
          )
        );
      })}
    </ul>
  );
}
