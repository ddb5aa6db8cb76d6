import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { viewOf } from "../api/fakes";
import { useSettings } from "../settings";
import { useMyGames } from "../sitting/mine";
import { wordsOf } from "../words/useWords";
import { ErrorBoundary } from "./ErrorBoundary";
import { GameTabs } from "./GameTabs";
import { Header } from "./Header";
import { OfflineNotice } from "./Offline";
import { refusalWords } from "./refusal";
import { neighbourOf, useTabs } from "./tabs";
import { UnencryptedNotice } from "./Unencrypted";
import { useVisits } from "./visits";

beforeEach(() => {
  useSettings.getState().set({ language: "en", page: "light" });
  useTabs.setState({ tabs: [] });
  useMyGames.setState({ games: [] });
});
afterEach(cleanup);

describe("the header", () => {
  const show = (path = "/") =>
    render(
      <Router hook={memoryLocation({ path }).hook}>
        <Header />
      </Router>,
    );

  it("says where one is", () => {
    show("/watch");
    expect(screen.getByRole("link", { name: "Watch" }).getAttribute("aria-current")).toBe("page");
    expect(screen.getByRole("link", { name: "Play" }).getAttribute("aria-current")).toBeNull();
  });

  it("asks anew for the place where one is, and only for that", () => {
    show("/review");
    const before = useVisits.getState().count;
    fireEvent.click(screen.getByRole("link", { name: "Review" }));
    expect(useVisits.getState().count).toBe(before + 1);
    fireEvent.click(screen.getByRole("link", { name: "Watch" }));
    expect(useVisits.getState().count).toBe(before + 1);
  });

  it("changes the language, and offers the other one in its own words", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "中文" }));
    expect(screen.getByRole("link", { name: "对弈" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "English" })).toBeTruthy();
  });

  it("turns the page dark and light", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Dark page" }));
    expect(useSettings.getState().page).toBe("dark");
    fireEvent.click(screen.getByRole("button", { name: "Light page" }));
    expect(useSettings.getState().page).toBe("light");
  });

  it("has every setting behind one button", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Settings" }));
    fireEvent.click(screen.getByRole("switch", { name: "Sound" }));
    expect(useSettings.getState().sound).toBe(false);
    fireEvent.click(screen.getByRole("radio", { name: "Paper" }));
    expect(useSettings.getState().board).toBe("paper");
    fireEvent.click(screen.getByRole("radio", { name: "Never" }));
    expect(useSettings.getState().confirmTap).toBe("never");
    expect(screen.getAllByRole("switch")).toHaveLength(5);
  });
});

describe("a page that came without encryption", () => {
  it("says so, and one that came over TLS or from this machine does not", () => {
    const { rerender } = render(<UnencryptedNotice isSecure={false} />);
    expect(screen.getByText(/not encrypted/)).toBeTruthy();
    rerender(<UnencryptedNotice isSecure />);
    expect(screen.queryByText(/not encrypted/)).toBeNull();
  });
});

