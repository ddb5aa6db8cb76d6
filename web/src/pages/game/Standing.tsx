/** What the end of a game meant for those with an account: a line about the rating, or that it was counted before. */
import { people } from "../../api/people";
import type { View } from "../../api/types";
import { accountsHere, useMe } from "../../people/me";
import { useRead } from "../../people/useRead";
import { useWords } from "../../words/useWords";
import { changeText } from "../profile/ratings";

/** So many of the last games are looked through for this one. */
const LAST = 10;

export function Standing({ view }: { view: View }) {
  const { t } = useWords();
  const me = useMe((here) => here.me);
  const names = accountsHere(me).filter((name) => isSeated(view, name));
  const [name] = names;
  return (
    <p className="tg-standing" role="status">
      {view.state.isGameOver &&
        name !== undefined &&
        (view.isReopened
          ? t("game.end.counted_before")
          : view.isRated && <RatingChange name={name} watchId={view.watchId} />)}
    </p>
  );
}

/** Whether this account has a seat of its own here. */
function isSeated({ yours, state }: View, name: string): boolean {
  return yours.some((color) => state.players[color].isOwned && state.players[color].name === name);
}

function RatingChange({ name, watchId }: { name: string; watchId: string }) {
  const { t } = useWords();
  const { value } = useRead(`${name} ${watchId}`, () => people.games(name, { limit: LAST }));
  const change = value?.games.find((game) => game.watchId === watchId)?.ratingChange ?? null;
  return change === null ? null : t("game.end.rating.mine", { change: changeText(change) });
}
