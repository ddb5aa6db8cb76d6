/** One's own challenges that wait for an answer, each with a way to take it back. */
import type { Challenge } from "../api/lobby";
import type { Kind } from "../api/types";
import { Button, LiveRegion, refusalWords } from "../ui";
import { useWords } from "../words/useWords";
import "./lobby.css";
import { useLobby } from "./lobby";
import { gameText, termsText } from "./terms";
import { useChallenging } from "./useChallenging";

export function MadeChallenges({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useWords();
  const made = useLobby((lobby) => lobby.made);
  if (made.length === 0) {
    return null;
  }
  return (
    <ul className="tg-challenges" aria-label={t("lobby.made")}>
      {made.map((challenge) => (
        <Made key={challenge.challengeId} challenge={challenge} kinds={kinds} />
      ))}
    </ul>
  );
}

function Made({ challenge, kinds }: { challenge: Challenge; kinds: readonly Kind[] }) {
  const words = useWords();
  const { t } = words;
  const { isBusy, refused, withdraw } = useChallenging();
  const { challengeId, to } = challenge;
  const game = gameText(words, kinds, challenge);
  return (
    <li>
      <span className="tg-challenge-what">
        <strong>{to == null ? t("lobby.made.open") : t("lobby.made.to", { name: to.name })}</strong> {game}
        <span className="tg-help">{termsText(words, kinds, challenge, true)}</span>
      </span>
      <Button
        disabled={isBusy}
        aria-label={t("lobby.withdraw.name", { game })}
        onClick={() => void withdraw(challengeId)}
      >
        {t("lobby.withdraw")}
      </Button>
      <LiveRegion tone="trouble">{refused && refusalWords(words, refused)}</LiveRegion>
    </li>
  );
}
