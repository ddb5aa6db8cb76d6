import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { gridOf } from "../../api/fakes";
import { api, Refused } from "../../api/rest";
import type { Arena, ArenaBoard, ArenaListItem } from "../../api/types";
import { useSettings } from "../../settings";
import * as known from "../../sitting/useKinds";
import { wordsOf } from "../../words/useWords";
import { KINDS } from "../start/sampleKinds";
import { WatchPage } from "../start/WatchPage";
import { ArenaPage } from "./ArenaPage";
import { ArenasPage } from "./ArenasPage";
import { openingsOf } from "./names";

const LINE: ArenaListItem = {
  name: "nets-3",
  gameType: "NINE",
  boardSize: 5,
  players: ["level:3", "random", "random (2)"],
  done: 4,
  planned: 12,
  standing: "playing",
  began: "2026-01-01T00:00:00+00:00",
};

function playerOf(number: number, change: Partial<Arena["table"][number]> = {}): Arena["table"][number] {
  return {
    number,
    games: 4,
    wins: 0,
    draws: 0,
    losses: 4,
    points: 0,
    score: 0,
    low: 0,
    high: 0.49,
    elo: -120.4,
    eloError: 80.2,
    eloIsBound: true,
    secondsPerMove: 0.1234,
    longestSeconds: 1,
    faults: 0,
    ...change,
  };
}

function boardOf(change: Partial<ArenaBoard> = {}): ArenaBoard {
  return {
    game: 5,
    black: 1,
    white: 0,
    plies: 2,
    toMove: "BLACK",
    grid: gridOf(".....", ".#...", "..o..", ".....", "....."),
    lastMove: { x: 2, y: 2 },
    ...change,
  };
}

function arenaOf(change: Partial<Arena> = {}): Arena {
  return {
    ...LINE,
    pace: { key: "arena.pace.time", values: { seconds: "0.5" } },
    openings: "random:4",
    table: [
      playerOf(0, {
        wins: 3,
        draws: 1,
        losses: 0,
        points: 3.5,
        score: 0.875,
        low: 0.4,
        high: 0.99,
        elo: 240,
      }),
      playerOf(1),
      playerOf(2, { games: 0, elo: null, eloError: null, eloIsBound: false }),
    ],
    pairs: [{ one: 0, other: 1, games: 4, wins: 3, draws: 1, losses: 0, points: 3.5 }],
    sprt: null,
    failures: 0,
    tooLong: 0,
    boards: [boardOf()],
    games: [],
    ...change,
  };
}

function show(page: React.ReactNode) {
  const { hook } = memoryLocation({ path: "/" });
  render(<Router hook={hook}>{page}</Router>);
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

function rows(title: string): string[][] {
  const table = screen.getByRole("table", { name: title });
  return within(table)
    .getAllByRole("row")
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ""));
}

let visibility: "visible" | "hidden" = "visible";

