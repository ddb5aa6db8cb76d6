/** What the server said of a file when a game was loaded from it, for the page of that game. */
import { create } from "zustand";
import type { Replay } from "../../api/types";

interface Loaded {
  gameId: string | null;
  notices: Replay["notices"];
  /** A game was loaded, and this is to be said of it. */
  say: (gameId: string, notices: Replay["notices"]) => void;
  dismiss: () => void;
}

export const useLoaded = create<Loaded>()((set) => ({
  gameId: null,
  notices: [],
  say: (gameId, notices) => set({ gameId, notices }),
  dismiss: () => set({ gameId: null, notices: [] }),
}));
