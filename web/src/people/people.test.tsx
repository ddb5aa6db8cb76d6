import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, json, meOf, refusing, viewOf } from "../api/fakes";
import type { Me } from "../api/people";
import { useSettings } from "../settings";
import { useMyGames } from "../sitting/mine";
import { Toasts } from "../ui";
import { useMe } from "./me";
import { People } from "./People";
import { usePanel } from "./panel";
import { SignedOut } from "./SignedOut";

const fresh = useMe.getInitialState();

beforeEach(() => {
  useSettings.getState().set({ language: "en" });
  useMe.setState(fresh, true);
  useMyGames.setState({ games: [] });
  usePanel.getState().close();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof answerPaths>[0];

function show(me: Me, answers: Answers = {}, path = "/") {
  useMe.setState({ me });
  const server = answerPaths({
    "GET auth/me": () => Response.json(useMe.getState().me ?? meOf()),
    ...answers,
  });
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <Router hook={hook}>
      <People />
      <SignedOut />
      <Toasts />
    </Router>,
  );
  return { ...server, history };
}

const corner = () => screen.getByRole("button", { expanded: false, name: /^(Sign in|Here)/ });

/** The panel, opened from the corner. */
async function open() {
  fireEvent.click(corner());
  return within(await screen.findByRole("dialog"));
}

function type(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

const submit = (name: string) =>
  fireEvent.click(within(screen.getByRole("form")).getByRole("button", { name }));

describe("signing in", () => {
  it("takes a name and a password, says that it is done, and puts the name into the corner", async () => {
    const { sent } = show(meOf(), { "POST auth/login": json(accountOf("Ann")) });
    await open();
    await screen.findByLabelText("Name");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    type("Name", "Ann");
    type("Password", " with spaces ");
    submit("Sign in");
    expect(await screen.findByRole("button", { name: "Here: Ann" })).toBeTruthy();
    expect(sent("POST auth/login")).toEqual([{ name: "Ann", password: " with spaces " }]);
    expect(screen.getByText("Login successful")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Here: Ann" }));
  });

  it("says beside the field what is wrong, and puts the focus there", async () => {
    show(meOf(), { "POST auth/login": refusing("BAD_LOGIN", 401) });
    await open();
    await screen.findByLabelText("Name");
    type("Name", "Ann");
    type("Password", "wrong");
    submit("Sign in");
    expect(await screen.findByText("Name or password is wrong.")).toBeTruthy();
    const field = screen.getByLabelText("Password");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
    const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      "Name or password is wrong.",
    );
  });

  it("asks for a code where the account has a second factor, and only there", async () => {
    const { sent } = show(meOf(), {
      "POST auth/login": ({ body }) =>
        body?.code === undefined
          ? refusing("CODE_NEEDED", 401)()
          : body.code === "123456"
            ? Response.json(accountOf("Ann"))
            : refusing("BAD_CODE", 401)(),
    });
    await open();
    await screen.findByLabelText("Name");
    expect(screen.queryByLabelText("Code")).toBeNull();
    type("Name", "Ann");
    type("Password", "right");
    submit("Sign in");
    const field = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(field);
    type("Code", "000000");
    submit("Sign in");
    expect(await screen.findByText("This code is wrong or was used already.")).toBeTruthy();
    type("Code", " 123456 ");
    submit("Sign in");
    await screen.findByRole("button", { name: "Here: Ann" });
    expect(sent("POST auth/login").map((body) => body?.code)).toEqual([undefined, "000000", "123456"]);
  });

  it("says in the player's language how long to wait after too many tries", async () => {
    useSettings.getState().set({ language: "zh" });
    const words = { en: "Too many tries; wait 30 s.", zh: "尝试次数过多，请等待 30 秒。" };
    show(meOf(), { "POST auth/login": json({ code: "TOO_MANY_TRIES", detail: words.en, words }, 429) });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    await screen.findByLabelText("用户名");
    type("用户名", "Ann");
    type("密码", "x");
    submit("登录");
    expect(await screen.findByText(words.zh)).toBeTruthy();
  });

  it("lets one look at what one types", async () => {
    show(meOf());
    await open();
    const field = await screen.findByLabelText<HTMLInputElement>("Password");
    expect(field.type).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Show the password" }));
    expect(field.type).toBe("text");
  });
});

describe("registering", () => {
  const begin = async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "No account yet? Register" }));
  };

  it("advises a long password and asks for no kinds of characters", async () => {
    const { sent } = show(meOf(), { "POST auth/register": json(accountOf("Ann")) });
    await begin();
    expect(screen.getByText(/15 or more are better/)).toBeTruthy();
    type("Name", "Ann");
    type("Password", "correct horse battery");
    expect(screen.getByText(/Long enough/)).toBeTruthy();
    submit("Register");
    expect(await screen.findByText("Welcome, Ann.")).toBeTruthy();
    expect(sent("POST auth/register")).toEqual([{ name: "Ann", password: "correct horse battery" }]);
  });

  it("says which name is taken", async () => {
    show(meOf(), { "POST auth/register": refusing("NAME_TAKEN", 409) });
    await begin();
    type("Name", "Ann");
    type("Password", "long enough");
    submit("Register");
    expect(await screen.findByText("This name is taken.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("asks for an invitation where that is the rule, and for none where it is not", async () => {
    const { sent } = show(meOf({ registration: "invite" }), { "POST auth/register": json(accountOf("Ann")) });
    await begin();
    type("Name", "Ann");
    type("Password", "long enough");
    type("Invitation", " tea-house ");
    submit("Register");
    await screen.findByText("Welcome, Ann.");
    expect(sent("POST auth/register")[0]?.invite).toBe("tea-house");
  });

  it("asks for an invitation also where the rule has changed meanwhile", async () => {
    show(meOf(), { "POST auth/register": refusing("INVITE_NEEDED", 403) });
    await begin();
    expect(screen.queryByLabelText("Invitation")).toBeNull();
    type("Name", "Ann");
    type("Password", "long enough");
    submit("Register");
    expect(await screen.findByLabelText("Invitation")).toBeTruthy();
  });

  it("tells a guest that nothing is lost, and is not offered where nobody may", async () => {
    show(meOf({ name: "Guest 7" }));
    await begin();
    expect(screen.getByText(/playing as a guest/)).toBeTruthy();
    cleanup();
    show(meOf({ registration: "closed" }));
    usePanel.getState().close();
    await open();
    await screen.findByText(/made by the administrator/);
    expect(screen.queryByRole("button", { name: /Register/ })).toBeNull();
  });
});

