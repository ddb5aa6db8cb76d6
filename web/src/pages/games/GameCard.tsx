/** A small board with two names and whose move it is: how a match is shown wherever several are. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { COLORS, type ColorName, type Kind } from "../../api/types";
import { MiniBoard } from "../../board/MiniBoard";
import { type Glance, isMyMove } from "../../sitting/glance";
import { colorWord, isNamedGuest, isPerson, playerName, type Seat, specOf } from "../../sitting/sides";
import { turnText } from "../../sitting/turns";
import { Avatar, StoneSign, useBoardTheme } from "../../ui";
import { useWords } from "../../words/useWords";
import "./card.css";

export interface GameCardProps {
  game: Glance;
  kind: Kind | null;
  /** Where a click leads; null: nowhere. */
  href: string | null;
  /** What it is called, where it has a name of its own. */
  title?: string | null;
  /** What is said in place of how it stands. */
  notice?: string | null;
  /** Whether it is for ratings. */
  isRated?: boolean;
  /** How long whoever is to move still has, where moves may take days. */
  timeLeft?: string | null;
  /** What can be done with it, below. */
  children?: ReactNode;
}

export function GameCard(props: GameCardProps) {
  const { game, kind, href, title = null, notice = null, isRated = false, timeLeft = null, children } = props;
  const words = useWords();
  const theme = useBoardTheme();
  const { state, actors } = game;
  const spec = specOf(kind, state.boardSize);
  const name = kind === null ? state.gameType : words.of(kind, "name");
  const isMine = notice === null && isMyMove(game);
  const face = (
    <>
      <span className="tg-card-board" aria-hidden="true">
        {spec && (
          <MiniBoard
            spec={spec}
            grid={state.grid}
            theme={theme}
            label=""
            lastMove={pointOf(state.lastMove)}
          />
        )}
      </span>
      {title !== null && <strong className="tg-card-title">{title}</strong>}
      <span className="tg-card-name">
        {words.t("page.game_label", { game: name, size: state.boardSize })}
        {isRated && ` ${words.t("game.rated")}`}
      </span>
      {COLORS.map((color) => (
        <Side
          key={color}
          color={color}
          name={playerName(words, state.players[color], color)}
          isGuest={isNamedGuest(state.players[color])}
          portrait={game.avatars && portraitOf(state.players[color], game.avatars[color])}
          isTurn={!state.isGameOver && actors.length === 1 && actors[0] === color}
        />
      ))}
      <span className="tg-card-turn">{notice ?? turnText(words, game)}</span>
      {timeLeft !== null && <span className="tg-card-time">{timeLeft}</span>}
    </>
  );
  return (
    <article className="tg-card" data-turn={isMine || undefined} data-over={state.isGameOver || undefined}>
      {href === null ? (
        <div className="tg-card-face">{face}</div>
      ) : (
        <Link className="tg-card-face" href={href}>
          {face}
        </Link>
      )}
      {children && <div className="tg-card-actions">{children}</div>}
    </article>
  );
}

interface SideProps {
  color: ColorName;
  name: string;
  isGuest: boolean;
  /** Where it is known from what it is drawn. */
  portrait: ReactNode;
  isTurn: boolean;
}

function portraitOf(seat: Seat, number: number): ReactNode {
  return isPerson(seat) && <Avatar name={seat.name} number={number} size={16} />;
}

function Side({ color, name, isGuest, portrait, isTurn }: SideProps) {
  const words = useWords();
  const side = colorWord(words, color);
  return (
    <span className="tg-card-side" data-turn={isTurn || undefined}>
      <StoneSign face={color} size={14} />
      {name !== side && <span className="tg-unseen">{side} </span>}
      {portrait}
      <span className="tg-card-who">{name}</span>
      {isGuest && <span className="tg-card-guest">{words.t("game.guest")}</span>}
    </span>
  );
}

function pointOf(lastMove: Glance["state"]["lastMove"]): { x: number; y: number } | null {
  return typeof lastMove === "object" ? lastMove : null;
}
