/** The lobby on the page: the line, what it leads to, and what people do there. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, FakeSocket, json, meOf, refusing, viewOf } from "../api/fakes";
import type { LobbyFrame } from "../api/lobby";
import { KINDS } from "../pages/start/sampleKinds";
import { useMe } from "../people/me";
import { useSettings } from "../settings";
import { useMyGames } from "../sitting/mine";
import * as known from "../sitting/useKinds";
import { Toasts, useTabs } from "../ui";
import { Header } from "../ui/Header";
import { TurnSigns } from "../ui/TurnSigns";
import { setPageTitle } from "../ui/title";
import { challengeFrom, glanceNamed, lobbyFrame, ownGameNamed, personOf, seekFor } from "./fakes";
import { LobbyBar } from "./LobbyBar";
import { LobbyLine } from "./LobbyLine";
import LobbyParts from "./LobbyParts";
import { showBoards, useLobby } from "./lobby";

beforeEach(() => {
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [...KINDS], failure: null });
  FakeSocket.install();
  useSettings.getState().set({ language: "en", name: "" });
  useMe.setState({ me: accountOf("Ann") });
  useMyGames.setState({ games: [] });
  useTabs.setState({ tabs: [] });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(path = "/") {
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <Router hook={hook}>
      <LobbyLine />
      <LobbyBar />
      <LobbyParts kinds={KINDS} />
      <Toasts />
    </Router>,
  );
  return history;
}

function say(frame: LobbyFrame | object): void {
  act(() => FakeSocket.now.say(frame));
}

/** The line is open, and this is how the lobby stands. */
function arrive(change: Parameters<typeof lobbyFrame>[0] = {}): void {
  act(() => FakeSocket.now.accept());
  say(lobbyFrame(change));
}

const sent = (type: string) => FakeSocket.now.sent.filter((message) => message.type === type);
const answer = async (message: Record<string, unknown> | undefined, more: object = { ok: 1 }) =>
  act(async () => FakeSocket.now.say({ re: message?.id, ...more }));
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("anyone now", () => {
  it("is searched for with a click on a size, shown with what it waits for, and can be stopped", async () => {
    show();
    arrive();
    fireEvent.click(screen.getByRole("radio", { name: "Blitz" }));
    click("Nine 9×9");
    await waitFor(() => expect(sent("seek")).toHaveLength(1));
    expect(sent("seek")[0]).toMatchObject({ gameType: "NINE", boardSize: 9, speed: "blitz", rated: false });
    say({ type: "seeking", seek: seekFor({ speed: "blitz", sinceMs: 61_000, range: 110 }) });
    await answer(sent("seek")[0]);
    expect(screen.getByText("Looking for an opponent: Nine 9×9 · Blitz")).toBeTruthy();
    expect(screen.getByText("1:01")).toBeTruthy();
    expect(screen.getByText(/within ±110 of your rating; it widens/)).toBeTruthy();
    say({ type: "seeking", seek: seekFor({ speed: "blitz", sinceMs: 70_000 }) });
    expect(screen.getByText("Whoever comes next will do.")).toBeTruthy();
    click("Stop looking");
    expect(sent("unseek")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Nine 9×9" })).toBeTruthy();
  });

  it("says how long those wait who have left games", () => {
    show();
    arrive({ seek: seekFor({ waitMs: 90_000, why: "pairing.waits" }) });
    expect(screen.getByText(/You have left games lately.*1:30/)).toBeTruthy();
  });

  it("makes a stranger a guest first, and asks over a line of the guest's", async () => {
    const { asked } = answerPaths({
      "POST lobby/enter": json(personOf("Guest", { isGuest: true })),
      "GET auth/me": json(meOf({ name: "Guest" })),
    });
    useMe.setState({ me: meOf() });
    show();
    arrive({ me: null });
    expect(screen.queryByRole("switch", { name: "Rated" })).toBeNull();
    const before = FakeSocket.now;
    click("Nine 9×9");
    await waitFor(() => expect(FakeSocket.now).not.toBe(before));
    expect(asked.map((call) => call.what)).toEqual(["POST lobby/enter", "GET auth/me"]);
    expect(before.isHungUp).toBe(true);
    act(() => FakeSocket.now.accept());
    await waitFor(() => expect(sent("seek")).toHaveLength(1));
    say(lobbyFrame({ me: personOf("Guest", { isGuest: true }) }));
    expect(sent("seek")).toHaveLength(1);
  });

  it("goes on after the line was broken", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show();
    arrive();
    click("Nine 9×9");
    await waitFor(() => expect(sent("seek")).toHaveLength(1));
    await answer(sent("seek")[0]);
    const before = FakeSocket.now;
    act(() => before.drop());
    act(() => vi.advanceTimersByTime(20_000));
    expect(FakeSocket.now).not.toBe(before);
    arrive();
    expect(sent("seek")).toHaveLength(1);
    vi.useRealTimers();
  });

  it("says why it cannot be", async () => {
    show();
    arrive();
    click("Nine 9×9");
    await waitFor(() => expect(sent("seek")).toHaveLength(1));
    await answer(sent("seek")[0], {
      error: "SLOW_DOWN",
      detail: "too fast",
      words: { en: "Wait a moment first.", zh: "请稍等。" },
    });
    expect(screen.getByText("Wait a moment first.")).toBeTruthy();
  });

  it("leads to the game when somebody is found, but takes nobody away from a running one", async () => {
    const history = show();
    arrive();
    click("Nine 9×9");
    await waitFor(() => expect(sent("seek")).toHaveLength(1));
    say({ type: "paired", gameId: "found", color: "WHITE" });
    expect(history.at(-1)).toBe("/game/found");
    cleanup();
    const playing = show("/game/mine");
    arrive({ own: [ownGameNamed("mine")], seek: seekFor() });
    say({ type: "paired", gameId: "found", color: "WHITE" });
    expect(playing).toEqual(["/game/mine"]);
    click("Go there");
    expect(playing.at(-1)).toBe("/game/found");
  });
});

