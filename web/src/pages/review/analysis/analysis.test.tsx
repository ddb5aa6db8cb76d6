import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { api, Refused } from "../../../api/rest";
import type { Analysis, Candidate, ColorName, XY } from "../../../api/types";
import { useSettings } from "../../../settings";
import { fakeKind, fakeSpec } from "../../../sitting/fakes";
import { fakeReplay } from "../../../sitting/replayFakes";
import { wordsOf } from "../../../words/useWords";
import { ReviewPage } from "../ReviewPage";
import { lineName, lineOf } from "./lines";
import { estimateOf, ownersText } from "./owners";
import { planOf, pointNews, stonesOf } from "./plan";
import { REST_MS } from "./useAnalysis";
import { answeredText, discText, markName, markSign, valueText, worthText } from "./values";

const GAME = {
  name: "Five",
  "mark.open-four": "open four",
  "sign.open-four": "4",
  "mark.winning-line": "winning line",
  "mark.dead": "dead",
  "sign.dead": "x",
};
const kind = fakeKind({ words: { en: GAME, zh: { ...GAME, name: "五子棋", "mark.open-four": "活四" } } });

vi.mock("../../../sitting/useKinds", () => ({ useKinds: () => ({ kinds: [kind], failure: null }) }));

const spec = fakeSpec();
const words = wordsOf("en");
const at = (x: number, y: number) => ({ x, y });

function candidate(part: Partial<Candidate> = {}): Candidate {
  return {
    line: [at(2, 2), at(1, 1), at(3, 3)],
    win: 0.57,
    margin: null,
    spread: null,
    visits: 10,
    prior: null,
    proof: null,
    winsIn: null,
    defences: [],
    ...part,
  };
}

function analysis(part: Partial<Analysis> = {}): Analysis {
  return {
    win: 0.57,
    margin: null,
    exact: null,
    best: [candidate(), candidate({ line: [at(4, 4)], win: 0.4, visits: 5 })],
    marks: [],
    ownership: null,
    nodes: 1234,
    depth: 7,
    ...part,
  };
}

/** A board with one stone. */
const oneStone = (color: ColorName, { x, y }: XY) =>
  Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: 5 }, (_, column) => (row === y && column === x ? color : null)),
  );

const FORCED = candidate({
  line: [at(2, 2), at(1, 1), at(3, 3), at(4, 4), at(0, 4)],
  win: 1,
  proof: "win",
  winsIn: 3,
  defences: [
    { number: 2, lines: [[at(1, 1)], [at(0, 0), at(2, 3)]] },
    { number: 4, lines: [[at(4, 4)]] },
  ],
});
const WON = analysis({
  win: 1,
  best: [FORCED, candidate({ line: [at(4, 0)] })],
  marks: [
    { key: "open-four", points: [at(2, 2), at(0, 1)] },
    { key: "winning-line", points: [at(2, 2), at(1, 1)] },
    { key: "never-heard-of", points: [at(4, 1)] },
  ],
});

