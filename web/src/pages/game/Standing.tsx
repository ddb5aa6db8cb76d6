/** What the end of a game meant for those with an account: a line about the rating, or that it was counted before. */
import { people, type Rated } from "../../api/people";
import type { ColorName, View } from "../../api/types";
import { accountsHere, useMe } from "../../people/me";
import { changeText } from "../../people/ratings";
import { useRead } from "../../people/useRead";
import { useWords } from "../../words/useWords";

export function Standing({ view }: { view: View }) {
  const { t } = useWords();
  const me = useMe((here) => here.me);
  const color = seatOf(view, accountsHere(me));
  return (
    <p className="tg-standing" role="status">
      {view.state.isGameOver &&
        color !== null &&
        (view.isReopened
          ? t("rated.first_only")
          : view.isRated && <Rating gameId={view.state.gameId} color={color} />)}
    </p>
  );
}

/** The seat that an account at this screen owns here; null: none. */
function seatOf({ yours, state }: View, names: readonly string[]): ColorName | null {
  const isOwn = (color: ColorName) =>
    state.players[color].isOwned && names.includes(state.players[color].name);
  return yours.find(isOwn) ?? null;
}

function Rating({ gameId, color }: { gameId: string; color: ColorName }) {
  const { t } = useWords();
  const { value: counted } = useRead(gameId, () => people.counted(gameId));
  if (counted === null) {
    return null;
  }
  const rated = counted.ratings[color];
  if (rated === null || !counted.isRated) {
    return counted.whyNot ? t(counted.whyNot) : null;
  }
  const told = t("game.end.rating", { rating: Math.round(rated.rating), change: changeOf(rated) });
  return rated.isDamped ? `${told} ${t("rated.damped")}` : told;
}

function changeOf({ before, rating }: Rated): string {
  return changeText(Math.round(rating) - Math.round(before));
}
