import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as rest from "../api/rest";
import * as files from "../files";
import { useSettings } from "../settings";
import { Export } from "./Export";
import { filesOfFile, filesOfMatch } from "./gameFiles";

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
    const { rerender } = render(<Export files={filesOfMatch("game", 3)} gameType="GO" />);
    expect(screen.getByRole("button", { name: /^json/ })).toBeTruthy();
    expect(await screen.findByText("Cannot hold this game: .ggf .psq")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^sgf/ })).toBeTruthy();
    asked.mockResolvedValue({ fit: ["json"], unfit: ["sgf"] });
    rerender(<Export files={filesOfMatch("game", 4)} gameType="GO" />);
    expect(await screen.findByText("Cannot hold this game: .sgf")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^sgf/ })).toBeNull();
    expect(asked.mock.calls).toEqual([["game"], ["game"]]);
  });

  it("is made only when it is wanted, and a refusal is said", async () => {
    vi.spyOn(rest.api, "formats").mockRejectedValue(new rest.Refused("OFFLINE", "away"));
    const fetched = vi.spyOn(rest, "fetchFile").mockRejectedValue(new rest.Refused("OFFLINE", "away"));
    render(<Export files={filesOfMatch("game", 0)} gameType="GO" />);
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: /^json/ }));
    expect(fetched.mock.calls[0]?.[0]).toMatch(/api\/game\/game\/record\.json$/);
    expect(await screen.findByText(/no connection to the server/)).toBeTruthy();
  });

  it("is made of a file that was opened without the server keeping it", async () => {
    vi.spyOn(rest.api, "fileFormats").mockResolvedValue({ fit: ["json", "sgf"], unfit: [] });
    const convert = vi.spyOn(rest.api, "convertFile").mockResolvedValue(new Blob(["(;GM[1])"]));
    const draw = vi.spyOn(rest.api, "drawFile").mockResolvedValue(new Blob(["<svg/>"]));
    const save = vi.spyOn(files, "saveBlob").mockReturnValue();
    render(<Export files={filesOfFile("(;GM[1])", "one", 2, 7)} gameType="GO" />);
    fireEvent.click(await screen.findByRole("button", { name: /^sgf/ }));
    await vi.waitFor(() => expect(save).toHaveBeenCalled());
    expect(convert.mock.calls).toEqual([["(;GM[1])", "sgf", 2]]);
    fireEvent.click(screen.getByRole("button", { name: /^svg/ }));
    expect(draw.mock.calls).toEqual([["(;GM[1])", "svg", 2, 7, 960]]);
  });
});
