/** The games that are open in this tab of the browser, so that one can go from one to another. */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Language } from "../settings";

export type Label = Readonly<Record<Language, string>>;

export interface GameTab {
  gameId: string;
  label: Label;
  /** Tells tabs of the same label apart. A tab keeps it when others are closed. */
  number: number;
}

interface GameTabs {
  tabs: readonly GameTab[];
  /** Remember a game, or give it a new label. */
  open: (gameId: string, label: Label) => void;
  close: (gameId: string) => void;
}

const MOST = 12;

export const useTabs = create<GameTabs>()(
  persist(
    (set) => ({
      tabs: [],
      open: (gameId, label) => set(({ tabs }) => ({ tabs: opened(tabs, gameId, label) })),
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

function opened(tabs: readonly GameTab[], gameId: string, label: Label): readonly GameTab[] {
  const own = tabs.find((tab) => tab.gameId === gameId);
  const others = tabs.filter((tab) => tab !== own && tab.label.en === label.en);
  const isFree = (number: number) => !others.some((tab) => tab.number === number);
  let number = own?.label.en === label.en ? own.number : 1;
  while (!isFree(number)) {
    number += 1;
  }
  const tab = { gameId, label, number };
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
