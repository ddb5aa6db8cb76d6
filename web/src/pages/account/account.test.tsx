import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, meOf, refusing } from "../../api/fakes";
import type { Me } from "../../api/people";
import * as files from "../../files";
import { useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { Toasts } from "../../ui";
import { AccountPage } from "./AccountPage";

const NOW = Date.UTC(2026, 10, 16, 8);
const SESSIONS = [
  { id: "a", device: "Firefox, Linux", since: NOW, seen: NOW, isThis: true },
  { id: "b", device: "Chrome, Android", since: NOW, seen: NOW, isThis: false },
  { id: "c", device: "", since: NOW, seen: NOW, isThis: false },
];
const TOKEN = { id: "t", label: "My bot", scopes: ["read", "play"], created: NOW, expires: NOW, seen: null };

beforeEach(() => useSettings.getState().set({ language: "en" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(me: Me = accountOf("Ann"), answers: Parameters<typeof answerPaths>[0] = {}) {
  useMe.setState({ me, lost: null });
  const server = answerPaths({
    "GET auth/sessions": json({ sessions: SESSIONS }),
    "GET auth/tokens": json({ tokens: [TOKEN] }),
    "GET auth/me": () => Response.json(useMe.getState().me),
    "GET relations": json({ muted: [], blocked: [] }),
    ...answers,
  });
  const { hook, history } = memoryLocation({ path: "/settings", record: true });
  render(
    <Router hook={hook}>
      <AccountPage />
      <Toasts />
    </Router>,
  );
  return { ...server, history };
}

const part = (name: string) => within(screen.getByRole("region", { name }));
const type = (where: ReturnType<typeof part>, label: string, text: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value: text } });

describe("an account's settings", () => {
  it("are only for those who are signed in", () => {
    show(meOf());
    expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Password" })).toBeNull();
  });

  it("turn talking off and on", async () => {
    const { sent } = show(undefined, {
      "POST auth/talk": ({ body }) => Response.json(accountOf("Ann", { talks: body?.on === true })),
    });
    const chat = part("Chat");
    fireEvent.click(chat.getByRole("switch", { name: "Chat at the board" }));
    await screen.findByText("Chat is off.");
    expect((chat.getByRole("switch") as HTMLInputElement).checked).toBe(false);
    fireEvent.click(chat.getByRole("switch"));
    await screen.findByText("Chat is on.");
    expect(sent("POST auth/talk")).toEqual([{ on: false }, { on: true }]);
  });

  it("list whom one has muted and blocked, and take that back", async () => {
    const person = (name: string) => ({ name, isGuest: false, avatar: 0, rating: null });
    const { sent } = show(undefined, {
      "GET relations": json({ muted: [person("Ben")], blocked: [person("Cleo")] }),
      "POST relations/unblock": json({ muted: [person("Ben")], blocked: [] }),
      "POST relations/unmute": json({ muted: [], blocked: [] }),
    });
    const chat = part("Chat");
    fireEvent.click(await chat.findByRole("button", { name: "Unblock Cleo" }));
    await screen.findByText("Cleo is not blocked any more.");
    expect(chat.queryByText("Cleo")).toBeNull();
    fireEvent.click(chat.getByRole("button", { name: "Unmute Ben" }));
    await screen.findByText("You hear Ben again.");
    expect(chat.getByText("You have muted and blocked nobody.")).toBeTruthy();
    expect([sent("POST relations/unblock"), sent("POST relations/unmute")]).toEqual([
      [{ name: "Cleo" }],
      [{ name: "Ben" }],
    ]);
  });

  it("change the password, and end the other sessions unless one says otherwise", async () => {
    const { sent } = show(undefined, {
      "POST auth/password": ({ body }) =>
        body?.current === "old" ? Response.json(accountOf("Ann")) : refusing("BAD_LOGIN", 401)(),
    });
    const form = part("Password");
    type(form, "Current password", "wrong");
    type(form, "New password", "a new long one");
    fireEvent.click(form.getByRole("button", { name: "Change the password" }));
    expect(await form.findByText("Incorrect password")).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText("Current password"));
    type(form, "Current password", "old");
    fireEvent.click(form.getByRole("button", { name: "Change the password" }));
    expect(await screen.findByText("The password is changed.")).toBeTruthy();
    expect(sent("POST auth/password").at(-1)).toEqual({
      current: "old",
      new: "a new long one",
      endOthers: true,
    });
    expect(form.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });

  it("say beside the new password what is wrong with it", async () => {
    const words = { en: "Too short.", zh: "太短。" };
    show(undefined, { "POST auth/password": json({ code: "BAD_PASSWORD", detail: "", words }, 422) });
    const form = part("Password");
    type(form, "Current password", "old");
    type(form, "New password", "x");
    fireEvent.click(form.getByRole("button", { name: "Change the password" }));
    await form.findByText("Too short.");
    expect(document.activeElement).toBe(form.getByLabelText("New password"));
  });

  it("change the name for the password", async () => {
    const { sent } = show(undefined, { "POST auth/name": json(accountOf("Anna")) });
    const form = part("Name");
    expect(form.queryByRole("button", { name: "Change the name" })).toBeNull();
    type(form, "Name", "Anna");
    type(form, "Current password", "old");
    fireEvent.click(form.getByRole("button", { name: "Change the name" }));
    expect(await screen.findByText("You are Anna now.")).toBeTruthy();
    expect(sent("POST auth/name")).toEqual([{ name: "Anna", password: "old" }]);
    expect(screen.getByText("Of Anna.")).toBeTruthy();
  });

  it("show where one is signed in, and end any of it", async () => {
    const { sent } = show(undefined, { "POST auth/sessions/end": json({}) });
    const list = part("Where you are signed in");
    expect(await list.findByText(/· this device/)).toBeTruthy();
    expect(list.getByText("Firefox, Linux")).toBeTruthy();
    expect(list.getByText(/Unknown device/)).toBeTruthy();
    expect(list.getAllByRole("button", { name: /^Sign out/ })).toHaveLength(3);
    fireEvent.click(list.getByRole("button", { name: "Sign out Chrome, Android" }));
    await screen.findByText("Signed out there.");
    fireEvent.click(list.getByRole("button", { name: "Sign out everywhere else" }));
    await waitFor(() => expect(sent("POST auth/sessions/end")).toEqual([{ id: "b" }, { others: true }]));
  });

  it("make tokens that are shown once, and revoke them", async () => {
    const { sent } = show(undefined, {
      "POST auth/tokens": json({ ...TOKEN, token: "tengen_abc" }),
      "POST auth/tokens/revoke": json({}),
    });
    const list = part("Tokens for programs");
    expect(await list.findByText(/Read your games, Play; until 16 November 2026/)).toBeTruthy();
    fireEvent.click(list.getByRole("button", { name: "New token" }));
    type(list, "What is it for?", "My bot");
    fireEvent.click(list.getByRole("switch", { name: "Begin games" }));
    fireEvent.click(list.getByRole("switch", { name: "Read your games" }));
    type(list, "Days until it ends", "7");
    fireEvent.click(list.getByRole("button", { name: "Make the token" }));
    const shown = await list.findByLabelText<HTMLInputElement>("The token. It is shown only now:");
    expect(shown.value).toBe("tengen_abc");
    expect(sent("POST auth/tokens")).toEqual([{ label: "My bot", scopes: ["play", "challenge"], days: 7 }]);
    fireEvent.click(list.getByRole("button", { name: "Revoke My bot" }));
    expect(await screen.findByText("My bot is revoked.")).toBeTruthy();
    expect(sent("POST auth/tokens/revoke")).toEqual([{ id: "t" }]);
  });

  it("give a copy of everything", async () => {
    const saved = vi.spyOn(files, "saveUrl").mockResolvedValue();
    show();
    fireEvent.click(part("Your data").getByRole("button", { name: "Download" }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatch(/\/api\/auth\/export$/);
  });

  it("close the account after one question in words", async () => {
    const { sent, history } = show(accountOf("Ann", { secondFactor: true }), {
      "POST auth/close": json(meOf()),
    });
    const end = part("Close the account");
    fireEvent.click(end.getByRole("button", { name: "Close the account…" }));
    expect(end.getByText(/not even you/)).toBeTruthy();
    type(end, "Current password", "old");
    type(end, "Code", "123456");
    fireEvent.click(end.getByRole("button", { name: "Close it for good" }));
    expect(await screen.findByText("Your account is closed.")).toBeTruthy();
    expect(sent("POST auth/close")).toEqual([{ password: "old", code: "123456" }]);
    expect(history.at(-1)).toBe("/");
    expect(useMe.getState().me?.name).toBeNull();
  });
});

describe("the second factor", () => {
  const OFFER = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Tengen:Ann?secret=JBSWY3DPEHPK3PXP" };
  const CODES = ["aaaa-bbbb", "cccc-dddd"];

  it("is set up by a picture or a text, and proved by a code; its recovery codes are shown once", async () => {
    const saved = vi.spyOn(files, "saveBlob").mockReturnValue();
    const { sent } = show(undefined, {
      "POST auth/second-factor/begin": json(OFFER),
      "POST auth/second-factor/confirm": ({ body }) =>
        body?.code === "123456" ? Response.json({ recoveryCodes: CODES }) : refusing("BAD_CODE", 401)(),
      "GET auth/me": json(accountOf("Ann", { secondFactor: true })),
    });
    const factor = part("Second factor");
    fireEvent.click(factor.getByRole("button", { name: "Set it up" }));
    type(factor, "Current password", "old");
    fireEvent.click(factor.getByRole("button", { name: "Next" }));
    expect(await factor.findByRole("img", { name: "QR code of the secret" })).toBeTruthy();
    expect(factor.getByLabelText<HTMLInputElement>("Secret").value).toBe(OFFER.secret);
    type(factor, "Code from the app", "000000");
    fireEvent.click(factor.getByRole("button", { name: "Turn on" }));
    expect(await factor.findByText("This code is wrong or was used already.")).toBeTruthy();
    type(factor, "Code from the app", "123456");
    fireEvent.click(factor.getByRole("button", { name: "Turn on" }));
    expect(await factor.findByText("aaaa-bbbb")).toBeTruthy();
    expect(sent("POST auth/second-factor/confirm").at(-1)).toEqual({ secret: OFFER.secret, code: "123456" });
    fireEvent.click(factor.getByRole("button", { name: "Download" }));
    expect(saved).toHaveBeenCalledOnce();
    fireEvent.click(factor.getByRole("button", { name: "I have kept them" }));
    expect(await factor.findByText("It is on.")).toBeTruthy();
    expect(factor.queryByText("aaaa-bbbb")).toBeNull();
  });

  it("is asked of administrators in words", () => {
    show(accountOf("Ann", { roles: ["admin"], needsSecondFactor: true }));
    expect(screen.getByText(/Administrators need a second factor/)).toBeTruthy();
  });

  it("is ended, and gets other recovery codes, for password and code", async () => {
    const { sent } = show(accountOf("Ann", { secondFactor: true }), {
      "POST auth/second-factor/codes": json({ recoveryCodes: CODES }),
      "POST auth/second-factor/off": json({}),
    });
    const factor = part("Second factor");
    fireEvent.click(factor.getByRole("button", { name: "New recovery codes" }));
    type(factor, "Current password", "old");
    type(factor, "Code", "123456");
    fireEvent.click(factor.getByRole("button", { name: "New recovery codes" }));
    expect(await factor.findByText("cccc-dddd")).toBeTruthy();
    fireEvent.click(factor.getByRole("button", { name: "I have kept them" }));
    fireEvent.click(await factor.findByRole("button", { name: "Turn off" }));
    type(factor, "Current password", "old");
    type(factor, "Code", "654321");
    fireEvent.click(factor.getByRole("button", { name: "Turn off" }));
    expect(await screen.findByText("The second factor is off.")).toBeTruthy();
    expect(sent("POST auth/second-factor/off")).toEqual([{ password: "old", code: "654321" }]);
  });
});

describe("a session that ended meanwhile", () => {
  it("is noticed when something is asked for", async () => {
    show(undefined, { "GET auth/sessions": refusing("NOT_LOGGED_IN", 401), "GET auth/me": json(meOf()) });
    await waitFor(() => expect(useMe.getState().lost).toBe("Ann"));
    expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
  });
});
