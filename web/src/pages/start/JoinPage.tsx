/** Behind a friend's link: what game it is, under which name one sits down; or why one cannot. */
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { api, type Refused, refusedOf } from "../../api/rest";
import { COLORS, type ColorName, other, type View } from "../../api/types";
import { useAccount } from "../../people/me";
import { usePanel } from "../../people/panel";
import { LONGEST_NAME, useSettings } from "../../settings";
import { useKinds } from "../../sitting/useKinds";
import { Button, LiveRegion, refusalWords, TextField, UnencryptedNotice } from "../../ui";
import "../../ui/notices.css";
import { gamePath } from "../../sitting/links";
import { colorWord, kindOf, playerName } from "../../sitting/sides";
import { useWords } from "../../words/useWords";
import "./join.css";

export interface JoinPageProps {
  gameId: string;
  seat: string;
  invite: string;
}

/** The seat is someone else's now, or the link was cut: trying again changes nothing. */
function isTaken(refused: Refused): boolean {
  return refused.status === 403;
}

export function JoinPage({ gameId, seat, invite }: JoinPageProps) {
  const words = useWords();
  const { t } = words;
  const [, go] = useLocation();
  const { name, set } = useSettings();
  const account = useAccount();
  const [view, setView] = useState<View | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const color = COLORS.find((one) => one === seat.toUpperCase()) ?? "WHITE";
  const enter = useCallback(() => go(gamePath(gameId), { replace: true }), [go, gameId]);

  const look = useCallback(() => {
    let isHere = true;
    setRefused(null);
    api.view(gameId).then(
      (found) => {
        if (!isHere) {
          return;
        }
        setView(found);
        // Whoever sits at this table already only comes back, and takes no second seat by their own link.
        if (found.yours.length > 0) {
          enter();
        }
      },
      (error: unknown) => isHere && setRefused(refusedOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [gameId, enter]);
  useEffect(look, [look]);

  const sit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    try {
      await api.join(gameId, {
        seat: color,
        invite,
        name: account !== null || name.trim() === "" ? null : name.trim(),
      });
      enter();
    } catch (error) {
      setRefused(refusedOf(error));
      setBusy(false);
    }
  };

  const { open: openPanel } = usePanel();
  const needsAccount = view?.isRated === true && account === null;
  const isOpen = view?.state.players[color].isOpen ?? false;
  const isLate =
    (view !== null && view.yours.length === 0 && !isOpen) || (refused !== null && isTaken(refused));
  if (isLate || (view === null && refused !== null)) {
    return (
      <section className="tg-notice-page">
        <h1>{t("start.join.refused")}</h1>
        <LiveRegion tone="trouble">
          {isLate ? t("start.join.taken") : refused && refusalWords(words, refused)}
        </LiveRegion>
        {!isLate && (
          <Button primary onClick={look}>
            {t("ui.try_again")}
          </Button>
        )}
        <Link href={gamePath(gameId)}>{t("start.join.look")}</Link>
        <Link href="/">{t("start.join.own")}</Link>
      </section>
    );
  }
  if (view === null || view.yours.length > 0) {
    return (
      <section className="tg-notice-page">
        <h1>{t("start.join")}</h1>
      </section>
    );
  }
  return (
    <section className="tg-notice-page">
      <h1>{t("start.join.invited")}</h1>
      <About view={view} color={color} />
      {view.isRated && <p>{t("start.join.rated")}</p>}
      {needsAccount && (
        <>
          <p>{t("start.join.account")}</p>
          <Button primary onClick={() => openPanel("in")}>
            {t("people.sign_in")}
          </Button>
        </>
      )}
      <form
        hidden={needsAccount}
        className="tg-join"
        onSubmit={(event) => void sit(event)}
        aria-label={t("page.join")}
      >
        {account === null && (
          <TextField
            label={t("settings.name")}
            value={name}
            placeholder={t("settings.name.none")}
            maxLength={LONGEST_NAME}
            autoComplete="nickname"
            onChange={(value) => set({ name: value })}
          />
        )}
        <UnencryptedNotice />
        <Button primary type="submit" disabled={isBusy} aria-busy={isBusy}>
          {t(isBusy ? "start.join" : "start.join.sit")}
        </Button>
        <LiveRegion tone="trouble">{refused && refusalWords(words, refused)}</LiveRegion>
      </form>
      <Link href="/">{t("start.join.own")}</Link>
    </section>
  );
}

/** "Go 9×9 against Ann. You play White." */
function About({ view, color }: { view: View; color: ColorName }) {
  const words = useWords();
  const { kinds } = useKinds();
  const { gameType, boardSize, players } = view.state;
  const kind = kindOf(kinds, gameType);
  if (kind === null) {
    return null;
  }
  const game = words.t("page.game_label", { game: words.of(kind, "name"), size: boardSize });
  const host = playerName(words, players[other(color)], other(color));
  return <p>{words.t("start.join.about", { game, host, color: colorWord(words, color) })}</p>;
}
