/** The search for an opponent: for what, since when, how near the opponent's rating must be by now, and a way out. */
import { useEffect, useState } from "react";
import type { Kind } from "../api/types";
import { waitText } from "../sitting/clock";
import { Button } from "../ui/Button";
import { useWords } from "../words/useWords";
import type { LobbyNow } from "./follow";
import "./lobby.css";
import { seekText } from "./terms";

export interface WaitingProps {
  search: NonNullable<LobbyNow["search"]>;
  kinds: readonly Kind[];
  onCancel: () => void;
}

export function Waiting({ search, kinds, onCancel }: WaitingProps) {
  const words = useWords();
  const { t } = words;
  const sinceMs = useElapsed(search.at);
  const restMs = search.waitMs - sinceMs;
  return (
    <div className="tg-waiting">
      <p className="tg-waiting-what">
        <span role="status">{t("lobby.waiting", { game: seekText(words, kinds, search) })}</span>{" "}
        <span className="tg-waiting-time" role="timer" aria-live="off">
          {waitText(wholeSeconds(search.sinceMs + sinceMs))}
        </span>
      </p>
      <p className="tg-help" role="status">
        {restMs > 0
          ? t(search.why ?? "pairing.waits", { time: waitText(restMs) })
          : search.range != null
            ? t("lobby.waiting.range", { points: search.range })
            : t("lobby.waiting.anyone")}
      </p>
      <Button onClick={onCancel}>{t("lobby.waiting.cancel")}</Button>
    </div>
  );
}

/** A second that has begun is not over. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** The milliseconds since a moment, looked at again every second. */
function useElapsed(at: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now - at, 0);
}