describe("challenges", () => {
  it("stand with whose they are and what is to be played, and lead to the game when taken", async () => {
    answerPaths({
      "POST lobby/challenges/of-Ben/accept": json({ gameId: "g7", watchId: "w7", color: "WHITE" }),
    });
    const history = show();
    const rating = { rating: 1612.4, deviation: 80, rank: "4k" };
    arrive({
      challenges: [
        challengeFrom("Ben", { by: personOf("Ben", { rating }), rated: true, color: "BLACK" }),
        challengeFrom("Guest", { by: personOf("Guest", { isGuest: true }), absence: "waits", clock: null }),
      ],
    });
    const [ben, guest] = within(screen.getByRole("list", { name: "Open challenges" })).getAllByRole(
      "listitem",
    );
    expect(ben?.textContent).toContain("Ben 4 kyu Nine 9×9");
    expect(ben?.textContent).toContain("10 min · rated · you play White");
    expect(guest?.textContent).toContain("no clock · Only the clock decides");
    click("Accept the challenge of Ben: Nine 9×9");
    await waitFor(() => expect(history.at(-1)).toBe("/game/g7"));
    expect(screen.queryByText(/Ben/)).toBeNull();
  });

  it("that somebody else has taken say so and go", async () => {
    answerPaths({ "POST lobby/challenges/of-Ben/accept": refusing("CHALLENGE_GONE", 409) });
    const history = show();
    arrive({ challenges: [challengeFrom("Ben"), challengeFrom("Cat")] });
    click(/challenge of Ben/);
    await waitFor(() => expect(screen.queryByText("Ben")).toBeNull());
    expect(screen.getByText("Cat")).toBeTruthy();
    expect(history).toEqual(["/"]);
  });

  it("of one's own can be withdrawn", async () => {
    const { sent: bodies } = answerPaths({ "POST lobby/challenges/of-Ann/withdraw": json({}) });
    show();
    const own = challengeFrom("Ann", { to: personOf("Ben"), color: "BLACK" });
    arrive({ made: [own] });
    expect(screen.getByText("To Ben:")).toBeTruthy();
    expect(screen.getByText(/you play Black/)).toBeTruthy();
    click("Withdraw the challenge: Nine 9×9");
    await waitFor(() => expect(screen.queryByText("To Ben:")).toBeNull());
    expect(bodies("POST lobby/challenges/of-Ann/withdraw")).toEqual([{}]);
  });

  it("to this person are told at once, and declined with a reason", async () => {
    const { sent: bodies } = answerPaths({ "POST lobby/challenges/of-Ben/decline": json({}) });
    show("/watch");
    arrive();
    say({ type: "challenged", challenge: challengeFrom("Ben", { to: personOf("Ann") }) });
    const bar = screen.getByRole("region", { name: "You are challenged" });
    expect(bar.textContent).toContain("Ben challenges you: Nine 9×9");
    fireEvent.click(within(bar).getByRole("button", { name: "Decline…" }));
    fireEvent.click(within(bar).getByRole("button", { name: "I would rather have another clock" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "You are challenged" })).toBeNull());
    expect(bodies("POST lobby/challenges/of-Ben/decline")).toEqual([{ reason: "clock" }]);
  });

  it("that were answered are told in words", () => {
    show();
    arrive({ made: [challengeFrom("Ann")] });
    say({ type: "answered", challengeId: "of-Ann", answer: "declined", reason: "later" });
    expect(screen.getByText("Your challenge was declined: not now, later.")).toBeTruthy();
    expect(useLobby.getState().made).toEqual([]);
  });

  it("of others that were answered are only taken off the lists", () => {
    const history = show();
    arrive({ challenged: [challengeFrom("Ben", { to: personOf("Ann") })] });
    say({ type: "answered", challengeId: "of-Ben", answer: "accepted", gameId: "g" });
    expect([useLobby.getState().challenged, history]).toEqual([[], ["/"]]);
    expect(screen.queryByText("Your challenge was accepted.")).toBeNull();
  });
});

