/**
 * The games that were played on this device, the newest first. Kept in the browser, for guests too; the server is
 * asked nothing here. Several windows share the list.
 */
import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Language } from "../settings";
import { type Glance, glanceOf, isGoingOn, packed, readGlance } from "./glance";

/** What a match is called, in every language. */
export type Label = Readonly<Record<Language, string>>;

export interface MyGame extends Glance {
  label: Label;
  /** When something happened last that was seen here, in milliseconds. */
  at: number;
  /** The server has it no more. */
  isGone: boolean;
}

interface MyGames {
  games: readonly MyGame[];
  /** A match as it stands now. Enters the list where the person has a seat in it; a known one is renewed. */
  see: (view: Glance, label?: Label) => void;
  /** The server does not know this match any more. */
  lose: (gameId: string) => void;
  remove: (gameId: string) => void;
  /** Put back what was removed. */
  restore: (game: MyGame) => void;
}

const NAME = "tengen-games";
export const MOST_GAMES = 40;

export const useMyGames = create<MyGames>()(
  persist(
    (set) => ({
      games: [],
      see: (view, label) =>
        set(({ games }) => {
          const known = games.find((game) => game.state.gameId === view.state.gameId);
          const next = seen(known, view, label);
          return next === null || next === known ? {} : { games: withGame(games, next) };
        }),
      lose: (gameId) =>
        set(({ games }) => ({
          games: games.map((game) => (game.state.gameId === gameId ? { ...game, isGone: true } : game)),
        })),
      remove: (gameId) =>
        set(({ games }) => ({ games: games.filter((game) => game.state.gameId !== gameId) })),
      restore: (game) => set(({ games }) => ({ games: withGame(games, game) })),
    }),
    {
      name: NAME,
      version: 1,
      partialize: ({ games }) => ({
        games: games.map(({ label, at, isGone, ...glance }) => ({ ...packed(glance), label, at, isGone })),
      }),
      merge: (kept, now) => ({ ...now, games: readGames(kept) }),
    },
  ),
);

// What another window has written; otherwise the last one to write would forget the games of the others.
window.addEventListener("storage", (event) => {
  if (event.key === NAME) {
    void useMyGames.persist.rehydrate();
  }
});

/** The ids of running games to be followed: those of the tabs first, then the newest; never more than a few. */
export function followedIds(
  games: readonly MyGame[],
  tabs: readonly string[],
  wantsAll: boolean,
  most = MOST_FOLLOWED,
): string[] {
  const going = games.filter((game) => !game.isGone && isGoingOn(game)).map((game) => game.state.gameId);
  const open = going.filter((id) => tabs.includes(id));
  return (wantsAll ? [...new Set([...open, ...going])] : open).slice(0, most);
}

export const MOST_FOLLOWED = 6;

const RECENT_MS = 14 * 24 * 3_600_000;

/** The running games to begin with when the browser is opened again. */
export function recentRunning(games: readonly MyGame[], now = Date.now()): MyGame[] {
  return games
    .filter((game) => !game.isGone && !game.state.isGameOver && now - game.at < RECENT_MS)
    .slice(0, MOST_FOLLOWED);
}

/** A known game as it is now, or a new one; null: it is not this person's. */
function seen(known: MyGame | undefined, view: Glance, label: Label | undefined): MyGame | null {
  const name = label ?? known?.label;
  if (name === undefined || (known === undefined && view.yours.length === 0)) {
    return null;
  }
  const isSame =
    known !== undefined &&
    !known.isGone &&
    known.state.eventNumber === view.state.eventNumber &&
    known.state.offers.length === view.state.offers.length &&
    String(known.yours) === String(view.yours) &&
    known.label.en === name.en &&
    known.label.zh === name.zh;
  const isNews = known?.state.eventNumber !== view.state.eventNumber;
  return isSame
    ? known
    : {
        ...glanceOf(view),
        label: name,
        at: isNews || known === undefined ? Date.now() : known.at,
        isGone: false,
      };
}

/** Newest first; where there are too many the oldest finished one goes, else the oldest. */
function withGame(games: readonly MyGame[], game: MyGame): MyGame[] {
  const others = games.filter((old) => old.state.gameId !== game.state.gameId);
  const all = [...others, game].sort((a, b) => b.at - a.at);
  if (all.length > MOST_GAMES) {
    const isOld = (one: MyGame) => one !== game && (one.isGone || one.state.isGameOver);
    const last = all.filter(isOld).at(-1) ?? all.at(-1);
    return all.filter((one) => one !== last);
  }
  return all;
}

function readGames(kept: unknown): MyGame[] {
  const games = (kept as { games?: unknown } | undefined)?.games;
  const read = Array.isArray(games) ? games.slice(0, MOST_GAMES).map(readGame) : [];
  return read.filter((game) => game !== null);
}

function readGame(kept: unknown): MyGame | null {
  const glance = readGlance(kept);
  const { label, at, isGone } = (kept ?? {}) as Partial<Record<keyof MyGame, unknown>>;
  const { en, zh } = (label ?? {}) as Partial<Record<Language, unknown>>;
  if (glance === null || typeof en !== "string" || typeof zh !== "string" || typeof at !== "number") {
    return null;
  }
  return { ...glance, label: { en, zh }, at, isGone: isGone === true };
}
