/** One player beside the board: name, colour, what they have taken, their time. */
import type { ReactNode } from "react";
import type { ColorName, Presence } from "../../api/types";
import { remainingText } from "../../sitting/rules";
import { type ClockFace, LONG_MS } from "../../sitting/useGame";
import { StoneSign } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import "../../sitting/players.css";
import type { Tally } from "../../sitting/sides";

export interface PlayerBarProps {
  color: ColorName;
  /** The name, with what can be done about its bearer. */
  name: ReactNode;
  /** The portrait; null for programs and open seats. */
  portrait: ReactNode;
  isYou: boolean;
  /** Whether the name is nobody's own. */
  isGuest: boolean;
  /** Whether this side is to act. */
  isTurn: boolean;
  tally: Tally;
  /** Stones taken, or discs on the board. */
  count: number;
  /** Points, where they are counted now. */
  score: number | null;
  /** Something about the player at this moment: "is thinking…". */
  note: string | null;
  /** Where the player is; null: nothing is said of it. */
  presence: Presence | null;
  clock: ClockFace | null;
  /** Whether it is said here, beside the clock, that the game is rated. */
  isRated: boolean;
  place: "top" | "bottom";
}

export function PlayerBar(props: PlayerBarProps) {
  const { color, name, portrait, isYou, isGuest, isTurn, tally, count, score } = props;
  const { note, presence, clock, isRated, place } = props;
  const { t } = useWords();
  const colorName = t(color === "BLACK" ? "color.black" : "color.white");
  return (
    <section
      className="tg-player"
      data-place={place}
      data-turn={isTurn || undefined}
      data-timed={clock !== null || undefined}
      aria-label={colorName}
    >
      <span className="tg-player-stone">
        <StoneSign face={color} size={22} />
        <span className="tg-unseen">{colorName}</span>
      </span>
      {portrait}
      <div className="tg-player-who">
        <div className="tg-player-name">
          {name}
          {isGuest && <span className="tg-player-note">{t("game.guest")}</span>}
          {isYou && <span className="tg-player-note">{t("game.you")}</span>}
          {note !== null && <span className="tg-player-note">{note}</span>}
          {presence !== null && <Whereabouts presence={presence} />}
          {isTurn && <span className="tg-unseen">{t("game.to_move")}</span>}
        </div>
        {(tally !== null || score !== null) && (
          <p className="tg-player-facts">
            {tally === "prisoners" && (
              <span className="tg-player-fact">
                <StoneSign face={color === "BLACK" ? "WHITE" : "BLACK"} size={12} />
                {t("game.captured", { count })}
              </span>
            )}
            {tally === "discs" && <span className="tg-player-fact">{t("game.discs", { count })}</span>}
            {score !== null && (
              <span className="tg-player-fact tg-player-score">{t("game.points", { count: score })}</span>
            )}
          </p>
        )}
      </div>
      {clock !== null && <Clock face={clock} isRated={isRated} />}
    </section>
  );
}

/** A dot for who is here, words as well for who is not. */
function Whereabouts({ presence }: { presence: Presence }) {
  const { t } = useWords();
  return (
    <span className="tg-player-note tg-presence" data-presence={presence}>
      <span className={presence === "here" ? "tg-unseen" : undefined}>{t(`game.presence.${presence}`)}</span>
    </span>
  );
}

/** The clock. Not read aloud by itself: whoever listens would hear nothing else. */
function Clock({ face, isRated }: { face: ClockFace; isRated: boolean }) {
  const words = useWords();
  const { t } = words;
  const { left } = face;
  const isLong = face.ms > LONG_MS;
  const more =
    left.periods > 0
      ? t(face.isInPeriod ? "game.clock.periods_left" : "game.clock.periods", {
          periods: left.periods,
          seconds: Math.round(left.periodMs / 1000),
        })
      : left.stones > 0 && face.isInPeriod
        ? t("game.clock.stones_left", { stones: left.stones })
        : null;
  return (
    <div
      className="tg-clock"
      data-running={face.isRunning || undefined}
      data-low={face.isLow || undefined}
      data-long={isLong || undefined}
    >
      <span className="tg-clock-time" role="timer" aria-live="off">
        {isLong ? remainingText(words, face.ms) : face.text}
      </span>
      {(more !== null || isRated) && (
        <span className="tg-clock-more">
          {[isRated ? t("game.rated") : null, more].filter((part) => part !== null).join(" · ")}
        </span>
      )}
    </div>
  );
}
