/** The games that are open in this tab of the browser, so that one can go from one to another. */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Language } from "../settings";
import { type Label, recentRunning, useMyGames } from "../sitting/mine";

export interface GameTab {
  gameId: string;
  label: Label;
  /** Tells tabs of the same label apart. A tab keeps it when others are closed. */
  number: number;
  isOver?: true;
}

interface GameTabs {
  tabs: readonly GameTab[];
  /** Remember a game, or give it a new label. */
  open: (gameId: string, label: Label, isOver?: boolean) => void;
  /** The tab of a game becomes that of its rematch. */
  become: (gameId: string, nextId: string) => void;
  close: (gameId: string) => void;
}

const MOST = 12;

export const useTabs = create<GameTabs>()(
  persist(
    (set) => ({
      tabs: [],
      open: (gameId, label, isOver = false) =>
        set(({ tabs }) => ({ tabs: opened(tabs, gameId, label, isOver) })),
      become: (gameId, nextId) => set(({ tabs }) => ({ tabs: followed(tabs, gameId, nextId) })),
      close: (gameId) => set(({ tabs }) => ({ tabs: tabs.filter((tab) => tab.gameId !== gameId) })),
    }),
    {
      name: "tengen-tabs",
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ tabs }) => ({ tabs }),
      // Who opens the browser again finds the running games of this device.
      merge: (kept, now) => ({ ...now, tabs: kept === undefined ? runningTabs() : readTabs(kept) }),
    },
  ),
);

/**
 * Whether there is a bar of tabs: for several games always, for a single one of one's own while it is being played and
 * another page is shown. On its own page it would only say where one is.
 */
export function isBarShown(
  tabs: readonly GameTab[],
  isHere: (tab: GameTab) => boolean,
  isOwnRunning: (tab: GameTab) => boolean,
): boolean {
  return tabs.length > 1 || tabs.some((tab) => !isHere(tab) && isOwnRunning(tab));
}

/** The game to go to when one is closed: its neighbour. */
export function neighbourOf(tabs: readonly GameTab[], gameId: string): string | null {
  const at = tabs.findIndex((tab) => tab.gameId === gameId);
  return (tabs[at + 1] ?? tabs[at - 1])?.gameId ?? null;
}

function runningTabs(): readonly GameTab[] {
  const games = recentRunning(useMyGames.getState().games).reverse();
  return games.reduce<readonly GameTab[]>(
    (tabs, { state, label }) => opened(tabs, state.gameId, label, false),
    [],
  );
}

function followed(tabs: readonly GameTab[], gameId: string, nextId: string): readonly GameTab[] {
  if (tabs.some((tab) => tab.gameId === nextId)) {
    return tabs.filter((tab) => tab.gameId !== gameId);
  }
  return tabs.map((tab) =>
    tab.gameId === gameId ? { gameId: nextId, label: tab.label, number: tab.number } : tab,
  );
}

function opened(tabs: readonly GameTab[], gameId: string, label: Label, isOver: boolean): readonly GameTab[] {
  const own = tabs.find((tab) => tab.gameId === gameId);
  if (own?.label.en === label.en && own.label.zh === label.zh && (own.isOver === true) === isOver) {
    return tabs;
  }
  const others = tabs.filter((tab) => tab !== own && tab.label.en === label.en);
  const isFree = (number: number) => !others.some((tab) => tab.number === number);
  let number = own?.label.en === label.en ? own.number : 1;
  while (!isFree(number)) {
    number += 1;
  }
  const tab: GameTab = isOver ? { gameId, label, number, isOver } : { gameId, label, number };
  return own === undefined ? [...tabs, tab].slice(-MOST) : tabs.map((old) => (old === own ? tab : old));
}

function readTabs(kept: unknown): GameTab[] {
  const tabs = (kept as { tabs?: unknown } | undefined)?.tabs;
  return Array.isArray(tabs) ? tabs.filter(isTab) : [];
}

function isTab(tab: unknown): tab is GameTab {
  const { gameId, label, number } = (tab ?? {}) as Partial<Record<keyof GameTab, unknown>>;
  const { en, zh } = (label ?? {}) as Partial<Record<Language, unknown>>;
  return (
    typeof gameId === "string" &&
    typeof number === "number" &&
    typeof en === "string" &&
    typeof zh === "string"
  );
}
