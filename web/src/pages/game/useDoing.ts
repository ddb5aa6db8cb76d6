/** Everything a player does at the table besides placing stones: what it asks first, what it opens, where it leads. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api, refusedOf } from "../../api/rest";
import {
  COLORS,
  type Kind,
  other,
  type Replay,
  type SeatsIn,
  type StartIn,
  type View,
} from "../../api/types";
import { pickFile, saveUrl } from "../../files";
import { accountsHere, useAccount, useMe } from "../../people/me";
import { LONGEST_NAME, useSettings } from "../../settings";
import { refusalText } from "../../sitting/lines";
import { fileName, gamePath, RECORD_ENDINGS, reviewPath } from "../../sitting/links";
import { sameClock } from "../../sitting/rules";
import { sidesOf } from "../../sitting/sides";
import type { LiveGame, RefusalShown } from "../../sitting/types";
import { toast } from "../../ui/LiveRegion";
import { useWords } from "../../words/useWords";
import { handOver } from "../review/handed";
import type { ActionName } from "./Actions";
import { passRefusal, possible } from "./can";
import { useLoaded } from "./loaded";
import { type PassQuestion, passQuestion } from "./passing";

/** What is asked once before it is done. */
export type Question = "resign" | "restart" | "quit" | "draw" | PassQuestion;
/** What takes the place of the moves. */
export type SideName = "save" | "load" | "export" | "share" | "board" | "keys" | "titles";

export interface Doing {
  question: Question | null;
  answer: (isYes: boolean) => void;
  side: SideName | null;
  showSide: (side: SideName | null) => void;
  /** What was not done without asking the match: a file that is none, a pass that cannot be. Its key is never used again. */
  trouble: { text: string; key: number } | null;
  /** The estimate that was asked for has been put out of sight, for this position. */
  isEstimateHidden: boolean;
  /** A file with several games, of which one is to be chosen. */
  collection: { file: File; replay: Replay } | null;
  loadGame: (index: number) => void;
  /** As a file, whoever asks for it. */
  saveFile: () => void;
  loadFile: () => void;
  again: () => void;
  onDo: (name: ActionName) => void;
}

