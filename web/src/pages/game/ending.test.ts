import { describe, expect, it } from "vitest";
import type { Move, View } from "../../api/types";
import type { Grid } from "../../board/types";
import { fakeKind, fakeSpec, fakeState, fakeView } from "../../sitting/fakes";
import { endLine, statusText } from "../../sitting/lines";
import { entriesOf, rowsOf } from "../../sitting/moves";
import { tableTitle } from "../../sitting/titles";
import { endTitle } from "../../sitting/turns";
import { wordsOf } from "../../words/useWords";
import { possible } from "./can";
import { passQuestion } from "./passing";
import { corrected } from "./proposal";

const words = wordsOf("en");
const kind = fakeKind();

const STONES = { "#": "BLACK", o: "WHITE", ".": null } as const;

function grid(picture: string): Grid {
  return picture
    .trim()
    .split("\n")
    .map((row) => [...row.trim()].map((sign) => STONES[sign as keyof typeof STONES]));
}

const program = { name: "", player: "level:4", isOpen: false, isOwned: false, isGuest: false };

describe("before a pass", () => {
  const passed = { key: "status.passed.white" };

  it("the page asks when the other side has just passed, as the game then goes to counting", () => {
    expect(passQuestion(fakeView({ status: passed }, { lastMove: "PASS" }))).toBe("pass_end");
  });

  it("the page asks while more than half of the board is empty", () => {
    expect(passQuestion(fakeView())).toBe("pass_open");
    const full = grid("#####\n#####\n##o..\n.....\n.....").map((row) => [...row]);
    expect(passQuestion(fakeView({}, { grid: full }))).toBeNull();
  });

  it("nobody is asked who can do nothing else", () => {
    expect(passQuestion(fakeView({ status: passed }, { lastMove: "PASS", legalMoves: [] }))).toBeNull();
  });
});

describe("a click while dead stones are proposed", () => {
  const board = grid("##.o.\n.#.o.\n.....\n..oo.\n.....");
  const proposed = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 3, y: 0 },
    { x: 3, y: 1 },
  ];

  it("on a proposed stone calls its whole chain alive", () => {
    expect(corrected(proposed, board, { x: 1, y: 1 })).toEqual(proposed.slice(3));
  });

  it("on another stone calls that one dead too", () => {
    expect(corrected(proposed, board, { x: 2, y: 3 })).toEqual([...proposed, { x: 2, y: 3 }]);
  });

  it("on the only chain refuses the whole proposal", () => {
    expect(corrected(proposed.slice(3), board, { x: 3, y: 0 })).toEqual([]);
  });
});

describe("the line after somebody plays on", () => {
  const lineAfter = (moves: Move[], yours: View["yours"]) =>
    statusText(words, kind, fakeView({ yours, status: { key: "status.play.black" } }, { moves }));
  const agreed: Move = { player: "BLACK", action: "agree" };
  const resumed: Move = { player: "WHITE", action: "resume" };

  it("tells that the other side does not agree with the marking", () => {
    const told = "White does not agree with the marking and plays on. Your move.";
    expect(lineAfter([agreed, resumed], ["BLACK"])).toBe(told);
    expect(lineAfter([agreed, resumed, { player: "WHITE", x: 0, y: 0 }], ["BLACK"])).toBe(told);
  });

  it("says no more than that where nobody had marked", () => {
    expect(lineAfter([{ player: "BLACK", pass: true }, resumed], ["BLACK"])).toBe(
      "White plays on. Your move.",
    );
    expect(lineAfter([agreed, resumed], ["WHITE"])).toBe("You play on. Black to move.");
  });

  it("is over with the next move of the other side", () => {
    expect(lineAfter([agreed, resumed, { player: "BLACK", x: 0, y: 0 }], ["BLACK"])).toBe("Your move.");
  });
});

