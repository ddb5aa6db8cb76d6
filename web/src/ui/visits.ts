/** How often a place was asked for that is shown already: who comes again wants it as it was at first. */
import { create } from "zustand";

interface Visits {
  count: number;
  again: () => void;
}

export const useVisits = create<Visits>()((set) => ({
  count: 0,
  again: () => set(({ count }) => ({ count: count + 1 })),
}));