describe("a worth in words", () => {
  it("is that of the side to move", () => {
    expect(valueText(words, candidate(), "BLACK")).toBe("57 %");
    expect(valueText(words, candidate(), "WHITE")).toBe("43 %");
    expect(valueText(words, candidate({ margin: -3.5 }), "WHITE")).toBe("43 % · +3.5");
    expect(discText(words, candidate({ margin: -3.5 }), "WHITE")).toBe("43");
  });

  it("is never certain where nothing is proven", () => {
    expect(valueText(words, candidate({ win: 0.9999 }), "BLACK")).toBe("99 %");
    expect(worthText(words, analysis({ win: 0.0001 }))).toBe("White is ahead: 99 %.");
  });

  it("says in how many moves a win is proven, for either side", () => {
    const proven = candidate({ win: 1, proof: "win", winsIn: 7 });
    expect([valueText(words, proven, "BLACK"), discText(words, proven, "BLACK")]).toEqual([
      "wins in 7",
      "W7",
    ]);
    expect([valueText(words, proven, "WHITE"), discText(words, proven, "WHITE")]).toEqual([
      "loses in 7",
      "L7",
    ]);
    expect(valueText(wordsOf("zh"), proven, "BLACK")).toBe("7 步内胜");
    expect(worthText(words, analysis({ win: 1, best: [proven] }))).toBe("Black wins in 7 moves, proven.");
  });

  it("says of an exact result that it is exact", () => {
    const exact = candidate({ win: 0, margin: -12, proof: "margin" });
    expect([valueText(words, exact, "BLACK"), discText(words, exact, "BLACK")]).toEqual([
      "loses by 12, exact",
      "−12",
    ]);
    expect(valueText(words, exact, "WHITE")).toBe("wins by 12, exact");
    expect(worthText(words, analysis({ win: 0, exact: -12, best: [exact] }))).toBe(
      "White wins by 12, proven.",
    );
    const even = candidate({ win: 0.5, margin: 0, proof: "margin" });
    expect(valueText(words, even, "BLACK")).toBe("draw, exact");
    expect(worthText(words, analysis({ win: 0.5, exact: 0, best: [even] }))).toBe("A draw, proven.");
  });

  it("tells who holds how much, and who leads where that was not told", () => {
    const ownership = Array<number>(25).fill(0);
    ownership.splice(0, 8, 1, 0.9, 0.8, 0.7, 0.6, -0.6, -1, 0.2);
    const stones = oneStone("BLACK", at(4, 4));
    const told = (part: Partial<Analysis>, language: "en" | "zh" = "en") => {
      const found = analysis({ ownership, ...part });
      const estimate = estimateOf(found, stones);
      return estimate === null ? null : ownersText(wordsOf(language), found, estimate);
    };
    const held = "Points held: Black 5, White 2; open: 18.";
    expect(told({ margin: 3.4 })).toBe(held);
    expect(told({ win: 0.5, margin: 0.6 })).toBe(`Black leads by about 0.5. ${held}`);
    expect(told({ win: 0.55, margin: -0.9 })).toBe(`White leads by about 1. ${held}`);
    expect(told({ win: 0.5, margin: -0.2 }, "zh")).toBe("形势大致相当。所占点数：黑 5，白 2；未定 18。");
    expect(told({ margin: 3.4, ownership: null })).toBeNull();
    const dead = [{ key: "dead", points: [at(4, 4)] }];
    expect(told({ margin: 3.4, marks: dead })).toBe("Points held: Black 5, White 3; open: 17.");
  });

  it("is unknown where nothing is told", () => {
    expect(worthText(words, analysis({ win: null, best: [] }))).toBe("Nothing can be told of this position.");
  });
});

describe("on the board", () => {
  it("stand the moves with their worth and the signs of the game, one it does not know as a plain sign", () => {
    const plan = planOf(words, kind, WON, "BLACK", null);
    expect(plan.suggestions.map(({ x, y, text, isBest }) => [x, y, text, isBest])).toEqual([
      [2, 2, "W3", true],
      [4, 0, "57", false],
    ]);
    expect(plan.signs.map(({ text }) => text)).toEqual(["4", "4", "!"]);
    const unknown = { key: "never-heard-of", points: [] };
    expect([markName(words, kind, unknown), markSign(words, kind, unknown)]).toEqual([
      "point to look at",
      "!",
    ]);
    expect(pointNews(words, kind, WON, "BLACK", plan, at(2, 2))).toEqual([
      "open four",
      "best move 1, wins in 3",
    ]);
  });

  it("stand the stones of a line in turn, and beside them the other answers", () => {
    const plan = planOf(words, kind, WON, "WHITE", lineName(0));
    expect(plan.suggestions).toEqual([]);
    expect(plan.line.map(({ color, number }) => `${color[0]}${number}`)).toEqual([
      "W1",
      "B2",
      "W3",
      "B4",
      "W5",
    ]);
    expect(plan.signs).toContainEqual({ x: 0, y: 0, text: "2" });
    expect(pointNews(words, kind, WON, "WHITE", plan, at(0, 0))).toEqual([
      "another answer at stone 2 of the line",
    ]);
    expect(pointNews(words, kind, WON, "WHITE", plan, at(1, 1))).toEqual(["stone 2 of the line"]);
  });

  it("stand dead stones as such, with no sign of their own", () => {
    const found = analysis({ marks: [{ key: "dead", points: [at(3, 0)] }] });
    const plan = planOf(words, kind, found, "BLACK", null);
    expect([plan.dead, plan.signs]).toEqual([[at(3, 0)], []]);
    expect(pointNews(words, kind, found, "BLACK", plan, at(3, 0))).toEqual(["dead"]);
  });

  it("a pass takes a number and no stone", () => {
    expect(stonesOf([at(0, 0), "PASS", at(1, 1)], "BLACK")).toEqual([
      { x: 0, y: 0, color: "BLACK", number: 1 },
      { x: 1, y: 1, color: "BLACK", number: 3 },
    ]);
  });

  it("another answer has a line of its own, which begins like the first", () => {
    expect(lineOf(WON, lineName(0, 2, 1))).toEqual([at(2, 2), at(0, 0), at(2, 3)]);
    expect(lineName(0, 2, 0)).toBe(lineName(0));
    expect(lineOf(WON, "7")).toBeNull();
    expect(answeredText(words, spec, FORCED)).toBe("B4/A5 D2 E1 A1");
  });
});

