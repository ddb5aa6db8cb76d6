/** Whether the game is for ratings; where that cannot be, why not, in a short line. Only for those with an account. */
import type { Kind } from "../../api/types";
import { Switch } from "../../ui";
import { useWords } from "../../words/useWords";
import { type Choice, isApart, whyNotRated } from "./choice";

export interface RatedFieldProps {
  choice: Choice;
  kind: Kind;
  accounts: readonly string[];
  change: (change: Partial<Choice>) => void;
  /** Have the game played with a clock. */
  onClock: () => void;
}

export function RatedField({ choice, kind, accounts, change, onClock }: RatedFieldProps) {
  const { t } = useWords();
  const why = whyNotRated(choice, kind, accounts);
  // Nothing is said to those without an account, who only watch, or of a game at one screen, where it is said above.
  const isAlone = choice.opponent === "computer" && choice.isWatching;
  if (why === "account" || why === "beside" || isAlone) {
    return null;
  }
  const help =
    why !== null
      ? t(`start.rated.${why}`)
      : choice.rated
        ? t(isApart(choice) ? "start.rated.friend" : "start.rated.yes")
        : undefined;
  return (
    <div className="tg-rated">
      <Switch
        label={t("start.rated")}
        checked={choice.rated && why === null}
        disabled={why !== null}
        help={help}
        onChange={(rated) => change({ rated })}
      />
      {why === "clock" && (
        <button
          type="button"
          className="tg-rated-clock"
          onClick={() => {
            change({ rated: true });
            onClock();
          }}
        >
          {t("start.rated.clock.add")}
        </button>
      )}
    </div>
  );
}
