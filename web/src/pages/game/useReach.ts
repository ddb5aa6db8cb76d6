/** Whether a link of this page can be opened elsewhere. A page of this machine alone asks its server where it can. */
import { useEffect, useState } from "react";
import { api } from "../../api/rest";
import type { Network } from "../../api/types";

export interface Reach {
  /** The page was opened under a name that means this machine, everywhere. */
  isOnlyHere: boolean;
  /** What the server says about it; null: nothing, or not yet. */
  network: Network | null;
  /** Where others can open the page now, instead of under its own address; null: there is no other. */
  address: string | null;
}

/** Asked once more after so long: the server may have been started anew meanwhile. */
const AGAIN_MS = 5_000;

export function useReach(hostname = window.location.hostname): Reach {
  const isOnlyHere = isLoopback(hostname);
  const [network, setNetwork] = useState<Network | null>(null);
  const isSettled = !isOnlyHere || network?.isReachable === true;
  useEffect(() => {
    if (isSettled) {
      return;
    }
    let isHere = true;
    const ask = () =>
      api.network().then(
        (told) => isHere && setNetwork(told),
        () => undefined, // it is said without the details
      );
    void ask();
    const timer = setInterval(() => document.visibilityState === "visible" && void ask(), AGAIN_MS);
    return () => {
      isHere = false;
      clearInterval(timer);
    };
  }, [isSettled]);
  const address = network?.isReachable ? (network.addresses[0] ?? null) : null;
  return { isOnlyHere, network, address };
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
