import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, meOf } from "../api/fakes";
import type { ChatAnswer, ChatLine } from "../api/talk";
import { SidePanel } from "../pages/game/SidePanel";
import { useDoing } from "../pages/game/useDoing";
import { useLookBack } from "../pages/game/useLookBack";
import { useMe } from "../people/me";
import { useSettings } from "../settings";
import { fakeKind, fakeLive, fakeSpec, fakeView } from "../sitting/fakes";
import type { LiveGame } from "../sitting/types";
import { Toasts } from "../ui";
import { PersonMenu } from "./PersonMenu";
import { useRelations } from "./relations";

const kind = fakeKind();
const spec = fakeSpec();
const person = (name: string, isGuest = false) => ({
  name,
  player: "human",
  isOpen: false,
  isOwned: true,
  isGuest,
});
const players = { BLACK: person("Ann"), WHITE: person("Ben") };

let games = 0;

beforeEach(() => {
  games += 1;
  useSettings.setState({ language: "en", shortcuts: true });
  useMe.setState({ me: accountOf("Ann", { canTalk: true }) });
  useRelations.setState({ relations: { muted: [], blocked: [] }, changes: 0 });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function line(number: number, change: Partial<ChatLine> = {}): ChatLine {
  return {
    number,
    room: "players",
    at: 1_700_000_000_000 + number,
    name: "Ben",
    isGuest: false,
    avatar: 0,
    text: `line ${number}`,
    word: null,
    ...change,
  };
}

function chatOf(lines: ChatLine[], change: Partial<ChatAnswer> = {}): ChatAnswer {
  return { lines, room: "players", canSpeak: true, whyNot: null, ...change };
}

type Answers = Parameters<typeof answerPaths>[0];

interface Shown {
  view?: Parameters<typeof fakeView>[0];
  state?: Parameters<typeof fakeView>[1];
  live?: Partial<LiveGame>;
  answers?: Answers;
}

/** The panel beside a board; every test has a match of its own. */
function show(chat: ChatAnswer, { view = {}, state = {}, live = {}, answers = {} }: Shown = {}) {
  const gameId = `game${games}`;
  const server = answerPaths({ [`GET game/${gameId}/chat`]: json(chat), ...answers });
  const { hook, history } = memoryLocation({ path: "/", record: true });
  const seen = fakeView({ yours: ["BLACK"], ...view }, { players, gameId, ...state });
  const Page = ({ more }: { more: Partial<LiveGame> }) => {
    const following = fakeLive(seen, { ...live, ...more });
    const doing = useDoing(following, seen, kind);
    const lookBack = useLookBack(seen, spec);
    return (
      <SidePanel live={following} view={seen} kind={kind} spec={spec} lookBack={lookBack} doing={doing} />
    );
  };
  const page = (more: Partial<LiveGame> = {}) => (
    <Router hook={hook}>
      <Page more={more} />
      <Toasts />
    </Router>
  );
  const shown = render(page());
  return { ...server, gameId, history, again: (more: Partial<LiveGame>) => shown.rerender(page(more)) };
}

const openChat = async () => fireEvent.click(await screen.findByRole("tab", { name: /^Chat/ }));
const log = () => screen.getByRole("log");

describe("the chat tab", () => {
  it("shows what was said, as text and nothing else, and quick words in the reader's language", async () => {
    const lines = [
      line(1, { text: "<b>see</b> https://example.org" }),
      line(2, { text: null, word: "good_luck" }),
    ];
    show(chatOf(lines));
    await openChat();
    await screen.findByText("<b>see</b> https://example.org");
    expect(log().querySelector("a, b")).toBeNull();
    expect(within(log()).getByText("Good luck!")).toBeTruthy();
    act(() => useSettings.setState({ language: "zh" }));
    expect(within(log()).getByText("祝你好运！")).toBeTruthy();
  });

  it("has new lines at its end, read aloud politely", async () => {
    const { again } = show(chatOf([line(1)]));
    await openChat();
    await screen.findByText("line 1");
    expect([log().getAttribute("aria-live"), log().getAttribute("aria-label")]).toEqual([
      "polite",
      "What was said",
    ]);
    again({ chat: [line(2)] });
    expect(
      within(log())
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([expect.stringContaining("line 1"), expect.stringContaining("line 2")]);
  });

  it("shows a line once that was read and also came live", async () => {
    const { again } = show(chatOf([line(1), line(2)]));
    await openChat();
    await screen.findByText("line 2");
    again({ chat: [line(2), line(3)] });
    expect(within(log()).getAllByRole("listitem")).toHaveLength(3);
  });

  it("has a dot for what others have said until it is looked at, and says it to who listens", async () => {
    const { again } = show(chatOf([]));
    const tab = await screen.findByRole("tab", { name: "Chat" });
    await waitFor(() => expect(useMe.getState().me).not.toBeNull());
    again({ chat: [line(1), line(2, { name: "Ann", text: "mine" })] });
    await waitFor(() => expect(tab.textContent).toContain("1 new"));
    again({ chat: [line(1), line(2, { name: "Ann", text: "mine" }), line(3)] });
    expect(screen.getByText("Ben: line 3")).toBeTruthy();
    await openChat();
    expect(tab.textContent).toBe("Chat");
    expect(screen.queryByText("Ben: line 3")).toBeNull();
    fireEvent.click(screen.getByRole("tab", { name: "Moves" }));
    expect(tab.textContent).toBe("Chat");
  });

  it("is not there for who plays alone", () => {
    const program = { ...person("level:3"), player: "level:3" };
    const { asked } = show(chatOf([]), { state: { players: { BLACK: players.BLACK, WHITE: program } } });
    expect(screen.queryByRole("tab", { name: "Chat" })).toBeNull();
    expect(asked).toEqual([]);
  });

  it("says why who may not speak may not, and offers no field", async () => {
    show(chatOf([], { canSpeak: false, whyNot: { key: "talk.own_off", values: {} } }));
    await openChat();
    expect(await screen.findByText("You have turned talking off in your settings.")).toBeTruthy();
    expect(screen.queryByLabelText("Say something")).toBeNull();
  });

  it("reads again when the line comes back, and tries again where it could not be read", async () => {
    const { again, asked } = show(chatOf([line(1)]));
    await openChat();
    await screen.findByText("line 1");
    const before = asked.length;
    again({ connection: "lost" });
    again({ connection: "open" });
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });
});

describe("rooms", () => {
  it("are apart: who watches reads and speaks among those who watch", async () => {
    const { asked, gameId } = show(chatOf([line(1, { room: "watchers" })], { room: "watchers" }), {
      view: { yours: [], isWatching: true },
    });
    await openChat();
    await screen.findByText("line 1");
    expect(
      asked.filter(({ what }) => what === `GET game/${gameId}/chat`).map(({ query }) => query.room),
    ).toEqual(["watchers"]);
    expect(screen.getByText("The players do not see this before the end.")).toBeTruthy();
  });

  it("are both open to players at the end, in the order in which things were said", async () => {
    const rooms: Record<string, ChatAnswer> = {
      players: chatOf([line(1), line(3)]),
      watchers: chatOf([line(2, { name: "Eve", room: "watchers" })], { room: "watchers", canSpeak: false }),
    };
    const gameId = `game${games}`;
    show(chatOf([]), {
      view: { actors: [] },
      state: { isGameOver: true },
      answers: { [`GET game/${gameId}/chat`]: ({ query }) => Response.json(rooms[query.room ?? ""]) },
    });
    await openChat();
    await screen.findByText("line 2");
    expect(
      within(log())
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining("line 1"),
      expect.stringMatching(/Evewatching.*line 2/),
      expect.stringContaining("line 3"),
    ]);
    expect(screen.getByLabelText("Say something")).toBeTruthy();
  });
});

describe("speaking", () => {
  it("takes one click for a quick word", async () => {
    const say = vi.fn<LiveGame["say"]>(() => Promise.resolve({ isDone: true, event: 1 }));
    show(chatOf([]), { live: { say } });
    await openChat();
    fireEvent.click(await screen.findByRole("button", { name: "Good luck!" }));
    await waitFor(() => expect(say.mock.calls).toEqual([[{ word: "good_luck" }]]));
  });

  it("says nothing twice by two clicks, and does not wait with something else", async () => {
    const say = vi.fn<LiveGame["say"]>(() => new Promise(() => undefined));
    show(chatOf([]), { live: { say } });
    await openChat();
    for (const name of ["Good luck!", "Good luck!", "Hello!"]) {
      fireEvent.click(await screen.findByRole("button", { name }));
    }
    expect(say.mock.calls).toEqual([[{ word: "good_luck" }], [{ word: "hello" }]]);
  });

  it("sends what is typed, once, without what is around it, and empties the field", async () => {
    const say = vi.fn<LiveGame["say"]>(() => Promise.resolve({ isDone: true, event: 1 }));
    show(chatOf([]), { live: { say } });
    await openChat();
    const field = (await screen.findByLabelText("Say something")) as HTMLInputElement;
    expect(field.maxLength).toBe(200);
    fireEvent.change(field, { target: { value: "   " } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    fireEvent.change(field, { target: { value: " a nice move " } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(field.value).toBe(""));
    expect(say.mock.calls).toEqual([[{ text: "a nice move" }]]);
  });

  it("says what was refused and keeps the text", async () => {
    const words = { en: "You are talking too fast; wait 4 s.", zh: "发言太快，请等待 4 秒。" };
    const say = vi.fn<LiveGame["say"]>(() =>
      Promise.resolve({ isDone: false, code: "TALK_TOO_FAST", detail: "", words }),
    );
    show(chatOf([]), { live: { say } });
    await openChat();
    const field = (await screen.findByLabelText("Say something")) as HTMLInputElement;
    fireEvent.change(field, { target: { value: "again" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText(words.en)).toBeTruthy();
    expect(field.value).toBe("again");
  });
});

describe("the menu at a name", () => {
  const nobody = { muted: [], blocked: [] };
  const ben = { name: "Ben", isGuest: false, avatar: 0, rating: null };

  function menu(answers: Answers = {}, isGuest = false, gameId: string | null = "g") {
    const server = answerPaths({ "GET relations": json(nobody), ...answers });
    const { hook, history } = memoryLocation({ path: "/", record: true });
    render(
      <Router hook={hook}>
        <PersonMenu name="Ben" isGuest={isGuest} gameId={gameId}>
          <span>Ben</span>
        </PersonMenu>
        <Toasts />
      </Router>,
    );
    return { ...server, history };
  }
  const open = () => fireEvent.click(screen.getByRole("button", { name: /More about Ben/ }));
  const items = () => Array.from(document.querySelectorAll("[role^=menuitem]"), (item) => item.textContent);

  it("leads to the games, mutes, blocks and reports", async () => {
    const { sent, history } = menu({ "POST relations/mute": json({ muted: [ben], blocked: [] }) });
    open();
    expect(items()).toEqual(["Games and ratings", "Challenge", "Mute", "Block", "Report"]);
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Mute" }));
    expect(await screen.findByText("You do not hear Ben any more.")).toBeTruthy();
    expect(sent("POST relations/mute")).toEqual([{ name: "Ben", gameId: "g" }]);
    open();
    expect(screen.getByRole("menuitemcheckbox", { name: "Mute" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("menuitem", { name: "Games and ratings" }));
    expect(history?.at(-1)).toBe("/u/Ben");
  });

  it("takes back what was done", async () => {
    useRelations.setState({ relations: { muted: [], blocked: [ben] } });
    const { sent } = menu({ "POST relations/unblock": json(nobody) }, false, null);
    open();
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Block" }));
    expect(await screen.findByText("Ben is not blocked any more.")).toBeTruthy();
    expect(sent("POST relations/unblock")).toEqual([{ name: "Ben" }]);
  });

  it("offers a stranger only the games, a guest no report, and nobody anything about themselves", () => {
    useMe.setState({ me: meOf() });
    menu();
    open();
    expect(items()).toEqual(["Games and ratings", "Challenge"]);
    cleanup();
    useMe.setState({ me: meOf({ name: "Gus" }) });
    menu();
    open();
    expect(items()).toEqual(["Games and ratings", "Challenge", "Mute", "Block"]);
    cleanup();
    useMe.setState({ me: accountOf("Ben") });
    menu();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("knows a guest only at a board", () => {
    menu({}, true, null);
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    menu({}, true, "g");
    open();
    expect(items()).toEqual(["Mute", "Block", "Report"]);
  });

  it("reports with a reason, words, and the lines that go along", async () => {
    const lines = Array.from({ length: 25 }, (_, index) => line(index + 1));
    const { sent } = menu({ "GET game/g/chat": json(chatOf(lines)), "POST reports": json({}) });
    open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Report" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Report Ben" }));
    expect((await dialog.findAllByRole("listitem")).map((item) => item.textContent)).toHaveLength(20);
    expect(dialog.queryByText("line 5")).toBeNull();
    expect(dialog.getByText("line 25")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("What is it about?"), { target: { value: "spam" } });
    fireEvent.change(dialog.getByLabelText("What happened?"), { target: { value: " sells things " } });
    fireEvent.click(dialog.getByRole("button", { name: "Report" }));
    expect(await screen.findByText("Thank you. A moderator will look at it.")).toBeTruthy();
    expect(sent("POST reports")).toEqual([
      { about: "Ben", reason: "spam", text: "sells things", gameId: "g" },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
