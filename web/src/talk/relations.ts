/** Whom the person at this screen does not hear, and with whom they have nothing to do. */
import { create } from "zustand";
import { type Person, type RelationAct, type Relations, talk } from "../api/talk";
import { accountsHere, useMe } from "../people/me";

interface OwnRelations {
  /** null: not known yet. */
  relations: Relations | null;
  /** Grows with every change: what others have said is to be read anew. */
  changes: number;
  /** Throws Refused. */
  read: () => Promise<void>;
  /** Throws Refused. */
  change: (act: RelationAct, name: string, gameId: string | null) => Promise<void>;
}

export const useRelations = create<OwnRelations>()((set) => ({
  relations: null,
  changes: 0,
  read: async () => set({ relations: await talk.relations() }),
  change: async (act, name, gameId) => {
    const relations = await talk.relate(act, name, gameId);
    set((old) => ({ relations, changes: old.changes + 1 }));
  },
}));

// Somebody else has their own.
useMe.subscribe((now, before) => {
  if (accountsHere(now.me)[0] !== accountsHere(before.me)[0]) {
    useRelations.setState({ relations: null });
  }
});

/** Whether somebody is in one of these lists. */
export function isAmong(people: readonly Person[] | undefined, name: string, isGuest: boolean): boolean {
  return people?.some((person) => person.name === name && person.isGuest === isGuest) ?? false;
}
