/** The one line that says how the game stands. Screen readers hear it, and every move before it. */
import { useEffect, useState } from "react";
import type { Connection } from "../../sitting/types";
import { Icon } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import type { Heard } from "./useHeard";

export interface StatusLineProps {
  /** How it stands: "White captured 2. Your move." */
  text: string;
  /** What to do now, where that needs a word more. */
  guidance: string | null;
  /** What has just happened, for those who listen. */
  heard: Heard;
  /** Why something was refused, until something else happens. */
  refusal: { text: string; key: string } | null;
  connection: Connection;
  /** Something that went wrong and was mended, until it is over. */
  notice: string | null;
}

const REFUSAL_SHOWN_MS = 4000;

export function StatusLine({ text, guidance, heard, refusal, connection, notice }: StatusLineProps) {
  const { t } = useWords();
  const shown = useForAWhile(refusal);
  const link = useConnectionNote(connection);
  return (
    <div className="tg-status">
      <p className="tg-status-line" role="status" aria-live="polite" aria-atomic="true">
        {shown !== null ? (
          <span key={`no${shown.key}`} className="tg-status-refusal">
            {shown.text}
          </span>
        ) : (
          <span key={`is${heard.key}`}>
            {heard.text !== "" && (
              <span className="tg-unseen">{`${heard.text}${t("game.spoken.stop")} `}</span>
            )}
            <span className="tg-status-text">{text}</span>
            {guidance !== null && <span className="tg-status-guidance"> {guidance}</span>}
          </span>
        )}
      </p>
      <p className="tg-status-link" role="status" aria-live="polite">
        {(link !== null || notice !== null) && (
          <>
            <Icon name="info" size={16} />
            {link !== null ? t(link) : notice}
          </>
        )}
      </p>
    </div>
  );
}

/** A refusal for some seconds, then how the game stands again. */
function useForAWhile(refusal: StatusLineProps["refusal"]): StatusLineProps["refusal"] {
  const [isOver, setOver] = useState<string | null>(null);
  const key = refusal?.key ?? null;
  useEffect(() => {
    if (key === null) {
      return;
    }
    const timer = setTimeout(() => setOver(key), REFUSAL_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return refusal !== null && refusal.key !== isOver ? refusal : null;
}

const QUIET_MS = 1200;

/** What to say of the connection: nothing while it is well, nothing of what passes at once. No network: the page says it. */
function useConnectionNote(connection: Connection): string | null {
  const [isLong, setLong] = useState(false);
  const isDown = connection === "lost" || connection === "connecting";
  useEffect(() => {
    if (!isDown) {
      return;
    }
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isDown]);
  return isDown && isLong ? "game.link.lost" : null;
}
