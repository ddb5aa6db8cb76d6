/** The keys of the review: arrows, space, Home and End step, up and down vary, letters where they are wanted. */
import { useEffect, useRef } from "react";
import { isTaken, isWalked, stepOf } from "../../sitting/stepKeys";
import type { Cursor } from "./useCursor";

const PAGES: Readonly<Record<string, number>> = { PageUp: -10, PageDown: 10 };
const VARIATIONS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export interface ReviewKeys {
  cursor: Cursor;
  help: () => void;
  escape: () => void;
  /** Analysis on or off. */
  analyze: () => void;
  /** Whose each point will be, shown or not. */
  owners: () => void;
  /** Show the line of one of the best moves, counted from 0. */
  candidate: (index: number) => void;
}

export function useReviewKeys(keys: ReviewKeys, areLettersOn: boolean): void {
  const latest = useRef({ keys, areLettersOn });
  useEffect(() => {
    latest.current = { keys, areLettersOn };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event, latest.current.keys, latest.current.areLettersOn);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function press(event: KeyboardEvent, keys: ReviewKeys, areLettersOn: boolean): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) {
    return;
  }
  const isHere = !isWalked(event.target);
  const by = stepOf(event) ?? (isHere ? PAGES[event.key] : undefined);
  const variation = isHere ? VARIATIONS[event.key] : undefined;
  const areLettersMeant = areLettersOn && !event.repeat;
  if (event.key === "Escape") {
    keys.escape();
    return;
  }
  if (by !== undefined) {
    keys.cursor.step(by);
  } else if (variation !== undefined) {
    keys.cursor.vary(variation);
  } else if (areLettersMeant && event.key.toLowerCase() === "p") {
    keys.cursor.togglePlaying();
  } else if (areLettersMeant && event.key.toLowerCase() === "a") {
    keys.analyze();
  } else if (areLettersMeant && event.key.toLowerCase() === "e") {
    keys.owners();
  } else if (areLettersMeant && /^[1-9]$/.test(event.key)) {
    keys.candidate(Number(event.key) - 1);
  } else if (areLettersMeant && event.key === "?") {
    keys.help();
  } else {
    return;
  }
  event.preventDefault();
}
