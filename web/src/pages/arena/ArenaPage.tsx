/** One arena: how far it is, the table, and the boards of this moment. Looks again every second while it is played. */
import { useCallback, useEffect } from "react";
import { Link } from "wouter";
import { api } from "../../api/rest";
import type { Arena } from "../../api/types";
import { useKinds } from "../../game/useKinds";
import { Line, refusalWords } from "../../ui";
import { useWords, type Words } from "../../words/useWords";
import { kindOf } from "../game/sides";
import "./arena.css";
import { BoardsNow } from "./BoardsNow";
import { gameOf } from "./names";
import { CrossTable, PlayersTable } from "./Tables";
import { LATER_MS, SOON_MS, useLooked } from "./useLooked";

export function ArenaPage({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const ask = useCallback(() => api.arena(name), [name]);
  const { found, failure } = useLooked(ask, again);
  const isGone = failure?.status === 404;
  useEffect(() => {
    document.title = t("page.titled", { title: name });
  }, [name, t]);
  return (
    <div className="tg-arena">
      <p>
        <Link href="/arena">{t("watch.arena.all")}</Link>
      </p>
      <h1>{name}</h1>
      <Line tone="trouble">
        {isGone
          ? t("watch.arena.gone")
          : failure && t("watch.arena.old", { reason: refusalWords(words, failure) })}
      </Line>
      {found !== null && !isGone && <Standing arena={found} words={words} />}
    </div>
  );
}

function Standing({ arena, words }: { arena: Arena; words: Words }) {
  const { t, told } = words;
  const { kinds } = useKinds();
  const kind = kindOf(kinds, arena.gameType);
  const { sprt } = arena;
  return (
    <>
      <div className="tg-arena-head">
        <p>
          {t("watch.arena.about", {
            game: gameOf(words, kind, arena),
            pace: told(kind, arena.pace),
            openings: arena.openings,
          })}
        </p>
        <Line>{t(`watch.arena.standing.${arena.standing}`)}</Line>
        <progress
          max={arena.planned}
          value={arena.done}
          aria-label={t("watch.arena.done", { done: arena.done, planned: arena.planned })}
        />
        <p className="tg-help">
          {t("watch.arena.done", { done: arena.done, planned: arena.planned })}
          {arena.failures > 0 && ` · ${t("watch.arena.failures", { count: arena.failures })}`}
          {arena.tooLong > 0 && ` · ${t("watch.arena.too_long", { count: arena.tooLong })}`}
        </p>
      </div>
      <PlayersTable arena={arena} />
      {sprt && (
        <p>
          {t("arena.sprt", {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            ratio: sprt.llr.toFixed(2),
            lower: sprt.lower.toFixed(2),
            upper: sprt.upper.toFixed(2),
            pairs: sprt.pairs,
            verdict: t(`arena.sprt.${sprt.verdict}`),
          })}
        </p>
      )}
      {arena.players.length > 2 && <CrossTable arena={arena} />}
      {arena.boards.length > 0 && <BoardsNow arena={arena} kind={kind} />}
    </>
  );
}

/** Boards on which nothing happened stay the same objects, so that they are not drawn again. */
function again(now: Arena, before: Arena | null): { kept: Arena; inMs: number | null } {
  const old = new Map(before?.boards.map((board) => [board.game, board]));
  const boards = now.boards.map((board) => {
    const known = old.get(board.game);
    return known !== undefined && known.plies === board.plies ? known : board;
  });
  const inMs = now.standing === "ended" ? null : now.standing === "playing" ? SOON_MS : LATER_MS;
  return { kept: { ...now, boards }, inMs };
}
