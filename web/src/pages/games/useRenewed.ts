/** A running game that nobody follows is read once when it comes into sight: one after the other, never all at once. */
import { type RefObject, useEffect } from "react";
import { api, refusedOf } from "../../api/rest";
import { type MyGame, useMyGames } from "../../sitting/mine";
import { followedGames } from "../../sitting/useGame";

/** What was read a moment ago is not read again. */
const FRESH_MS = 30_000;

const readAt = new Map<string, number>();
let turn: Promise<void> = Promise.resolve();

export function useRenewed(item: RefObject<HTMLElement | null>, game: MyGame): void {
  const { gameId, isGameOver } = game.state;
  const isWanted = !isGameOver && !game.isGone;
  useEffect(() => {
    const element = item.current;
    if (!isWanted || element === null || typeof IntersectionObserver === "undefined") {
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        turn = turn.then(() => renew(gameId));
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [item, gameId, isWanted]);
}

async function renew(gameId: string): Promise<void> {
  const now = performance.now();
  const isFresh = now - (readAt.get(gameId) ?? Number.NEGATIVE_INFINITY) < FRESH_MS;
  if (isFresh || followedGames().includes(gameId)) {
    return;
  }
  readAt.set(gameId, now);
  const { see, lose } = useMyGames.getState();
  try {
    see(await api.view(gameId, 1));
  } catch (error) {
    if (refusedOf(error).code === "NO_SUCH_GAME") {
      lose(gameId);
    }
  }
}
