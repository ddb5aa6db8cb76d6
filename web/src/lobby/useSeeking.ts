/** Looking for any opponent: what is searched for, since when, and why it could not be. */
import { useCallback } from "react";
import type { SeekIn } from "../api/lobby";
import type { Refused } from "../api/rest";
import { useAsking } from "../people/useAsking";
import type { LobbyNow } from "./follow";
import { useLobby } from "./lobby";

export interface Seeking {
  search: LobbyNow["search"];
  isBusy: boolean;
  refused: Refused | null;
  seek: (wish: SeekIn) => Promise<boolean>;
  stop: () => void;
}

export function useSeeking(): Seeking {
  const search = useLobby((lobby) => lobby.search);
  const { isBusy, refused, ask } = useAsking();
  const seek = useCallback((wish: SeekIn) => ask(() => useLobby.getState().seek(wish)), [ask]);
  return { search, isBusy, refused, seek, stop: useLobby.getState().unseek };
}
