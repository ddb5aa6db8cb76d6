/** Links to give away: one to watch, one to play, never mixed up. */
import type { View } from "../../api/types";
import { Icon } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import { CopyField } from "./CopyField";
import { gamePath, joinPath, pageLink } from "./links";
import { sidesOf } from "./sides";

export function Share({ view }: { view: View }) {
  const { t } = useWords();
  const sides = sidesOf(view);
  const { invite, watchId, state } = view;
  return (
    <div className="tg-side-body">
      {invite !== null && sides.open !== null && (
        <CopyField
          label={t("game.share.invite")}
          text={pageLink(joinPath(state.gameId, sides.open, invite))}
          help={t("game.share.invite.help")}
        />
      )}
      <CopyField
        label={t("game.share.watch")}
        text={pageLink(gamePath(watchId))}
        help={t("game.share.watch.help")}
      />
      {sides.hasBoth && (
        <p className="tg-side-warning">
          <Icon name="warning" size={18} />
          <span>{t("game.share.both")}</span>
        </p>
      )}
    </div>
  );
}

/** In place of the opponent while a seat is open: the link for a friend. */
export function Invitation({ view }: { view: View }) {
  const { t } = useWords();
  const { open } = sidesOf(view);
  if (view.invite === null || open === null) {
    return null;
  }
  return (
    <section className="tg-invitation" aria-label={t("game.share.invite")}>
      <CopyField
        label={t("game.waiting.invite")}
        text={pageLink(joinPath(view.state.gameId, open, view.invite))}
      />
    </section>
  );
}
