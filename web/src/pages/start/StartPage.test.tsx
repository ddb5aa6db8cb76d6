import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, meOf, viewOf } from "../../api/fakes";
import { lobby } from "../../api/lobby";
import { api, Refused } from "../../api/rest";
import type { Started, State, View } from "../../api/types";
import { challengeFrom, personOf, seekFor } from "../../lobby/fakes";
import { NOBODY } from "../../lobby/follow";
import { useLobby } from "../../lobby/lobby";
import { useMe } from "../../people/me";
import { usePanel } from "../../people/panel";
import { useSettings } from "../../settings";
import * as known from "../../sitting/useKinds";
import { useTabs } from "../../ui";
import { CLOCKS } from "./clock";
import { JoinPage } from "./JoinPage";
import { StartPage } from "./StartPage";
import { CALM, KINDS, NINE } from "./sampleKinds";
import { WatchPage } from "./WatchPage";
import { useWatched } from "./watched";

const STATE = { gameType: "NINE", boardSize: 15 } as State;
const STARTED: Started = { gameId: "game-1", watchId: "watch-1", state: STATE };

beforeEach(() => {
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [...KINDS], failure: null });
  useSettings.getState().set({ language: "en", lastStart: null, name: "" });
  useMe.setState({ me: meOf() });
  usePanel.getState().close();
  useTabs.setState({ tabs: [] });
  useWatched.setState({ watched: [] });
});
afterEach(cleanup);

function show(page: React.ReactNode) {
  const { hook, history } = memoryLocation({ path: "/", record: true });
  render(<Router hook={hook}>{page}</Router>);
  return history;
}

describe("the start page for people with accounts", () => {
  const play = () => fireEvent.click(screen.getByRole("button", { name: "Play" }));
  const both = accountOf("Ann", { beside: { name: "Ben", avatar: 0 } });

  it("asks for nothing and says nothing of accounts to those who have none", () => {
    show(<StartPage />);
    expect(screen.queryByRole("switch", { name: "Rated" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByText("Rated games are for those with an account.")).toBeTruthy();
  });

  it("seats two of them by name, exchanges their colours, and says that it counts and is not rated", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    useMe.setState({ me: both });
    show(<StartPage />);
    fireEvent.click(screen.getByRole("radio", { name: "Someone at this screen" }));
    const seats = screen.getByRole("group", { name: "Who plays which colour" });
    expect(seats.textContent).toContain("Black AnnWhite Ben");
    expect(screen.getByText(/A game at one screen is never rated/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Exchange colours" }));
    expect(seats.textContent).toContain("Black BenWhite Ann");
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.lastCall?.[0]).toMatchObject({ seat: "WHITE", beside: true });
  });

  it("asks for the name of the other where only one has an account, or lets them sign in", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage />);
    fireEvent.click(screen.getByRole("radio", { name: "Someone at this screen" }));
    expect(screen.queryByLabelText("Black's name")).toBeNull();
    fireEvent.change(screen.getByLabelText("White's name"), { target: { value: "小林" } });
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.lastCall?.[0]).toMatchObject({ names: { BLACK: "Ann", WHITE: "小林" } });
    fireEvent.click(screen.getByRole("button", { name: "Add a second person" }));
    expect([usePanel.getState().isOpen, usePanel.getState().wish]).toEqual([true, "beside"]);
  });

  it("says what a rated game still needs, and adds it", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage />);
    const rated = () => screen.getByRole<HTMLInputElement>("switch", { name: "Rated" });
    expect(rated().disabled).toBe(true);
    expect(screen.getByText("Ask for a clock: rated games need one.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Add a clock" }));
    expect([rated().disabled, rated().checked]).toEqual([false, true]);
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.lastCall?.[0]).toMatchObject({ rated: true, clock: { kind: "fischer" } });
  });

  it("does not ask them for a name", () => {
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage />);
    fireEvent.click(screen.getByRole("radio", { name: "A friend, by link" }));
    expect(screen.queryByLabelText("Your name")).toBeNull();
  });
});

