/** What a person has chosen on this device. Kept in the browser, never sent anywhere. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

export const BOARD_THEMES = ["wood", "paper", "dark", "contrast", "print"] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
export type PageTheme = "auto" | "light" | "dark";
export type Language = "en" | "zh";

export interface Choices {
  /** null: as the browser prefers. */
  language: Language | null;
  page: PageTheme;
  /** null: wood, or dark on a dark page. */
  board: BoardTheme | null;
  sound: boolean;
  coordinates: boolean;
  numbers: boolean;
  showLegal: boolean;
  confirmTap: boolean;
  shortcuts: boolean;
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
  confirmTap: false,
  shortcuts: true,
  name: "",
  lastStart: null,
};

export const useSettings = create<Settings>()(
  persist((set) => ({ ...DEFAULTS, set }), {
    name: "tengen",
    version: 1,
    partialize: ({ set: _, ...choices }) => choices,
  }),
);
