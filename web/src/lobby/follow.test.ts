import { describe, expect, it } from "vitest";
import type { LobbyFrame } from "../api/lobby";
import { challengeFrom, glanceNamed, lobbyFrame, ownGameNamed, personOf, seekFor } from "./fakes";
import { applied, type LobbyNow, NOBODY } from "./follow";

function told(...frames: LobbyFrame[]): LobbyNow {
  return frames.reduce((now, frame, index) => applied(now, frame, index * 1000), NOBODY);
}

describe("the lobby", () => {
  it("is what the first frame says, and nothing of before stays", () => {
    const now = told(
      lobbyFrame({ challenges: [challengeFrom("Ben")], unseen: 3 }),
      lobbyFrame({ me: null, games: [glanceNamed("g")] }),
    );
    expect(now).toMatchObject({ isKnown: true, me: null, challenges: [], unseen: 0 });
    expect(now.games.map((game) => game.watchId)).toEqual(["g"]);
  });

  it("gets and loses challenges, each once", () => {
    const ben = challengeFrom("Ben");
    const now = told(
      lobbyFrame({ challenges: [ben] }),
      { type: "changed", challenges: { new: [{ ...ben, rated: true }, challengeFrom("Cat")], gone: [] } },
      { type: "changed", challenges: { new: [], gone: ["of-Cat", "of-nobody"] } },
    );
    expect(now.challenges).toEqual([{ ...ben, rated: true }]);
  });

  it("puts stones where a move has set them, and takes captured ones away", () => {
    const now = told(
      lobbyFrame({ games: [glanceNamed("a", { grid: `bw${".".repeat(23)}` }), glanceNamed("b")] }),
      {
        type: "changed",
        games: {
          new: [],
          gone: [],
          moved: [
            {
              watchId: "a",
              set: [
                [1, 0],
                [7, 1],
                [24, 2],
              ],
              toMove: "WHITE",
              moves: 9,
              last: 7,
            },
          ],
        },
      },
    );
    expect(now.games[0]).toMatchObject({ toMove: "WHITE", moves: 9, last: 7 });
    expect(now.games[0]?.grid).toBe(`b......b${".".repeat(16)}w`);
    expect(now.games[1]?.grid).toBe(".".repeat(25));
  });

  it("tells a guest from the account of the same name", () => {
    const guest = personOf("Ann", { isGuest: true });
    const now = told(lobbyFrame({ people: { count: 2, here: [personOf("Ann"), guest] } }), {
      type: "changed",
      people: { count: 2, came: [personOf("Ben")], went: [{ name: "Ann", isGuest: true }] },
    });
    expect(now.people).toEqual({ count: 2, here: [personOf("Ann"), personOf("Ben")] });
  });

  it("renews only those of one's own games that are told, with the time they were told at", () => {
    const now = told(lobbyFrame({ own: [ownGameNamed("a"), ownGameNamed("b")] }), {
      type: "own",
      games: [ownGameNamed("b", { yourMove: false }), ownGameNamed("c")],
    });
    expect(now.own.map(({ gameId, yourMove, at }) => [gameId, yourMove, at])).toEqual([
      ["a", true, 0],
      ["b", false, 1000],
      ["c", true, 1000],
    ]);
  });

  it("keeps the search until it is over, and an answered challenge in no list", () => {
    const ben = challengeFrom("Ben");
    const now = told(lobbyFrame({ seek: seekFor(), challenged: [ben], made: [challengeFrom("Ann")] }));
    expect(now.search).toMatchObject({ gameType: "NINE", at: 0 });
    expect(applied(now, { type: "seeking", seek: seekFor({ range: 300 }) }, 5).search).toMatchObject({
      range: 300,
      at: 5,
    });
    expect(applied(now, { type: "seeking" }, 5).search).toBeNull();
    expect(applied(now, { type: "paired", gameId: "g", color: "BLACK" }, 5).search).toBeNull();
    expect(
      applied(now, { type: "answered", challengeId: "of-Ben", answer: "withdrawn" }, 5).challenged,
    ).toEqual([]);
    expect(applied(now, { type: "changed", challenges: { new: [], gone: ["of-Ann"] } }, 5).made).toEqual([]);
  });

  it("is as it was after a frame of a newer server", () => {
    const now = told(lobbyFrame());
    expect(applied(now, { type: "weather" } as unknown as LobbyFrame, 5)).toBe(now);
  });
});
