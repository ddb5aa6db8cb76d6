/** A person's name with what can be done about them: look at their games, not hear them, have nothing to do with them, report them. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { refusedOf } from "../api/rest";
import type { RelationAct } from "../api/talk";
import { accountName, accountsHere, useMe } from "../people/me";
import { challengePath, profilePath } from "../people/places";
import { noted } from "../people/useAsking";
import { toast } from "../ui/LiveRegion";
import { Menu, type MenuItem } from "../ui/Menu";
import { refusalWords } from "../ui/refusal";
import { useWords } from "../words/useWords";
import { isAmong, useRelations } from "./relations";

const ReportDialog = lazy(() => import("./ReportDialog"));

export interface PersonMenuProps {
  name: string;
  isGuest: boolean;
  /** Where one meets them; null: nowhere in particular. */
  gameId: string | null;
  /** How the name is shown; without it there is a ⋯ beside a name that is shown already. */
  children?: ReactNode;
  /** Whether the ways to their games and to a challenge are offered; their own page has them already. */
  hasProfile?: boolean;
}

/** Nothing can be done about oneself, and by who is nobody here: then it is the name alone. */
export function PersonMenu(props: PersonMenuProps) {
  const { name, isGuest, gameId, children, hasProfile = true } = props;
  const words = useWords();
  const { t } = words;
  const [, go] = useLocation();
  const me = useMe((here) => here.me);
  const { relations, read, change } = useRelations();
  const [isReporting, setReporting] = useState(false);
  const isSelf = isGuest ? me?.isGuest === true && me.name === name : accountsHere(me).includes(name);
  // A guest's name may be that of several, unless one sits at the same board.
  const canRelate = me !== null && me.name !== null && !isSelf && (!isGuest || gameId !== null);
  const onOpen = () => {
    if (canRelate && relations === null) {
      // Where it cannot be read now, what is done says so.
      read().catch(() => undefined);
    }
  };
  const relate = (act: RelationAct) =>
    void change(act, name, gameId).then(
      () => toast(t(`talk.${act}.done`, { name })),
      (error: unknown) => toast(refusalWords(words, noted(refusedOf(error)))),
    );
  const isMuted = isAmong(relations?.muted, name, isGuest);
  const isBlocked = isAmong(relations?.blocked, name, isGuest);
  const items: MenuItem[] = [
    ...(hasProfile && !isGuest && !isSelf
      ? [
          { label: t("people.profile"), onSelect: () => go(profilePath(name)) },
          { label: t("lobby.challenge"), onSelect: () => go(challengePath(name)) },
        ]
      : []),
    ...(canRelate
      ? [
          {
            label: t("talk.mute"),
            checked: isMuted,
            onSelect: () => relate(isMuted ? "unmute" : "mute"),
          },
          {
            label: t("talk.block"),
            checked: isBlocked,
            onSelect: () => relate(isBlocked ? "unblock" : "block"),
          },
        ]
      : []),
    ...(canRelate && accountName(me) !== null
      ? [{ label: t("talk.report"), icon: "flag" as const, danger: true, onSelect: () => setReporting(true) }]
      : []),
  ];
  if (items.length === 0) {
    return children;
  }
  return (
    <>
      <Menu label={t("talk.person", { name })} items={items} face={children} align="left" onOpen={onOpen} />
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog name={name} gameId={gameId} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
