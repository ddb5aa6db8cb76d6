import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, refusing } from "../../api/fakes";
import type { Me, UserOfAdmin } from "../../api/people";
import { useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { Toasts } from "../../ui";
import { AdminPage } from "./AdminPage";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 16, 12);
const ADMIN = accountOf("Ann", { roles: ["admin"], secondFactor: true });

function user(name: string, change: Partial<UserOfAdmin> = {}): UserOfAdmin {
  return { name, since: NOW, roles: [], secondFactor: false, ban: null, isClosed: false, ...change };
}

beforeEach(() => useSettings.getState().set({ language: "en" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(me: Me = ADMIN, answers: Parameters<typeof answerPaths>[0] = {}) {
  useMe.setState({ me, lost: null });
  const server = answerPaths({
    "GET admin/users": json({ users: [user("Ann", { roles: ["admin"] }), user("Ben")], after: null }),
    "GET admin/audit": json({ entries: [], after: null }),
    "GET auth/me": () => Response.json(useMe.getState().me),
    ...answers,
  });
  render(
    <Router hook={memoryLocation({ path: "/admin" }).hook}>
      <AdminPage />
      <Toasts />
    </Router>,
  );
  return server;
}

async function choose(name: string, item: string, role = "menuitem"): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: `${name}: what can be done` }));
  fireEvent.click(screen.getByRole(role, { name: item }));
}

describe("the page of administrators", () => {
  it("is for nobody else", () => {
    const { asked } = show(accountOf("Ben"));
    expect(screen.getByText("This page is for administrators.")).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("says what to do to those without a second factor", () => {
    const { asked } = show(accountOf("Ann", { roles: ["admin"], needsSecondFactor: true }));
    expect(screen.getByText(/Set it up in the settings of your account/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "To the settings of your account" })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("says why it is closed", async () => {
    show(ADMIN, { "GET admin/users": refusing("SECOND_FACTOR_NEEDED", 403) });
    expect(await screen.findByText(/Administrators need a second factor: set it up/)).toBeTruthy();
  });

  it("finds people by name", async () => {
    const { asked } = show();
    await screen.findByRole("link", { name: "Ben" });
    fireEvent.change(screen.getByLabelText("Search by name"), { target: { value: " be " } });
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ search: "be" }));
  });

  it("gives a role and takes it", async () => {
    const { sent } = show(ADMIN, {
      "POST admin/users/Ben/role": json(user("Ben")),
      "POST admin/users/Ann/role": refusing("LAST_ADMIN", 409),
    });
    await choose("Ben", "Moderator", "menuitemcheckbox");
    expect(await screen.findByText("The role of Ben is changed.")).toBeTruthy();
    expect(sent("POST admin/users/Ben/role")).toEqual([{ role: "moderator" }]);
    await choose("Ann", "Administrator", "menuitemcheckbox");
    expect(await screen.findByText(/This is the last administrator/)).toBeTruthy();
    expect(sent("POST admin/users/Ann/role")).toEqual([{ role: null }]);
  });

  it("bans with a reason and an end", async () => {
    vi.spyOn(Date, "now").mockReturnValue(NOW);
    const { sent } = show(ADMIN, { "POST admin/users/Ben/ban": json(user("Ben")) });
    await choose("Ben", "Ban");
    const form = within(screen.getByRole("form", { name: "Ban Ben" }));
    fireEvent.change(form.getByLabelText("Reason"), { target: { value: " Insults " } });
    fireEvent.change(form.getByLabelText("For how long?"), { target: { value: "30" } });
    fireEvent.click(form.getByRole("button", { name: "Ban" }));
    expect(await screen.findByText("Ben is banned.")).toBeTruthy();
    expect(sent("POST admin/users/Ben/ban")).toEqual([{ reason: "Insults", until: NOW + 30 * DAY }]);
  });

  it("bans for good, and lifts a ban", async () => {
    const banned = user("Ben", { ban: { reason: "Insults", since: NOW, until: null } });
    const { sent } = show(ADMIN, {
      "GET admin/users": json({ users: [banned], after: null }),
      "POST admin/users/Ben/unban": json(user("Ben")),
    });
    expect(await screen.findByText("Banned: Insults")).toBeTruthy();
    await choose("Ben", "Lift the ban");
    expect(await screen.findByText("The ban of Ben is lifted.")).toBeTruthy();
    expect(sent("POST admin/users/Ben/unban")).toHaveLength(1);
  });

  it("makes a link for a new password, with the token behind the #", async () => {
    show(ADMIN, { "POST admin/users/Ben/reset": json({ token: "abc", expires: NOW }) });
    await choose("Ben", "Link for a new password");
    const field = await screen.findByLabelText<HTMLInputElement>("Give this link to Ben");
    expect(new URL(field.value).hash).toBe("#/reset/abc");
  });

  it("ends sessions and deletes only after a question", async () => {
    const { sent } = show(ADMIN, {
      "POST admin/users/Ben/end-sessions": json({}),
      "POST admin/users/Ben/delete": json({}),
    });
    await choose("Ben", "Sign out everywhere");
    expect(sent("POST admin/users/Ben/end-sessions")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
    expect(await screen.findByText("Ben is signed out everywhere.")).toBeTruthy();
    await choose("Ben", "Delete");
    expect(screen.getByText(/with “deleted player” in place of the name/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Ben is deleted.")).toBeTruthy();
    expect(sent("POST admin/users/Ben/delete")).toHaveLength(1);
  });

  it("says who may register, and makes invitations that are shown once", async () => {
    const { sent } = show(ADMIN, {
      "POST admin/registration": json({ mode: "invite" }),
      "GET auth/me": json({ ...ADMIN, registration: "invite" }),
      "POST admin/invites": json({ code: "tea-house", uses: 3, expires: NOW }),
    });
    fireEvent.click(screen.getByRole("radio", { name: "With an invitation" }));
    expect(await screen.findByText(/An account takes an invitation/)).toBeTruthy();
    expect(sent("POST admin/registration")).toEqual([{ mode: "invite" }]);
    fireEvent.change(screen.getByLabelText("How many people"), { target: { value: "3" } });
    fireEvent.click(screen.getByRole("button", { name: "Make an invitation" }));
    const code = await screen.findByLabelText<HTMLInputElement>("The invitation. It is shown only now:");
    expect(code.value).toBe("tea-house");
    expect(sent("POST admin/invites")).toEqual([{ uses: 3, days: 14 }]);
  });

  it("shows what was done, page by page", async () => {
    const entry = (number: number) => ({
      number,
      at: NOW,
      actor: "Ann",
      action: "something.new",
      subject: `user ${number}`,
      details: { reason: "Insults" },
    });
    show(ADMIN, {
      "GET admin/audit": ({ query }) =>
        Response.json(
          query.after === undefined
            ? {
                entries: [entry(9), { ...entry(7), at: null, actor: null, action: null, details: {} }],
                after: 9,
              }
            : { entries: [entry(8)], after: null },
        ),
    });
    expect(await screen.findByText("user 9")).toBeTruthy();
    expect(screen.getByText("something.new")).toBeTruthy();
    expect(screen.getByText("This row was altered and cannot be read.")).toBeTruthy();
    expect(screen.getAllByText("Insults")).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    expect(await screen.findByText("user 8")).toBeTruthy();
    expect(screen.getByText("user 9")).toBeTruthy();
  });
});
