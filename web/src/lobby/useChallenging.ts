/** What can be done about challenges, one thing at a time, with the reason where it was refused. */
import { useCallback } from "react";
import { useLocation } from "wouter";
import { type ChallengeIn, type DeclineReason, lobby } from "../api/lobby";
import type { Refused } from "../api/rest";
import { useMe } from "../people/me";
import { useAsking } from "../people/useAsking";
import { gamePath } from "../sitting/links";
import { toast } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import { dropChallenge, makeChallenge } from "./lobby";

export interface Challenging {
  isBusy: boolean;
  refused: Refused | null;
  challenge: (body: ChallengeIn) => Promise<boolean>;
  /** Take it, and go to the game. */
  accept: (challengeId: string) => Promise<boolean>;
  withdraw: (challengeId: string) => Promise<boolean>;
  decline: (challengeId: string, reason: DeclineReason) => Promise<boolean>;
}

/** Refusals that say that a challenge is no more. */
const GONE = ["CHALLENGE_GONE", "NO_SUCH_CHALLENGE"];

export function useChallenging(): Challenging {
  const [, go] = useLocation();
  const { t } = useWords();
  const { isBusy, refused, ask } = useAsking();
  const challenge = useCallback(
    (body: ChallengeIn) =>
      ask(async () => {
        const { to } = await makeChallenge(body);
        toast(to == null ? t("lobby.posted") : t("lobby.sent", { name: to.name }));
      }),
    [ask, t],
  );
  /** Answer one that stands in a list: it leaves the list also where it was gone before. */
  const answer = useCallback(
    (challengeId: string, call: () => Promise<unknown>) =>
      ask(async () => {
        try {
          await call();
        } catch (error) {
          if (isGone(error)) {
            dropChallenge(challengeId);
          }
          throw error;
        }
        dropChallenge(challengeId);
      }),
    [ask],
  );
  const accept = useCallback(
    (challengeId: string) =>
      answer(challengeId, async () => {
        const { gameId } = await lobby.accept(challengeId);
        useMe.getState().becomeKnown();
        go(gamePath(gameId));
      }),
    [answer, go],
  );
  const withdraw = useCallback(
    (challengeId: string) => answer(challengeId, () => lobby.withdraw(challengeId)),
    [answer],
  );
  const decline = useCallback(
    (challengeId: string, reason: DeclineReason) =>
      answer(challengeId, () => lobby.decline(challengeId, reason)),
    [answer],
  );
  return { isBusy, refused, challenge, accept, withdraw, decline };
}

function isGone(error: unknown): boolean {
  return error instanceof Object && "code" in error && GONE.includes(String(error.code));
}
