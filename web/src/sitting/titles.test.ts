import { describe, expect, it } from "vitest";
import type { View } from "../api/types";
import { wordsOf } from "../words/useWords";
import { fakeKind, fakeView } from "./fakes";
import { gameLabel, tableTitle } from "./titles";

const [en, zh] = [wordsOf("en"), wordsOf("zh")];
const kind = fakeKind();

function seat(player: string, name = "") {
  return { name, player, isOpen: false, isOwned: false, isGuest: false };
}

function against(
  player: string,
  name = "",
  view: Partial<View> = {},
  state: Partial<View["state"]> = {},
): View {
  return fakeView(
    { yours: ["BLACK"], ...view },
    { players: { BLACK: seat("human", "Ann"), WHITE: seat(player, name) }, ...state },
  );
}

describe("what a match is called", () => {
  it("names the opponent", () => {
    expect(gameLabel(en, kind, against("level:4"))).toBe("Go 5×5 · Level 4");
    expect(gameLabel(zh, kind, against("level:4"))).toBe("围棋 5×5 · 难度 4");
    expect(gameLabel(en, kind, against("human", "Ben"))).toBe("Go 5×5 · Ben");
    expect(gameLabel(zh, kind, against("human", "Deleted player"))).toBe(
      `围棋 5×5 · ${zh.t("profile.deleted")}`,
    );
    expect(gameLabel(en, kind, against("human"))).toBe("Go 5×5");
    expect(gameLabel(zh, kind, against("human", "Guest"))).toBe("围棋 5×5 · 游客");
  });

  it("names both players to those who look on, and nobody where nobody has a name", () => {
    expect(gameLabel(en, kind, against("random", "", { yours: [] }))).toBe("Go 5×5 · Ann – Random moves");
    expect(gameLabel(zh, kind, against("random", "", { yours: [] }))).toBe("围棋 5×5 · Ann 对 随机落子");
    expect(gameLabel(en, kind, fakeView())).toBe("Go 5×5");
  });
});

describe("the title of the page", () => {
  it("begins with whose turn it is, and says how far the game is", () => {
    const mine = against("level:4", "", {}, { moves: Array(12).fill({ player: "BLACK", pass: true }) });
    expect(tableTitle(en, kind, mine)).toBe("● Your move – Go 5×5 · Level 4 · move 12");
    expect(tableTitle(zh, kind, mine)).toBe("● 轮到你 – 围棋 5×5 · 难度 4 · 第 12 手");
    const theirs = against("level:4", "", { actors: ["WHITE"] });
    expect(tableTitle(en, kind, theirs)).toBe("White to move – Go 5×5 · Level 4");
    expect(tableTitle(en, kind, fakeView())).toBe("Black to move – Go 5×5");
  });

  it("says nobody's turn while dead stones are settled or nobody can move, and how it ended", () => {
    const yours = { yours: [] };
    expect(tableTitle(en, kind, fakeView({ ...yours, actors: ["BLACK", "WHITE"] }))).toBe("Go 5×5");
    expect(tableTitle(en, kind, fakeView({ ...yours, actors: [] }))).toBe("Go 5×5");
    const over = { isGameOver: true, winner: "WHITE" } as const;
    expect(tableTitle(en, kind, against("level:4", "", { actors: [] }, over))).toBe(
      "You lost – Go 5×5 · Level 4",
    );
  });
});
