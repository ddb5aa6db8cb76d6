import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, meOf } from "../../api/fakes";
import { api, Refused } from "../../api/rest";
import type { View } from "../../api/types";
import * as files from "../../files";
import { useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { fakeKind, fakeLive, fakeSpec, fakeView } from "../../sitting/fakes";
import type { LiveGame } from "../../sitting/types";
import { Toasts, toast } from "../../ui/LiveRegion";
import { Table } from "./Table";

const kind = fakeKind();
const spec = fakeSpec();

beforeEach(() => {
  useSettings.setState({ language: "en", shortcuts: true });
  useMe.setState({ me: meOf() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(view: View, part: Partial<LiveGame> = {}, played = kind) {
  const act = vi.fn<LiveGame["act"]>(() => Promise.resolve(true));
  const { hook, history } = memoryLocation({ path: "/game/game", record: true });
  const page = (live: LiveGame) => (
    <Router hook={hook}>
      <Table live={live} view={live.view ?? view} kind={played} spec={spec} />
    </Router>
  );
  const shown = render(page(fakeLive(view, { act, ...part })));
  return {
    act,
    history,
    again: (next: View, more: Partial<LiveGame> = {}) =>
      shown.rerender(page(fakeLive(next, { act, ...part, ...more }))),
  };
}

function status(): string {
  return document.querySelector(".tg-status-line")?.textContent ?? "";
}

/** The wheel turned over the board, down where `deltaY` is positive; whether the page would scroll by it. */
function turnWheel(deltaY: number): boolean {
  return fireEvent.wheel(screen.getByRole("grid"), { deltaY });
}

function press(key: string): void {
  fireEvent.keyDown(document.body, { key });
}

describe("the table", () => {
  it("says how it stands, and every move before it", () => {
    const { again } = show(fakeView({ yours: ["BLACK"] }));
    expect(status()).toBe("Your move.");
    const moves: View["state"]["moves"] = [
      { player: "BLACK", x: 2, y: 2 },
      { player: "WHITE", x: 3, y: 1 },
    ];
    const next = fakeView(
      { yours: ["BLACK"], status: { key: "status.captured.black", values: { count: 2 } } },
      { moves, revision: 3 },
    );
    again(next);
    expect(status()).toBe("Black C3, White D4. White captured 2. Your move.");
  });

  it("says why a move was refused", () => {
    show(fakeView(), { refusal: { key: 1, code: "KO", detail: "", point: { x: 1, y: 1 } } });
    expect(status()).toBe("Ko: play elsewhere first.");
  });

  it("plays where one clicks, legal or not", () => {
    const { act } = show(fakeView());
    fireEvent.click(screen.getByRole("gridcell", { name: /^B4/ }));
    expect(act).toHaveBeenCalledWith("place", { points: [{ x: 1, y: 1 }] });
  });

  it("plays what is typed, in either order", () => {
    const { act } = show(fakeView());
    press("3");
    const field = screen.getByLabelText("Play at");
    expect(field).toHaveProperty("value", "3");
    fireEvent.change(field, { target: { value: "3c" } });
    fireEvent.submit(field);
    expect(act).toHaveBeenCalledWith("place", { points: [{ x: 2, y: 2 }] });
    fireEvent.change(field, { target: { value: "z9" } });
    fireEvent.submit(field);
    expect(screen.getByText(/is not a point of this board \(A1 to E5\)/)).toBeTruthy();
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("asks once before one resigns, in the line and not in a window", () => {
    const { act } = show(fakeView({ yours: ["BLACK"] }));
    fireEvent.click(screen.getByRole("button", { name: "Resign" }));
    expect(act).not.toHaveBeenCalled();
    const question = screen.getByText("Resign this game?").closest("fieldset") as HTMLElement;
    fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByText("Resign this game?")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Resign" }));
    fireEvent.click(screen.getAllByRole("button", { name: "Resign" })[0] as HTMLElement);
    expect(act).toHaveBeenCalledWith("resign");
  });

  it("has keys for what the buttons do, and only for that", () => {
    const { act } = show(fakeView({ canAsk: ["takeback", "restart"] }));
    press("u");
    expect(act).toHaveBeenLastCalledWith("takeback");
    press("p");
    expect(screen.getByText("Much of the board is open. Pass anyway?")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Pass anyway" }));
    expect(act).toHaveBeenLastCalledWith("pass");
    press("r");
    expect(screen.getByText("Begin this game again?")).toBeTruthy();
    press("Escape");
    expect(screen.queryByText("Begin this game again?")).toBeNull();
    press("?");
    expect(screen.getByRole("heading", { name: "Keys" })).toBeTruthy();
    expect(act).toHaveBeenCalledTimes(2);
  });

  it("says why one cannot pass, each time it is tried", () => {
    vi.useFakeTimers();
    try {
      const { act: asked, again } = show(fakeView({}, { canPass: false }));
      const say = () => {
        press("p");
        const said = status();
        act(() => vi.advanceTimersByTime(5000));
        return said;
      };
      expect(say()).toBe("You cannot pass now.");
      expect(say(), "the second time too").toBe("You cannot pass now.");
      again(fakeView({ actors: ["WHITE"], yours: ["BLACK"] }));
      expect(say()).toBe("It is not your turn.");
      again(fakeView({ actors: [] }, { isGameOver: true, canPass: false }));
      expect(say()).toBe("The game is over.");
      again(fakeView({ actors: [], yours: [] }));
      expect(say(), "nothing to those who look on").not.toContain("turn");
      expect(asked).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("marks where one may play by the rules of the game, however many of the points that are", () => {
    const dots = () => document.querySelectorAll(".board-legal").length;
    const all = fakeView();
    show(all);
    expect(dots(), "everywhere is no news").toBe(0);
    cleanup();
    const restricted = fakeKind({ restrictsPlacing: true });
    show(all, {}, restricted);
    expect(dots()).toBeGreaterThan(0);
    expect(screen.getAllByRole("gridcell", { name: /you may play here/ })).toHaveLength(25);
    act(() => useSettings.setState({ showLegal: false }));
    expect(dots()).toBe(0);
    act(() => useSettings.setState({ showLegal: true }));
  });

  it("leaves letters alone where they are turned off, or typed", () => {
    const { act: asked } = show(fakeView({ canAsk: ["takeback"] }));
    press("/");
    fireEvent.keyDown(screen.getByLabelText("Play at"), { key: "u" });
    act(() => useSettings.setState({ shortcuts: false }));
    press("u");
    expect(asked).not.toHaveBeenCalled();
  });

  it("asks for a takeback between people, and undoes against a program", () => {
    show(fakeView({ yours: ["BLACK"], canAsk: ["takeback"] }));
    expect(screen.getByRole("button", { name: "Takeback" })).toBeTruthy();
    cleanup();
    show(fakeView({ canAsk: ["takeback"] }));
    expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  });

  it("lets one agree to what the other asks for", () => {
    const { act } = show(fakeView({ yours: ["BLACK"] }, { offers: [{ kind: "takeback", player: "WHITE" }] }));
    expect(screen.getByText("White asks to take back a move.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    expect(act).toHaveBeenLastCalledWith("decline", { choice: "takeback" });
    fireEvent.click(screen.getByRole("button", { name: "Agree" }));
    expect(act).toHaveBeenLastCalledWith("takeback");
  });

  it("asks how it stands by key and by menu, and shows and hides it without asking again", () => {
    const asking = fakeView({ canAsk: ["estimate"] });
    const { act: asked, again } = show(asking);
    press("e");
    expect(asked).toHaveBeenLastCalledWith("estimate", {});
    const ownership = Array<number>(25).fill(0);
    ownership.splice(0, 8, 100, 90, 80, 70, 60, -60, -100, 20);
    const found = { ...asking, estimate: { margin: 6.5, ownership } };
    again(found);
    const told = screen.getByText("Black leads by about 6.5.").closest('[role="status"]');
    expect(told?.textContent).toContain("Points held: Black 5, White 2; open: 18.");
    expect(document.querySelectorAll(".board-territory")).not.toHaveLength(0);
    expect(screen.getAllByRole("gridcell", { name: /probably Black's/ })).toHaveLength(5);
    press("e");
    expect(screen.queryByText("Black leads by about 6.5.")).toBeNull();
    expect(document.querySelectorAll(".board-territory")).toHaveLength(0);
    press("e");
    expect(screen.getByText("Black leads by about 6.5.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Hide" }));
    expect(screen.queryByText("Black leads by about 6.5.")).toBeNull();
    expect(asked).toHaveBeenCalledOnce();
  });

  it("says so in Chinese, and when neither side leads", () => {
    act(() => useSettings.setState({ language: "zh" }));
    const ownership = Array<number>(25).fill(0);
    const { again } = show({ ...fakeView(), estimate: { margin: -3, ownership } });
    expect(screen.getByText("白约领先 3 目。")).toBeTruthy();
    again({ ...fakeView(), estimate: { margin: 0, ownership } });
    expect(screen.getByText("形势大致相当。")).toBeTruthy();
  });

  it("offers no estimate in a rated game, nor where no points are surrounded", () => {
    const { act: asked } = show(fakeView({ isRated: true, canAsk: [] }));
    press("e");
    expect(screen.queryByRole("button", { name: "Estimate" })).toBeNull();
    cleanup();
    const other = { ...kind, features: { ...kind.features, territory: false } };
    const { act: elsewhere } = show(fakeView(), {}, other);
    press("e");
    expect(screen.queryByRole("button", { name: "Estimate" })).toBeNull();
    expect(asked).not.toHaveBeenCalled();
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it("lets one agree to estimates in the game", () => {
    const offered = fakeView({ yours: ["BLACK"] }, { offers: [{ kind: "estimate", player: "WHITE" }] });
    const { act: asked } = show(offered);
    expect(
      screen.getByText("White would like the score estimated in this game, for both of you."),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Agree" }));
    expect(asked).toHaveBeenLastCalledWith("estimate");
  });

  it("says when the other side declines, and is silent when one withdraws", () => {
    render(<Toasts />);
    const asked = fakeView({ yours: ["BLACK"] }, { offers: [{ kind: "takeback", player: "BLACK" }] });
    const { act: asks, again } = show(asked);
    expect(screen.getByText("You asked for a takeback.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(asks).toHaveBeenLastCalledWith("decline", { choice: "takeback" });
    again(fakeView({ yours: ["BLACK"] }), { declined: { n: 3, player: "BLACK", kind: "takeback" } });
    expect(screen.queryByText("Your takeback was declined.")).toBeNull();
    again(fakeView({ yours: ["BLACK"] }), { declined: { n: 5, player: "WHITE", kind: "takeback" } });
    expect(screen.getByText("Your takeback was declined.")).toBeTruthy();
  });

  it("says nothing of what was declined before, or to those who look on", () => {
    render(<Toasts />);
    act(() => toast("nothing"));
    const declined = { n: 3, player: "WHITE", kind: "draw" } as const;
    show(fakeView({ yours: ["BLACK"] }), { declined });
    cleanup();
    render(<Toasts />);
    show(fakeView({ yours: [] })).again(fakeView({ yours: [] }), { declined });
    expect(screen.queryByText("Your draw was declined.")).toBeNull();
  });

  describe("before the first moves", () => {
    const people = {
      BLACK: { name: "Ann", player: "human", isOpen: false, isOwned: true, isGuest: false },
      WHITE: { name: "Bob", player: "human", isOpen: false, isOwned: true, isGuest: false },
    };
    const line = () => document.querySelector(".tg-begin")?.textContent ?? null;

    it("says how long whoever begins still has, and nothing once both have begun", () => {
      vi.useFakeTimers();
      const begin = { beginAt: performance.now() + 45_000 };
      const view = fakeView({ yours: ["BLACK"], actors: ["BLACK"] }, { players: people });
      const { again } = show(view, begin);
      expect(line()).toBe("Make your first move within 0:45, or the game is cancelled.");
      act(() => vi.advanceTimersByTime(1_010));
      expect(line()).toBe("Make your first move within 0:44, or the game is cancelled.");
      again(fakeView({ yours: ["BLACK"], actors: ["WHITE"] }, { players: people }));
      expect(line()).toBe("Bob has 0:44 for the first move, or the game is cancelled.");
      again(view, { beginAt: null });
      expect(line()).toBeNull();
      vi.useRealTimers();
    });
  });

  describe("with an opponent who may leave", () => {
    const seat = { name: "", player: "human", isOpen: false, isOwned: true, isGuest: false };
    const players = { BLACK: { ...seat, name: "Ann" }, WHITE: { ...seat, name: "Bob" } };
    const view = fakeView({ yours: ["BLACK"], actors: ["WHITE"] }, { players });

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    function bob(presence: "here" | "away" | "gone", claimMs: number | null = null, endsMs = claimMs) {
      const at = performance.now();
      const [claimAt, endsAt] = [claimMs, endsMs].map((ms) => (ms === null ? null : at + ms));
      return {
        presence: { BLACK: null, WHITE: { presence, claimAt: claimAt ?? null, endsAt: endsAt ?? null } },
      };
    }

    const bar = () => screen.getByRole("region", { name: "White" }).textContent ?? "";
    const spoken = () => document.querySelector(".tg-now > .tg-unseen[role=status]")?.textContent;
    const line = () => document.querySelector(".tg-now .tg-ask")?.textContent ?? null;

    it("is quiet while they are here, and says once when they leave and come back", () => {
      const { again } = show(view, bob("here"));
      expect([bar(), spoken(), line()]).toEqual([expect.stringContaining("Bobis here"), "", null]);
      again(view, bob("away", 55_000, 115_000));
      expect([bar(), spoken(), line()]).toEqual([expect.stringContaining("away"), "Bob is away.", null]);
      again(view, bob("gone"));
      expect([bar(), spoken(), line()]).toEqual([expect.stringContaining("gone"), "Bob is gone.", null]);
      again(view, bob("here"));
      expect([spoken(), line()]).toEqual(["Bob is back.", null]);
    });

    it("counts down to the claim, then lets one claim the win", () => {
      const { act: asked } = show(view, bob("gone", 2_000, 62_000));
      expect(line()).toBe("Bob is gone. You may claim the win in 0:02.");
      act(() => vi.advanceTimersByTime(1_010));
      expect(line()).toBe("Bob is gone. You may claim the win in 0:01.");
      expect(spoken(), "not with every second").toBe("Bob is gone.");
      act(() => vi.advanceTimersByTime(1_010));
      expect(line()).toBe("Bob is gone. The game ends automatically in 1:00.Claim the win");
      expect(spoken()).toBe("Bob is gone. You may claim the win.");
      fireEvent.click(screen.getByRole("button", { name: "Claim the win" }));
      expect(asked).toHaveBeenCalledWith("claim");
    });

    it("says when their clock decides before that", () => {
      const time = { mainMs: 10_000, periodMs: 10_000, periods: 2, stones: 0 };
      const clock = {
        at: performance.now(),
        running: "WHITE" as const,
        BLACK: time,
        WHITE: time,
        periodMs: 10_000,
      };
      const { again } = show(view, { ...bob("gone", 40_000, 100_000), clock });
      expect(line()).toBe("Bob is gone. Their clock decides in 0:30.");
      again(view, { ...bob("gone", 0, 60_000), clock });
      expect(line()).toBe("Bob is gone. Their clock decides in 0:30.Claim the win");
    });

    it("tells watchers of either side, and lets them claim nothing", () => {
      show({ ...view, yours: [], isWatching: true }, bob("gone", 0, 60_000));
      expect(line()).toBe("Bob is gone. The game ends automatically in 1:00.");
    });

    it("says nothing of oneself, and nothing at one screen", () => {
      show({ ...view, yours: ["WHITE"] }, bob("gone", 0, 60_000));
      expect([bar(), line()]).toEqual([expect.not.stringContaining("gone"), null]);
      cleanup();
      show({ ...view, yours: ["BLACK", "WHITE"] }, bob("gone", 0, 60_000));
      expect(line()).toBeNull();
    });
  });

  it("offers the choices of an opening", () => {
    const { act } = show(fakeView({ choices: ["black", "white"] }, { phase: "choice" }));
    fireEvent.click(screen.getByRole("button", { name: "Play White" }));
    expect(act).toHaveBeenCalledWith("choose", { choice: "white" });
  });

  it("marks stones dead and alive again, and agrees for both who play here", async () => {
    const grid = fakeView().state.grid.map((row, y) =>
      row.map((_, x) => (x === 1 && y < 2 ? "WHITE" : null)),
    );
    const view = fakeView(
      { actors: ["BLACK", "WHITE"], dead: [{ x: 1, y: 0 }], status: { key: "status.agree.both" } },
      { phase: "agree", grid, score: { BLACK: 10, WHITE: 7.5 } },
    );
    const { act: asked } = show(view);
    fireEvent.click(screen.getByRole("gridcell", { name: /^B4/ }));
    expect(asked).toHaveBeenLastCalledWith("mark_dead", { points: [{ x: 1, y: 1 }] });
    fireEvent.click(screen.getByRole("gridcell", { name: /^B5.*marked dead/ }));
    expect(asked).toHaveBeenLastCalledWith("unmark_dead", { points: [{ x: 1, y: 0 }] });
    expect(screen.getByText(/Black leads by 2.5/)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Agree" })));
    expect(asked.mock.calls.slice(2)).toEqual([
      ["agree", { player: "BLACK" }],
      ["agree", { player: "WHITE" }],
    ]);
  });

  describe("with a proposal of dead stones", () => {
    const [upper, lower, other] = [
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 4, y: 4 },
    ];
    const grid = fakeView().state.grid.map((row, y) =>
      row.map((_, x) => ([upper, lower, other].some((one) => one.x === x && one.y === y) ? "WHITE" : null)),
    );
    const view = fakeView(
      {
        yours: ["BLACK"],
        actors: ["BLACK", "WHITE"],
        status: { key: "status.agree.both" },
        proposal: { dead: [upper, lower], score: { BLACK: 12, WHITE: 7.5 }, territory: null },
      },
      { phase: "agree", grid, score: { BLACK: 1, WHITE: 7.5 } },
    );

    it("says what it is and how it would count, and marks nothing by itself", () => {
      const { act: asked } = show(view);
      expect(screen.getByText("Proposal: these stones look dead.")).toBeTruthy();
      expect(screen.getByText(/If so, Black leads by 4.5/)).toBeTruthy();
      expect(screen.getByRole("gridcell", { name: "B5, white stone, proposed as dead" })).toBeTruthy();
      expect(document.querySelectorAll('[data-dead="ring"] > *')).toHaveLength(2);
      expect(asked).not.toHaveBeenCalled();
    });

    it("agrees to it by marking the stones first", async () => {
      const { act: asked } = show(view);
      await act(async () => fireEvent.click(screen.getByRole("button", { name: "Agree" })));
      expect(asked.mock.calls).toEqual([
        ["mark_dead", { points: [upper, lower] }],
        ["agree", { player: "BLACK" }],
      ]);
    });

    it("lets a click on another stone add it", () => {
      const { act: asked } = show(view);
      fireEvent.click(screen.getByRole("gridcell", { name: /^E1/ }));
      expect(asked.mock.calls).toEqual([["mark_dead", { points: [upper, lower, other] }]]);
    });

    it("is set aside by a click on its only chain, and then the board counts as it stands", async () => {
      const { act: asked } = show(view);
      fireEvent.click(screen.getByRole("gridcell", { name: /^B4/ }));
      expect(screen.queryByText("Proposal: these stones look dead.")).toBeNull();
      expect(screen.getByText(/White leads by 6.5/)).toBeTruthy();
      await act(async () => fireEvent.click(screen.getByRole("button", { name: "Agree" })));
      expect(asked.mock.calls).toEqual([["agree", { player: "BLACK" }]]);
    });

    it("can be passed over: count as it stands, or play on", async () => {
      const { act: asked } = show(view);
      await act(async () => fireEvent.click(screen.getByRole("button", { name: "Count as it stands" })));
      expect(asked.mock.calls).toEqual([["agree", { player: "BLACK" }]]);
      fireEvent.click(screen.getByRole("button", { name: "Play on" }));
      expect(asked).toHaveBeenLastCalledWith("resume");
    });
  });

  it("shows the end softly, and any click takes it away", () => {
    vi.useFakeTimers();
    try {
      const { again, act: asked, history } = show(fakeView({ yours: ["BLACK"] }));
      const over = fakeView(
        { yours: ["BLACK"], actors: [], canAsk: ["rematch"], status: { key: "status.won.resign.black" } },
        { isGameOver: true, winner: "BLACK", canPass: false, revision: 2 },
      );
      again(over);
      expect(screen.queryByRole("button", { name: "Rematch" })).toBeNull();
      act(() => vi.advanceTimersByTime(1000));
      const card = screen.getByRole("region", { name: "You won" });
      for (const name of ["Rematch", "Review"]) {
        expect(card.contains(screen.getByRole("button", { name }))).toBe(true);
      }
      fireEvent.click(document.body);
      expect(screen.queryByRole("heading", { name: "You won" })).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
      expect(asked).toHaveBeenCalledWith("rematch");
      again({ ...over, nextId: "next" });
      expect(history?.at(-1)).toBe("/game/next");
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives those who wait the link for a friend, and not the game's own address", () => {
    const open = { name: "", player: "human", isOpen: true, isOwned: false, isGuest: false };
    const own = { name: "Ann", player: "human", isOpen: false, isOwned: true, isGuest: false };
    show(fakeView({ yours: ["BLACK"], invite: "token" }, { players: { BLACK: own, WHITE: open } }));
    const field = screen.getByRole("textbox") as HTMLInputElement;
    expect(field.value).toMatch(/#\/join\/game\/WHITE\/token$/);
  });

  it("looks back at an earlier position, and comes back", async () => {
    const nodes = [
      { parent: -1, move: null, placed: [] },
      { parent: 0, move: { player: "BLACK", x: 0, y: 0 }, placed: [[0, 0, "BLACK"]] },
      { parent: 1, move: { player: "WHITE", x: 1, y: 0 }, placed: [[1, 0, "WHITE"]] },
    ].map((node) => ({
      removed: [],
      flipped: [],
      marks: [],
      comment: "",
      ms: null,
      prisoners: { BLACK: 0, WHITE: 0 },
      toMove: "BLACK",
      ...node,
    }));
    const replay = vi.spyOn(api, "replay").mockResolvedValue({ nodes } as never);
    const grid = fakeView().state.grid.map((row, y) =>
      row.map((_, x) => (y === 0 && x === 0 ? "BLACK" : y === 0 && x === 1 ? "WHITE" : null)),
    );
    const moves: View["state"]["moves"] = [
      { player: "BLACK", x: 0, y: 0 },
      { player: "WHITE", x: 1, y: 0 },
    ];
    show(fakeView({}, { moves, grid, moveNumber: 2 }));
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Move 1, Black A5" })));
    expect(replay).toHaveBeenCalledWith("game");
    expect(screen.getByRole("gridcell", { name: "B5, empty" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Back to the game" }));
    expect(screen.getByRole("gridcell", { name: /^B5, white stone/ })).toBeTruthy();

    // By the wheel over the board and by the space bar, too; at the end the wheel is the page's again.
    const looking = () => document.querySelector(".tg-back")?.textContent ?? "";
    expect(turnWheel(100)).toBe(true);
    expect(turnWheel(-100)).toBe(false);
    expect(looking()).toContain("Move 1 of 2");
    press("Home");
    expect(looking()).toContain("Move 0 of 2");
    press(" ");
    expect(looking()).toContain("Move 1 of 2");
    fireEvent.keyDown(screen.getByRole("button", { name: "Back to the game" }), { key: " " });
    expect(looking(), "buttons keep the space bar").toContain("Move 1 of 2");
    press("End");
    expect(looking()).toBe("");
  });
});

describe("a game of people with accounts", () => {
  const seat = (name: string) => ({ name, player: "human", isOpen: false, isOwned: true, isGuest: false });
  const players = { BLACK: seat("Ann"), WHITE: seat("Ben") };
  const over = { isGameOver: true, winner: "BLACK", phase: "over" } as const;

  it("says in one word beside the clock that it is rated", () => {
    const left = { mainMs: 60_000, periodMs: 0, periods: 0, stones: 0 };
    const clock = { at: 0, running: null, BLACK: left, WHITE: left };
    show(fakeView({ yours: ["BLACK"], isRated: true }, { players }), { clock });
    expect(screen.getAllByText("rated")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Takeback" })).toBeNull();
  });

  it("speaks of people by their names at one screen", () => {
    show(fakeView({ actors: [] }, { players, ...over }));
    expect(document.title).toContain("Ann wins");
  });

  it("says at one screen that it counts and is not rated", () => {
    show(fakeView({}, { players }));
    fireEvent.click(screen.getByRole("tab", { name: "Info" }));
    expect(screen.getByText("counts, not rated: played at one screen")).toBeTruthy();
  });

  it("says after the end what it did to the rating", async () => {
    useMe.setState({ me: accountOf("Ann") });
    const rated = { ratingClass: "NINE", before: 1520.4, rating: 1512.4, deviation: 80, isDamped: false };
    const counted = { isCounted: true, isRated: true, whyNot: null, isAnnulled: false };
    const { asked } = answerPaths({
      "GET game/game/result": json({ ...counted, ratings: { BLACK: rated, WHITE: null } }),
    });
    const { again } = show(fakeView({ yours: ["BLACK"], isRated: true }, { players }));
    expect(asked.map(({ what }) => what)).not.toContain("GET game/game/result");
    again(fakeView({ yours: ["BLACK"], actors: [], isRated: true }, { players, ...over }));
    expect(await screen.findByText("Your rating: 1512 (−8).")).toBeTruthy();
  });

  it("says after the end why it was not rated", async () => {
    useMe.setState({ me: accountOf("Ann") });
    answerPaths({
      "GET game/game/result": json({
        isCounted: true,
        isRated: false,
        whyNot: "rated.too_short",
        isAnnulled: false,
        ratings: { BLACK: null, WHITE: null },
      }),
    });
    show(fakeView({ yours: ["BLACK"], actors: [], isRated: true }, { players, ...over }));
    expect(await screen.findByText("Not rated: the game was too short.")).toBeTruthy();
  });

  it("says that a later end of the same game counts no more", () => {
    useMe.setState({ me: accountOf("Ann") });
    show(fakeView({ yours: ["BLACK"], actors: [], isReopened: true }, { players, ...over }));
    expect(screen.getByText("The first result of this game is the one that counts.")).toBeTruthy();
  });

  it("says and asks nothing of the kind for guests and those who look on", () => {
    const { asked } = answerPaths({});
    show(fakeView({ yours: ["BLACK"], actors: [], isReopened: true }, { players, ...over }));
    expect(screen.queryByText(/counts/)).toBeNull();
    cleanup();
    useMe.setState({ me: accountOf("Eve") });
    show(fakeView({ yours: [], actors: [], isRated: true }, { players, ...over }));
    expect(asked.map(({ what }) => what)).not.toContain("GET game/game/result");
  });

  it("is saved among one's saved games or as a file; as a file at once for everybody else", async () => {
    const saved = vi.spyOn(files, "saveUrl").mockResolvedValue();
    show(fakeView());
    render(<Toasts />);
    press("s");
    expect(await screen.findByText("Game saved to file.")).toBeTruthy();
    expect(saved).toHaveBeenCalledOnce();
    cleanup();
    useMe.setState({ me: accountOf("Ann") });
    show(fakeView());
    press("s");
    fireEvent.click(await screen.findByRole("button", { name: "Save as a file" }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  });

  it("is loaded from a file; one that was changed can only be looked at", async () => {
    const file = new File(["{}"], "game.json");
    vi.spyOn(files, "pickFile").mockResolvedValue(file);
    vi.spyOn(api, "openFile").mockResolvedValue({ save: {}, titles: [{}], notices: [] } as never);
    const load = vi
      .spyOn(api, "load")
      .mockResolvedValue({ gameId: "g2", watchId: "w", state: fakeView().state });
    const { history } = show(fakeView());
    render(<Toasts />);
    press("l");
    expect(await screen.findByText("Game loaded from file.")).toBeTruthy();
    expect(history.at(-1)).toBe("/game/g2");
    cleanup();
    load.mockRejectedValue(new Refused("BAD_SIGNATURE", "Changed.", 403));
    const changed = show(fakeView());
    press("l");
    await vi.waitFor(() => expect(changed.history.at(-1)).toBe("/review"));
  });

  it("of others is refused in words, and nothing changes", async () => {
    vi.spyOn(files, "pickFile").mockResolvedValue(new File(["{}"], "game.json"));
    vi.spyOn(api, "openFile").mockResolvedValue({ save: {}, titles: [{}], notices: [] } as never);
    vi.spyOn(api, "load").mockRejectedValue(new Refused("WRONG_PLAYERS", "No.", 403));
    const { history } = show(fakeView());
    press("l");
    expect(await screen.findByText("The game file does not match the current user.")).toBeTruthy();
    expect(history).toEqual(["/game/game"]);
  });
});
