/** The games looked at before, kept on this device; and finding the game that a link names. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

const MOST = 8;

interface WatchedGame {
  gameId: string;
  label: string;
}

interface Watched {
  watched: readonly WatchedGame[];
  add: (game: WatchedGame) => void;
  remove: (gameId: string) => void;
}

export const useWatched = create<Watched>()(
  persist(
    (set) => ({
      watched: [],
      add: (game) =>
        set(({ watched }) => ({
          watched: [game, ...watched.filter((old) => old.gameId !== game.gameId)].slice(0, MOST),
        })),
      remove: (gameId) => set(({ watched }) => ({ watched: watched.filter((old) => old.gameId !== gameId) })),
    }),
    { name: "tengen-watched", version: 1, partialize: ({ watched }) => ({ watched }) },
  ),
);

const ID = /^[\w-]{6,100}$/;

/** The game that a text names: an id by itself, or a link with one behind `game/` or `watch/`. */
export function gameIdIn(text: string): string | null {
  const trimmed = text.trim();
  const named = /(?:^|[/#])(?:game|watch|review)\/([^/?#\s]+)/.exec(trimmed)?.[1];
  const id = named ?? trimmed;
  return ID.test(id) ? id : null;
}
