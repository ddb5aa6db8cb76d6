/** Whether the panel of people is open, and what it begins with: any page may ask for it. */
import { create } from "zustand";

/** Sign in, register, or have a second person sign in. */
export type Wish = "in" | "register" | "beside";

interface Panel {
  isOpen: boolean;
  wish: Wish;
  open: (wish?: Wish) => void;
  close: () => void;
}

export const usePanel = create<Panel>()((set) => ({
  isOpen: false,
  wish: "in",
  open: (wish = "in") => set({ isOpen: true, wish }),
  close: () => set({ isOpen: false }),
}));
