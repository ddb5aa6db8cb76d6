/** The games that are open in this tab of the browser, so that one can go from one to another. */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

export interface GameTab {
  gameId: string;
  label: string;
}

interface GameTabs {
  tabs: readonly GameTab[];
  /** Remember a game, or give it a new label. */
  open: (gameId: string, label: string) => void;
  close: (gameId: string) => void;
}

const MOST = 12;

export const useTabs = create<GameTabs>()(
  persist(
    (set) => ({
      tabs: [],
      open: (gameId, label) => set(({ tabs }) => ({ tabs: opened(tabs, { gameId, label }) })),
      close: (gameId) => set(({ tabs }) => ({ tabs: tabs.filter((tab) => tab.gameId !== gameId) })),
    }),
    {
      name: "tengen-tabs",
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ tabs }) => ({ tabs }),
      merge: (kept, now) => ({ ...now, tabs: readTabs(kept) }),
    },
  ),
);

/** The game to go to when one is closed: its neighbour. */
export function neighbourOf(tabs: readonly GameTab[], gameId: string): string | null {
  const at = tabs.findIndex((tab) => tab.gameId === gameId);
  return (tabs[at + 1] ?? tabs[at - 1])?.gameId ?? null;
}

function opened(tabs: readonly GameTab[], tab: GameTab): readonly GameTab[] {
  if (tabs.some((old) => old.gameId === tab.gameId)) {
    return tabs.map((old) => (old.gameId === tab.gameId ? tab : old));
  }
  return [...tabs, tab].slice(-MOST);
}

function readTabs(kept: unknown): GameTab[] {
  const tabs = (kept as { tabs?: unknown } | undefined)?.tabs;
  return Array.isArray(tabs) ? tabs.filter(isTab) : [];
}

function isTab(tab: unknown): tab is GameTab {
  const { gameId, label } = (tab ?? {}) as Partial<Record<keyof GameTab, unknown>>;
  return typeof gameId === "string" && typeof label === "string";
}
