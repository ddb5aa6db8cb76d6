import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../../api/rest";
import type { RulesPage as Page, RulesPicture } from "../../api/types";
import { useSettings } from "../../settings";
import { fakeKind } from "../../sitting/fakes";
import { shownOf } from "./Figure";
import { RulesPage } from "./RulesPage";

const noticed = { en: { name: "Go", notice: "A name of somebody." }, zh: { name: "围棋" } };

vi.mock("../../sitting/useKinds", () => ({
  useKinds: () => ({ kinds: [fakeKind({ words: noticed }), fakeKind({ name: "other" })], failure: null }),
}));

function fakePicture(part: Partial<RulesPicture> = {}): RulesPicture {
  const grid = Array.from({ length: 5 }, () => Array(5).fill(null));
  grid[0] = ["BLACK", null, null, null, "WHITE"];
  return {
    size: 5,
    grid,
    numbers: [[4, 0, 1]],
    labels: [{ x: 1, y: 1, text: "a" }],
    forbidden: [{ x: 2, y: 2 }],
    legal: [],
    territory: {},
    won: [],
    lastMove: null,
    ...part,
  };
}

const page: Page = {
  name: "go",
  pictures: { one: fakePicture() },
  parts: {
    en: [{ title: "The aim", text: ["Surround."], pictures: [{ picture: "one", caption: "Black." }] }],
    zh: [{ title: "目的", text: ["围地。"], pictures: [] }],
  },
};

beforeEach(() => useSettings.setState({ language: "en" }));
afterEach(cleanup);

describe("the rules of a game", () => {
  it("are told with pictures, which are told in words too, and with what the game must say", async () => {
    vi.spyOn(api, "rules").mockResolvedValue(page);
    await act(async () => void render(<RulesPage name="go" />));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The rules of Go");
    expect(screen.getByRole("heading", { name: "The aim" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Black: A5. White: E5." })).toBeTruthy();
    expect(screen.getByText("A name of somebody.")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "The rules of Go" })).toHaveLength(1);
    act(() => useSettings.setState({ language: "zh" }));
    expect(screen.getByRole("heading", { name: "目的" })).toBeTruthy();
    expect(screen.queryByText("A name of somebody.")).toBeNull();
  });

  it("may not be there", async () => {
    vi.spyOn(api, "rules").mockRejectedValue(new Refused("NO_SUCH_PAGE", "", 404));
    await act(async () => void render(<RulesPage name="toy" />));
    expect(screen.getByText(/no page about the rules/)).toBeTruthy();
  });
});

it("a picture is what boards draw", () => {
  const shown = shownOf(fakePicture({ territory: { WHITE: [{ x: 0, y: 4 }] } }));
  expect(shown.numbers.get(4)).toBe(1);
  expect(shown.marks).toEqual([{ x: 1, y: 1, kind: "label", text: "a" }]);
  expect(shown.forbidden).toEqual([{ x: 2, y: 2 }]);
  expect(shown).not.toHaveProperty("legal");
  expect(shown.territory?.[4]?.[0]).toBe("WHITE");
});
