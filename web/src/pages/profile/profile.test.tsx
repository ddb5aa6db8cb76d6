import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, gridOf, json, meOf, refusing, viewOf } from "../../api/fakes";
import type { PlayedGame, RatingPoint, User } from "../../api/people";
import { useMe } from "../../people/me";
import { changeText, classesOf, classText, rankText, ratingText } from "../../people/ratings";
import { useSettings } from "../../settings";
import * as known from "../../sitting/useKinds";
import { wordsOf } from "../../words/useWords";
import { CALM, NINE } from "../start/sampleKinds";
import { filterOf } from "./Games";
import { ProfilePage } from "./ProfilePage";
import { dataOf, graphText, sampled } from "./RatingGraph";

const KINDS = [NINE, CALM];
const DAY = 86_400_000;
const BEGUN = Date.UTC(2026, 0, 5, 12);

const USER: User = {
  name: "Ann",
  avatar: 0,
  since: BEGUN,
  games: {
    NINE: {
      played: 12,
      won: 7,
      lost: 4,
      drawn: 1,
      levels: {
        "10": { played: 1, won: 0, lost: 1, drawn: 0 },
        "3": { played: 4, won: 3, lost: 1, drawn: 0 },
      },
    },
    CALM: { played: 2, won: 0, lost: 0, drawn: 0, levels: {} },
  },
  ratings: {
    "NINE-9": { rating: 1432.4, deviation: 80.2, games: 8, rank: "9k" },
    "NINE-19": { rating: 1611, deviation: 110, games: 9, rank: "2d" },
  },
};

function played(change: Partial<PlayedGame> = {}): PlayedGame {
  return {
    watchId: "w1",
    gameType: "NINE",
    boardSize: 5,
    rules: null,
    black: { name: "Ann", player: "human", isGuest: false },
    white: { name: "Ben", player: "human", isGuest: false },
    yours: "BLACK",
    result: "won",
    winner: "BLACK",
    reason: "score",
    margin: null,
    moves: 31,
    rated: true,
    whyNot: null,
    ratingChange: 12.4,
    isAnnulled: false,
    begun: BEGUN,
    ended: BEGUN + DAY,
    ...change,
  };
}