describe("games and people", () => {
  it("are shown as small boards that are asked for only while somebody looks", () => {
    vi.useFakeTimers();
    show();
    arrive({ games: [glanceNamed("w1", { rated: true })] });
    const card = screen.getByRole("link", { name: /Nine 5×5 rated.*Ann.*小林.*Ann to move/ });
    expect(card.getAttribute("href")).toBe("/game/w1");
    act(() => vi.advanceTimersByTime(10_000));
    expect(sent("boards")).toEqual([]);
    cleanup();
    render(<LobbyLine />);
    arrive({ games: [glanceNamed("w1")] });
    act(() => vi.advanceTimersByTime(10_000));
    expect(useLobby.getState().games).toEqual([]);
    const hide = showBoards();
    hide();
    act(() => vi.advanceTimersByTime(10_000));
    expect(sent("boards").map((message) => message.on)).toEqual([false, true, false]);
    vi.useRealTimers();
  });

  it("says who is here, with a way to challenge those who have an account", () => {
    show();
    arrive({
      people: { count: 9, here: [personOf("Ann"), personOf("Ben"), personOf("Xu", { isGuest: true })] },
    });
    expect(screen.getByRole("heading", { name: "Here now: 9" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Challenge Ben" }).getAttribute("href")).toBe("/challenge/Ben");
    expect(screen.queryByRole("link", { name: "Challenge Ann" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Challenge Xu" })).toBeNull();
  });

  it("lets people say whose challenges they take", async () => {
    const { sent: bodies } = answerPaths({
      "GET lobby": json({ accepting: "accounts" }),
      "POST lobby/accepting": json({ mode: "nobody" }),
    });
    show();
    arrive();
    click("Who may challenge you?");
    const field = await screen.findByLabelText<HTMLSelectElement>("Challenges from");
    expect(field.value).toBe("accounts");
    fireEvent.change(field, { target: { value: "nobody" } });
    await waitFor(() => expect(field.value).toBe("nobody"));
    expect(bodies("POST lobby/accepting")).toEqual([{ mode: "nobody" }]);
  });

  it("shows games of one's own from other devices, with the days that are left", () => {
    show();
    arrive({ own: [ownGameNamed("g", { deadlineMs: 53.5 * 3_600_000 })] });
    const card = screen.getByRole("link", { name: /Your move/ });
    expect(card.getAttribute("href")).toBe("/game/g");
    expect(card.textContent).toContain("2 d 5 h left");
  });

  it("reads in Chinese", () => {
    useSettings.getState().set({ language: "zh" });
    show();
    arrive({ challenges: [challengeFrom("Ben", { color: "WHITE" })], seek: seekFor({ range: 100 }) });
    expect(screen.getByText(/正在匹配：九 9×9 · 慢棋/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "应战 Ben：九 9×9" }).textContent).toBe("应战");
    expect(screen.getByText(/10 分钟，包干 · 你执黑/)).toBeTruthy();
  });
});

describe("what waits for this person", () => {
  function signs(path: string) {
    const { hook } = memoryLocation({ path });
    render(
      <Router hook={hook}>
        <LobbyLine />
        <Header />
        <TurnSigns />
      </Router>,
    );
  }
  const badge = () => {
    const link = screen.getByRole("link", { name: "Play" });
    const told = document.getElementById(link.getAttribute("aria-describedby") ?? "");
    return [link.textContent, told?.textContent ?? null];
  };

  beforeEach(() => setPageTitle("Tengen"));

  it("is counted in the head and in the title of the page", () => {
    signs("/");
    arrive({ own: [ownGameNamed("a"), ownGameNamed("b", { yourMove: false }), ownGameNamed("c")] });
    expect(badge()).toEqual(["Play2", "2 games wait for your move"]);
    expect(document.title).toBe("(2) ● Your move – Tengen");
    say({
      type: "own",
      games: [ownGameNamed("a", { yourMove: false }), ownGameNamed("c", { isOver: true })],
    });
    expect([badge(), document.title]).toEqual([["Play", null], "Tengen"]);
  });

  it("is not counted where one sits already, nor after a move of one's own that the lobby has not told yet", () => {
    signs("/game/a");
    const moved = viewOf({ gameId: "b", moveNumber: 5 }, { yours: ["BLACK"], actors: ["WHITE"] });
    act(() => useMyGames.getState().see(moved, { en: "b", zh: "b" }));
    arrive({ own: [ownGameNamed("a"), ownGameNamed("b", { moves: 4 })] });
    expect([badge(), document.title]).toEqual([["Play", null], "Tengen"]);
  });

  it("includes notices that were not read, at the corner of people", () => {
    signs("/");
    arrive({ unseen: 2 });
    expect(screen.getByText("2 new notices")).toBeTruthy();
  });
});
