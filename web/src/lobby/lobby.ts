/**
 * The lobby for pages: one store, filled over one line of this window, which is held while the page is open. Whoever
 * searches goes on searching when the line was broken meanwhile.
 */
import { create } from "zustand";
import { type Connection, Line } from "../api/line";
import {
  type Challenge,
  type ChallengeIn,
  type LobbyFrame,
  type LobbyFrameOf,
  lobby,
  type SeekIn,
} from "../api/lobby";
import { Refused } from "../api/rest";
import { useMe } from "../people/me";
import { useSettings } from "../settings";
import { applied, type LobbyNow, NOBODY } from "./follow";

interface Lobby extends LobbyNow {
  connection: Connection;
  /** Look for an opponent. A stranger becomes a guest by it. Throws Refused. */
  seek: (wish: SeekIn) => Promise<void>;
  unseek: () => void;
}

export const useLobby = create<Lobby>()((set) => ({
  ...NOBODY,
  connection: "connecting",
  seek: async (asked) => {
    await beSomebody();
    wish = asked;
    isAnswered = false;
    try {
      await say({ type: "seek", ...asked });
    } catch (error) {
      wish = wish === asked ? null : wish;
      throw error;
    } finally {
      isAnswered = true;
    }
  },
  unseek: () => {
    wish = null;
    set({ search: null });
    say({ type: "unseek" }).catch(() => undefined); // a search that is over anyway
  },
}));

/** What happens to this person, for those who say so or lead there. */
export type LobbyNews = LobbyFrameOf<"challenged" | "answered" | "paired" | "notice">;

type Told = LobbyNews & { /** Whether it answers what was asked for in this window. */ isAsked: boolean };

const listeners = new Set<(news: Told) => void>();
/** The challenges that were made in this window. */
const madeHere = new Set<string>();
let line: Line<LobbyFrame> | null = null;
/** What is searched for from this window, and whether the server has said yes or no to it. */
let wish: SeekIn | null = null;
let isAnswered = true;
/** How many parts of the page show small boards, and whether the server sends them: over a new line it does. */
let shown = 0;
let hasBoards = true;
let hiding: ReturnType<typeof setTimeout> | undefined;
const HIDING_MS = 3_000;

/** Have a line to the lobby until the answer is called. */
export function openLobby(): () => void {
  const own: Line<LobbyFrame> = new Line<LobbyFrame>({
    url: lobby.socketUrl,
    onFrame: (frame) => line === own && take(frame),
    onConnection: (connection) => line === own && useLobby.setState({ connection }),
    onSessionEnd: () => void useMe.getState().reread(),
  });
  line = own;
  return () => {
    line = null;
    wish = null;
    clearTimeout(hiding);
    own.close(new Refused("OFFLINE", "The page was left."));
    useLobby.setState({ ...NOBODY, connection: "connecting" });
  };
}

/** Be told what happens to this person, until the answer is called. */
export function onLobbyNews(listener: (news: Told) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Have small boards live until the answer is called. */
export function showBoards(): () => void {
  shown += 1;
  tellBoards();
  return () => {
    shown -= 1;
    tellBoards();
  };
}

/** Say whether anybody looks at small boards. Who does not is sent none: after a while, as the next page may have some. */
function tellBoards(): void {
  clearTimeout(hiding);
  if (shown === 0) {
    hiding = setTimeout(hideBoards, HIDING_MS);
  } else if (!hasBoards) {
    hasBoards = true;
    void line?.send({ type: "boards", on: true });
  }
}

function hideBoards(): void {
  if (line?.isOpen && hasBoards) {
    hasBoards = false;
    useLobby.setState({ games: [] });
    void line.send({ type: "boards", on: false });
  }
}

/** Make a challenge; its acceptance leads to the game. A stranger becomes a guest by it. Throws Refused. */
export async function makeChallenge(body: ChallengeIn): Promise<Challenge> {
  await beSomebody();
  const made = await lobby.challenge(body);
  madeHere.add(made.challengeId);
  useLobby.setState((now) => ({
    made: [...now.made.filter((old) => old.challengeId !== made.challengeId), made],
  }));
  return made;
}

/** This challenge is no more: it was answered here. */
export function dropChallenge(challengeId: string): void {
  useLobby.setState((now) =>
    applied(now, { type: "answered", challengeId, answer: "withdrawn" }, performance.now()),
  );
}

/** Make sure that the server knows who this is: a stranger becomes a guest. Throws Refused. */
export async function beSomebody(): Promise<void> {
  const { me, read } = useMe.getState();
  if (me?.name == null) {
    await lobby.enter(useSettings.getState().name.trim());
    await read();
  }
}

// Who signs in or out, or becomes a guest, is somebody else in the lobby.
useMe.subscribe((now, before) => {
  if (before.me !== null && now.me !== null && before.me.name !== now.me.name) {
    line?.renew();
  }
});

function take(frame: LobbyFrame): void {
  const { made } = useLobby.getState();
  useLobby.setState((now) => applied(now, frame, performance.now()));
  switch (frame.type) {
    case "lobby":
      hasBoards = true;
      tellBoards();
      if (wish !== null && isAnswered && frame.seek == null) {
        say({ type: "seek", ...wish }).catch(() => {
          wish = null;
        });
      }
      return;
    case "paired":
      tell({ ...frame, isAsked: wish !== null });
      wish = null;
      return;
    case "answered":
      // Whoever was challenged is told too, and knows.
      if (made.some((challenge) => challenge.challengeId === frame.challengeId)) {
        tell({ ...frame, isAsked: madeHere.delete(frame.challengeId) });
      }
      return;
    case "challenged":
    case "notice":
      tell({ ...frame, isAsked: false });
  }
}

function tell(news: Told): void {
  for (const listener of listeners) {
    listener(news);
  }
}

/** Send something. Throws Refused. */
async function say<Message extends { type: string }>(message: Message): Promise<void> {
  if (line === null) {
    throw new Refused("OFFLINE", "There is no line to the lobby.");
  }
  const answer = await line.send(message);
  if (!answer.isDone) {
    const { code, detail, words } = answer;
    throw new Refused(code, detail, 0, words === undefined ? {} : { words });
  }
}