describe("the start page", () => {
  const play = () => fireEvent.click(screen.getByRole("button", { name: "Play" }));

  it("plays with one click at the first visit", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    const history = show(<StartPage />);
    play();
    await waitFor(() => expect(history.at(-1)).toBe("/game/game-1"));
    expect(start).toHaveBeenCalledExactlyOnceWith({
      gameType: "NINE",
      boardSize: 15,
      rules: { preset: "plain", ending: "talk" },
      players: { BLACK: "human", WHITE: "level:4" },
      seat: "BLACK",
    });
  });

  it("shows what is offered first to people and explains every choice in a sentence", () => {
    show(<StartPage />);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    const ending = () => screen.getByLabelText<HTMLSelectElement>("At the end");
    expect(ending().value).toBe("talk");
    fireEvent.change(ending(), { target: { value: "quick" } });
    expect(screen.getByText("It counts as it stands.")).toBeTruthy();
  });

  it("lets the computer play both sides without a look behind More", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    show(<StartPage />);
    fireEvent.click(screen.getByRole("switch", { name: "The computer plays both sides" }));
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.lastCall?.[0]).toMatchObject({ players: { BLACK: "level:4", WHITE: "level:4" } });
    expect(start.mock.lastCall?.[0]).not.toHaveProperty("rules");
  });

  it("leads to the rules of a game that tells them, and to nothing for one that does not", () => {
    show(<StartPage />);
    expect(screen.getByRole("link", { name: "The rules of Nine" }).getAttribute("href")).toBe("/rules/nine");
    fireEvent.click(screen.getByRole("radio", { name: "Calm" }));
    expect(screen.queryByRole("link", { name: /rules/ })).toBeNull();
  });

  it("asks for what was chosen, and remembers it", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    show(<StartPage />);
    fireEvent.click(screen.getByRole("radio", { name: "A friend, by link" }));
    fireEvent.click(screen.getByRole("radio", { name: "White" }));
    fireEvent.click(screen.getByRole("radio", { name: "9×9" }));
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.change(screen.getByLabelText("Rules"), { target: { value: "old" } });
    fireEvent.change(screen.getByLabelText("Clock"), { target: { value: "sudden" } });
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.lastCall?.[0]).toMatchObject({
      boardSize: 9,
      rules: { preset: "old", ending: "talk" },
      seat: "WHITE",
      players: { BLACK: "human", WHITE: "human" },
      clock: { kind: "absolute", mainMs: 600_000 },
    });
    cleanup();
    show(<StartPage />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "A friend, by link" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "9×9" }).checked).toBe(true);
  });

  it("draws the rules from their description, and shows an option when it means something", () => {
    show(<StartPage />);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    expect(screen.queryByLabelText("Where")).toBeNull();
    expect(screen.queryByLabelText("Counting")).toBeNull();
    fireEvent.change(screen.getByLabelText("Stones first"), { target: { value: "3" } });
    expect(screen.getByLabelText("Where")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Komi").value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Finer points of the rules" }));
    expect(screen.getByRole("switch", { name: "Bonus" })).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Counting"), { target: { value: "land" } });
    expect(screen.queryByRole("switch", { name: "Bonus" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Back to the usual rules" }));
    expect(screen.getByLabelText<HTMLInputElement>("Komi").value).toBe("7.5");
  });

  it("offers no level where a game has none", () => {
    show(<StartPage />);
    expect(screen.getByRole("slider", { name: "Level" })).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "Calm" }));
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.queryByRole("radio", { name: "9×9" })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "8×8" }).checked).toBe(true);
  });

  it("says beside the button why a game was refused, and can be asked again", async () => {
    const start = vi
      .spyOn(api, "start")
      .mockRejectedValue(new Refused("BAD_RULES", "Two stones at most.", 400));
    const history = show(<StartPage />);
    play();
    expect(await screen.findByText("Two stones at most.")).toBeTruthy();
    expect(history).toEqual(["/"]);
    start.mockResolvedValue(STARTED);
    play();
    await waitFor(() => expect(history.at(-1)).toBe("/game/game-1"));
  });

  it("does not ask twice while it waits", async () => {
    let answer: (started: Started) => void = () => undefined;
    const start = vi.spyOn(api, "start").mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const history = show(<StartPage />);
    play();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Starting…" }).disabled).toBe(true);
    fireEvent.submit(screen.getByRole("form"));
    expect(start).toHaveBeenCalledOnce();
    await act(async () => answer(STARTED));
    expect(history.at(-1)).toBe("/game/game-1");
  });

  it("begins a game of one's own from the board of a game that has no demo", async () => {
    const start = vi.spyOn(api, "start").mockResolvedValue(STARTED);
    show(<StartPage />);
    fireEvent.click(screen.getByRole("button", { name: /^Take over this game of Nine/ }));
    await waitFor(() => expect(start).toHaveBeenCalledOnce());
  });

  it("lets a demo be taken over where it stands", async () => {
    const size = 9;
    const GO = { ...NINE, gameType: "GO", boards: { ...NINE.boards, [size]: NINE.boards[size] ?? fail() } };
    vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [GO], failure: null });
    const load = vi.spyOn(api, "load").mockResolvedValue(STARTED);
    show(<StartPage />);
    fireEvent.click(screen.getByRole("button", { name: /^Take over/ }));
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    const body = load.mock.lastCall?.[0];
    expect(body?.node).toBeGreaterThan(0);
    expect(body?.save).toContain("SZ[9]");
    const seat = body?.seats?.seat ?? fail();
    expect(body?.seats?.players).toMatchObject({ [seat]: "human" });
  });

  it("says what is wrong when the server cannot be reached", () => {
    vi.spyOn(known, "useKinds").mockReturnValue({
      kinds: null,
      failure: new Refused("X", "Nobody answers."),
    });
    show(<StartPage />);
    expect(screen.getByText("Nobody answers.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  });

  it("survives a choice of another time", () => {
    useSettings.getState().set({ lastStart: { gameType: "GONE", games: { CALM: { size: "x" } } } });
    show(<StartPage />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: NINE.words.en?.name ?? "" }).checked).toBe(
      true,
    );
    expect(screen.getByRole("radio", { name: CALM.words.en?.name ?? "" })).toBeTruthy();
  });
});

