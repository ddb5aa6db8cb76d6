/** The last position of a game that was played: read when it comes into sight, one after the other. */
import { type RefObject, useEffect, useState } from "react";
import { api } from "../../api/rest";
import type { View } from "../../api/types";

export type End = Pick<View["state"], "grid" | "lastMove">;

const known = new Map<string, End>();
const MOST_KNOWN = 400;
let turn: Promise<void> = Promise.resolve();

export function useEnd(item: RefObject<HTMLElement | null>, watchId: string): End | null {
  const [end, setEnd] = useState<End | null>(() => known.get(watchId) ?? null);
  const isKnown = end !== null;
  useEffect(() => {
    const element = item.current;
    if (isKnown || element === null || typeof IntersectionObserver === "undefined") {
      return;
    }
    let isHere = true;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        turn = turn.then(async () => {
          const found = isHere ? await endOf(watchId) : null;
          if (isHere && found !== null) {
            setEnd(found);
          }
        });
      }
    });
    observer.observe(element);
    return () => {
      isHere = false;
      observer.disconnect();
    };
  }, [item, watchId, isKnown]);
  return end;
}

/** null where it cannot be had: the game is listed all the same. */
async function endOf(watchId: string): Promise<End | null> {
  try {
    const { grid, lastMove } = (await api.view(watchId, 2)).state;
    const end = { grid, lastMove };
    if (known.size >= MOST_KNOWN) {
      known.clear();
    }
    known.set(watchId, end);
    return end;
  } catch {
    return null;
  }
}
