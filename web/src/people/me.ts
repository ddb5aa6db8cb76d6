/** Who uses this screen, as the server knows it: a stranger, a guest, one account or two. */
import { create } from "zustand";
import { type Me, people } from "../api/people";
import { type Refused, refusedOf } from "../api/rest";

interface Here {
  /** null: not known yet. */
  me: Me | null;
  /** Why it is not known. */
  refused: Refused | null;
  /** Ask the server. What is known already stays where it cannot be reached. */
  read: () => Promise<void>;
  /** The server has said who is here now: somebody has come or gone. */
  take: (me: Me) => void;
  /** Somebody has gone, and this is what the server said to it; nothing where nobody is left. */
  leave: (answer: Partial<Me>) => void;
}

/** Told to the other windows of this browser, which have the same cookie. */
const CHANGED = "tengen-people";

export const STRANGER: Me = {
  name: null,
  isGuest: true,
  roles: [],
  beside: null,
  secondFactor: false,
  needsSecondFactor: false,
  registration: "open",
  notice: null,
};

export const useMe = create<Here>()((set, get) => ({
  me: null,
  refused: null,
  read: async () => {
    try {
      const me = await people.me();
      if (!isSame(get().me, me)) {
        set({ me, refused: null });
      }
    } catch (error) {
      set({ refused: refusedOf(error) });
    }
  },
  take: (me) => {
    set({ me, refused: null });
    try {
      localStorage.setItem(CHANGED, String(Date.now()));
    } catch {
      // Full, or forbidden: then other windows find out when they ask.
    }
  },
  leave: (answer) => {
    const registration = get().me?.registration ?? "open";
    get().take({ ...STRANGER, registration, ...answer });
  },
}));

window.addEventListener("storage", (event) => {
  if (event.key === CHANGED) {
    void useMe.getState().read();
  }
});

/** The name of whoever has an account here; null for guests and strangers. */
export function accountName(me: Me | null): string | null {
  return me === null || me.isGuest ? null : me.name;
}

/** The accounts at this screen: none, one or two. */
export function accountsHere(me: Me | null): string[] {
  const name = accountName(me);
  return name === null ? [] : me?.beside ? [name, me.beside.name] : [name];
}

export function useAccount(): string | null {
  return useMe((here) => accountName(here.me));
}

/** Whether seats may be others' now: somebody came or went. */
export function hasChanged(before: Me | null, now: Me | null): boolean {
  const who = (me: Me) => JSON.stringify([me.isGuest, me.name, me.beside?.name ?? null]);
  return before !== null && now !== null && who(before) !== who(now);
}

function isSame(before: Me | null, now: Me): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