describe("open games", () => {
  const show = (path: string) => {
    const { hook, history } = memoryLocation({ path, record: true });
    render(
      <Router hook={hook}>
        <GameTabs />
      </Router>,
    );
    return history;
  };

  const label = (text: string) => ({ en: text, zh: `中 ${text}` });

  it("are shown when there are two, and not before", () => {
    useTabs.getState().open("a", label("Go 9×9"));
    show("/game/a");
    expect(screen.queryByRole("navigation")).toBeNull();
    act(() => useTabs.getState().open("b", label("Gomoku 15×15")));
    expect(screen.getByRole("link", { name: "Go 9×9" }).getAttribute("aria-current")).toBe("page");
  });

  it("are shown for a single one of one's own while it runs and another page is shown", () => {
    const mine = viewOf({ gameId: "a" });
    useTabs.getState().open("a", label("Go 9×9"));
    show("/watch");
    expect(screen.queryByRole("navigation")).toBeNull();
    act(() => useMyGames.getState().see(mine, label("Go 9×9")));
    expect(screen.getByRole("link", { name: "Go 9×9" }).getAttribute("href")).toBe("/game/a");
    const over = { ...mine, state: { ...mine.state, isGameOver: true, eventNumber: 2 } };
    act(() => useMyGames.getState().see(over, label("Go 9×9")));
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("say whose move it is, and how one ended", () => {
    const [mine, over] = [viewOf({ gameId: "a" }, { yours: ["BLACK"] }), viewOf({ gameId: "b" })];
    useMyGames.getState().see(mine, label("one"));
    useMyGames.getState().see({ ...over, state: { ...over.state, isGameOver: true } }, label("two"));
    useTabs.getState().open("a", label("one"));
    useTabs.getState().open("b", label("two"));
    show("/");
    const [first, second] = screen.getAllByRole("link");
    const said = (link: HTMLElement | undefined) =>
      document.getElementById(link?.getAttribute("aria-describedby") ?? "")?.textContent;
    expect([said(first), said(second)]).toEqual(["Your move", "The end"]);
  });

  it("become those of a rematch, also where that has one already", () => {
    const { open, become } = useTabs.getState();
    open("a", label("one"), true);
    open("b", label("two"));
    become("a", "c");
    expect(useTabs.getState().tabs.map(({ gameId, isOver }) => [gameId, isOver])).toEqual([
      ["c", undefined],
      ["b", undefined],
    ]);
    become("c", "b");
    expect(useTabs.getState().tabs.map(({ gameId }) => gameId)).toEqual(["b"]);
  });

  it("are each there once, under their newest label", () => {
    const { open } = useTabs.getState();
    open("a", label("one"));
    open("b", label("two"));
    open("a", label("three"));
    expect(useTabs.getState().tabs).toEqual([
      { gameId: "a", label: label("three"), number: 1 },
      { gameId: "b", label: label("two"), number: 1 },
    ]);
  });

  it("of the same name are told apart, each by a number it keeps, in the language that is set", () => {
    const { open, close } = useTabs.getState();
    for (const gameId of ["a", "b", "c"]) {
      open(gameId, label("Go"));
    }
    open("b", label("Go"));
    show("/game/b");
    const names = () => screen.getAllByRole("link").map((link) => link.textContent);
    expect(names()).toEqual(["Go", "Go (2)", "Go (3)"]);
    act(() => close("a"));
    expect(names()).toEqual(["Go (2)", "Go (3)"]);
    act(() => open("d", label("Go")));
    expect(names()).toEqual(["Go (2)", "Go (3)", "Go"]);
    act(() => useSettings.getState().set({ language: "zh" }));
    expect(names()).toEqual(["中 Go（2）", "中 Go（3）", "中 Go"]);
  });

  it("lead to the neighbour when the one in sight is closed", () => {
    useTabs.getState().open("a", label("one"));
    useTabs.getState().open("b", label("two"));
    const history = show("/game/b");
    fireEvent.click(screen.getByRole("button", { name: "Close two" }));
    expect(history.at(-1)).toBe("/game/a");
    expect(useTabs.getState().tabs.map((tab) => tab.gameId)).toEqual(["a"]);
    expect(neighbourOf(useTabs.getState().tabs, "a")).toBeNull();
  });
});

describe("what went wrong", () => {
  it("is told in words, with a way on", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error("the sky fell");
    };
    const { rerender } = render(
      <ErrorBoundary place="/a">
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole("alert").textContent).toContain("Something went wrong on this page.");
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
    rerender(
      <ErrorBoundary place="/b">
        <p>another page</p>
      </ErrorBoundary>,
    );
    expect(screen.getByText("another page")).toBeTruthy();
  });

  it("is no network, while there is none", () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    render(<OfflineNotice />);
    expect(screen.getByRole("status").textContent).toContain("You are offline.");
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("is a refusal in the player's language", () => {
    const [en, zh] = [wordsOf("en"), wordsOf("zh")];
    const rules = { code: "BAD_RULES", detail: "Handicap is at most 4." };
    expect(refusalWords(en, rules)).toBe("Handicap is at most 4.");
    expect(refusalWords(zh, rules)).toBe("规则设置无效。 Handicap is at most 4.");
    expect(refusalWords(zh, { code: "SLOW_DOWN", detail: "Too many requests." })).toBe("太快了，请稍等。");
    expect(refusalWords(zh, { code: "SOMETHING_NEW", detail: "Why not." })).toBe("Why not.");
  });
});
