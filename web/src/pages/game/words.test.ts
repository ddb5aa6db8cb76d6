import { describe, expect, it } from "vitest";
import { fakeKind, fakeSpec, fakeState, fakeView } from "../../sitting/fakes";
import { guidanceText, news, pointLabel, refusalText, statusText } from "../../sitting/lines";
import { fileName } from "../../sitting/links";
import { entriesOf, rowsOf } from "../../sitting/moves";
import { nameRange, parsePoint, pointName } from "../../sitting/points";
import { clockInWords, rulesInWords } from "../../sitting/rules";
import { playerName, sidesOf, turnOf } from "../../sitting/sides";
import { endTitle } from "../../sitting/turns";
import { wordsOf } from "../../words/useWords";
import { possible } from "./can";

const words = wordsOf("en");
const chinese = wordsOf("zh");
const kind = fakeKind();
const spec = fakeSpec(19);
const NOTHING = { change: null, grid: [] };

describe("points", () => {
  it("are read in either order and any case", () => {
    expect(parsePoint(spec, "16q")).toEqual({ x: 15, y: 3 });
    expect(parsePoint(spec, " Q16 ")).toEqual({ x: 15, y: 3 });
    expect(parsePoint(spec, "d 4")).toEqual({ x: 3, y: 15 });
    expect(pointName(spec, { x: 15, y: 3 })).toBe("Q16");
  });

  it("that are not on the board are none", () => {
    for (const text of ["", "I5", "A20", "5", "q", "A1B"]) {
      expect(parsePoint(spec, text)).toBeNull();
    }
    expect(nameRange(spec)).toEqual({ first: "A1", last: "T19" });
  });
});

describe("the status line", () => {
  it("says whose move it is to the one who plays it", () => {
    const black = { yours: ["BLACK"] as const, status: { key: "status.play.black" } };
    expect(statusText(words, kind, fakeView({ ...black, yours: ["BLACK"] }))).toBe("Your move.");
    expect(statusText(words, kind, fakeView({ yours: ["WHITE"] }))).toBe("Black to move.");
  });

  it("says what was captured, and by whom", () => {
    const status = { key: "status.captured.black", values: { count: 2 } };
    expect(statusText(words, kind, fakeView({ yours: ["BLACK"], status }))).toBe(
      "White captured 2. Your move.",
    );
    expect(statusText(words, kind, fakeView({ yours: ["WHITE"], status }))).toBe(
      "You captured 2. Black to move.",
    );
    expect(statusText(chinese, kind, fakeView({ yours: ["BLACK"], status }))).toBe(
      "白方提了 2 子，轮到你了。",
    );
  });

  it("does not call it a capture when a side removed its own stones", () => {
    const status = { key: "status.suicide.black", values: { count: 3 } };
    expect(statusText(words, kind, fakeView({ yours: ["BLACK"], status }))).toBe(
      "White removed 3 of their own stones. Your move.",
    );
    expect(statusText(chinese, kind, fakeView({ yours: ["WHITE"], status }))).toBe("你自提 3 子，轮到黑方。");
  });

  it("keeps the server's words for those who watch or play both sides", () => {
    expect(statusText(words, kind, fakeView())).toBe("Black to move.");
    expect(statusText(words, kind, fakeView({ yours: [] }))).toBe("Black to move.");
  });

  it("tells who must pass to do so", () => {
    expect(guidanceText(words, kind, fakeView({}, { legalMoves: [] }))).toBe("You have no move here: pass.");
    expect(guidanceText(words, kind, fakeView({ actors: [] }, { legalMoves: [] }))).toBeNull();
  });

  it("says how it ended to the one who won and the one who lost", () => {
    const over = { isGameOver: true, winner: "WHITE" } as const;
    expect(endTitle(words, fakeView({ yours: ["WHITE"] }, over))).toBe("You won");
    expect(endTitle(words, fakeView({ yours: ["BLACK"] }, over))).toBe("You lost");
    expect(endTitle(words, fakeView({}, over))).toBe("White wins");
    expect(endTitle(words, fakeView({}, { isGameOver: true, winner: "DRAW" }))).toBe("A draw");
    expect(endTitle(words, fakeView({}, { isGameOver: true }))).toBe("The end");
  });

  it("says why a move was refused, in the player's language", () => {
    expect(refusalText(words, kind, { code: "KO", detail: "" })).toBe("Ko: play elsewhere first.");
    expect(refusalText(chinese, kind, { code: "KO", detail: "" })).toBe("打劫：请先在别处落子。");
    const foul = { code: "FORBIDDEN", detail: "", words: { en: "Two fours.", zh: "四四禁手。" } };
    expect(refusalText(words, kind, foul)).toBe("Two fours.");
    expect(refusalText(chinese, kind, foul)).toBe("四四禁手。");
    expect(refusalText(words, kind, { code: "NEWER", detail: "Something new." })).toBe("Something new.");
  });
});

