import { act, cleanup, fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { api, Refused } from "../../api/rest";
import { useSettings } from "../../settings";
import { fakeKind } from "../../sitting/fakes";
import { pointLabel } from "../../sitting/lines";
import { treeOf } from "../../sitting/positions";
import { fakeNode, fakeReplay, fakeStone, fakeTree } from "../../sitting/replayFakes";
import { wordsOf } from "../../words/useWords";
import { factsOf } from "./facts";
import { letterOf, marksAt, marksOf, territoryOf } from "./marks";
import { seatsOf } from "./PlayOn";
import { ReviewPage } from "./ReviewPage";
import { useCursor } from "./useCursor";
import { looksLikeRecord } from "./useRecord";

vi.mock("../../sitting/useKinds", () => ({ useKinds: () => ({ kinds: [fakeKind()], failure: null }) }));

const words = wordsOf("en");

beforeEach(() => {
  useSettings.setState({ language: "en", numbers: false });
  history.replaceState(null, "");
});
afterEach(cleanup);

describe("the cursor", () => {
  const tree = treeOf(fakeTree());

  it("steps to the end and no further", () => {
    const { result } = renderHook(() => useCursor(tree));
    act(() => result.current.step(1));
    expect(result.current).toMatchObject({ at: 1, place: 1, isStep: true, line: [0, 1, 2, 3] });
    act(() => result.current.step(Infinity));
    expect(result.current).toMatchObject({ at: 3, isStep: false });
    act(() => result.current.step(1));
    expect(result.current.at).toBe(3);
    act(() => result.current.step(-Infinity));
    expect(result.current.at).toBe(0);
  });

  it("goes between variations, and remembers the one it was in", () => {
    const { result } = renderHook(() => useCursor(tree));
    act(() => result.current.go(2));
    act(() => result.current.vary(1));
    expect(result.current.at).toBe(4);
    act(() => result.current.step(-1));
    act(() => result.current.step(1));
    expect(result.current.at).toBe(4);
    act(() => result.current.vary(5));
    expect(result.current.at).toBe(4);
  });

  it("chooses the way on where it stands before a branch", () => {
    const { result } = renderHook(() => useCursor(tree));
    act(() => result.current.go(1));
    act(() => result.current.vary(1));
    expect(result.current.at).toBe(1);
    expect(result.current.line).toEqual([0, 1, 4]);
  });

  it("plays a move each half second, stops at the end, and begins again from there", () => {
    vi.useFakeTimers();
    try {
      const { result } = renderHook(() => useCursor(tree));
      act(() => result.current.togglePlaying());
      act(() => vi.advanceTimersByTime(1000));
      expect(result.current.at).toBe(2);
      act(() => vi.advanceTimersByTime(5000));
      expect(result.current).toMatchObject({ at: 3, isPlaying: false });
      act(() => result.current.togglePlaying());
      expect(result.current).toMatchObject({ at: 0, isPlaying: true });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("marks", () => {
  const tree = treeOf(fakeTree());

  it("have a letter for each way on, which is no label", () => {
    expect(marksOf(tree, 1)).toEqual([
      { x: 1, y: 0, kind: "variation", text: "A" },
      { x: 2, y: 0, kind: "variation", text: "B" },
      { x: 3, y: 0, kind: "variation", text: "C" },
    ]);
    expect(marksOf(tree, 5)).toEqual([{ x: 0, y: 0, kind: "triangle" }]);
    expect([letterOf(25), letterOf(26)]).toEqual(["Z", "27"]);
  });

  it("of people and of ways on share a point, and are told apart in words", () => {
    const nodes = fakeTree();
    const labelled = { ...nodes[1], marks: [{ kind: "label", points: [[2, 0]], text: "A" }] };
    const marks = marksOf(treeOf([nodes[0], labelled, ...nodes.slice(2)] as never), 1);
    const there = marksAt(marks, { x: 2, y: 0 });
    expect(there.map(({ kind, text }) => [kind, text])).toEqual([
      ["label", "A"],
      ["variation", "B"],
    ]);
    const about = { stone: null, isLast: false, isDead: false, isWinning: false, isForbidden: false };
    const told = { ...about, isLegal: false, territory: null, marks: there };
    expect(pointLabel(words, "C5", told)).toBe("C5, empty, label A, variation B");
    expect(pointLabel(wordsOf("zh"), "C5", told)).toBe("C5，空点，标字 A，变化 B");
  });

  it("of territory are told apart", () => {
    const [node] = fakeTree();
    expect(territoryOf(node, 2, 1)).toBeNull();
    const marked = {
      ...fakeReplay().nodes[0],
      marks: [{ kind: "territory_white", points: [[1, 0]], text: "" }],
    };
    expect(territoryOf(marked as never, 2, 1)).toEqual([[null, "WHITE"]]);
  });
});

describe("what a record says", () => {
  it("is told in words", () => {
    const facts = factsOf(words, fakeKind(), fakeReplay()).map(({ name, value }) => `${name}: ${value}`);
    expect(facts).toEqual([
      "Game: Go 5×5",
      "Black: Ann 5d",
      "White: Level 3",
      "Result: Black wins by 2.5.",
      "Date: 2026-01-31",
      "Event: The final",
    ]);
  });

  it("is recognised when it is pasted", () => {
    expect(looksLikeRecord("(;GM[1])")).toBe(true);
    expect(looksLikeRecord('{"format":"tengen-save"}')).toBe(true);
    expect(looksLikeRecord("f5d6c3d3")).toBe(true);
    expect(looksLikeRecord("hello")).toBe(false);
  });
});

it("playing on seats the person and the partner", () => {
  expect(seatsOf("beside", "WHITE", "level:4", "")).toEqual({
    players: { BLACK: "human", WHITE: "human" },
    seat: null,
    name: null,
  });
  expect(seatsOf("computer", "WHITE", "level:4", "Ann")).toEqual({
    players: { BLACK: "level:4", WHITE: "human" },
    seat: "WHITE",
    name: "Ann",
  });
  expect(seatsOf("friend", "BLACK", "level:4", "").players.WHITE).toBe("human");
});

describe("the page", () => {
  function show(gameId: string | null) {
    const { hook, history } = memoryLocation({ path: "/review", record: true });
    render(
      <Router hook={hook}>
        <ReviewPage place={gameId === null ? null : { kind: "match", id: gameId }} />
      </Router>,
    );
    return history;
  }

  it("opens a match, and steps through comments and variations by keys", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay());
    await act(async () => void show("game"));
    expect(screen.getByText("How it begins.")).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(screen.getByRole("gridcell", { name: "A5, black stone, last move" })).toBeTruthy();
    const ways = screen.getAllByRole("button", { name: /^Variation [ABC] [BCD]5$/ });
    expect(ways).toHaveLength(3);
    fireEvent.click(ways[1] as HTMLElement);
    expect(screen.getByRole("gridcell", { name: "C5, white stone, last move" })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "ArrowUp" });
    expect(screen.getByText("A quiet move.")).toBeTruthy();
  });

  it("steps by the space bar, to both ends, plays by P, and lists its keys", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay());
    await act(async () => void show("game"));
    const press = (key: string) => fireEvent.keyDown(document.body, { key });
    const place = () => document.querySelector(".tg-transport-place")?.textContent;
    press(" ");
    press(" ");
    expect(place()).toBe("2 / 3");
    press("End");
    expect(place()).toBe("3 / 3");
    press("Home");
    expect(place()).toBe("0 / 3");
    fireEvent.wheel(screen.getByRole("grid"), { deltaY: 120 });
    expect(place()).toBe("1 / 3");
    press("p");
    expect(screen.getByRole("button", { name: "Stop playing" })).toBeTruthy();
    press("?");
    expect(screen.getByRole("heading", { name: "Keys" })).toBeTruthy();
    expect(screen.getByText("Between variations")).toBeTruthy();
    press("Escape");
    expect(screen.queryByRole("heading", { name: "Keys" })).toBeNull();
  });

  it("opens a text, says what is wrong with it, and shows the games of a collection", async () => {
    const open = vi
      .spyOn(api, "openFile")
      .mockRejectedValueOnce(new Refused("BAD_RECORD", "No game here.", 400));
    show(null);
    const paste = async (text: string) => {
      fireEvent.change(screen.getByRole("textbox"), { target: { value: text } });
      await act(async () => fireEvent.click(screen.getByRole("button", { name: "Open the text" })));
    };
    await paste("nonsense");
    expect(screen.getByText("No game here.")).toBeTruthy();
    open.mockResolvedValue(fakeReplay({ titles: ["One", "Two"] }));
    await paste("(;GM[1])");
    await act(async () => fireEvent.click(screen.getByRole("button", { name: /Two/ })));
    expect(open).toHaveBeenLastCalledWith("(;GM[1])", 1);
  });

  it("goes on from the moment that is shown", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay());
    const load = vi.spyOn(api, "load").mockResolvedValue({ gameId: "new" } as never);
    let history: string[] | undefined;
    await act(async () => {
      history = show("game");
    });
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    fireEvent.click(screen.getByRole("button", { name: "Play on from here" }));
    fireEvent.click(screen.getByRole("radio", { name: "Someone at this screen" }));
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Play" })));
    expect(load).toHaveBeenCalledWith(expect.objectContaining({ save: { format: "tengen-save" }, node: 1 }));
    expect(history?.at(-1)).toBe("/game/new");
  });

  it("lists no settling of dead stones, and numbers the moves as if there were none", async () => {
    const nodes = fakeTree().slice(0, 2);
    const points = [{ x: 0, y: 0 }];
    nodes.push(fakeNode(1, { move: { player: "WHITE", pass: true } }));
    nodes.push(fakeNode(2, { move: { player: "WHITE", action: "mark_dead", points } }));
    nodes.push(fakeNode(3, { move: { player: "BLACK", action: "agree" } }));
    nodes.push(fakeNode(4, { move: { player: "BLACK", action: "resume" } }));
    nodes.push(fakeStone(5, "BLACK", 2, 0));
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay({ nodes }));
    await act(async () => void show("game"));
    const listed = within(screen.getByRole("list", { name: "Moves" })).getAllByRole("button");
    expect(listed.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Move 1, Black A5",
      "Move 2, White pass",
      "Black: plays on",
      "Move 3, Black C5",
    ]);
    fireEvent.keyDown(document.body, { key: "End" });
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(screen.getByText("White calls dead: A5")).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/game\.|review\./);
  });

  it("says in a line what was cut off, and again before play goes on", async () => {
    const trouble = { en: "Move 3 is not possible.", zh: "第 3 手不合规则。" };
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay({ trouble }));
    await act(async () => void show("game"));
    expect(screen.getByText(/wrong with this record: Move 3 is not possible\./)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Play on from here" }));
    expect(screen.getByText(/wrong with this record: Move 3 is not possible\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it("offers no game from a file that contradicts itself", async () => {
    const trouble = { en: "The board differs.", zh: "棋盘不符。" };
    vi.spyOn(api, "replay").mockResolvedValue(fakeReplay({ trouble, save: null }));
    await act(async () => void show("game"));
    fireEvent.click(screen.getByRole("button", { name: "Play on from here" }));
    expect(screen.getByText(/no game can continue from it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Play" })).toBeNull();
  });

  it("is kind about a match that is not there", async () => {
    vi.spyOn(api, "replay").mockRejectedValue(new Refused("NO_SUCH_GAME", "", 404));
    await act(async () => void show("gone"));
    expect(screen.getByRole("heading", { name: "There is no such game" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "To the start page" })).toBeTruthy();
  });
});
