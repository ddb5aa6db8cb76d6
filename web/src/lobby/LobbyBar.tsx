/** Below the head of every page: who challenges this person, with an answer one click away, and what is searched for. */
import { useState } from "react";
import { useLocation } from "wouter";
import { type Challenge, DECLINE_REASONS } from "../api/lobby";
import type { Kind } from "../api/types";
import { personName } from "../people/PersonName";
import { useKinds } from "../sitting/useKinds";
import { Button } from "../ui/Button";
import { LiveRegion } from "../ui/LiveRegion";
import { refusalWords } from "../ui/refusal";
import { useWords } from "../words/useWords";
import "./lobby.css";
import { useLobby } from "./lobby";
import { gameText, termsText } from "./terms";
import { useChallenging } from "./useChallenging";
import { Waiting } from "./Waiting";

/** So many challenges are shown at once: the others come when these are answered. */
const MOST = 2;

export function LobbyBar() {
  const { t } = useWords();
  const [place] = useLocation();
  const { kinds } = useKinds();
  const challenged = useLobby((lobby) => lobby.challenged);
  const search = useLobby((lobby) => lobby.search);
  const unseek = useLobby((lobby) => lobby.unseek);
  if (kinds === null) {
    return null;
  }
  return (
    <>
      {challenged.slice(0, MOST).map((challenge) => (
        <Incoming key={challenge.challengeId} challenge={challenge} kinds={kinds} />
      ))}
      {search !== null && !isStart(place) && (
        <section className="tg-lobby-bar" aria-label={t("start.with.anyone")}>
          <Waiting search={search} kinds={kinds} onCancel={unseek} />
        </section>
      )}
    </>
  );
}

/** There the search is shown where it was begun. */
function isStart(place: string): boolean {
  return place === "/" || place.startsWith("/challenge/");
}

function Incoming({ challenge, kinds }: { challenge: Challenge; kinds: readonly Kind[] }) {
  const words = useWords();
  const { t } = words;
  const { isBusy, refused, accept, decline } = useChallenging();
  const [isDeclining, setDeclining] = useState(false);
  const { challengeId, by } = challenge;
  const name = personName(words, by);
  return (
    <section className="tg-lobby-bar" aria-label={t("lobby.challenged.title")}>
      <p role="status">
        {t("lobby.challenged", { name, game: gameText(words, kinds, challenge) })}{" "}
        <span className="tg-help">{termsText(words, kinds, challenge, false)}</span>
      </p>
      {isDeclining ? (
        <fieldset className="tg-lobby-why">
          <legend className="tg-unseen">{t("lobby.decline")}</legend>
          {DECLINE_REASONS.map((reason) => (
            <Button key={reason} disabled={isBusy} onClick={() => void decline(challengeId, reason)}>
              {t(`lobby.decline.${reason}`)}
            </Button>
          ))}
          <Button onClick={() => setDeclining(false)}>{t("game.cancel")}</Button>
        </fieldset>
      ) : (
        <>
          <Button disabled={isBusy} onClick={() => void accept(challengeId)}>
            {t("lobby.accept")}
          </Button>
          <Button disabled={isBusy} onClick={() => setDeclining(true)}>
            {t("lobby.decline.ask")}
          </Button>
        </>
      )}
      <LiveRegion tone="trouble">{refused && refusalWords(words, refused)}</LiveRegion>
    </section>
  );
}