describe("anyone", () => {
  const seek = vi.fn(() => Promise.resolve());
  const anyone = () => fireEvent.click(screen.getByRole("radio", { name: "Anyone now" }));

  beforeEach(() => {
    seek.mockClear();
    useLobby.setState({ ...NOBODY, seek });
  });

  it("is found by a size and a speed, without a look at rules and colours", async () => {
    show(<StartPage />);
    anyone();
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
    expect(screen.queryByRole("radio", { name: "White" })).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "Days" }));
    expect(screen.getByText("3 days a move, usual rules")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Find an opponent" }));
    await waitFor(() =>
      expect(seek).toHaveBeenCalledWith({ gameType: "NINE", boardSize: 15, speed: "days", rated: false }),
    );
    act(() => useLobby.setState({ search: { ...seekFor(), at: performance.now() } }));
    expect(screen.queryByRole("button", { name: "Find an opponent" })).toBeNull();
    expect(screen.getByRole("button", { name: "Stop looking" })).toBeTruthy();
  });

  it("may take a challenge with all settings, which then stands below the button", async () => {
    const made = challengeFrom("Ann", { color: "WHITE" });
    const challenge = vi.spyOn(lobby, "challenge").mockResolvedValue(made);
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage />);
    anyone();
    fireEvent.click(screen.getByRole("radio", { name: "Open challenge" }));
    fireEvent.click(screen.getByRole("radio", { name: "White" }));
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.change(screen.getByLabelText("Clock"), { target: { value: "sudden" } });
    fireEvent.change(screen.getByLabelText("If a player leaves"), { target: { value: "waits" } });
    fireEvent.change(screen.getByLabelText("Opponent's rating"), { target: { value: "200" } });
    fireEvent.click(screen.getByRole("switch", { name: "Rated" }));
    fireEvent.click(screen.getByRole("button", { name: "Post the challenge" }));
    expect(await screen.findByText("Yours:")).toBeTruthy();
    expect(challenge).toHaveBeenCalledExactlyOnceWith({
      gameType: "NINE",
      boardSize: 15,
      rules: { preset: "plain", ending: "talk" },
      clock: CLOCKS.sudden,
      rated: true,
      color: "WHITE",
      absence: "waits",
      ratingRange: { below: 200, above: 200 },
    });
  });

  it("is a person where another page has named one, and that is not remembered", async () => {
    const challenge = vi
      .spyOn(lobby, "challenge")
      .mockResolvedValue(challengeFrom("Ann", { to: personOf("Ben") }));
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage to="Ben" />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Ben" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Challenge Ben" }));
    await waitFor(() => expect(challenge.mock.lastCall?.[0]).toMatchObject({ to: "Ben", color: "BLACK" }));
    cleanup();
    show(<StartPage />);
    expect(screen.queryByRole("radio", { name: "Ben" })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Computer" }).checked).toBe(true);
  });

  it("says why a challenge was refused", async () => {
    vi.spyOn(lobby, "challenge").mockRejectedValue(
      new Refused("NOT_ACCEPTING", "no", 403, { words: { en: "Ben takes no challenges.", zh: "" } }),
    );
    useMe.setState({ me: accountOf("Ann") });
    show(<StartPage to="Ben" />);
    fireEvent.click(screen.getByRole("button", { name: "Challenge Ben" }));
    expect(await screen.findByText("Ben takes no challenges.")).toBeTruthy();
  });

  it("is not asked for a clock in days by minutes", () => {
    show(<StartPage />);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.change(screen.getByLabelText("Clock"), { target: { value: "week" } });
    fireEvent.change(screen.getByLabelText("Clock"), { target: { value: "custom" } });
    expect(screen.getByLabelText<HTMLSelectElement>("Kind").value).toBe("days");
    expect(screen.getByLabelText<HTMLInputElement>("Days for each move").value).toBe("7");
  });
});

