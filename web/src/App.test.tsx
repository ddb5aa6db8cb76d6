import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "./App";
import { api } from "./api/rest";
import { KINDS } from "./pages/start/sampleKinds";
import { useSettings } from "./settings";
import * as known from "./sitting/useKinds";
import { useTabs } from "./ui";

vi.mock("./pages/game/GamePage", () => ({
  GamePage: ({ gameId }: { gameId: string }) => <p>the game {gameId}</p>,
}));
vi.mock("./pages/review/ReviewPage", () => ({
  ReviewPage: ({ place }: { place: Record<string, unknown> | null }) => (
    <p>the review of {place === null ? "nothing" : Object.values(place).join(" ")}</p>
  ),
}));

beforeEach(() => {
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [...KINDS], failure: null });
  vi.spyOn(api, "kinds").mockResolvedValue([...KINDS]);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  useSettings.getState().set({ language: "en", page: "auto" });
  useTabs.setState({ tabs: [] });
});
afterEach(cleanup);

function showAt(hash: string) {
  window.location.hash = hash;
  return render(<App />);
}

describe("an address", () => {
  it("is the start page at first", () => {
    showAt("");
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it.each([
    ["#/game/abc", "the game abc"],
    ["#/review", "the review of nothing"],
    ["#/review/abc", "the review of match abc"],
    ["#/arena/nets-3/12", "the review of arena nets-3 12"],
    ["#/arena/nets-3/x", "There is nothing at this address."],
    ["#/watch", "A watch link, or the id of a game"],
    ["#/no/such", "There is nothing at this address."],
  ])("%s shows its page", async (hash, text) => {
    showAt(hash);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("puts those who come by keyboard at the beginning of the next page", async () => {
    showAt("#/");
    fireEvent.click(screen.getByRole("link", { name: "Watch" }));
    await screen.findByText("A watch link, or the id of a game");
    expect(document.activeElement?.id).toBe("main");
    expect(window.location.hash).toBe("#/watch");
  });
});

describe("the page", () => {
  it("tells its language and its title in the language that is set", () => {
    showAt("#/watch");
    expect([document.documentElement.lang, document.title]).toEqual(["en", "Watch · Tengen 天元"]);
    act(() => useSettings.getState().set({ language: "zh" }));
    expect([document.documentElement.lang, document.title]).toEqual(["zh-CN", "观战 · 天元 Tengen"]);
  });

  it("is light or dark as chosen, and as the system wants otherwise", () => {
    showAt("#/watch");
    act(() => useSettings.getState().set({ page: "dark" }));
    expect(document.documentElement.dataset.pageTheme).toBe("dark");
    act(() => useSettings.getState().set({ page: "auto" }));
    expect(document.documentElement.dataset.pageTheme).toBeUndefined();
  });
});
