/** The games of the server for pages: asked for once for all of them, and again by itself where that failed. */
import { useEffect } from "react";
import { create } from "zustand";
import { Comeback } from "../api/backoff";
import { api, type Refused, refusedOf } from "../api/rest";
import type { Kind } from "../api/types";

export interface Kinds {
  /** Every game; null until they are known. */
  kinds: Kind[] | null;
  /** Why they are not known; the server is asked again all the same. */
  failure: Refused | null;
}

const useFound = create<Kinds>(() => ({ kinds: null, failure: null }));
const comeback = new Comeback(() => void find());
let isAsked = false;

export function useKinds(): Kinds {
  useEffect(() => {
    if (!isAsked) {
      isAsked = true;
      void find();
    }
  }, []);
  return useFound();
}

async function find(): Promise<void> {
  try {
    const kinds = await api.kinds();
    comeback.succeeded();
    useFound.setState({ kinds, failure: null });
  } catch (error) {
    useFound.setState({ failure: refusedOf(error) });
    comeback.later();
  }
}
