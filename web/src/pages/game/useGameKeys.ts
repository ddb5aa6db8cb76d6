/** The keys of the game page. Letters are commands only outside text fields and menus, and only where wanted. */
import { useEffect, useRef } from "react";
import { isTaken, stepOf } from "../../sitting/stepKeys";

export interface GameKeys {
  undo: () => void;
  restart: () => void;
  pass: () => void;
  estimate: () => void;
  save: () => void;
  load: () => void;
  quit: () => void;
  help: () => void;
  sound: () => void;
  /** Open the coordinate field, with what was typed already. */
  type: (text: string) => void;
  /** Look back and forth by so many moves; ±Infinity for the beginning and the end. */
  step: (by: number) => void;
  escape: () => void;
}

const LETTERS: Readonly<Record<string, keyof GameKeys>> = {
  u: "undo",
  r: "restart",
  p: "pass",
  e: "estimate",
  s: "save",
  l: "load",
  q: "quit",
  m: "sound",
  "?": "help",
};

export function useGameKeys(keys: GameKeys, areLettersOn: boolean): void {
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

function press(event: KeyboardEvent, keys: GameKeys, areLettersOn: boolean): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) {
    return;
  }
  const by = stepOf(event);
  if (event.key === "Escape") {
    keys.escape();
  } else if (by !== undefined) {
    event.preventDefault();
    keys.step(by);
  } else if (areLettersOn && !event.repeat) {
    pressLetter(event, keys);
  }
}

function pressLetter(event: KeyboardEvent, keys: GameKeys): void {
  const name = LETTERS[event.key.toLowerCase()];
  if (event.key === "/" || /^\d$/.test(event.key)) {
    event.preventDefault();
    keys.type(event.key === "/" ? "" : event.key);
  } else if (name !== undefined && name !== "type" && name !== "step") {
    event.preventDefault();
    keys[name]();
  }
}
