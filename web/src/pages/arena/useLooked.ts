/** Looks again and again while the page is seen: what was found last, and why nothing newer is known. */
import { useEffect, useState } from "react";
import { type Refused, refusedOf } from "../../api/rest";

export const SOON_MS = 1_000;
export const LATER_MS = 5_000;

export interface Looked<T> {
  found: T | null;
  /** Why the last look brought nothing; it is tried again all the same. */
  failure: Refused | null;
}

/**
 * `ask` and `again` must stay the same functions while the same is looked at. `again` takes what was found before and
 * now, and says what is kept of it and in how many milliseconds to look again; null: never.
 */
export function useLooked<T>(
  ask: () => Promise<T>,
  again: (now: T, before: T | null) => { kept: T; inMs: number | null },
): Looked<T> {
  const [looked, setLooked] = useState<Looked<T>>({ found: null, failure: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: T | null = null;
    let isAsking = false;
    let isOver = false;
    const look = async () => {
      clearTimeout(timer);
      if (isOver || isAsking || document.visibilityState === "hidden") {
        return;
      }
      isAsking = true;
      let wait: number | null = LATER_MS;
      try {
        const { kept, inMs } = again(await ask(), before);
        before = kept;
        wait = inMs;
        if (!isOver) {
          setLooked({ found: kept, failure: null });
        }
      } catch (error) {
        if (!isOver) {
          setLooked({ found: before, failure: refusedOf(error) });
        }
      }
      isAsking = false;
      if (wait === null) {
        isOver = true;
      } else if (!isOver) {
        timer = setTimeout(look, wait);
      }
    };
    const onSeen = () => void look();
    document.addEventListener("visibilitychange", onSeen);
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onSeen);
    };
  }, [ask, again]);
  return looked;
}