describe("the page", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay());
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    useSettings.setState({ analysis: false, analysisLines: 5, analysisOwners: false, language: null });
    kind.features.territory = true;
  });

  async function show() {
    const { hook } = memoryLocation({ path: "/review" });
    await act(async () => {
      render(
        <Router hook={hook}>
          <ReviewPage place={{ kind: "match", id: "game" }} />
        </Router>,
      );
    });
  }
  const rest = () => act(async () => void (await vi.advanceTimersByTimeAsync(REST_MS)));
  const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }));
  const panel = () => screen.getByRole("region", { name: "Analysis" });
  const drawn = () => Array.from(document.querySelectorAll("[data-planned]"), (stone) => stone.textContent);

  it("asks nothing until it is told to, by a button or a key, and remembers it", async () => {
    const analyze = vi.spyOn(api, "analyze").mockResolvedValue(analysis());
    await show();
    await rest();
    expect(analyze).not.toHaveBeenCalled();
    const button = screen.getByRole("button", { name: "Analysis" });
    expect(button.getAttribute("aria-pressed")).toBe("false");
    await press("a");
    expect(button.getAttribute("aria-pressed")).toBe("true");
    expect(useSettings.getState().analysis).toBe(true);
    await rest();
    const game = { save: { format: "tengen-save" }, node: 0 };
    expect(analyze.mock.calls.map(([body]) => body)).toEqual([{ game, lines: 5, longer: false }]);
    expect(within(panel()).getByRole("status").textContent).toBe("Black is ahead: 57 %. Best: C3.");
    await press("a");
    expect(screen.queryByRole("region", { name: "Analysis" })).toBeNull();
  });

  it("asks only where one stays, breaks off what is left, and asks nothing twice", async () => {
    const signals: AbortSignal[] = [];
    const analyze = vi.spyOn(api, "analyze").mockImplementation((_, signal) => {
      signals.push(signal);
      return signals.length === 2 ? new Promise(() => undefined) : Promise.resolve(analysis());
    });
    useSettings.setState({ analysis: true });
    await show();
    await rest();
    await press("ArrowRight");
    await press("ArrowRight");
    await rest();
    expect(analyze.mock.calls.map(([body]) => "node" in body.game && body.game.node)).toEqual([0, 2]);
    await press("Home");
    expect(signals[1]?.aborted).toBe(true);
    await rest();
    expect(analyze).toHaveBeenCalledTimes(2);
    expect(within(panel()).getByRole("status").textContent).toContain("57 %");
  });

  it("looks at the same position for longer when it is asked to", async () => {
    const analyze = vi.spyOn(api, "analyze").mockResolvedValue(analysis());
    useSettings.setState({ analysis: true });
    await show();
    await rest();
    analyze.mockResolvedValue(analysis({ win: 0.7 }));
    await act(async () => void fireEvent.click(within(panel()).getByRole("button", { name: "Look longer" })));
    await rest();
    expect(analyze.mock.calls.at(-1)?.[0]).toMatchObject({ longer: true });
    expect(within(panel()).getByRole("status").textContent).toContain("70 %");
  });

  it("shows the line of a win at once, and other lines by key, focus and press", async () => {
    vi.spyOn(api, "analyze").mockResolvedValue(WON);
    useSettings.setState({ analysis: true });
    await show();
    await rest();
    expect(drawn()).toEqual(["1", "2", "3", "4", "5"]);
    expect(within(panel()).getByText("wins in 3")).toBeTruthy();
    expect(screen.getByRole("gridcell", { name: /^B4, .*stone 2 of the line/ })).toBeTruthy();
    await press("1");
    expect(drawn()).toEqual([]);
    expect(document.querySelectorAll("[data-suggestion]")).toHaveLength(2);
    await press("2");
    expect(drawn()).toEqual(["1"]);
    await act(
      async () =>
        void fireEvent.click(within(panel()).getByRole("button", { name: /^1\.\s*C3,\s*wins in 3/ })),
    );
    expect(drawn()).toEqual(["1", "2", "3", "4", "5"]);
    await act(
      async () => void fireEvent.click(within(panel()).getByRole("button", { name: "Answers on the way" })),
    );
    expect(within(panel()).getByText("4 White: E1, the only answer")).toBeTruthy();
    const other = within(panel()).getByRole("button", { name: "2 White: A5, then C2" });
    await act(async () => void fireEvent.pointerEnter(other, { pointerType: "mouse" }));
    expect(drawn()).toEqual(["1", "2", "3"]);
    await act(async () => void fireEvent.pointerLeave(other, { pointerType: "mouse" }));
    expect(drawn()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("draws whose each point will be when it is asked to, by a button or a key, and remembers it", async () => {
    const ownership = Array<number>(25).fill(0);
    ownership.splice(0, 4, -0.1, 1, 0.5, -0.4);
    const marks = [{ key: "dead", points: [at(0, 0)] }];
    vi.spyOn(api, "analyze").mockResolvedValue(analysis({ win: 0.5, margin: 0.5, ownership, marks }));
    useSettings.setState({ analysis: true });
    await show();
    await press("ArrowRight");
    await rest();
    const squares = () => document.querySelectorAll(".board-territory").length;
    expect(squares()).toBe(0);
    expect(document.querySelectorAll("[data-dead]")).toHaveLength(1);
    expect(screen.getByRole("gridcell", { name: /^A5, black stone, last move, dead$/ })).toBeTruthy();
    await press("e");
    expect(squares()).toBe(4);
    expect(screen.getByRole("gridcell", { name: /^A5, .*probably White's, dead$/ })).toBeTruthy();
    expect(within(panel()).getByRole("status").textContent).toContain("Black leads by about 0.5.");
    const button = within(panel()).getByRole("button", { name: "Ownership" });
    expect(button.getAttribute("aria-pressed")).toBe("true");
    await press("ArrowRight");
    await rest();
    expect(squares()).toBe(4);
    await act(async () => void fireEvent.click(button));
    expect(squares()).toBe(0);
    expect(within(panel()).getByRole("status").textContent).not.toContain("leads");
    expect(useSettings.getState().analysisOwners).toBe(false);
  });

  it("offers no owners where no points are surrounded", async () => {
    kind.features.territory = false;
    vi.spyOn(api, "analyze").mockResolvedValue(analysis());
    useSettings.setState({ analysis: true });
    await show();
    await rest();
    await press("e");
    expect(within(panel()).queryByRole("button", { name: "Ownership" })).toBeNull();
    expect(useSettings.getState().analysisOwners).toBe(false);
  });

  it("says why nothing is told", async () => {
    vi.spyOn(api, "analyze").mockRejectedValue(new Refused("RATED_GAME_RUNNING", "In English.", 403));
    useSettings.setState({ analysis: true, language: "zh" });
    await show();
    await rest();
    const region = screen.getByRole("region", { name: "分析" });
    expect(within(region).getByRole("status").textContent).toContain("等级分对局");
  });

  it("asks nothing of a file that contradicts itself", async () => {
    const analyze = vi.spyOn(api, "analyze");
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay({ save: null }));
    useSettings.setState({ analysis: true });
    await show();
    await rest();
    expect(analyze).not.toHaveBeenCalled();
    expect(within(panel()).getByRole("status").textContent).toContain("cannot be analysed");
  });
});
