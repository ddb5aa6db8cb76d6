import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as rest from "../../api/rest";
import * as files from "../../files";
import { useSettings } from "../../settings";
import { Export } from "./Export";

beforeEach(() => {
  useSettings.getState().set({ language: "en" });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("what a game can be exported as", () => {
  it("is what the server says, asked again after every move", async () => {
    const asked = vi.spyOn(rest.api, "formats");
    asked.mockResolvedValue({ fit: ["json", "sgf"], unfit: ["ggf", "psq"] });
    const { rerender } = render(<Export gameId="game" gameType="GO" moves={3} />);
    expect(screen.getByRole("button", { name: /^json/ })).toBeTruthy();
    expect(await screen.findByText("Cannot hold this game: .ggf .psq")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^sgf/ })).toBeTruthy();
    asked.mockResolvedValue({ fit: ["json"], unfit: ["sgf"] });
    rerender(<Export gameId="game" gameType="GO" moves={4} />);
    expect(await screen.findByText("Cannot hold this game: .sgf")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^sgf/ })).toBeNull();
    expect(asked.mock.calls).toEqual([["game"], ["game"]]);
  });

  it("is made only when it is wanted, and a refusal is said", async () => {
    vi.spyOn(rest.api, "formats").mockRejectedValue(new rest.Refused("OFFLINE", "away"));
    const save = vi.spyOn(files, "saveUrl").mockRejectedValue(new rest.Refused("OFFLINE", "away"));
    render(<Export gameId="game" gameType="GO" moves={0} />);
    expect(save).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: /^json/ }));
    expect(save.mock.calls[0]?.[0]).toMatch(/api\/game\/game\/record\.json$/);
    expect(await screen.findByText(/no connection to the server/)).toBeTruthy();
  });
});
