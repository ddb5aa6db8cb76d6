/** Behind a friend's link: takes the seat at once, or says why it cannot. */
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { api, type JoinAs, type Refused, refusedOf } from "../../api/rest";
import { COLORS, type State } from "../../api/types";
import { useSettings } from "../../settings";
import { Button, Line, refusalWords } from "../../ui";
import "../../ui/notices.css";
import { useWords } from "../../words/useWords";

export interface JoinPageProps {
  gameId: string;
  seat: string;
  invite: string;
}

/** Every invitation is taken once, however often the page is drawn. */
const taken = new Map<string, Promise<State>>();

function take(gameId: string, seat: string, invite: string, name: string): Promise<State> {
  const key = `${gameId}/${seat}/${invite}`;
  const known = taken.get(key);
  if (known !== undefined) {
    return known;
  }
  const color = COLORS.find((one) => one === seat.toUpperCase()) ?? "WHITE";
  const joining = sit(gameId, { seat: color, invite, name: name.trim() === "" ? null : name.trim() });
  taken.set(key, joining);
  joining.catch(() => taken.delete(key));
  return joining;
}

/** Whoever sits at this table already only comes back, and takes no second seat by their own link. */
async function sit(gameId: string, as: JoinAs): Promise<State> {
  const view = await api.view(gameId, 1).catch(() => null);
  return view !== null && view.yours.length > 0 ? view.state : api.join(gameId, as);
}

/** The seat is someone else's now, or the link was cut: trying again changes nothing. */
function isTaken(refused: Refused): boolean {
  return refused.status === 403;
}

export function JoinPage({ gameId, seat, invite }: JoinPageProps) {
  const words = useWords();
  const { t } = words;
  const [, go] = useLocation();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` tries once more.
  useEffect(() => {
    let isHere = true;
    setRefused(null);
    take(gameId, seat, invite, useSettings.getState().name).then(
      () => isHere && go(`/game/${gameId}`, { replace: true }),
      (error: unknown) => isHere && setRefused(refusedOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [gameId, seat, invite, go, attempt]);

  return (
    <section className="tg-notice-page">
      <h1>{t(refused === null ? "start.join" : "start.join.refused")}</h1>
      <Line tone="trouble">
        {refused && (isTaken(refused) ? t("start.join.taken") : refusalWords(words, refused))}
      </Line>
      {refused !== null && (
        <>
          {!isTaken(refused) && (
            <Button primary onClick={() => setAttempt(attempt + 1)}>
              {t("ui.try_again")}
            </Button>
          )}
          <Link href={`/game/${gameId}`}>{t("start.join.look")}</Link>
          <Link href="/">{t("start.join.own")}</Link>
        </>
      )}
    </section>
  );
}
