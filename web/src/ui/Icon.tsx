/** The page's own small drawings, as lines of the colour of the text around them. */
import "./icon.css";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  bin: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  down: "M6 9.5l6 6 6-6",
  up: "M6 14.5l6-6 6 6",
  left: "M14.5 6l-6 6 6 6",
  right: "M9.5 6l6 6-6 6",
  first: "M17 6l-6 6 6 6M7 6v12",
  last: "M7 6l6 6-6 6M17 6v12",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  settings:
    "M4 7.5h9M19 7.5h1M4 16.5h1M11 16.5h9M16 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  undo: "M8.5 5L4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4",
  redo: "M15.5 5l4 4-4 4M19 9h-9a5 5 0 0 0 0 10h4",
  restart: "M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4.2h4.2",
  scales: "M12 4v15.5M8 19.5h8M5 7h14M2.5 14L5 7l2.5 7zM16.5 14L19 7l2.5 7z",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  pass: "M5 12h13M13 7l5 5-5 5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  share: "M12 15V4M8 7.5L12 3.5l4 4M5 13v7h14v-7",
  download: "M12 4v11M8 11.5l4 4 4-4M5 17v3h14v-3",
  upload: "M12 15.5v-11M8 8l4-4 4 4M5 17v3h14v-3",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  info: "M12 11v5.5M12 7.5h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17",
  warning: "M12 9.5v4.5M12 17h.01M12 4L2.8 20h18.4z",
  chat: "M4 5h16v11H10l-4.5 4v-4H4z",
  enter: "M11 4.5h8.5v15H11M3.5 12h11M10.5 8l4 4-4 4",
  swap: "M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19",
} as const;

export type IconName = keyof typeof PATHS;

export interface IconProps {
  name: IconName;
  /** In pixels; 20 unless said otherwise. */
  size?: number;
}

/** A decoration: whoever shows it also says what it means. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      className="tg-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

export type StoneFace = "BLACK" | "WHITE" | "BOTH";

/** A stone as a sign for a colour, or for either. On a dark page it lies on a bit of board: Black would look hollow. */
export function StoneSign({ face, size = 16 }: { face: StoneFace; size?: number }) {
  return (
    <svg
      className="tg-stone"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      data-face={face}
      aria-hidden="true"
      focusable="false"
    >
      <rect className="tg-stone-board" width="16" height="16" rx="3.5" />
      <circle className="tg-stone-body" cx="8" cy="8" r="5.75" />
      {face === "BOTH" && <path className="tg-stone-half" d="M8 2.25a5.75 5.75 0 0 0 0 11.5z" />}
      {face === "BLACK" && <circle className="tg-stone-glint" cx="6.2" cy="6" r="1.4" />}
    </svg>
  );
}

/** The mark of the platform: the point in the middle of the board. */
export function BrandSign({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="tg-brand-sign"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="12" cy="12" r="9.5" fill="none" />
      <circle className="tg-brand-point" cx="12" cy="12" r="4.25" />
    </svg>
  );
}
