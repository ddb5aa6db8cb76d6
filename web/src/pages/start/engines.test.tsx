/** Engines of the server take either side, next to the built-in levels. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { api } from "../../api/rest";
import type { Kind, Started } from "../../api/types";
import { useSettings } from "../../settings";
import * as known from "../../sitting/useKinds";
import { bodyOf, defaultChoice, readChoice } from "./choice";
import { StartPage } from "./StartPage";
import { CALM, NINE } from "./sampleKinds";

const WITH: Kind = { ...NINE, players: [...NINE.players, "engine:gnugo", "engine:katago"] };
const KINDS = [WITH, CALM];

beforeEach(() => {
  useSettings.getState().set({ language: "en", lastStart: null, name: "" });
});
afterEach(cleanup);

function show(kinds: Kind[]) {
  vi.spyOn(known, "useKinds").mockReturnValue({ kinds, failure: null });
  const { hook } = memoryLocation({ path: "/" });
  render(
    <Router hook={hook}>
      <StartPage />
    </Router>,
  );
  return vi.spyOn(api, "start").mockResolvedValue({ gameId: "g", watchId: "w" } as Started);
}

const play = () => fireEvent.click(screen.getByRole("button", { name: "Play" }));

describe("engines", () => {
  it("are not spoken of where there are none", () => {
    show([NINE, CALM]);
    expect(screen.queryByLabelText("Program")).toBeNull();
  });

  it("are an opponent like any level", async () => {
    const start = show(KINDS);
    expect(Array.from(screen.getByLabelText("Program").children, (one) => one.textContent)).toEqual([
      "Built in",
      "gnugo",
      "katago",
    ]);
    fireEvent.change(screen.getByLabelText("Program"), { target: { value: "engine:katago" } });
    expect(screen.queryByLabelText("Level")).toBeNull();
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.calls[0]?.[0].players).toEqual({ BLACK: "human", WHITE: "engine:katago" });
  });

  it("play each other, or a level", async () => {
    const start = show(KINDS);
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.click(screen.getByRole("switch", { name: "The computer plays both sides" }));
    fireEvent.change(screen.getByLabelText("Black: program"), { target: { value: "engine:gnugo" } });
    fireEvent.change(screen.getByLabelText("White: program"), { target: { value: "engine:katago" } });
    play();
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.calls[0]?.[0].players).toEqual({ BLACK: "engine:gnugo", WHITE: "engine:katago" });
    expect(start.mock.calls[0]?.[0]).not.toHaveProperty("seat");
  });

  it("are remembered, and left out where they do not play the game", () => {
    const kept = {
      ...defaultChoice(KINDS),
      engine: "engine:gnugo",
      ownEngine: "engine:gone",
      isWatching: true,
    };
    const choice = readChoice(JSON.parse(JSON.stringify(kept)), KINDS);
    expect(choice).toEqual(kept);
    expect(bodyOf(choice, WITH).players).toEqual({ BLACK: "level:4", WHITE: "engine:gnugo" });
    expect(bodyOf(choice, CALM).players).toEqual({ BLACK: "random", WHITE: "random" });
    expect(readChoice({ ...kept, engine: "gtp:/bin/sh" }, KINDS).engine).toBe("");
  });
});
