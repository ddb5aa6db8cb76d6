/** The keys that step through moves, in a game as in a record, and what keeps keys for itself. */

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  " ": 1,
  Home: -Infinity,
  End: Infinity,
};
const FIELDS = "input, textarea, select, [contenteditable=true], [role=menu], [role=dialog], dialog";
const WALKED = "[role=grid], [role=tablist], [role=radiogroup]";
const PRESSED = "button, a, summary";

/** Whether a key belongs to a text field, a menu or a dialog. */
export function isTaken(target: EventTarget | null): boolean {
  return isIn(target, FIELDS);
}

/** Whether arrows move inside of this, as the cursor does from cell to cell of the board. */
export function isWalked(target: EventTarget | null): boolean {
  return isIn(target, WALKED);
}

/** How many moves on a key leads, ±Infinity to the ends; undefined: it is no such key, or not one here. */
export function stepOf(event: KeyboardEvent): number | undefined {
  if (isWalked(event.target) || (event.key === " " && (event.shiftKey || isIn(event.target, PRESSED)))) {
    return undefined;
  }
  return STEPS[event.key];
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
