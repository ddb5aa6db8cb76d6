import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { answerPaths, json, refusing } from "../../api/fakes";
import type { Notice } from "../../api/lobby";
import { personOf } from "../../lobby/fakes";
import { NOBODY } from "../../lobby/follow";
import { useLobby } from "../../lobby/lobby";
import { useSettings } from "../../settings";
import { NoticesPage } from "./NoticesPage";

function notice(id: number, change: Partial<Notice> = {}): Notice {
  const values = { name: "Ben" };
  return {
    id,
    at: 1_790_000_000_000,
    key: "notice.challenge_declined",
    values,
    path: null,
    seen: true,
    ...change,
  };
}

beforeEach(() => {
  useSettings.getState().set({ language: "en" });
  useLobby.setState({ ...NOBODY, me: personOf("Ann"), unseen: 1 });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const { hook } = memoryLocation({ path: "/notices" });
  render(
    <Router hook={hook}>
      <NoticesPage />
    </Router>,
  );
}

describe("the notices", () => {
  it("say what happened, lead there, and are read by being shown", async () => {
    const notices = [notice(9, { seen: false, path: "/game/g" }), notice(4)];
    const { sent } = answerPaths({
      "GET notices": json({ notices, unseen: 1 }),
      "POST notices/seen": json({ notices, unseen: 0 }),
    });
    show();
    const lines = await screen.findAllByRole("listitem");
    expect(lines).toHaveLength(2);
    expect(lines[0]?.textContent).toContain("Ben");
    expect(screen.getByRole("link", { name: "Go there" }).getAttribute("href")).toBe("/game/g");
    await waitFor(() => expect(useLobby.getState().unseen).toBe(0));
    expect(sent("POST notices/seen")).toEqual([{ upTo: 9 }]);
  });

  it("are read again when another one comes while they are shown", async () => {
    useLobby.setState({ unseen: 0 });
    const { asked } = answerPaths({ "GET notices": json({ notices: [notice(4)], unseen: 0 }) });
    show();
    await screen.findByRole("listitem");
    act(() => useLobby.setState({ unseen: 1 }));
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it("may be none, or not to be had", async () => {
    answerPaths({ "GET notices": json({ notices: [], unseen: 0 }) });
    show();
    expect(await screen.findByText(/Nothing yet/)).toBeTruthy();
    cleanup();
    answerPaths({ "GET notices": refusing("NOT_LOGGED_IN", 401) });
    show();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