function see(now: "visible" | "hidden") {
  visibility = now;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [...KINDS], failure: null });
  useSettings.getState().set({ language: "en" });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("an arena", () => {
  it("has its last games, each to be looked at", async () => {
    const ended = { game: 7, first: 1, second: 0, points: 0, plies: 31, isTooLong: false, hasRecord: true };
    const games = [
      { ...ended, result: { key: "status.won_by.white", values: { margin: "12" } } },
      { ...ended, game: 6, result: { key: "status.draw", values: {} }, isTooLong: true },
      { ...ended, game: 5, result: null, plies: 0, hasRecord: false },
    ];
    vi.spyOn(api, "arena").mockResolvedValue(arenaOf({ games, done: 7 }));
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    expect(rows("Games").slice(1)).toEqual([
      ["7", " Random moves Level 3", "White wins by 12.31 moves", "Look at it 7"],
      ["6", " Random moves Level 3", "a draw: too long31 moves", "Look at it 6"],
      ["5", " Random moves Level 3", "could not be played0 moves", ""],
    ]);
    expect(screen.getByText("The last 3 games that ended.")).toBeTruthy();
    expect(screen.getByRole("link", { name: /Look at it\s*7/ }).getAttribute("href")).toBe("/arena/nets-3/7");
  });

  it("waits for the word for its game, and is never called by its code", async () => {
    const asked = vi.spyOn(known, "useKinds").mockReturnValue({ kinds: null, failure: null });
    vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    vi.spyOn(api, "arenas").mockResolvedValue([LINE]);
    show(<ArenaPage name="nets-3" />);
    show(<ArenasPage />);
    await pass(0);
    expect(document.body.textContent).not.toContain("NINE");
    asked.mockReturnValue({ kinds: null, failure: new Refused("OFFLINE", "There is no connection.") });
    await pass(5_000);
    expect(screen.getAllByText(/There is no connection/)).toHaveLength(2);
  });

  it("is a table by strength, with what is not known left open", async () => {
    vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    expect(rows("Table").slice(1)).toEqual([
      ["1", "Level 3", "4", "87.5 %", "40–99 %", "~+240 ±80", "3 1 0", "0.12"],
      ["2", "Random moves", "4", "0.0 %", "0–49 %", "~−120 ±80", "0 0 4", "0.12"],
      ["3", "Random moves (2)", "0", "–", "–", "–", "0 0 4", "0.12"],
    ]);
    expect(rows("Everybody against everybody").slice(1)).toEqual([
      ["1", "Level 3", "·", "3.5/4", "–"],
      ["2", "Random moves", "0.5/4", "·", "–"],
      ["3", "Random moves (2)", "–", "–", "·"],
    ]);
    expect(screen.getAllByRole("rowheader")).toHaveLength(6);
    for (const name of ["Won, drawn, lost", "95 % interval of the score", "Level 3", "Random moves (2)"]) {
      expect(screen.getByRole("columnheader", { name })).toBeTruthy();
    }
    expect(screen.getByText("Nine 5×5 · 0.5 s a move · first 4 moves at random")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "4 of 12 games" })).toBeTruthy();
  });

  it("shows the boards of this moment with who plays", async () => {
    vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    const label = "Game 5: Random moves (Black) against Level 3 (White), move 2";
    expect(screen.getByRole("img", { name: label })).toBeTruthy();
  });

  it("keeps the last board between two games, and none when it has ended", async () => {
    const asked = vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    asked.mockResolvedValue(arenaOf({ boards: [] }));
    await pass(1_000);
    expect(screen.getAllByRole("img")).toHaveLength(1);
    asked.mockResolvedValue(arenaOf({ boards: [boardOf({ game: 6, plies: 1 })] }));
    await pass(1_000);
    expect(screen.getByText("Game 6, move 1")).toBeTruthy();
    asked.mockResolvedValue(arenaOf({ standing: "ended", boards: [] }));
    await pass(1_000);
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("tells how far its test is, and what its columns do not hold", async () => {
    const sprt = {
      elo0: 0,
      elo1: 20,
      llr: 1.234,
      lower: -2.944,
      upper: 2.944,
      pairs: 7,
      verdict: "open",
    } as const;
    vi.spyOn(api, "arena").mockResolvedValue(arenaOf({ sprt, failures: 2 }));
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    expect(
      screen.getByText("SPRT 0 to 20: LLR 1.23 (-2.94 to 2.94) after 7 pairs: not decided yet"),
    ).toBeTruthy();
    expect(screen.getByText(/could not be played: 2/)).toBeTruthy();
  });

  it("is looked at every second, not while nobody sees it, and at once when somebody does again", async () => {
    const asked = vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    await pass(3_000);
    expect(asked).toHaveBeenCalledTimes(4);
    see("hidden");
    await pass(60_000);
    expect(asked).toHaveBeenCalledTimes(4);
    see("visible");
    await pass(0);
    expect(asked).toHaveBeenCalledTimes(5);
    await pass(1_000);
    expect(asked).toHaveBeenCalledTimes(6);
  });

  it("is not looked at any more once it has ended, or the page is left", async () => {
    const asked = vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    asked.mockResolvedValue(arenaOf({ standing: "ended", done: 12, boards: [] }));
    await pass(1_000);
    expect(screen.getByText("Ended")).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
    await pass(60_000);
    see("visible");
    expect(asked).toHaveBeenCalledTimes(2);
    cleanup();
    asked.mockResolvedValue(arenaOf());
    show(<ArenaPage name="other" />);
    await pass(0);
    cleanup();
    await pass(60_000);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("stays as it was last seen when the server is away, and goes on by itself", async () => {
    const asked = vi.spyOn(api, "arena").mockResolvedValue(arenaOf());
    show(<ArenaPage name="nets-3" />);
    await pass(0);
    asked.mockRejectedValue(new Refused("OFFLINE", "away"));
    await pass(1_000);
    expect(screen.getByText(/Not updated/)).toBeTruthy();
    expect(rows("Table")).toHaveLength(4);
    asked.mockResolvedValue(arenaOf({ done: 5 }));
    await pass(5_000);
    expect(screen.queryByText(/Not updated/)).toBeNull();
    expect(screen.getByText("5 of 12 games")).toBeTruthy();
  });

  it("that is not there is said to be none", async () => {
    vi.spyOn(api, "arena").mockRejectedValue(new Refused("NO_SUCH_PAGE", "no", 404));
    show(<ArenaPage name="nothing" />);
    await pass(0);
    expect(screen.getByText("There is no such arena.")).toBeTruthy();
  });
});

describe("where games begin", () => {
  it.each([
    ["random:0", "from the beginning", "从空局开始"],
    ["random:1", "first 1 move at random", "开局随机 1 手"],
    ["random:4", "first 4 moves at random", "开局随机 4 手"],
    ["book.sgf:6", "openings from book.sgf:6", "开局取自 book.sgf:6"],
  ])("is said of %s in words", (openings, en, zh) => {
    expect((["en", "zh"] as const).map((language) => openingsOf(wordsOf(language), openings))).toEqual([
      en,
      zh,
    ]);
  });
});

describe("the list of arenas", () => {
  it("says of each what is played, by whom and how far it is", async () => {
    vi.spyOn(api, "arenas").mockResolvedValue([LINE]);
    show(<ArenasPage />);
    await pass(0);
    const link = screen.getByRole("link", { name: /nets-3/ });
    expect(link.getAttribute("href")).toBe("/arena/nets-3");
    expect(link.textContent).toContain("Nine 5×5");
    expect(link.textContent).toContain("4 of 12 games · Being played");
  });

  it("says how to get one where there is none", async () => {
    vi.spyOn(api, "arenas").mockResolvedValue([]);
    show(<ArenasPage />);
    await pass(0);
    expect(screen.getByText("There are no arenas here yet.")).toBeTruthy();
  });

  it.each([
    [[LINE], 1],
    [[], 0],
  ])("is on the page for watching only when there are any", async (arenas, count) => {
    vi.spyOn(api, "arenas").mockResolvedValue(arenas);
    show(<WatchPage />);
    await pass(0);
    expect(screen.queryAllByRole("heading", { name: "Arenas" })).toHaveLength(count);
  });
});
