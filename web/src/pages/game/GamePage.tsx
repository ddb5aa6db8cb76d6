/** A game, to play or to watch: finds the match and its description, then shows the table. */
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { refusalText } from "../../sitting/lines";
import { kindOf, specOf } from "../../sitting/sides";
import { useGame } from "../../sitting/useGame";
import { useKinds } from "../../sitting/useKinds";
import { useWords } from "../../words/useWords";
import { Table } from "./Table";

export function GamePage({ gameId }: { gameId: string }) {
  const live = useGame(gameId);
  const { kinds } = useKinds();
  const { view, failure } = live;
  if (failure !== null) {
    return <NoGame failure={failure} />;
  }
  const kind = kindOf(kinds, view?.state.gameType ?? "");
  const spec = specOf(kind, view?.state.boardSize ?? 0);
  if (view === null || kind === null || spec === null) {
    return <Arriving connection={live.connection} />;
  }
  return <Table key={gameId} live={live} view={view} kind={kind} spec={spec} />;
}

function NoGame({ failure }: { failure: { code: string; detail: string } }) {
  const words = useWords();
  const { t } = words;
  return (
    <div className="tg-nogame">
      <h1>{failure.code === "NO_SUCH_GAME" ? t("game.none.title") : t("game.none.trouble")}</h1>
      <p>{failure.code === "NO_SUCH_GAME" ? t("game.none.why") : refusalText(words, null, failure)}</p>
      <p>
        <Link href="/">{t("game.none.back")}</Link>
      </p>
    </div>
  );
}

const PATIENCE_MS = 700;

/** Until the match is there: nothing at first, a word when it takes long. */
function Arriving({ connection }: { connection: string }) {
  const { t } = useWords();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="tg-nogame">
      <p role="status">{isLong && t(connection === "lost" ? "game.link.lost" : "game.opening")}</p>
    </div>
  );
}