describe("a friend's link", () => {
  const seat = (isOpen: boolean) => ({
    name: isOpen ? "" : "Ann",
    player: "human",
    isOpen,
    isOwned: !isOpen,
    isGuest: false,
  });
  const invited = (yours: View["yours"] = [], isOpen = true) =>
    viewOf({ ...STATE, players: { BLACK: seat(false), WHITE: seat(isOpen) } }, { yours });
  const sit = async () => fireEvent.click(await screen.findByRole("button", { name: "Take the seat" }));

  it("says what game it is and asks for a name before the seat is taken", async () => {
    const join = vi.spyOn(api, "join").mockResolvedValue(STATE);
    vi.spyOn(api, "view").mockResolvedValue(invited());
    const history = show(<JoinPage gameId="g-join" seat="WHITE" invite="tok" />);
    expect(await screen.findByText("Nine 15×15 against Ann. You play White.")).toBeTruthy();
    expect(join).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText("Your name"), { target: { value: " Bo" } });
    await sit();
    await waitFor(() => expect(history.at(-1)).toBe("/game/g-join"));
    expect(join).toHaveBeenCalledExactlyOnceWith("g-join", { seat: "WHITE", invite: "tok", name: "Bo" });
    expect(useSettings.getState().name).toBe(" Bo");
  });

  it("says that the seat is taken, and offers to look on", async () => {
    const join = vi.spyOn(api, "join").mockRejectedValue(new Refused("NOT_YOUR_SEAT", "no", 403));
    vi.spyOn(api, "view").mockResolvedValue(invited([], false));
    show(<JoinPage gameId="g-taken" seat="WHITE" invite="tok" />);
    expect(await screen.findByText(/^The seat is taken/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(screen.getByRole("link", { name: "Look on instead" })).toBeTruthy();
    expect(join).not.toHaveBeenCalled();
  });

  it("says that it is not whole when the seat is refused", async () => {
    vi.spyOn(api, "join").mockRejectedValue(new Refused("NOT_YOUR_SEAT", "no", 403));
    vi.spyOn(api, "view").mockResolvedValue(invited());
    show(<JoinPage gameId="g-cut" seat="WHITE" invite="nonsense" />);
    await sit();
    expect(await screen.findByText(/or the link is incomplete/)).toBeTruthy();
  });

  it("leads whoever sits at the table already back to it, without a second seat", async () => {
    const join = vi.spyOn(api, "join").mockResolvedValue(STATE);
    vi.spyOn(api, "view").mockResolvedValue(invited(["BLACK"]));
    const history = show(<JoinPage gameId="g-own" seat="WHITE" invite="tok" />);
    await waitFor(() => expect(history.at(-1)).toBe("/game/g-own"));
    expect(join).not.toHaveBeenCalled();
  });

  it("can be tried again where that may help", async () => {
    const join = vi.spyOn(api, "join").mockRejectedValue(new Refused("SLOW_DOWN", "no", 429));
    const look = vi.spyOn(api, "view").mockRejectedValueOnce(new Refused("SLOW_DOWN", "no", 429));
    look.mockResolvedValue(invited());
    const history = show(<JoinPage gameId="g-late" seat="WHITE" invite="tok" />);
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await sit();
    expect(await screen.findByText("Too fast; wait a moment.")).toBeTruthy();
    join.mockResolvedValue(STATE);
    await sit();
    await waitFor(() => expect(history.at(-1)).toBe("/game/g-late"));
  });
});

describe("looking on", () => {
  const enter = (text: string) => {
    fireEvent.change(screen.getByRole("textbox"), { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  };

  it("follows a link and remembers the game", async () => {
    const players = {
      BLACK: { name: "Ann", player: "human", isOpen: false, isOwned: true, isGuest: false },
      WHITE: { name: "", player: "level:4", isOpen: false, isOwned: false, isGuest: false },
    };
    const view = viewOf({ ...STATE, players }, { watchId: "watch-1", isWatching: true, yours: [] });
    vi.spyOn(api, "view").mockResolvedValue(view);
    const history = show(<WatchPage />);
    enter("https://x.example/#/game/watch-1");
    await waitFor(() => expect(history.at(-1)).toBe("/game/watch-1"));
    const label = "Nine 15×15 · Ann – Level 4";
    expect(useWatched.getState().watched).toEqual([{ gameId: "watch-1", label }]);
    fireEvent.click(screen.getByRole("button", { name: `Forget ${label}` }));
    expect(useWatched.getState().watched).toEqual([]);
  });

  it("says what is wrong with a text or a game", async () => {
    vi.spyOn(api, "view").mockRejectedValue(new Refused("NO_SUCH_GAME", "none", 404));
    show(<WatchPage />);
    enter("not a link");
    expect(screen.getByText("There is no game in this text. Paste the whole link.")).toBeTruthy();
    enter("abcdefgh");
    expect(await screen.findByText("There is no such game.")).toBeTruthy();
  });
});

function fail(): never {
  throw new Error("not there");
}
