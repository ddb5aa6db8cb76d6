/** A game, a view and a match for tests, to be changed as each test needs. Nothing of it is used by pages. */
import type { BoardSpec, ColorName, Kind, View } from "../api/types";
import type { LiveGame } from "./types";

type State = View["state"];

export function fakeSpec(size = 5): BoardSpec {
  return {
    columns: size,
    rows: size,
    style: "lines",
    columnLabels: "ABCDEFGHJKLMNOPQRST".slice(0, size).split(""),
    rowLabels: Array.from({ length: size }, (_, index) => String(size - index)),
    stars: [],
  };
}

export function fakeKind(part: Partial<Kind> = {}): Kind {
  return {
    gameType: "GO",
    name: "go",
    aliases: [],
    sizes: [5],
    defaultSize: 5,
    canBeWon: true,
    restrictsPlacing: false,
    features: {
      passes: true,
      komi: true,
      handicap: true,
      deadStones: true,
      prisoners: true,
      points: true,
      territory: true,
      ratingSizes: [9, 13, 19],
      kyuAndDan: true,
    },
    hasRules: true,
    options: [],
    presets: {},
    defaultRules: {},
    players: ["human", "random", "level:1", "level:2"],
    boards: { "5": fakeSpec() },
    words: {
      en: { name: "Go", "choice.black": "Play Black", "choice.white": "Play White" },
      zh: { name: "围棋" },
    },
    ...part,
  };
}

export function fakeState(part: Partial<State> = {}): State {
  const empty = Array.from({ length: 5 }, () => Array<ColorName | null>(5).fill(null));
  const seat = { name: "", player: "human", isOpen: false, isOwned: false, isGuest: false };
  return {
    gameId: "game",
    gameType: "GO",
    boardSize: 5,
    rules: {},
    komi: 7.5,
    grid: empty,
    currentPlayer: "BLACK",
    moveNumber: 0,
    lastMove: null,
    prisoners: { BLACK: 0, WHITE: 0 },
    legalMoves: empty.flatMap((row, y) => row.map((_, x) => ({ x, y }))),
    canPass: true,
    isGameOver: false,
    winner: null,
    result: null,
    score: null,
    phase: "play",
    players: { BLACK: seat, WHITE: seat },
    offers: [],
    clock: null,
    absence: "loses",
    beginMs: null,
    moves: [],
    revision: 1,
    eventNumber: 1,
    ...part,
  };
}

export function fakeView(part: Partial<View> = {}, state: Partial<State> = {}): View {
  return {
    state: fakeState(state),
    nextStone: state.currentPlayer ?? "BLACK",
    watchId: "watch",
    isWatching: false,
    yours: ["BLACK", "WHITE"],
    actors: ["BLACK"],
    canAsk: ["restart", "draw"],
    choices: [],
    dead: [],
    agreed: [],
    proposal: null,
    estimate: null,
    forbidden: [],
    territory: null,
    won: [],
    status: { key: "status.play.black" },
    guidance: null,
    presence: { BLACK: null, WHITE: null },
    invite: null,
    nextId: null,
    isRated: false,
    isReopened: false,
    avatars: { BLACK: 0, WHITE: 0 },
    ...part,
  };
}

export function fakeLive(view: View, part: Partial<LiveGame> = {}): LiveGame {
  return {
    gameId: view.state.gameId,
    view,
    grid: view.state.grid,
    lastMove: null,
    change: null,
    clock: null,
    beginAt: null,
    connection: "open",
    thinking: null,
    substitute: null,
    declined: null,
    presence: { BLACK: null, WHITE: null },
    refusal: null,
    failure: null,
    isBusy: false,
    act: () => Promise.resolve(true),
    chat: [],
    say: () => Promise.resolve({ isDone: true, event: 1 }),
    ...part,
  };
}