describe("what is heard", () => {
  const stone = { player: "WHITE", x: 3, y: 15 } as const;
  const first = { player: "BLACK", x: 2, y: 2 } as const;

  it("is every move", () => {
    expect(news(words, kind, spec, [], [first, stone], NOTHING)).toBe("Black C17, White D4");
    expect(news(words, kind, spec, [first], [first, { player: "WHITE", pass: true }], NOTHING)).toBe(
      "White passes",
    );
    expect(news(words, kind, spec, [first], [first], NOTHING)).toBe("");
  });

  it("names the stone's colour where players place both", () => {
    const grid = Array.from({ length: 19 }, (_, y) =>
      Array.from({ length: 19 }, (_, x) => (x === 3 && y === 15 ? ("WHITE" as const) : null)),
    );
    const placed = { player: "BLACK", x: 3, y: 15 } as const;
    expect(news(words, kind, spec, [first], [first, placed], { change: null, grid })).toBe("White D4");
  });

  it("counts the discs that turn over, and the moves that are taken back", () => {
    const change = { key: 1, placed: [], removed: [], flipped: [{ x: 1, y: 1 }], at: null };
    expect(news(words, kind, spec, [first], [first, stone], { change, grid: [] })).toBe(
      "White D4, turns 1 over",
    );
    expect(news(words, kind, spec, [first, stone], [first], NOTHING)).toBe("Moves taken back: 1");
    expect(news(words, kind, spec, [first, stone, first], [], NOTHING)).toBe("The game begins again");
  });

  it("tells all about a point", () => {
    const about = {
      stone: "BLACK",
      isLast: true,
      isWinning: false,
      isDead: true,
      isForbidden: false,
      isLegal: false,
    } as const;
    expect(pointLabel(words, "D4", { ...about, territory: null })).toBe(
      "D4, black stone, marked dead, last move",
    );
    expect(
      pointLabel(chinese, "D4", { ...about, stone: null, isLast: false, isDead: false, territory: "WHITE" }),
    ).toBe("D4，空点，白方的地");
  });
});

describe("the list of moves", () => {
  it("has both sides beside each other, and choices in a line of their own", () => {
    const rows = rowsOf(
      entriesOf(
        words,
        kind,
        spec,
        fakeState({
          moves: [
            { player: "BLACK", x: 0, y: 0 },
            { player: "BLACK", x: 1, y: 0 },
            { player: "WHITE", action: "choose", choice: "black" },
            { player: "BLACK", x: 2, y: 0 },
            { player: "WHITE", pass: true },
            { player: "BLACK", action: "mark_dead", points: [{ x: 0, y: 0 }] },
            { player: "BLACK", action: "resign" },
          ],
        }),
      ),
    );
    expect(rows.map((row) => [row.number, row.black?.text, row.white?.text, row.aside?.text])).toEqual([
      [1, "A19", undefined, undefined],
      [2, "B19", undefined, undefined],
      [0, undefined, undefined, "Play Black"],
      [3, "C19", "pass", undefined],
      [0, undefined, undefined, "resigns"],
    ]);
    expect(rows.at(-1)?.aside?.index).toBe(7);
  });
});

