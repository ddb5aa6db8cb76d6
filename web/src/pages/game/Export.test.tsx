import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as rest from "../../api/rest";
import * as files from "../../files";
import { useSettings } from "../../settings";
import { Export } from "./Export";
import { formatsFor } from "./recordFormats";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("what a game can be exported as", () => {
  it("is offered by the kind of game and the size of its board", () => {
    expect(formatsFor("GO", 19)).toEqual({ fit: ["json", "sgf"], unfit: ["ggf", "wtb", "psq", "txt"] });
    expect(formatsFor("GOMOKU", 15).fit).toEqual(["json", "sgf", "psq"]);
    expect(formatsFor("OTHELLO", 8).fit).toEqual(["json", "sgf", "ggf", "wtb", "txt"]);
    expect(formatsFor("OTHELLO", 10).fit).toEqual(["json", "sgf", "ggf"]);
    expect(formatsFor("A_NEW_GAME", 8).fit).toEqual(["json"]);
  });

  it("is asked of the server only when it is wanted, and a refusal is said", async () => {
    useSettings.getState().set({ language: "en" });
    const fetched = vi.spyOn(globalThis, "fetch");
    const save = vi.spyOn(files, "saveUrl").mockRejectedValue(new rest.Refused("OFFLINE", "away"));
    render(<Export gameId="game" gameType="GO" boardSize={9} />);
    expect(screen.getByText("Cannot hold this game: .ggf .wtb .psq .txt")).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: /^sgf/ }));
    expect(save.mock.calls[0]?.[0]).toMatch(/api\/game\/game\/record\.sgf$/);
    expect(await screen.findByText(/no connection to the server/)).toBeTruthy();
  });
});
