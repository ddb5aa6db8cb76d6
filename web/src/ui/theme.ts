/** Light or dark: what was chosen, else what the system prefers. Also which board goes with it. */
import { useEffect, useSyncExternalStore } from "react";
import type { ThemeName } from "../board/types";
import { type PageTheme, useSettings } from "../settings";

const DARK = "(prefers-color-scheme: dark)";

/** The page's theme as it is now. */
export function usePageTheme(): "light" | "dark" {
  const chosen = useSettings((settings) => settings.page);
  const isDark = useSyncExternalStore(watchSystem, isSystemDark);
  return chosen === "auto" ? (isDark ? "dark" : "light") : chosen;
}

/** The theme of boards: the chosen one, else wood, or dark on a dark page. */
export function useBoardTheme(): ThemeName {
  const chosen = useSettings((settings) => settings.board);
  const page = usePageTheme();
  return chosen ?? (page === "dark" ? "dark" : "wood");
}

/** Tells the style sheets. Once in the page. */
export function usePageThemeShown(): void {
  const chosen = useSettings((settings) => settings.page);
  useEffect(() => showPageTheme(chosen), [chosen]);
}

/** Also called before the first picture, so that nothing flashes. */
export function showPageTheme(theme: PageTheme): void {
  if (theme === "auto") {
    delete document.documentElement.dataset.pageTheme;
  } else {
    document.documentElement.dataset.pageTheme = theme;
  }
}

function watchSystem(onChange: () => void): () => void {
  const query = window.matchMedia?.(DARK);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
}

function isSystemDark(): boolean {
  return window.matchMedia?.(DARK).matches ?? false;
}
