import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, refusing } from "../../api/fakes";
import type { Me } from "../../api/people";
import type { Moderated, Report } from "../../api/talk";
import { useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { Toasts } from "../../ui";
import { ModerationPage } from "./ModerationPage";

const MODERATOR = accountOf("Otto", { roles: ["moderator"] });

const REPORT: Report = {
  id: "r1",
  at: 1_700_000_000_000,
  by: "Ann",
  about: "Ben",
  reason: "insult",
  text: "called me names",
  watchId: "w1",
  lines: [],
  handled: null,
};
const LINE = {
  number: 1,
  room: "players" as const,
  at: 1_700_000_000_000,
  name: "Ben",
  isGuest: false,
  avatar: 0,
  text: "you <b>fool</b>",
  word: null,
};
const USER: Moderated = {
  name: "Ben",
  avatar: 0,
  since: 1_690_000_000_000,
  roles: [],
  isGuest: false,
  silence: null,
  ban: null,
  isClosed: false,
};

beforeEach(() => useSettings.getState().set({ language: "en" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof answerPaths>[0];

function show(me: Me = MODERATOR, answers: Answers = {}, user: Moderated | null = USER) {
  useMe.setState({ me });
  const server = answerPaths({
    "GET moderation/reports": json({ reports: [REPORT], after: null }),
    "GET moderation/reports/r1": json({ report: { ...REPORT, lines: [LINE] }, user }),
    ...answers,
  });
  const { hook } = memoryLocation({ path: "/moderation" });
  render(
    <Router hook={hook}>
      <ModerationPage />
      <Toasts />
    </Router>,
  );
  return server;
}

/** The first report, opened. */
async function openReport() {
  fireEvent.click(await screen.findByRole("button", { name: /^Ben/ }));
  await screen.findByText("called me names");
}

function choose(what: string): void {
  fireEvent.click(screen.getByRole("button", { name: "Act on Ben" }));
  fireEvent.click(screen.getByRole("menuitem", { name: what }));
}

describe("reports", () => {
  it("are shown with what was said, as text, and where", async () => {
    show();
    await openReport();
    expect(screen.getByText("you <b>fool</b>")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Look at the game" }).getAttribute("href")).toBe("/game/w1");
    expect(screen.getByText(/reported by Ann/)).toBeTruthy();
  });

  it("are the open ones first, and all of them where that is asked for", async () => {
    const { asked } = show();
    await openReport();
    fireEvent.click(screen.getByRole("radio", { name: "All" }));
    await waitFor(() =>
      expect(
        asked.filter(({ what }) => what === "GET moderation/reports").map(({ query }) => query.open),
      ).toEqual(["true", "false"]),
    );
  });

  it("are closed with an outcome and a note", async () => {
    const { sent } = show(MODERATOR, { "POST moderation/reports/r1/handle": json({}) });
    await openReport();
    fireEvent.change(screen.getByLabelText("Note"), { target: { value: " a quarrel " } });
    fireEvent.click(screen.getByRole("button", { name: "Nothing to do" }));
    expect(await screen.findByText("The report is closed.")).toBeTruthy();
    expect(sent("POST moderation/reports/r1/handle")).toEqual([{ outcome: "dismissed", note: "a quarrel" }]);
  });

  it("say who closed them, and can be closed no more", async () => {
    const handled = { at: 1_700_000_100_000, by: null, outcome: "acted", note: "warned" };
    show(MODERATOR, { "GET moderation/reports/r1": json({ report: { ...REPORT, handled }, user: USER }) });
    await openReport();
    expect(screen.getByText(/^Closed by deleted player, .*: dealt with\. warned$/i)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Dealt with" })).toBeNull();
  });
});

describe("what a moderator does", () => {
  it("has a reason and an end, and tells which report led to it", async () => {
    const { sent } = show(MODERATOR, { "POST moderation/users/Ben/silence": json({}) });
    await openReport();
    choose("Forbid to talk");
    const form = within(screen.getByRole("form", { name: "Forbid to talk: Ben" }));
    const go = form.getByRole("button", { name: "Forbid to talk" }) as HTMLButtonElement;
    expect(go.disabled).toBe(true);
    fireEvent.change(form.getByLabelText("Reason"), { target: { value: "insults" } });
    fireEvent.change(form.getByLabelText("For how long?"), { target: { value: "30" } });
    fireEvent.click(go);
    expect(await screen.findByText("Ben may not talk any more.")).toBeTruthy();
    expect(sent("POST moderation/users/Ben/silence")).toEqual([
      { reason: "insults", reportId: "r1", days: 30 },
    ]);
  });

  it("has no end where it has none, and is for good where that is chosen", async () => {
    const { sent } = show(MODERATOR, {
      "POST moderation/users/Ben/warn": json({}),
      "POST moderation/users/Ben/ban": json({}),
    });
    await openReport();
    choose("Warn");
    expect(screen.queryByLabelText("For how long?")).toBeNull();
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "manners" } });
    fireEvent.click(screen.getByRole("button", { name: "Warn" }));
    await screen.findByText("Ben is warned.");
    choose("Ban");
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "enough" } });
    fireEvent.change(screen.getByLabelText("For how long?"), { target: { value: "0" } });
    fireEvent.click(screen.getByRole("button", { name: "Ban" }));
    await screen.findByText("Ben is banned.");
    expect(sent("POST moderation/users/Ben/warn")).toEqual([{ reason: "manners", reportId: "r1" }]);
    expect(sent("POST moderation/users/Ben/ban")).toEqual([{ reason: "enough", reportId: "r1" }]);
  });

  it("takes back what holds, and says until when it holds", async () => {
    const silence = { reason: "insults", since: 0, until: 1_800_000_000_000 };
    const { sent } = show(
      MODERATOR,
      { "POST moderation/users/Ben/unsilence": json({}) },
      { ...USER, silence },
    );
    await openReport();
    expect(screen.getByText(/^May not talk until .*2027.*: insults$/)).toBeTruthy();
    choose("Let talk again");
    await screen.findByText("Ben may talk again.");
    expect(sent("POST moderation/users/Ben/unsilence")).toEqual([{}]);
  });

  it("says why it was refused", async () => {
    show(MODERATOR, { "POST moderation/users/Ben/warn": refusing("REPORT_HANDLED", 409) });
    await openReport();
    choose("Warn");
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "manners" } });
    fireEvent.click(screen.getByRole("button", { name: "Warn" }));
    await waitFor(() =>
      expect(document.querySelector("[data-tone=trouble]:not([data-empty])")).not.toBeNull(),
    );
  });

  it("is nothing to others who keep order, nor to a deleted player", async () => {
    show(MODERATOR, {}, { ...USER, roles: ["moderator"] });
    await openReport();
    expect(screen.queryByRole("button", { name: "Act on Ben" })).toBeNull();
    cleanup();
    show(MODERATOR, {}, null);
    await openReport();
    expect(screen.queryByRole("button", { name: "Act on Ben" })).toBeNull();
  });
});

describe("who may see it", () => {
  it("is nobody else, and no administrator without a second factor", () => {
    const { asked } = show(accountOf("Ann"));
    expect(screen.getByText("Moderators look at reports here.")).toBeTruthy();
    cleanup();
    show(accountOf("Eve", { roles: ["admin"], needsSecondFactor: true }));
    expect(screen.getByRole("link").getAttribute("href")).toBe("/settings");
    expect(asked).toEqual([]);
  });
});
