/** Who uses this screen, as the server knows it: a stranger, a guest, one account or two. */
import { create } from "zustand";
import { type Me, people } from "../api/people";
import { type Refused, refusedOf } from "../api/rest";

interface Here {
  /** null: not known yet. */
  me: Me | null;
  /** Why it is not known. */
  refused: Refused | null;
  /** Who is not signed in any more though nobody here signed them out; null: nobody. */
  lost: string | null;
  /** Ask the server. What is known already stays where it cannot be reached. */
  read: () => Promise<void>;
  /** Something was done that makes a stranger a guest: see who that is. */
  becomeKnown: () => void;
  /** A session was ended elsewhere: see who is still there, and say who is not. */
  reread: () => Promise<void>;
  /** Something that changes who is here, and how the server says it is then. Throws Refused. */
  change: (asked: () => Promise<Me>) => Promise<Me>;
  forgive: () => void;
}

/** Told to the other windows of this browser, which have the same cookie. */
const CHANGED = "tengen-people";

/** How many changes are under way: what is read meanwhile may be of before or after. */
let changes = 0;
/** Grows with every change, so that what was asked before is not looked at after. */
let turn = 0;

export const useMe = create<Here>()((set, get) => ({
  me: null,
  refused: null,
  lost: null,
  read: async () => {
    await readInto((me) => set({ me, refused: null }));
  },
  becomeKnown: () => {
    if (get().me?.name === null) {
      void get().read();
    }
  },
  reread: async () => {
    const before = accountsHere(get().me);
    await readInto((me) => {
      const here = accountsHere(me);
      set({ me, refused: null, lost: before.find((name) => !here.includes(name)) ?? get().lost });
    });
  },
  change: async (asked) => {
    changes += 1;
    try {
      const me = await asked();
      turn += 1;
      set({ me, refused: null, lost: null });
      tellOtherWindows();
      return me;
    } finally {
      changes -= 1;
    }
  },
  forgive: () => set({ lost: null }),
}));

async function readInto(take: (me: Me) => void): Promise<void> {
  if (changes > 0) {
    return; // the answer to that says it all
  }
  turn += 1;
  const own = turn;
  try {
    const me = await people.me();
    if (own === turn && changes === 0 && !isSame(useMe.getState().me, me)) {
      take(me);
    }
  } catch (error) {
    if (own === turn) {
      useMe.setState({ refused: refusedOf(error) });
    }
  }
}

function tellOtherWindows(): void {
  try {
    localStorage.setItem(CHANGED, String(Date.now()));
  } catch {
    // Full, or forbidden: then other windows find out when they ask.
  }
}

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

/** Whether somebody may look at reports and act on them now; administrators need their second factor for it. */
export function keepsOrder(me: Me | null): boolean {
  return me !== null && (me.roles.includes("admin") ? me.secondFactor : me.roles.includes("moderator"));
}

export function useAccount(): string | null {
  return useMe((here) => accountName(here.me));
}

/** Whether seats may be others' now: an account came or went. */
export function hasChanged(before: Me | null, now: Me | null): boolean {
  return before !== null && now !== null && String(accountsHere(before)) !== String(accountsHere(now));
}

function isSame(before: Me | null, now: Me): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
