/** What one side has asked of the other and is not answered yet. */
import { useEffect, useRef } from "react";
import type { View } from "../../api/types";
import type { LiveGame } from "../../game/types";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/Line";
import { useWords } from "../../words/useWords";
import { Ask } from "./Ask";
import { playerName } from "./sides";

export interface OffersProps {
  view: View;
  act: LiveGame["act"];
  /** Agree to a rematch, and go there. */
  onRematch: () => void;
}

type Offer = View["state"]["offers"][number];

export function Offers({ view, act, onRematch }: OffersProps) {
  const { state, yours } = view;
  const asked = state.offers.filter((offer) => yours.length === 1 && !yours.includes(offer.player));
  const own = state.offers.filter((offer) => yours.length === 1 && yours.includes(offer.player));
  const onWithdrawn = useDeclined(own, state.revision + (state.isGameOver ? 1 : 0), view.nextId);
  const withdraw = (kind: string) => {
    onWithdrawn(kind);
    void act("decline", { choice: kind });
  };
  return (
    <>
      {asked.map((offer) => (
        <Asked key={offer.kind} offer={offer} view={view} act={act} onRematch={onRematch} />
      ))}
      {own.map((offer) => (
        <Own key={offer.kind} offer={offer} onWithdraw={() => withdraw(offer.kind)} />
      ))}
    </>
  );
}

function Asked({ offer, view, act, onRematch }: OffersProps & { offer: Offer }) {
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

/** Says when something that was asked for is no longer asked and nothing has come of it. */
function useDeclined(own: readonly Offer[], revision: number, nextId: string | null): (kind: string) => void {
  const { t } = useWords();
  const before = useRef<{ kinds: string[]; revision: number }>({ kinds: [], revision });
  const withdrawn = useRef<string | null>(null);
  const kinds = own.map((offer) => offer.kind).join(" ");
  useEffect(() => {
    const now = kinds === "" ? [] : kinds.split(" ");
    const old = before.current;
    before.current = { kinds: now, revision };
    for (const kind of old.kinds) {
      if (!now.includes(kind) && old.revision === revision && nextId === null && withdrawn.current !== kind) {
        toast(t(`game.declined.${kind}`));
      }
    }
    withdrawn.current = null;
  }, [kinds, revision, nextId, t]);
  return (kind) => {
    withdrawn.current = kind;
  };
}

const REQUESTS = ["takeback", "redo", "restart", "draw", "pause", "rematch"] as const;

/** The request that agrees to an offer is the same request. */
export function requestOf(kind: string): (typeof REQUESTS)[number] | null {
  return REQUESTS.find((known) => known === kind) ?? null;
}
