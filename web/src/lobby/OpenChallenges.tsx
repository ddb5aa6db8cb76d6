/** The open challenges: whose, what is to be played and how, and a click to play. One's own can be withdrawn. */
import { useId } from "react";
import type { Challenge } from "../api/lobby";
import type { Kind } from "../api/types";
import { PersonName, personName } from "../people/PersonName";
import { Button, LiveRegion, refusalWords } from "../ui";
import { useWords } from "../words/useWords";
import { useLobby } from "./lobby";
import { MadeChallenges } from "./MadeChallenges";
import { gameText, termsText } from "./terms";
import { useChallenging } from "./useChallenging";

export function OpenChallenges({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useWords();
  const id = useId();
  const { challenges, made, isKnown } = useLobby();
  const own = new Set(made.map((challenge) => challenge.challengeId));
  const others = challenges.filter((challenge) => !own.has(challenge.challengeId));
  return (
    <section className="tg-lobby-part" aria-labelledby={id}>
      <h2 id={id}>{t("lobby.challenges")}</h2>
      <MadeChallenges kinds={kinds} />
      {others.length > 0 && (
        <ul className="tg-challenges" aria-labelledby={id}>
          {others.map((challenge) => (
            <Open key={challenge.challengeId} challenge={challenge} kinds={kinds} />
          ))}
        </ul>
      )}
      {isKnown && others.length === 0 && made.length === 0 && (
        <p className="tg-help">{t("lobby.challenges.none")}</p>
      )}
    </section>
  );
}

function Open({ challenge, kinds }: { challenge: Challenge; kinds: readonly Kind[] }) {
  const words = useWords();
  const { t } = words;
  const { isBusy, refused, accept } = useChallenging();
  const game = gameText(words, kinds, challenge);
  return (
    <li>
      <span className="tg-challenge-what">
        <PersonName person={challenge.by} /> {game}
        <span className="tg-help">{termsText(words, kinds, challenge, false)}</span>
      </span>
      <Button
        disabled={isBusy}
        aria-label={t("lobby.accept.name", { name: personName(words, challenge.by), game })}
        onClick={() => void accept(challenge.challengeId)}
      >
        {t("lobby.accept")}
      </Button>
      <LiveRegion tone="trouble">{refused && refusalWords(words, refused)}</LiveRegion>
    </li>
  );
}
