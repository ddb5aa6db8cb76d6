/** Games that were played on the server: the page makes of their frames what the server says of them. */
import { describe, expect, test } from "vitest";
import type { EventFrame, View } from "../api/types";
import { follow } from "./follow";
import games from "./followed.json";

interface Told {
  frame: EventFrame;
  view: View | null;
}

const GAMES = games as unknown as { name: string; view: View; told: Told[] }[];

/** Without the English line of REST, which is not part of a followed view. */
function shown({ state, ...view }: View) {
  const { message: _, ...rest } = state as View["state"] & { message?: string };
  return { ...view, state: rest };
}

describe("a game that is followed", () => {
  test.each(GAMES)("is what the server says: $name", ({ view, told }) => {
    let known = view;
    let looks = 0;
    for (const { frame, view: expected } of told) {
      known = follow(known, frame);
      if (expected !== null) {
        looks += 1;
        expect(shown(known), JSON.stringify(frame)).toEqual(shown(expected));
      }
    }
    expect(looks).toBeGreaterThan(1);
  });
});
