/** Something that is asked of the server by a form: one at a time, with the reason where it was refused. */
import { useCallback, useRef, useState } from "react";
import { type Refused, refusedOf } from "../api/rest";
import { useMe } from "./me";

export interface Asking {
  isBusy: boolean;
  refused: Refused | null;
  /** Ask; true where it was done. Does nothing while something else is being asked for. */
  ask: (doing: () => Promise<void>) => Promise<boolean>;
  /** What was refused is being mended. */
  forget: () => void;
}

/** The same refusal; where it says that the session is over, the page finds out who is still here. */
export function noted(refused: Refused): Refused {
  if (refused.code === "NOT_LOGGED_IN") {
    void useMe.getState().reread();
  }
  return refused;
}

export function useAsking(): Asking {
  const asked = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const ask = useCallback(async (doing: () => Promise<void>) => {
    if (asked.current) {
      return false;
    }
    asked.current = true;
    setBusy(true);
    setRefused(null);
    try {
      await doing();
      return true;
    } catch (error) {
      setRefused(noted(refusedOf(error)));
      return false;
    } finally {
      asked.current = false;
      setBusy(false);
    }
  }, []);
  const forget = useCallback(() => setRefused(null), []);
  return { isBusy, refused, ask, forget };
}
