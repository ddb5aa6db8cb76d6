/** What a person has chosen on this device. Kept in the browser, never sent anywhere. */
import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { ThemeName } from "./board/types";

export type PageTheme = "auto" | "light" | "dark";
export type Language = "en" | "zh";

/** What the server takes as a name. */
export const LONGEST_NAME = 40;

export interface Choices {
  /** null: as the browser prefers. */
  language: Language | null;
  page: PageTheme;
  /** null: wood, or dark on a dark page. */
  board: ThemeName | null;
  sound: boolean;
  coordinates: boolean;
  numbers: boolean;
  showLegal: boolean;
  /** Automatic: where points are too small for a finger. */
  confirmTap: "auto" | "always" | "never";
  shortcuts: boolean;
  /** Whether positions of a record are analysed while they are looked at. */
  analysis: boolean;
  /** How many moves are valued then. */
  analysisLines: number;
  /** Whether it is drawn whose each point will be, where points are surrounded. */
  analysisOwners: boolean;
  /** The name that others see. */
  name: string;
  /** The last choice on the start page, as that page writes it. */
  lastStart: Record<string, unknown> | null;
}

interface Settings extends Choices {
  set: (change: Partial<Choices>) => void;
}

const DEFAULTS: Choices = {
  language: null,
  page: "auto",
  board: null,
  sound: true,
  coordinates: true,
  numbers: false,
  showLegal: true,
  confirmTap: "auto",
  shortcuts: true,
  analysis: false,
  analysisLines: 5,
  analysisOwners: false,
  name: "",
  lastStart: null,
};

/** What an earlier version of the page has kept, as this one writes it. */
export function migrate(kept: unknown, version: number): unknown {
  if (version > 1 || typeof kept !== "object" || kept === null) {
    return kept;
  }
  // Two taps were asked for or they were not; the latter was also what nobody had chosen.
  const isAlways = "confirmTap" in kept && kept.confirmTap === true;
  return { ...kept, confirmTap: isAlways ? "always" : "auto" };
}

export const useSettings = create<Settings>()(
  persist((set) => ({ ...DEFAULTS, set }), {
    name: "tengen",
    version: 2,
    migrate: (kept, version) => migrate(kept, version) as Choices,
    partialize: ({ set: _, ...choices }) => choices,
  }),
);
