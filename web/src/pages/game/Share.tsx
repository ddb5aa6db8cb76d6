/** Links to give away: one to watch, one to play, never mixed up; and whether others can reach them at all. */
import { lazy, Suspense, useId, useState } from "react";
import type { View } from "../../api/types";
import { gamePath, joinPath, linkFrom, pageLink } from "../../sitting/links";
import { sidesOf } from "../../sitting/sides";
import { CopyField } from "../../ui/CopyField";
import { DisclosureButton } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import { OnlyHere } from "./OnlyHere";
import { type Reach, useReach } from "./useReach";

const QrCode = lazy(() => import("../../ui/QrCode"));

export function Share({ view }: { view: View }) {
  const { t } = useWords();
  const reach = useReach();
  const sides = sidesOf(view);
  const { invite, watchId, state } = view;
  return (
    <div className="tg-side-body">
      {invite !== null && sides.open !== null && (
        <>
          <CopyField
            label={t("game.share.invite")}
            text={linkOf(reach, joinPath(state.gameId, sides.open, invite))}
            help={t("game.share.invite.help")}
          />
          <Picture link={linkOf(reach, joinPath(state.gameId, sides.open, invite))} />
        </>
      )}
      <CopyField
        label={t("game.share.watch")}
        text={linkOf(reach, gamePath(watchId))}
        help={t("game.share.watch.help")}
      />
      <OnlyHere reach={reach} />
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
  const reach = useReach();
  const { open } = sidesOf(view);
  if (view.invite === null || open === null) {
    return null;
  }
  const link = linkOf(reach, joinPath(view.state.gameId, open, view.invite));
  return (
    <section className="tg-invitation" aria-label={t("game.share.invite")}>
      <CopyField label={t("game.waiting.invite")} text={link} />
      <OnlyHere reach={reach} />
      <Picture link={link} />
    </section>
  );
}

/** A link that others can open, where there is one. */
function linkOf(reach: Reach, path: string): string {
  return reach.address === null ? pageLink(path) : linkFrom(reach.address, path);
}

/** The link as a picture for a phone's camera, drawn when it is asked for. */
function Picture({ link }: { link: string }) {
  const { t } = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="tg-qr">
      <DisclosureButton
        label={t("game.share.qr")}
        open={isOpen}
        controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<span className="tg-qr-code" />}>
            <QrCode text={link} label={t("game.share.qr.name")} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
