import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { api, Refused } from "../../api/rest";
import { useSettings } from "../../settings";
import { wordsOf } from "../../words/useWords";
import { fakeKind } from "../game/fakes";
import { factsOf } from "./facts";
import { fakeReplay, fakeTree } from "./fakes";
import { letterOf, marksOf, territoryOf } from "./marks";
import { seatsOf } from "./PlayOn";
import { treeOf } from "./positions";
import { ReviewPage } from "./ReviewPage";
import { useCursor } from "./useCursor";
import { looksLikeRecord } from "./useRecord";

vi.mock("../../game/useKinds", () => ({ useKinds: () => ({ kinds: [fakeKind()], failure: null }) }));

const words = wordsOf("en");

beforeEach(() => useSettings.setState({ language: "en", numbers: false }));
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

  it("have a letter for each way on", () => {
    expect(marksOf(tree, 1)).toEqual([
      { x: 1, y: 0, kind: "label", text: "A" },
      { x: 2, y: 0, kind: "label", text: "B" },
      { x: 3, y: 0, kind: "label", text: "C" },
    ]);
    expect(marksOf(tree, 5)).toEqual([{ x: 0, y: 0, kind: "triangle" }]);
    expect([letterOf(25), letterOf(26)]).toEqual(["Z", "27"]);
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
    const ways = screen.getAllByRole("button", { name: /^[ABC] ?[BCD]5$/ });
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
    fireEvent.click(screen.getByRole("radio", { name: "Someone here beside me" }));
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Play" })));
    expect(load).toHaveBeenCalledWith(expect.objectContaining({ save: { format: "tengen-save" }, node: 1 }));
    expect(history?.at(-1)).toBe("/game/new");
  });

  it("is kind about a match that is not there", async () => {
    vi.spyOn(api, "replay").mockRejectedValue(new Refused("NO_SUCH_GAME", "", 404));
    await act(async () => void show("gone"));
    expect(screen.getByRole("heading", { name: "There is no such game" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "To the start page" })).toBeTruthy();
  });
});
