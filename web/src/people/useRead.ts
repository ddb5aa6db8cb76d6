/** Something that is read from the server when a page is shown, and again when it is asked for. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Refused, refusedOf } from "../api/rest";
import { noted } from "./useAsking";

export interface Read<T> {
  /** null: not there yet. What was read before stays while it is read again. */
  value: T | null;
  refused: Refused | null;
  again: () => void;
}

/** `key` is another one where something else is to be read. */
export function useRead<T>(key: string, read: () => Promise<T>): Read<T> {
  const [found, setFound] = useState<{ key: string; value: T | null; refused: Refused | null } | null>(null);
  const [count, setCount] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when it is asked for.
  useEffect(() => {
    let isWanted = true;
    reading.current().then(
      (value) => isWanted && setFound({ key, value, refused: null }),
      (error: unknown) =>
        isWanted &&
        setFound((old) => ({
          key,
          value: old?.key === key ? old.value : null,
          refused: noted(refusedOf(error)),
        })),
    );
    return () => {
      isWanted = false;
    };
  }, [key, count]);
  const again = useCallback(() => setCount((old) => old + 1), []);
  return {
    value: found?.key === key ? found.value : null,
    refused: found?.key === key ? found.refused : null,
    again,
  };
}
