/** The moves, the talk or the rules; or, for a while, what was opened from the menu. */
import { lazy, Suspense, useId, useMemo, useState } from "react";
import type { BoardSpec, Kind, View } from "../../api/types";
import { Export } from "../../sitting/Export";
import { filesOfMatch } from "../../sitting/gameFiles";
import { GAME_KEYS, KeysHelp } from "../../sitting/KeysHelp";
import { MoveList, Steps } from "../../sitting/MoveList";
import { entriesOf } from "../../sitting/moves";
import { Notices } from "../../sitting/Notices";
import { SidePage } from "../../sitting/SidePage";
import { Titles } from "../../sitting/Titles";
import { gameLabel } from "../../sitting/titles";
import type { LiveGame } from "../../sitting/types";
import { ChatPanel } from "../../talk/ChatPanel";
import { type Chat, hasTalk, useChat, useIsMine, useUnread } from "../../talk/chat";
import { spokenLine } from "../../talk/Lines";
import { IconButton } from "../../ui/Button";
import { SettingsPanel } from "../../ui/SettingsPanel";
import { useWords } from "../../words/useWords";
import { Info } from "./Info";
import { useLoaded } from "./loaded";
import { Share } from "./Share";
import { Tabs } from "./Tabs";
import type { Doing, SideName } from "./useDoing";
import type { LookBack } from "./useLookBack";

/** Only for those with an account. */
const SaveGame = lazy(() => import("../saves/SaveGame"));
const LoadGame = lazy(() => import("../saves/LoadGame"));

export interface SidePanelProps {
  live: LiveGame;
  view: View;
  kind: Kind;
  spec: BoardSpec;
  lookBack: LookBack;
  doing: Doing;
}

type TabName = "moves" | "chat" | "info";

export function SidePanel({ live, view, kind, spec, lookBack, doing }: SidePanelProps) {
  const words = useWords();
  const { t } = words;
  const [tab, setTab] = useState<TabName>("moves");
  const id = useId();
  const { state } = view;
  const chat = useChat(live, view);
  const isChatShown = tab === "chat" && doing.side === null;
  const unread = useUnread(state.gameId, chat.lines, isChatShown);
  const entries = useMemo(() => entriesOf(words, kind, spec, state), [words, kind, spec, state]);
  const count = state.moves.length;
  const at = lookBack.at ?? count;

  if (doing.side !== null) {
    return (
      <div className="tg-game-panel" data-scrolls="true">
        <SidePage
          key={doing.side}
          title={t(SIDE_TITLES[doing.side] ?? `game.${doing.side}`)}
          onClose={() => doing.showSide(null)}
        >
          <Suspense fallback={null}>
            <SideContent view={view} kind={kind} doing={doing} />
          </Suspense>
        </SidePage>
      </div>
    );
  }
  return (
    <>
      <LoadedNotices gameId={state.gameId} />
      <Tabs
        label={t("game.tabs")}
        id={id}
        value={tab}
        tabs={[
          { value: "moves", label: t("game.moves") },
          ...(hasTalk(view)
            ? [
                {
                  value: "chat" as const,
                  label: t("talk.title"),
                  news: unread.length > 0 ? t("talk.unread", { count: unread.length }) : null,
                },
              ]
            : []),
          { value: "info", label: t("game.info") },
        ]}
        onChange={setTab}
      />
      <div
        className="tg-game-panel"
        id={`${id}-panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys, also while it is empty.
        tabIndex={0}
        aria-labelledby={`${id}-${tab}`}
        data-scrolls="true"
      >
        {tab === "moves" && <MoveList entries={entries} at={at} onGo={lookBack.go} />}
        {tab === "chat" && <ChatPanel chat={chat} gameId={state.gameId} />}
        {tab === "info" && (
          <Info view={view} kind={kind} onAgain={view.yours.length > 0 ? doing.again : null} />
        )}
      </div>
      {tab === "moves" && count > 0 && <Steps at={at} count={count} onGo={lookBack.go} />}
      <Overheard chat={chat} isShown={isChatShown} />
    </>
  );
}

/** What others say while the talk is not shown, for those who listen to the page. */
function Overheard({ chat, isShown }: { chat: Chat; isShown: boolean }) {
  const words = useWords();
  const isMine = useIsMine();
  const last = chat.lines?.at(-1) ?? null;
  // What was said before one came is not news.
  const [first, setFirst] = useState<number | null>(null);
  if (first === null && chat.lines !== null) {
    setFirst(last?.number ?? 0);
  }
  const isNews = last !== null && first !== null && last.number > first && !isShown && !isMine(last);
  return (
    <p className="tg-unseen" role="status">
      {isNews && spokenLine(words, last)}
    </p>
  );
}

/** What was noticed about the file that this game was loaded from, until it is closed. */
function LoadedNotices({ gameId }: { gameId: string }) {
  const { t } = useWords();
  const loaded = useLoaded();
  if (loaded.gameId !== gameId || loaded.notices.length === 0) {
    return null;
  }
  return (
    <div className="tg-loaded">
      <Notices notices={loaded.notices} trouble={null} />
      <IconButton icon="close" label={t("game.close")} onClick={loaded.dismiss} />
    </div>
  );
}

const SIDE_TITLES: Partial<Record<SideName, string>> = {
  board: "game.board_settings",
  save: "saves.title.save",
  load: "saves.title.load",
};

function SideContent({ view, kind, doing }: Pick<SidePanelProps, "view" | "kind" | "doing">) {
  const words = useWords();
  const { state } = view;
  switch (doing.side) {
    case "save":
      return (
        <SaveGame
          gameId={state.gameId}
          name={gameLabel(words, kind, view)}
          onDone={() => doing.showSide(null)}
          onFile={doing.saveFile}
        />
      );
    case "load":
      return <LoadGame onFile={doing.loadFile} />;
    case "export":
      return <Export files={filesOfMatch(state.gameId, state.moves.length)} gameType={state.gameType} />;
    case "share":
      return <Share view={view} />;
    case "board":
      return (
        <div className="tg-side-body">
          <SettingsPanel />
        </div>
      );
    case "keys":
      return <KeysHelp keys={GAME_KEYS} />;
    case "titles":
      return (
        doing.collection && (
          <Titles titles={doing.collection.replay.titles} at={null} onChoose={doing.loadGame} />
        )
      );
    default:
      return null;
  }
}
