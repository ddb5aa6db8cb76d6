/** What one side has asked of the other and is not answered yet. */
import { useEffect, useRef } from "react";
import type { View } from "../../api/types";
import { Ask } from "../../sitting/Ask";
import { playerName } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/LiveRegion";
import { useWords } from "../../words/useWords";

export interface OffersProps {
  view: View;
  declined: LiveGame["declined"];
  act: LiveGame["act"];
  /** Agree to a rematch, and go there. */
  onRematch: () => void;
}

type Offer = View["state"]["offers"][number];

export function Offers({ view, declined, act, onRematch }: OffersProps) {
  const { state, yours } = view;
  const asked = state.offers.filter((offer) => yours.length === 1 && !yours.includes(offer.player));
  const own = state.offers.filter((offer) => yours.length === 1 && yours.includes(offer.player));
  useDeclined(declined, yours);
  return (
    <>
      {asked.map((offer) => (
        <Asked key={offer.kind} offer={offer} view={view} act={act} onRematch={onRematch} />
      ))}
      {own.map((offer) => (
        <Own key={offer.kind} offer={offer} onWithdraw={() => void act("decline", { choice: offer.kind })} />
      ))}
    </>
  );
}

function Asked({ offer, view, act, onRematch }: Omit<OffersProps, "declined"> & { offer: Offer }) {
  const words = useWords();
  const { t } = words;
  const player = playerName(words, view.state.players[offer.player], offer.player);
  const kind = requestOf(offer.kind);
  return (
    <Ask
      question={t(`game.offer.${offer.kind}`, { player })}
      yes={t("game.offer.agree")}
      no={t("game.offer.decline")}
      onYes={() => {
        if (kind === "rematch") {
          onRematch();
        } else if (kind !== null) {
          void act(kind);
        }
      }}
      onNo={() => void act("decline", { choice: offer.kind })}
    />
  );
}

function Own({ offer, onWithdraw }: { offer: Offer; onWithdraw: () => void }) {
  const { t } = useWords();
  return (
    <fieldset className="tg-ask">
      <p className="tg-ask-question" role="status">
        {t(`game.offered.${offer.kind}`)}
      </p>
      <Button onClick={onWithdraw}>{t("game.offered.withdraw")}</Button>
    </fieldset>
  );
}

/** Says when the other side declines, once; who withdraws an offer knows it. What was declined before is not said again. */
function useDeclined(declined: LiveGame["declined"], yours: View["yours"]): void {
  const { t } = useWords();
  const heard = useRef(declined?.n);
  useEffect(() => {
    if (declined === null || declined.n === heard.current) {
      return;
    }
    heard.current = declined.n;
    if (yours.length === 1 && !yours.includes(declined.player)) {
      toast(t(`game.declined.${declined.kind}`));
    }
  }, [declined, yours, t]);
}

const REQUESTS = ["takeback", "redo", "restart", "draw", "pause", "rematch", "estimate"] as const;

/** The request that agrees to an offer is the same request. */
export function requestOf(kind: string): (typeof REQUESTS)[number] | null {
  return REQUESTS.find((known) => known === kind) ?? null;
}