describe("who sits where", () => {
  it("puts oneself below the board, and Black for those who watch", () => {
    expect(sidesOf(fakeView({ yours: ["WHITE"] }))).toMatchObject({
      bottom: "WHITE",
      top: "BLACK",
      mine: "WHITE",
    });
    expect(sidesOf(fakeView({ yours: [] }))).toMatchObject({ bottom: "BLACK", mine: null, isWatching: true });
    expect(sidesOf(fakeView())).toMatchObject({ bottom: "BLACK", mine: null, hasBoth: true });
  });

  it("knows whose turn it is", () => {
    expect(turnOf(fakeView({ yours: ["WHITE"] }))).toBeNull();
    expect(turnOf(fakeView({ actors: ["WHITE"] }))).toBe("WHITE");
  });

  it("calls programs by their level", () => {
    expect(playerName(words, { name: "level:4", player: "level:4" }, "WHITE")).toBe("Level 4");
    expect(playerName(words, { name: "", player: "human" }, "WHITE")).toBe("White");
    expect(playerName(words, { name: "Ann", player: "human" }, "WHITE")).toBe("Ann");
  });
});

describe("what can be done", () => {
  it("is only what the server says can be asked", () => {
    const can = possible(
      fakeView({ canAsk: ["takeback"] }, { moves: [{ player: "BLACK", x: 0, y: 0 }] }),
      kind,
    );
    expect(can).toMatchObject({
      undo: "yes",
      redo: "off",
      restart: "hidden",
      rematch: "hidden",
      pass: "yes",
    });
    expect(possible(fakeView({ yours: [], canAsk: [] }), kind)).toMatchObject({
      undo: "hidden",
      pass: "hidden",
      resign: "hidden",
    });
  });

  it("ends with a rematch", () => {
    const over = fakeView(
      { canAsk: ["rematch", "takeback"], actors: [] },
      { isGameOver: true, canPass: false },
    );
    expect(possible(over, kind)).toMatchObject({
      rematch: "yes",
      resign: "hidden",
      undo: "yes",
    });
    expect(possible({ ...over, nextId: "next" }, kind).rematch).toBe("hidden");
  });

  it("has no resigning where nobody wins, and no draw against a program", () => {
    expect(possible(fakeView(), fakeKind({ canBeWon: false })).resign).toBe("hidden");
    const program = { name: "level:1", player: "level:1", isOpen: false, isOwned: false, isGuest: false };
    const human = { name: "Ann", player: "human", isOpen: false, isOwned: true, isGuest: false };
    const view = fakeView({ yours: ["BLACK"] }, { players: { BLACK: human, WHITE: program } });
    expect(possible(view, kind).draw).toBe("hidden");
  });
});

describe("rules in words", () => {
  const option = {
    type: "choice",
    default: "simple",
    choices: ["simple"],
    minimum: null,
    maximum: null,
    step: null,
    shownWhen: {},
    advanced: true,
    offeredToPeople: null,
  };
  const rich = fakeKind({
    options: [
      { ...option, name: "ko", textKey: "option.ko" },
      { ...option, name: "komi", type: "number", advanced: false, textKey: "option.komi" },
      { ...option, name: "late", textKey: "option.late", shownWhen: { ko: ["positional"] } },
    ],
    presets: { usual: { ko: "simple" } },
    words: {
      en: {
        "option.ko": "Ko",
        "option.ko.simple": "Simple ko",
        "option.komi": "Komi",
        "preset.usual": "Usual",
      },
    },
  });

  it("leave out what the preset's name says, and what does not apply", () => {
    expect(rulesInWords(words, rich, { preset: "usual", ko: "simple", komi: 6.5, late: true })).toEqual([
      { key: "preset", name: "Rules", value: "Usual" },
      { key: "komi", name: "Komi", value: "6.5" },
    ]);
    expect(rulesInWords(words, rich, { ko: "simple" })).toEqual([
      { key: "ko", name: "Ko", value: "Simple ko" },
    ]);
  });

  it("tell the clock", () => {
    const side = { mainMs: 0, periodMs: 0, periods: 0, stones: 0 };
    const clock = { running: null, BLACK: side, WHITE: side, mainMs: 600_000, incrementMs: 0, stones: 0 };
    expect(clockInWords(words, { ...clock, kind: "byoyomi", periodMs: 30_000, periods: 3 })).toBe(
      "10 min, then 3 × 30 s byo-yomi",
    );
    expect(clockInWords(words, null)).toBe("no clock");
  });
});

it("files are named after the game and the day", () => {
  expect(fileName("GO", "sgf", new Date(2026, 0, 5))).toBe("tengen-go-2026-01-05.sgf");
});
