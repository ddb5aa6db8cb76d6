/** Looking on: the games being played now, a game by its link or id, those looked at before, and the newest arenas. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { api, type Refused, refusedOf } from "../../api/rest";
import type { ArenaListItem } from "../../api/types";
import { BeingPlayed } from "../../lobby/BeingPlayed";
import { kindOf } from "../../sitting/sides";
import { gameLabel } from "../../sitting/titles";
import { useKinds } from "../../sitting/useKinds";
import { Button, IconButton, LiveRegion, refusalWords } from "../../ui";
import { useWords } from "../../words/useWords";
import { ArenaList } from "../arena/ArenaList";
import "./watch.css";
import { gameIdIn, useWatched } from "./watched";

const MOST_ARENAS = 5;

export function WatchPage() {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const [, go] = useLocation();
  const { kinds } = useKinds();
  const { watched, add, remove } = useWatched();
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<Refused | "unreadable" | null>(null);
  const [isBusy, setBusy] = useState(false);

  const watch = async (event: FormEvent) => {
    event.preventDefault();
    const gameId = gameIdIn(text);
    if (gameId === null) {
      setTrouble("unreadable");
      return;
    }
    setBusy(true);
    setTrouble(null);
    try {
      const view = await api.view(gameId);
      const { watchId, isWatching } = view;
      const kind = kindOf(kinds, view.state.gameType);
      const label = kind === null ? watchId : gameLabel(words, kind, view);
      // Who came with a seat's own link keeps it; what is remembered only looks on.
      add({ gameId: watchId, label });
      go(`/game/${isWatching ? watchId : gameId}`);
    } catch (error) {
      setTrouble(refusedOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="tg-watch">
      <h1>{t("page.watch")}</h1>
      {kinds !== null && <BeingPlayed kinds={kinds} none={t("lobby.games.none")} />}
      <form onSubmit={watch}>
        <label htmlFor={id}>{t("start.watch.field")}</label>
        <div className="tg-watch-row">
          <input
            id={id}
            className="tg-input"
            type="text"
            value={text}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t("start.watch.example")}
            onChange={(event) => setText(event.target.value)}
          />
          <Button primary type="submit" disabled={isBusy || text.trim() === ""}>
            {t("start.watch.go")}
          </Button>
        </div>
        <LiveRegion tone="trouble">
          {trouble === "unreadable" ? t("start.watch.unreadable") : trouble && refusalWords(words, trouble)}
        </LiveRegion>
      </form>
      {watched.length > 0 && (
        <section>
          <h2>{t("start.watch.recent")}</h2>
          <ul className="tg-watched">
            {watched.map(({ gameId, label }) => (
              <li key={gameId}>
                <Link href={`/game/${gameId}`}>{label}</Link>
                <span className="tg-help">{gameId.slice(0, 8)}</span>
                <IconButton
                  icon="close"
                  size={16}
                  label={t("start.watch.forget", { game: label })}
                  onClick={() => remove(gameId)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Arenas />
    </div>
  );
}

/** The newest arenas; nothing where there are none, or where nobody knows. */
function Arenas() {
  const { t } = useWords();
  const [arenas, setArenas] = useState<readonly ArenaListItem[]>([]);
  useEffect(() => {
    let isHere = true;
    api.arenas().then(
      (found) => isHere && setArenas(found),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  const { kinds } = useKinds();
  if (arenas.length === 0 || kinds === null) {
    return null;
  }
  return (
    <section>
      <h2>{t("page.arena")}</h2>
      <ArenaList arenas={arenas.slice(0, MOST_ARENAS)} />
      {arenas.length > MOST_ARENAS && <Link href="/arena">{t("watch.arena.all")}</Link>}
    </section>
  );
}