export function useDoing(live: LiveGame, view: View, kind: Kind): Doing {
  const words = useWords();
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [side, setSide] = useState<SideName | null>(null);
  const [trouble, setTrouble] = useState<Doing["trouble"]>(null);
  const troubles = useRef(0);
  const [collection, setCollection] = useState<Doing["collection"]>(null);
  const [hidden, setHidden] = useState<number | null>(null);
  const { act, gameId } = live;
  const { state } = view;
  const wantsRematch = useRematch(view, navigate);
  const account = useAccount();

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever happens in the match is newer than the trouble.
  useEffect(() => setTrouble(null), [state.eventNumber]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question about another position is no longer asked.
  useEffect(
    () => setQuestion((asked) => (asked === "quit" ? asked : null)),
    [state.revision, state.isGameOver],
  );

  const tellWhyNot = (refusal: Pick<RefusalShown, "code" | "detail" | "words">) => {
    troubles.current += 1;
    setTrouble({ text: refusalText(words, kind, refusal), key: troubles.current });
  };

  const tried = async (doing: () => Promise<void>): Promise<void> => {
    setTrouble(null);
    try {
      await doing();
    } catch (error) {
      tellWhyNot(refusedOf(error));
    }
  };

  const enter = async (started: Promise<{ gameId: string }>) => navigate(gamePath((await started).gameId));

  /** Only what was read strictly has come here: it holds its save. */
  const enterLoaded = async ({ save, notices }: Replay, file: File, index: number) => {
    if (save === null) {
      return;
    }
    try {
      const { gameId: loaded } = await api.load({ save });
      useLoaded.getState().say(loaded, notices);
      toast(words.t("save.loaded"));
      navigate(gamePath(loaded));
    } catch (error) {
      const refused = refusedOf(error);
      if (refused.code !== "BAD_SIGNATURE") {
        throw refused;
      }
      // Changed since it was saved, or of another place: it may be looked at.
      handOver(file, index, refused);
      navigate("/review");
    }
  };

  const saveFile = () =>
    void tried(async () => {
      await saveUrl(api.recordUrl(gameId, "json"), fileName(state.gameType, "json"));
      toast(words.t("save.saved"));
    });

  const loadFile = () =>
    void tried(async () => {
      const file = await pickFile(RECORD_ENDINGS);
      if (file === null) {
        return;
      }
      const replay = await api.openFile(file, 0, true);
      if (replay.titles.length > 1) {
        setCollection({ file, replay });
        setSide("titles");
      } else {
        await enterLoaded(replay, file, 0);
      }
    });

  const loadGame = (index: number) =>
    void tried(async () => {
      if (collection !== null) {
        const { file } = collection;
        await enterLoaded(await api.openFile(file, index, true), file, index);
      }
    });

  const again = () =>
    void tried(() =>
      enter(api.start(sameGame(view, useSettings.getState().name, accountsHere(useMe.getState().me)))),
    );

  // Two programs are halted without a seat: for which of them is the same.
  const halting = view.yours.length === 0 ? { player: state.currentPlayer } : {};
  const done: Record<ActionName, () => void> = {
    pass: () => {
      const asked = passQuestion(view);
      if (asked === null) {
        void act("pass");
      } else {
        setQuestion(asked);
      }
    },
    undo: () => void act("takeback"),
    redo: () => void act("redo"),
    pause: () => void act("pause", halting),
    unpause: () => void act("unpause", halting),
    resign: () => setQuestion("resign"),
    restart: () => setQuestion("restart"),
    draw: () => (sidesOf(view).hasBoth ? setQuestion("draw") : void act("draw")),
    estimate: () => {
      if (view.estimate !== null) {
        setHidden(hidden === state.revision ? null : state.revision);
        return;
      }
      setHidden(null);
      void act("estimate", halting);
    },
    rematch: () => {
      wantsRematch();
      void act("rematch");
    },
    review: () => navigate(reviewPath(gameId)),
    save: () => (account === null ? saveFile() : setSide("save")),
    load: () => (account === null ? loadFile() : setSide("load")),
    export: () => setSide("export"),
    share: () => setSide("share"),
    board: () => setSide("board"),
    keys: () => setSide("keys"),
    quit: () => (state.isGameOver || view.yours.length === 0 ? navigate("/") : setQuestion("quit")),
  };

  const onDo = (name: ActionName) => {
    if (isPossible(name, view, kind)) {
      done[name]();
      return;
    }
    const code = name === "pass" ? passRefusal(view) : null;
    if (code !== null) {
      tellWhyNot({ code, detail: "" });
    }
  };

  const answer = (isYes: boolean) => {
    setQuestion(null);
    if (!isYes || question === null) {
      return;
    }
    if (question === "quit") {
      navigate("/");
    } else {
      void act(question === "pass_end" || question === "pass_open" ? "pass" : question);
    }
  };

  return {
    question,
    answer,
    side,
    showSide: setSide,
    trouble,
    isEstimateHidden: hidden === state.revision,
    collection,
    loadGame,
    saveFile,
    loadFile,
    again,
    onDo,
  };
}

/** Keys come at any time: only what the buttons offer is done. */
function isPossible(name: ActionName, view: View, kind: Kind): boolean {
  const can = possible(view, kind);
  return !(name in can) || can[name as keyof typeof can] === "yes";
}

/** Whoever wanted a rematch goes there as soon as it is agreed on; the others find a link. */
function useRematch(view: View, navigate: (to: string) => void): () => void {
  const isWanted = useRef(false);
  const { nextId, state, yours } = view;
  const isOffered = state.offers.some((offer) => offer.kind === "rematch" && yours.includes(offer.player));
  useEffect(() => {
    if (isOffered) {
      isWanted.current = true;
    }
    if (nextId !== null && isWanted.current) {
      isWanted.current = false;
      navigate(gamePath(nextId));
    }
  }, [nextId, isOffered, navigate]);
  return useCallback(() => {
    isWanted.current = true;
  }, []);
}

/** The same game once more, with the same people or programs. */
export function sameGame(view: View, name: string, accounts: readonly string[] = []): StartIn {
  const { state } = view;
  const { mine, hasBoth } = sidesOf(view);
  const [first, second] = accounts;
  const own = COLORS.find((color) => state.players[color].isOwned && state.players[color].name === first);
  // Two accounts at one screen.
  const isBeside = hasBoth && own !== undefined && state.players[other(own)].name === second;
  return {
    gameType: state.gameType,
    boardSize: state.boardSize,
    rules: state.rules,
    players: { BLACK: state.players.BLACK.player, WHITE: state.players.WHITE.player },
    clock: sameClock(state.clock),
    seat: isBeside ? own : mine,
    ...(isBeside ? { beside: true } : {}),
    name: mine === null || name === "" || first !== undefined ? null : name,
    names: mine === null && !isBeside ? namesOf(state.players) : null,
  };
}

/** The names of people at one screen, where they have any. Records may have longer ones than a new game takes. */
function namesOf(players: View["state"]["players"]): NonNullable<SeatsIn["names"]> | null {
  const given = COLORS.filter((color) => players[color].player === "human" && players[color].name !== "");
  return given.length === 0
    ? null
    : Object.fromEntries(given.map((color) => [color, players[color].name.slice(0, LONGEST_NAME)]));
}
