/** Written by scripts/web-themes from tengen/render/themes.py: change it there, then run make web-themes. */

export const THEME_NAMES = ["wood", "paper", "dark", "contrast", "print"] as const;

/** A round body lit from the upper left, in parts of its box. */
export const LIGHT = { cx: 0.33, cy: 0.29, r: 0.76 };

/** Where the gradients of stones change, outwards from the light. */
export const STOPS = { black: [0, 0.22, 0.55, 1], white: [0, 0.42, 0.74, 1] };