describe("two people at one screen", () => {
  const both = accountOf("Ann", { beside: { name: "小林", avatar: 0 } });

  it("both stand in the corner after the second has signed in", async () => {
    const { sent } = show(accountOf("Ann"), { "POST auth/login": json(both) });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Add a second person" }));
    type("Name", "小林");
    type("Password", "long enough");
    submit("Sign in");
    expect(await screen.findByRole("button", { name: "Here: Ann and 小林" })).toBeTruthy();
    expect(sent("POST auth/login")).toEqual([{ name: "小林", password: "long enough", beside: true }]);
  });

  it("the second can register there too, and the first stays", async () => {
    const { sent } = show(accountOf("Ann"), { "POST auth/register": json(both) });
    const panel = await open();
    fireEvent.click(panel.getByRole("button", { name: "Add a second person" }));
    fireEvent.click(panel.getByRole("button", { name: "No account yet? Register" }));
    type("Name", "小林");
    type("Password", "long enough");
    submit("Register");
    await screen.findByText("Welcome, 小林.");
    expect(sent("POST auth/register")).toEqual([{ name: "小林", password: "long enough", beside: true }]);
    await waitFor(() => expect(corner().textContent).toContain("小林"));
  });

  it("the second cannot register where nobody may", async () => {
    show(accountOf("Ann", { registration: "closed" }));
    const panel = await open();
    fireEvent.click(panel.getByRole("button", { name: "Add a second person" }));
    expect(panel.queryByRole("button", { name: "No account yet? Register" })).toBeNull();
  });

  it("are told when the second is the first", async () => {
    show(accountOf("Ann"), { "POST auth/login": refusing("ALREADY_HERE", 409) });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Add a second person" }));
    type("Name", "Ann");
    type("Password", "x");
    submit("Sign in");
    expect(await screen.findByText("This person is logged in here already.")).toBeTruthy();
  });

  it("leave one by one", async () => {
    const { sent } = show(both, { "POST auth/logout": json(accountOf("Ann")) });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Sign out 小林" }));
    expect(await screen.findByRole("button", { name: "Here: Ann" })).toBeTruthy();
    expect(sent("POST auth/logout")).toEqual([{ name: "小林" }]);
    expect(screen.getByText("小林 has signed out.")).toBeTruthy();
  });

  it("have their colours beside their names where they are seated, and none elsewhere", () => {
    const seat = { player: "human", isOpen: false, isOwned: true, isGuest: false };
    const players = { BLACK: { ...seat, name: "小林" }, WHITE: { ...seat, name: "Ann" } };
    const view = viewOf({ gameId: "g", players });
    useMyGames.getState().see(view, { en: "Go", zh: "围棋" });
    show(both, {}, "/game/g");
    expect(screen.getByRole("button", { name: "Here: Ann (White) and 小林 (Black)" })).toBeTruthy();
    cleanup();
    show(both, {}, "/");
    expect(screen.getByRole("button", { name: "Here: Ann and 小林" })).toBeTruthy();
  });
});

