import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Route, Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { answerPaths, json, refusing } from "../../api/fakes";
import { usePanel } from "../../people/panel";
import { useSettings } from "../../settings";
import { ResetPage } from "./ResetPage";

beforeEach(() => {
  useSettings.getState().set({ language: "en" });
  usePanel.getState().close();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(path: string, answers: Parameters<typeof answerPaths>[0]) {
  const server = answerPaths(answers);
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <Router hook={hook}>
      <Route path="/reset/:token?">{({ token }) => <ResetPage token={token ?? null} />}</Route>
    </Router>,
  );
  return { ...server, history };
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Change the password" }));

describe("a new password without the old one", () => {
  it("comes by a link, whose token leaves the address at once and is sent in the body alone", async () => {
    const { sent, asked, history } = show("/reset/secret-token", { "POST auth/reset": json({}) });
    expect(history.at(-1)).toBe("/reset");
    type("New password", "a new long one");
    send();
    expect(await screen.findByText("The password is changed. Sign in with it.")).toBeTruthy();
    expect(sent("POST auth/reset")).toEqual([{ token: "secret-token", password: "a new long one" }]);
    expect(JSON.stringify(asked.map(({ what, query }) => [what, query]))).not.toContain("secret-token");
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(usePanel.getState().isOpen).toBe(true);
  });

  it("comes by a name and a recovery code", async () => {
    const { sent } = show("/reset", { "POST auth/reset": json({}) });
    type("Name", "Ann");
    type("Recovery code", " aaaa-bbbb ");
    type("New password", "a new long one");
    send();
    await screen.findByText("The password is changed. Sign in with it.");
    expect(sent("POST auth/reset")).toEqual([
      { name: "Ann", recoveryCode: "aaaa-bbbb", password: "a new long one" },
    ]);
  });

  it("is refused alike for whatever is wrong with the code", async () => {
    show("/reset", { "POST auth/reset": refusing("BAD_RESET", 401) });
    type("Name", "Ann");
    type("Recovery code", "nonsense");
    type("New password", "a new long one");
    send();
    expect(await screen.findByText("This link or code is used up, too old or unknown.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Recovery code"));
  });

  it("says below the form that a link is used up", async () => {
    show("/reset/old", { "POST auth/reset": refusing("BAD_RESET", 401) });
    type("New password", "a new long one");
    send();
    expect(await screen.findByText("This link or code is used up, too old or unknown.")).toBeTruthy();
  });
});