vi.mock("uplot", () => ({
  default: class {
    destroy() {}
    setSize() {}
  },
}));

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: KINDS, failure: null });
  useSettings.getState().set({ language: "en" });
  useMe.setState({ me: meOf() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const POINTS: RatingPoint[] = [
  { at: BEGUN, rating: 1500, deviation: 200 },
  { at: BEGUN + DAY, rating: 1520.4, deviation: 150 },
];

function show(answers: Parameters<typeof answerPaths>[0] = {}) {
  const server = answerPaths({
    "GET users/Ann": json(USER),
    "GET users/Ann/games": json({ games: [played()], after: null }),
    "GET users/Ann/ratings/NINE-19": json({ points: POINTS }),
    "GET users/Ann/ratings/NINE-9": json({ points: [] }),
    ...answers,
  });
  render(
    <Router hook={memoryLocation({ path: "/u/Ann" }).hook}>
      <ProfilePage name="Ann" />
    </Router>,
  );
  return server;
}

function row(name: string): string[] {
  const found = screen.getByRole("rowheader", { name }).closest("tr");
  return Array.from(found?.querySelectorAll("td") ?? [], (cell) => cell.textContent ?? "");
}

describe("a profile", () => {
  it("has a row for each game with what was played, won, lost and drawn, and the ratings", async () => {
    show();
    expect(await screen.findByRole("heading", { name: "Ann" })).toBeTruthy();
    expect(screen.getByText("Here since 5 January 2026")).toBeTruthy();
    expect(row("Nine").slice(0, 4)).toEqual(["12", "7", "4", "1"]);
    expect(row("Nine")[4]).toContain("2 dan1611 ± 110");
    expect(row("Nine")[4]).toContain("9 kyu1432 ± 80");
    expect(row("Calm")).toEqual(["2", "–", "–", "–", "–"]);
  });

  it("tells apart what was played against the computer, level by level", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Against the computer" }));
    expect(screen.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([
      "Nine",
      "Calm",
      "Nine, Level 3",
      "Nine, Level 10",
    ]);
    expect(row("Nine, Level 3")).toEqual(["4", "3", "1", "0"]);
  });

  it("has a graph of one class, said in words and shown as a table to those who ask", async () => {
    const { asked } = show();
    expect(await screen.findByRole("img", { name: /2 rated games .* now 1520 ± 150/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "As a table" }));
    const table = screen.getByRole("table", { name: "Rating over time" });
    expect(
      within(table)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["1520 ± 150", "1500 ± 200"]);
    fireEvent.click(screen.getByRole("radio", { name: "Nine up to 9×9" }));
    expect(await screen.findByText("No rated game yet.")).toBeTruthy();
    expect(asked.map(({ what }) => what)).toContain("GET users/Ann/ratings/NINE-9");
  });

  it("is somebody's who plays here, or nobody's", async () => {
    show({ "GET users/Ann": refusing("NO_SUCH_USER", 404) });
    expect(await screen.findByRole("heading", { name: "There is nobody of this name" })).toBeTruthy();
  });

  it("says so where nothing was played yet", async () => {
    show({ "GET users/Ann": json({ ...USER, games: {}, ratings: {} }) });
    expect(await screen.findByText("No finished game yet.")).toBeTruthy();
  });

  it("can be tried again where it did not come", async () => {
    const answers = { "GET users/Ann": refusing("NOT_ALLOWED", 403) };
    show(answers);
    const again = await screen.findByRole("button", { name: "Try again" });
    answerPaths({ "GET users/Ann": json({ ...USER, games: {} }) });
    fireEvent.click(again);
    expect(await screen.findByText("No finished game yet.")).toBeTruthy();
  });
});

describe("the games of a profile", () => {
  it("are small boards that lead to the review, with day and rating", async () => {
    show();
    const link = await screen.findByRole("link", { name: /Nine 5×5.*Ann wins/ });
    expect(link.getAttribute("href")).toBe("/review/w1");
    expect(screen.getByText("6 January 2026 · rated +12")).toBeTruthy();
  });

  it("are told as one's own to who is here, who may have them all in one file", async () => {
    useMe.setState({ me: accountOf("Ann") });
    show();
    expect(await screen.findByRole("link", { name: /You won/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Download all" })).toBeTruthy();
    cleanup();
    useMe.setState({ me: accountOf("Ben") });
    show();
    await screen.findByRole("link", { name: /Ann wins/ });
    expect(screen.queryByRole("button", { name: "Download all" })).toBeNull();
  });

  it("are found by opponent, game, result and day", async () => {
    const { asked } = show();
    await screen.findByRole("link", { name: /Nine 5×5/ });
    const questions = () => asked.filter(({ what }) => what === "GET users/Ann/games");
    fireEvent.change(screen.getByLabelText("Opponent"), { target: { value: " Ben " } });
    fireEvent.change(screen.getByLabelText("Game"), { target: { value: "NINE" } });
    fireEvent.change(screen.getByLabelText("Result"), { target: { value: "won" } });
    await waitFor(() => expect(questions()).toHaveLength(2));
    expect(questions()[1]?.query).toEqual({ opponent: "Ben", kind: "NINE", result: "won", limit: "24" });
  });

  it("are annulled by those who keep order, with a reason, and by nobody else", async () => {
    show();
    await screen.findByRole("link", { name: /Nine 5×5/ });
    expect(screen.queryByRole("button", { name: "Annul" })).toBeNull();
    cleanup();
    useMe.setState({ me: accountOf("Eve", { roles: ["admin"], secondFactor: true }) });
    const { sent, asked } = show({ "POST moderation/results/w1/annul": json({}) });
    fireEvent.click(await screen.findByRole("button", { name: "Annul" }));
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: " Agreed beforehand " } });
    fireEvent.click(screen.getByRole("button", { name: "Annul" }));
    await waitFor(() =>
      expect(sent("POST moderation/results/w1/annul")).toEqual([{ reason: "Agreed beforehand" }]),
    );
    const count = () => asked.filter(({ what }) => what === "GET users/Ann/games").length;
    await waitFor(() => expect(count()).toBe(2));
  });

  it("come page by page", async () => {
    const { asked } = show({
      "GET users/Ann/games": ({ query }) =>
        Response.json(
          query.after === undefined
            ? { games: [played()], after: "next" }
            : { games: [played({ watchId: "w2", winner: "DRAW" })], after: null },
        ),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Older games" }));
    expect(await screen.findByRole("link", { name: /A draw/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: /Ann wins/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Older games" })).toBeNull();
    expect(asked.at(-1)?.query.after).toBe("next");
  });

  it("have their last position when they come into sight", async () => {
    let seen: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: typeof seen) {
          seen = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    const grid = gridOf(".....", "..#..", "..o..", ".....", ".....");
    const { asked } = show({ "GET game/w1/view": json(viewOf({ boardSize: 5, grid })) });
    await screen.findByRole("link", { name: /Nine 5×5/ });
    expect(asked.map(({ what }) => what)).not.toContain("GET game/w1/view");
    const board = () => document.querySelector(".tg-card-board")?.innerHTML;
    const empty = board();
    act(() => seen([{ isIntersecting: true }]));
    await waitFor(() => expect(board()).not.toBe(empty));
  });

  it("name programs in words, and find them by these", async () => {
    const { asked } = show({
      "GET users/Ann/games": json({
        games: [
          played({ white: { name: "level:4", player: "level:4", isGuest: false } }),
          played({ watchId: "w2", white: { name: null, player: "human", isGuest: false } }),
        ],
        after: null,
      }),
    });
    expect(await screen.findByText("Level 4")).toBeTruthy();
    expect(screen.getByText("deleted player")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Opponent"), { target: { value: "Level 4" } });
    await waitFor(() => expect(asked.at(-1)?.query.opponent).toBe("level:4"));
  });

  it("are asked for by whole days of this device", () => {
    const none = { opponent: "", kind: "", result: "", from: "", until: "" };
    const words = wordsOf("en");
    expect(filterOf(words, none)).toEqual({});
    const { from, until } = filterOf(words, { ...none, from: "2026-03-01", until: "2026-03-01" });
    expect(from).toBe(new Date(2026, 2, 1).getTime());
    expect(until).toBe(new Date(2026, 2, 2).getTime());
    expect(filterOf(words, { ...none, from: "nonsense" })).toEqual({});
  });
});

describe("ratings in words", () => {
  const [en, zh] = [wordsOf("en"), wordsOf("zh")];

  it("have a class for some sizes of a board, or for a game", () => {
    expect(classText(en, KINDS, "NINE-13")).toBe("Nine up to 13×13");
    expect(classText(en, KINDS, "NINE")).toBe("Nine");
    expect(classText(zh, KINDS, "NINE-13")).toBe("九（13×13 以下）");
    expect(classesOf(USER, KINDS)).toEqual(["NINE-19", "NINE-9"]);
  });

  it("have a rank in the words of players, where there are ranks", () => {
    expect([rankText(en, { rank: "9k" }), rankText(zh, { rank: "9k" })]).toEqual(["9 kyu", "9 级"]);
    expect([rankText(en, { rank: "2d" }), rankText(zh, { rank: "2d" })]).toEqual(["2 dan", "2 段"]);
    expect(rankText(en, { rank: null })).toBeNull();
  });

  it("are whole numbers, and say which way they went", () => {
    expect(ratingText({ rating: 1432.6, deviation: 79.9 })).toBe("1433 ± 80");
    expect([changeText(12.4), changeText(-7.6), changeText(0.2)]).toEqual(["+12", "−8", "±0"]);
  });
});

describe("the graph", () => {
  it("draws the rating with the band of its deviation, over seconds", () => {
    expect(dataOf(POINTS)).toEqual([
      [BEGUN / 1000, (BEGUN + DAY) / 1000],
      [1500, 1520.4],
      [1700, 1670.4],
      [1300, 1370.4],
    ]);
  });

  it("is said in a sentence in either language", () => {
    expect(graphText(wordsOf("en"), POINTS)).toBe(
      "2 rated games from 5 January 2026 to 6 January 2026: between 1500 and 1520, now 1520 ± 150.",
    );
    expect(graphText(wordsOf("zh"), POINTS)).toContain("2 局等级分对局");
  });

  it("is a table of few rows, the newest always among them", () => {
    const many = Array.from({ length: 95 }, (_, index) => index);
    const rows = sampled(many, 40);
    expect(rows.length).toBeLessThanOrEqual(40);
    expect(rows[0]).toBe(94);
    expect(sampled([1, 2], 40)).toEqual([2, 1]);
  });
});