describe("the panel", () => {
  it("leads to what an account has, and administrators to what they keep", async () => {
    const { history } = show(accountOf("小 林", { roles: ["admin"] }));
    const panel = await open();
    await screen.findByRole("link", { name: "Saved games" });
    expect(panel.getByRole("link", { name: "Administration" }).getAttribute("href")).toBe("/admin");
    fireEvent.click(panel.getByRole("link", { name: "Games and ratings" }));
    expect(history.at(-1)).toBe("/u/%E5%B0%8F%20%E6%9E%97");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be opened by any page with what is wanted there", async () => {
    show(accountOf("Ann"));
    act(() => usePanel.getState().open("beside"));
    expect(await screen.findByText("Who else is here?")).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(usePanel.getState().isOpen).toBe(false));
  });

  it("says what went wrong where the server cannot be asked, and tries again", async () => {
    useMe.setState(fresh, true);
    let isThere = false;
    answerPaths({
      "GET auth/me": () => (isThere ? Response.json(meOf()) : refusing("NO_SUCH_PAGE", 404)()),
    });
    render(
      <Router hook={memoryLocation({ path: "/" }).hook}>
        <People />
      </Router>,
    );
    await open();
    const again = await screen.findByRole("button", { name: "Try again" });
    isThere = true;
    fireEvent.click(again);
    expect(await screen.findByLabelText("Name")).toBeTruthy();
  });
});

describe("who was signed out elsewhere", () => {
  it("is told so, and can sign in again", async () => {
    show(accountOf("Ann"), { "GET auth/me": json(meOf()) });
    await act(() => useMe.getState().reread());
    expect(screen.getByText("Ann was signed out.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Ann was signed out.")).toBeNull();
  });

  it("is told why by a ban, and until when", () => {
    const banned = { name: "Ann", reason: "rudeness", until: null };
    show(meOf({ banned }));
    act(() => useMe.setState({ lost: "Ann" }));
    const said = screen.getByText("Ann is banned: rudeness");
    expect(within(said.parentElement as HTMLElement).queryByRole("button", { name: "Sign in" })).toBeNull();
    act(() => useMe.setState({ me: meOf({ banned: { ...banned, until: 86_400_000 } }) }));
    expect(screen.getByText(/^Ann is banned until .*1970.*: rudeness$/)).toBeTruthy();
    act(() => useMe.setState({ lost: "Ben" }));
    expect(screen.getByText("Ben was signed out.")).toBeTruthy();
  });
});
