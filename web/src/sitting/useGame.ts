/** Matches for pages. One that several pages show is followed once, and left when nobody shows it. */
import { useEffect, useMemo } from "react";
import { createStore, useStore } from "zustand";
import { hasChanged, useMe } from "../people/me";
import { idleGame, LiveMatch } from "./live";
import type { LiveGame } from "./types";

export { type ClockFace, type ClockFaces, clockText, LONG_MS, useClock, waitText } from "./clock";
export { type Outlook, outlookOf } from "./presence";
export { type Kinds, useKinds } from "./useKinds";

/** A match stays for a moment after the last page has left it: the next page may show it too. */
const LINGER_MS = 3_000;

interface Held {
  match: LiveMatch;
  holders: number;
  /** Those of the holders that show it: only what is shown is heard. */
  listeners: number;
  leaving: ReturnType<typeof setTimeout> | undefined;
}

const held = new Map<string, Held>();
const nothing = createStore<LiveGame>(() => idleGame(""));

/** The match, followed while the caller is shown; null: none. Quietly: without its sounds, unless others want them. */
export function useGame(gameId: string | null, { isQuiet = false } = {}): LiveGame {
  const entry = useMemo(() => (gameId === null ? null : heldOf(gameId)), [gameId]);
  useEffect(
    () => (gameId === null || entry === null ? undefined : hold(gameId, entry, isQuiet)),
    [gameId, entry, isQuiet],
  );
  return useStore(entry?.match.store ?? nothing);
}

// Who signs in or out in the middle of a game goes on without a reload.
useMe.subscribe((now, before) => {
  if (hasChanged(before.me, now.me)) {
    for (const { match } of held.values()) {
      match.renew();
    }
  }
});

/** The ids of the matches that are followed now. */
export function followedGames(): string[] {
  return [...held.keys()];
}

function heldOf(gameId: string): Held {
  let entry = held.get(gameId);
  if (entry === undefined) {
    entry = { match: new LiveMatch(gameId), holders: 0, listeners: 0, leaving: undefined };
    held.set(gameId, entry);
    leaveLater(gameId, entry); // a page that was drawn but never shown holds nothing
  }
  return entry;
}

function hold(gameId: string, entry: Held, isQuiet: boolean): () => void {
  const count = (by: number) => {
    entry.holders += by;
    entry.listeners += isQuiet ? 0 : by;
    entry.match.isHeard = entry.listeners > 0;
  };
  clearTimeout(entry.leaving);
  held.set(gameId, entry);
  count(1);
  entry.match.start();
  return () => {
    count(-1);
    if (entry.holders === 0) {
      leaveLater(gameId, entry);
    }
  };
}

function leaveLater(gameId: string, entry: Held): void {
  clearTimeout(entry.leaving);
  entry.leaving = setTimeout(() => {
    entry.match.stop();
    if (held.get(gameId) === entry) {
      held.delete(gameId);
    }
  }, LINGER_MS);
}
