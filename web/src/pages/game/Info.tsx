/** What is played, by which rules, with which clock. Nothing here can be changed while the game runs. */
import { Link } from "wouter";
import type { Kind, View } from "../../api/types";
import { rulesPath } from "../../sitting/links";
import { clockInWords, isLong, rulesInWords } from "../../sitting/rules";
import { playerName, sidesOf } from "../../sitting/sides";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";

export interface InfoProps {
  view: View;
  kind: Kind;
  /** Begin another game like this one; null: not offered to those who watch. */
  onAgain: (() => void) | null;
}

export function Info({ view, kind, onAgain }: InfoProps) {
  const words = useWords();
  const { t } = words;
  const { state } = view;
  const notice = words.of(kind, "notice");
  const rating = ratingOf(view);
  return (
    <div className="tg-side-body">
      <dl className="tg-facts">
        <dt>{t("game.info.game")}</dt>
        <dd>
          {words.of(kind, "name")} {t("game.size", { size: state.boardSize })}
        </dd>
        {(["BLACK", "WHITE"] as const).map((color) => (
          <Fact
            key={color}
            name={t(color === "BLACK" ? "color.black" : "color.white")}
            value={playerName(words, state.players[color], color)}
          />
        ))}
        {rulesInWords(words, kind, state.rules).map((fact) => (
          <Fact key={fact.key} name={fact.name} value={fact.value} />
        ))}
        {rating !== null && <Fact name={t("game.info.rating")} value={t(`game.info.rating.${rating}`)} />}
        <Fact name={t("game.info.clock")} value={clockInWords(words, state.clock)} />
        {hasAbsence(view) && <Fact name={t("start.absence")} value={t(`start.absence.${state.absence}`)} />}
      </dl>
      {kind.hasRules && (
        <p>
          <Link href={rulesPath(kind.name)}>{t("rules.of", { game: words.of(kind, "name") })}</Link>
        </p>
      )}
      {notice !== "notice" && <p className="tg-help">{notice}</p>}
      {onAgain !== null && (
        <p>
          <Button onClick={onAgain}>{t("game.info.again")}</Button>
        </p>
      )}
    </div>
  );
}

/** Whether a rule says what follows when a player leaves: between people apart who play at one sitting. */
function hasAbsence(view: View): boolean {
  return sidesOf(view).isBetweenPeople && !isLong(view.state.clock);
}

/** What the game is to statistics and ratings; null: nothing. */
function ratingOf({ isRated, yours, state }: View): "yes" | "one_screen" | null {
  const { BLACK: black, WHITE: white } = state.players;
  // Two seats of two accounts that are played from one screen.
  const isBeside = yours.length === 2 && black.isOwned && white.isOwned;
  return isRated ? "yes" : isBeside ? "one_screen" : null;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
