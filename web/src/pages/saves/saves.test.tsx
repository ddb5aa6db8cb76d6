import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { accountOf, answerPaths, gridOf, json, meOf, refusing, stateOf } from "../../api/fakes";
import type { Save } from "../../api/people";
import { useMe } from "../../people/me";
import { usePanel } from "../../people/panel";
import { useSettings } from "../../settings";
import * as known from "../../sitting/useKinds";
import { Toasts } from "../../ui";
import { NINE } from "../start/sampleKinds";
import SaveGame from "./SaveGame";
import { SavesPage } from "./SavesPage";

const NOW = new Date(2026, 10, 16, 8, 15).getTime();
const SAVE: Save = {
  id: "s1",
  name: "Club night",
  gameType: "NINE",
  boardSize: 5,
  owner: "Ann",
  black: { name: "Ann", player: "human", isAccount: true },
  white: { name: "Ben", player: "human", isAccount: true },
  moves: 31,
  grid: gridOf(".....", "..#..", "..o..", ".....", "....."),
  created: NOW,
  changed: NOW,
};

beforeEach(() => {
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds: [NINE], failure: null });
  useSettings.getState().set({ language: "en" });
  usePanel.getState().close();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(answers: Parameters<typeof answerPaths>[0] = {}, me = accountOf("Ann")) {
  useMe.setState({ me });
  const server = answerPaths({ "GET saves": json({ saves: [SAVE] }), ...answers });
  const { hook, history } = memoryLocation({ path: "/saves", record: true });
  render(
    <Router hook={hook}>
      <SavesPage />
      <Toasts />
    </Router>,
  );
  return { ...server, history };
}

async function choose(item: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Club night: more" }));
  fireEvent.click(screen.getByRole("menuitem", { name: item }));
}

describe("saved games", () => {
  it("are those of an account", () => {
    show({}, meOf());
    expect(screen.getByText(/Sign in to keep games here/)).toBeTruthy();
  });

  it("have a name, a small board, who plays and when it was", async () => {
    show();
    expect(await screen.findByText("Club night")).toBeTruthy();
    expect(screen.getByText("31 moves · 16 Nov 2026, 08:15")).toBeTruthy();
    expect(screen.getByText("Ben")).toBeTruthy();
    expect(document.querySelectorAll(".tg-card-board svg")).toHaveLength(1);
  });

  it("go on as a game", async () => {
    const started = { gameId: "g7", watchId: "w", state: stateOf() };
    const { history } = show({ "POST saves/s1/open": json(started) });
    fireEvent.click(await screen.findByRole("button", { name: "Play on: Club night" }));
    await waitFor(() => expect(history.at(-1)).toBe("/game/g7"));
    expect(screen.getByText("Game loaded from file.")).toBeTruthy();
  });

  it("are refused to others than who played, who are told whom it takes", async () => {
    const { history } = show({ "POST saves/s1/open": refusing("WRONG_PLAYERS", 403) });
    fireEvent.click(await screen.findByRole("button", { name: "Play on: Club night" }));
    expect(await screen.findByText("The game file does not match the current user.")).toBeTruthy();
    expect(screen.getByText("Signed in here must be: Ann (Black), Ben (White).")).toBeTruthy();
    expect(history).toEqual(["/saves"]);
    fireEvent.click(screen.getByRole("button", { name: "Add a second person" }));
    expect([usePanel.getState().isOpen, usePanel.getState().wish]).toEqual([true, "beside"]);
  });

  it("are refused in Chinese to those who read it", async () => {
    useSettings.getState().set({ language: "zh" });
    show({ "POST saves/s1/open": refusing("WRONG_PLAYERS", 403) });
    fireEvent.click(await screen.findByRole("button", { name: "接着下：Club night" }));
    expect(await screen.findByText("存档与当前用户不符。")).toBeTruthy();
  });

  it("are renamed, and deleted after a question", async () => {
    const { sent, asked } = show({
      "POST saves/s1/rename": json({ ...SAVE, name: "Friday" }),
      "DELETE saves/s1": json({}),
    });
    await choose("Rename");
    fireEvent.change(screen.getByLabelText("Name of the save"), { target: { value: " Friday " } });
    fireEvent.click(screen.getByRole("button", { name: "Rename" }));
    await waitFor(() => expect(sent("POST saves/s1/rename")).toEqual([{ name: "Friday" }]));
    await waitFor(() => expect(screen.queryByLabelText("Name of the save")).toBeNull());
    await choose("Delete");
    expect(asked.map(({ what }) => what)).not.toContain("DELETE saves/s1");
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Club night is deleted.")).toBeTruthy();
  });

  it("say that a name is taken", async () => {
    show({ "POST saves/s1/rename": refusing("SAVE_EXISTS", 409) });
    await choose("Rename");
    fireEvent.click(screen.getByRole("button", { name: "Rename" }));
    expect(await screen.findByText("There is a saved game of this name already.")).toBeTruthy();
  });

  it("that are gone already count as deleted", async () => {
    show({ "DELETE saves/s1": refusing("NO_SUCH_SAVE", 404) });
    await choose("Delete");
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Club night is deleted.")).toBeTruthy();
  });

  it("may be none", async () => {
    show({ "GET saves": json({ saves: [] }) });
    expect(await screen.findByText(/Nothing is saved yet/)).toBeTruthy();
  });
});

describe("saving a game", () => {
  function save(answers: Parameters<typeof answerPaths>[0]) {
    const server = answerPaths(answers);
    const [onDone, onFile] = [vi.fn(), vi.fn()];
    render(
      <>
        <SaveGame gameId="g" name="Nine 5×5 · Ben" onDone={onDone} onFile={onFile} />
        <Toasts />
      </>,
    );
    return { ...server, onDone, onFile };
  }

  it("keeps it under a name", async () => {
    const { sent, onDone } = save({ "POST saves": json(SAVE) });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Game saved to file.")).toBeTruthy();
    expect(sent("POST saves")).toEqual([{ gameId: "g", name: "Nine 5×5 · Ben" }]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it("asks before it replaces another, and does not where one says no", async () => {
    const { sent, onDone } = save({
      "POST saves": ({ body }) => (body?.overwrite ? Response.json(SAVE) : refusing("SAVE_EXISTS", 409)()),
    });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const question = within(await screen.findByRole("group"));
    expect(question.getByText(/Replace it\?/)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Cancel" }));
    expect(sent("POST saves")).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    fireEvent.click(await screen.findByRole("button", { name: "Replace" }));
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(sent("POST saves").at(-1)).toEqual({ gameId: "g", name: "Nine 5×5 · Ben", overwrite: true });
  });

  it("is a file for those who want one", () => {
    const { onFile } = save({});
    fireEvent.click(screen.getByRole("button", { name: "Save as a file" }));
    expect(onFile).toHaveBeenCalledOnce();
  });

  it("says why it cannot be", async () => {
    const words = { en: "There are too many already: 100 at most.", zh: "" };
    save({ "POST saves": json({ code: "TOO_MANY", detail: "", words }, 409) });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("There are too many already: 100 at most.")).toBeTruthy();
  });
});
