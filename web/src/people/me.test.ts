import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountOf, answerCalls, answerPaths, json, meOf, refusing } from "../api/fakes";
import { people } from "../api/people";
import { accountsHere, hasChanged, useMe } from "./me";

const fresh = useMe.getInitialState();

beforeEach(() => useMe.setState(fresh, true));
afterEach(() => vi.unstubAllGlobals());

const here = () => accountsHere(useMe.getState().me);

describe("who is here", () => {
  test("is what the server says: nobody, one, or one beside the other", () => {
    expect(accountsHere(null)).toEqual([]);
    expect(accountsHere(meOf({ name: "Guest 7" }))).toEqual([]);
    expect(accountsHere(accountOf("Ann"))).toEqual(["Ann"]);
    expect(accountsHere(accountOf("Ann", { beside: { name: "Ben", avatar: 0 } }))).toEqual(["Ann", "Ben"]);
  });

  test("has changed when an account came or went, and not when a stranger became a guest", () => {
    expect(hasChanged(meOf(), meOf({ name: "Guest 7" }))).toBe(false);
    expect(hasChanged(meOf(), accountOf("Ann"))).toBe(true);
    expect(hasChanged(accountOf("Ann"), accountOf("Ann", { beside: { name: "Ben", avatar: 0 } }))).toBe(true);
    expect(hasChanged(accountOf("Ann"), accountOf("Ann", { secondFactor: true }))).toBe(false);
    expect(hasChanged(null, accountOf("Ann"))).toBe(false);
  });

  test("stays known while the server cannot be reached", async () => {
    useMe.setState({ me: accountOf("Ann") });
    answerCalls(refusing("NO_SUCH_PAGE", 404));
    await useMe.getState().read();
    expect(here()).toEqual(["Ann"]);
    expect(useMe.getState().refused?.code).toBe("NO_SUCH_PAGE");
  });
});

describe("who was signed out elsewhere", () => {
  test("is named, and nobody is named who signs out here", async () => {
    useMe.setState({ me: accountOf("Ann") });
    answerPaths({ "POST auth/logout": json(meOf()), "GET auth/me": json(meOf()) });
    await useMe.getState().change(() => people.logOut());
    expect([here(), useMe.getState().lost]).toEqual([[], null]);
    useMe.setState({ me: accountOf("Ann") });
    await useMe.getState().reread();
    expect([here(), useMe.getState().lost]).toEqual([[], "Ann"]);
    useMe.getState().forgive();
    expect(useMe.getState().lost).toBeNull();
  });

  test("may be one of two", async () => {
    useMe.setState({ me: accountOf("Ann", { beside: { name: "Ben", avatar: 0 } }) });
    answerPaths({ "GET auth/me": json(accountOf("Ann")) });
    await useMe.getState().reread();
    expect([here(), useMe.getState().lost]).toEqual([["Ann"], "Ben"]);
  });

  test("is nobody where the session only got another token", async () => {
    useMe.setState({ me: accountOf("Ann") });
    answerPaths({ "GET auth/me": json(accountOf("Ann")) });
    await useMe.getState().reread();
    expect(useMe.getState().lost).toBeNull();
  });
});

describe("a change of who is here", () => {
  test("is not undone by what was asked before it", async () => {
    let late: (response: Response) => void = () => undefined;
    const me = new Promise<Response>((resolve) => {
      late = resolve;
    });
    vi.stubGlobal(
      "fetch",
      vi.fn((url: string) => (url.endsWith("/me") ? me : Promise.resolve(Response.json(accountOf("Ann"))))),
    );
    const reading = useMe.getState().reread();
    await useMe.getState().change(() => people.logIn({ name: "Ann", password: "secret" }));
    late(Response.json(meOf()));
    await reading;
    expect([here(), useMe.getState().lost]).toEqual([["Ann"], null]);
  });

  test("is not asked after while it is under way: a line that the server cuts then says nothing new", async () => {
    useMe.setState({ me: accountOf("Ann") });
    let done: (response: Response) => void = () => undefined;
    const calls = vi.fn((_: string) => new Promise<Response>((resolve) => (done = resolve)));
    vi.stubGlobal("fetch", calls);
    const leaving = useMe.getState().change(() => people.logOut("Ann"));
    await useMe.getState().reread();
    expect(calls).toHaveBeenCalledOnce();
    done(Response.json(meOf()));
    await leaving;
    expect(useMe.getState().lost).toBeNull();
  });

  test("that is refused changes nothing", async () => {
    useMe.setState({ me: accountOf("Ann") });
    answerPaths({ "POST auth/login": refusing("BAD_LOGIN", 401) });
    const asked = useMe.getState().change(() => people.logIn({ name: "Ben", password: "no", beside: true }));
    await expect(asked).rejects.toMatchObject({ code: "BAD_LOGIN" });
    expect(here()).toEqual(["Ann"]);
  });

  test("is told to the other windows of this browser", async () => {
    answerPaths({ "GET auth/me": json(accountOf("Ann")) });
    window.dispatchEvent(new StorageEvent("storage", { key: "tengen-people" }));
    await vi.waitFor(() => expect(here()).toEqual(["Ann"]));
  });
});
