/** A record for tests. Nothing of it is used by pages. */
import type { ColorName, Replay, ReplayNode } from "../api/types";

export function fakeNode(parent: number, part: Partial<ReplayNode> = {}): ReplayNode {
  return {
    parent,
    move: null,
    placed: [],
    removed: [],
    flipped: [],
    won: [],
    toMove: "BLACK",
    prisoners: { BLACK: 0, WHITE: 0 },
    ms: null,
    comment: "",
    marks: [],
    ...part,
  };
}

export function fakeStone(
  parent: number,
  player: ColorName,
  x: number,
  y: number,
  part: Partial<ReplayNode> = {},
): ReplayNode {
  return fakeNode(parent, { move: { player, x, y }, placed: [[x, y, player]], ...part });
}

/** Black A5, then White B5 or C5 or D5; after B5 Black E5. */
export function fakeTree(): ReplayNode[] {
  return [
    fakeNode(-1, { comment: "How it begins." }),
    fakeStone(0, "BLACK", 0, 0, { toMove: "WHITE" }),
    fakeStone(1, "WHITE", 1, 0, { comment: "A quiet move." }),
    fakeStone(2, "BLACK", 4, 0),
    fakeStone(1, "WHITE", 2, 0),
    fakeStone(1, "WHITE", 3, 0, { marks: [{ kind: "triangle", points: [[0, 0]], text: "" }] }),
  ];
}

export function fakeReplay(part: Partial<Replay> = {}): Replay {
  return {
    gameType: "GO",
    boardSize: 5,
    rules: { komi: 6.5 },
    players: {
      BLACK: { name: "Ann", rank: "5d", player: "human" },
      WHITE: { name: "", rank: "", player: "level:3" },
    },
    winner: "BLACK",
    result: { key: "status.won_by.black", values: { margin: "2.5" } },
    score: null,
    created: "2026-01-31",
    info: { event: "The final" },
    nodes: fakeTree(),
    notices: [],
    trouble: null,
    save: { format: "tengen-save" },
    titles: [],
    index: 0,
    ...part,
  };
}