describe("the end over the board", () => {
  const over = (yours: View["yours"], state: Partial<View["state"]>, key: string) =>
    fakeView({ yours, status: { key, values: { margin: "3.5" } } }, { isGameOver: true, ...state });
  const result = (reason: string, margin: number | null = null) => ({ reason, margin, noResult: false });

  it("says a draw once", () => {
    const drawn = over(["BLACK"], { winner: "DRAW", result: result("score", 0) }, "status.draw");
    expect([endTitle(words, drawn), endLine(words, kind, drawn)]).toEqual(["A draw", null]);
    const agreed = over(["BLACK"], { winner: "DRAW", result: result("agreement") }, "status.draw");
    expect(endLine(words, kind, agreed)).toBe("by agreement");
  });

  it("says that a game was cancelled because nobody began", () => {
    const none = { reason: "cancelled", margin: null, noResult: true };
    const cancelled = over(["BLACK"], { winner: null, result: none }, "status.cancelled");
    expect(endTitle(words, cancelled)).toBe("Cancelled");
    expect(endLine(words, kind, cancelled)).toBe("Cancelled: the game was not begun.");
  });

  it("says who won once, and by how much", () => {
    const both: View["yours"] = ["BLACK", "WHITE"];
    const won = over(both, { winner: "BLACK", result: result("score", 3.5) }, "status.won_by.black");
    expect([endTitle(words, won), endLine(words, kind, won)]).toEqual(["Black wins", "by 3.5 points"]);
    const own = over(["BLACK"], { winner: "BLACK", result: result("score", 3.5) }, "status.won_by.black");
    expect([endTitle(words, own), endLine(words, kind, own)]).toEqual(["You won", "Black wins by 3.5."]);
  });
});

describe("moves", () => {
  const spec = fakeSpec();

  it("of an opening are listed under the colour of their stone, whoever placed it", () => {
    const moves: Move[] = [
      { player: "BLACK", x: 0, y: 0 },
      { player: "BLACK", x: 1, y: 0 },
      { player: "BLACK", x: 2, y: 0 },
      { player: "WHITE", action: "choose", choice: "place_two" },
      { player: "WHITE", x: 3, y: 0 },
      { player: "WHITE", x: 4, y: 0 },
    ];
    const board = grid("#o#o#\n.....\n.....\n.....\n.....").map((row) => [...row]);
    const rows = rowsOf(entriesOf(words, kind, spec, fakeState({ moves, grid: board, phase: "choice" })));
    expect(rows.map((row) => [row.black?.text, row.white?.text])).toEqual([
      ["A5", "B5"],
      ["C5", undefined],
      [undefined, undefined],
      [undefined, "D5"],
      ["E5", undefined],
    ]);
  });

  it("are counted without what settles the dead stones", () => {
    const moves: Move[] = [
      { player: "BLACK", x: 0, y: 0 },
      { player: "WHITE", pass: true },
      { player: "BLACK", pass: true },
      { player: "BLACK", action: "mark_dead", points: [{ x: 0, y: 0 }] },
      { player: "BLACK", action: "agree" },
    ];
    const view = fakeView({ actors: ["BLACK", "WHITE"] }, { moves, moveNumber: 5, phase: "agree" });
    expect(tableTitle(words, kind, view)).toBe("Go 5×5 · move 3");
  });
});

it("the one who chooses is told so", () => {
  const view = (yours: View["yours"]) => fakeView({ yours, status: { key: "status.choice.white" } });
  expect(statusText(words, kind, view(["WHITE"]))).toBe("You choose.");
  expect(statusText(words, kind, view(["BLACK"]))).toBe("White chooses.");
});

describe("at the end", () => {
  const players = { BLACK: fakeState().players.BLACK, WHITE: program };

  it("undo is offered where the server allows it, and hidden after a verdict", () => {
    const over = { isGameOver: true, players };
    expect(possible(fakeView({ yours: ["BLACK"], canAsk: ["takeback"] }, over), kind).undo).toBe("yes");
    expect(possible(fakeView({ yours: ["BLACK"], canAsk: ["restart"] }, over), kind).undo).toBe("hidden");
  });
});

it("whoever holds a game of two programs may halt it and let it go on", () => {
  const players = { BLACK: program, WHITE: program };
  const show = (canAsk: string[]) => possible(fakeView({ yours: [], canAsk }, { players }), kind);
  expect(show(["pause"]).pause).toBe("yes");
  expect(show(["unpause"])).toMatchObject({ pause: "hidden", unpause: "yes" });
  expect(show([])).toMatchObject({ pause: "hidden", unpause: "hidden" });
});
