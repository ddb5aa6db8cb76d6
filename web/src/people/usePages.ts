/** A list that the server gives page by page: the first for a question, then one after the other. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Refused, refusedOf } from "../api/rest";
import { noted } from "./useAsking";

export interface Page<T> {
  items: T[];
  after: string | null;
}

export interface Pages<T> {
  /** null: nothing is there yet. What was there before stays while something else is asked for. */
  items: readonly T[] | null;
  hasMore: boolean;
  isBusy: boolean;
  refused: Refused | null;
  more: () => void;
  again: () => void;
}

/** `key` is another one for another question, which is asked `patienceMs` after the last change. */
export function usePages<T>(
  key: string,
  read: (after?: string) => Promise<Page<T>>,
  patienceMs = 0,
): Pages<T> {
  const [found, setFound] = useState<Page<T> | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [count, setCount] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  const turn = useRef(0);

  const ask = useCallback(async (after: string | null) => {
    turn.current += 1;
    const own = turn.current;
    setBusy(true);
    setRefused(null);
    try {
      const page = await reading.current(after ?? undefined);
      if (own === turn.current) {
        setFound((old) =>
          after === null ? page : { items: [...(old?.items ?? []), ...page.items], after: page.after },
        );
      }
    } catch (error) {
      if (own === turn.current) {
        setRefused(noted(refusedOf(error)));
      }
    } finally {
      if (own === turn.current) {
        setBusy(false);
      }
    }
  }, []);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, or the same once more.
  useEffect(() => {
    const timer = setTimeout(() => void ask(null), isFirst.current ? 0 : patienceMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      turn.current += 1; // what was asked is not looked at any more
    };
  }, [key, count, ask, patienceMs]);

  return {
    items: found?.items ?? null,
    hasMore: found?.after != null,
    isBusy,
    refused,
    more: () => {
      if (!isBusy && found?.after != null) {
        void ask(found.after);
      }
    },
    again: useCallback(() => setCount((old) => old + 1), []),
  };
}
