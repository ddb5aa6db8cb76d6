/** One arena: how far it is, the table, the boards of this moment, the games that ended. Looks again every second while it is played. */
import { useCallback } from "react";
import { Link } from "wouter";
import { api } from "../../api/rest";
import type { Arena, Kind } from "../../api/types";
import { kindOf } from "../../sitting/sides";
import { useKinds } from "../../sitting/useKinds";
import { useTitle } from "../../sitting/useTitle";
import { LiveRegion, refusalWords } from "../../ui";
import { useWords, type Words } from "../../words/useWords";
import "./arena.css";
import { BoardsNow } from "./BoardsNow";
import { Games } from "./Games";
import { gameOf, openingsOf } from "./names";
import { CrossTable, PlayersTable } from "./Tables";
import { LATER_MS, SOON_MS, useLooked } from "./useLooked";

/** So many boards stand beside the tables, more of them below. */
const MOST_BESIDE = 3;

export function ArenaPage({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const ask = useCallback(() => api.arena(name), [name]);
  const { found, failure } = useLooked(ask, again);
  const { kinds, failure: noKinds } = useKinds();
  const isGone = failure?.status === 404;
  const trouble = failure ?? noKinds;
  useTitle(t("page.titled", { title: name }));
  return (
    <div className="tg-arena">
      <p>
        <Link href="/arena">{t("watch.arena.all")}</Link>
      </p>
      <h1>{name}</h1>
      <LiveRegion tone="trouble">
        {isGone
          ? t("watch.arena.gone")
          : trouble && t("watch.arena.old", { reason: refusalWords(words, trouble) })}
      </LiveRegion>
      {/* Before the games are known there is no word for the one that is played. */}
      {found !== null && kinds !== null && !isGone && (
        <Standing arena={found} kind={kindOf(kinds, found.gameType)} words={words} />
      )}
    </div>
  );
}

function Standing({ arena, kind, words }: { arena: Arena; kind: Kind | null; words: Words }) {
  const { t, told } = words;
  const { sprt } = arena;
  const done = t("watch.arena.done", { done: arena.done, planned: arena.planned });
  const isFew = arena.boards.length > 0 && arena.boards.length <= MOST_BESIDE;
  return (
    <>
      <div className="tg-arena-head">
        <p>
          {t("watch.arena.about", {
            game: gameOf(words, kind, arena),
            pace: told(kind, arena.pace),
            openings: openingsOf(words, arena.openings),
          })}
        </p>
        <progress max={arena.planned} value={arena.done} aria-label={done} />
        <div className="tg-arena-far">
          {/* Only how it stands is read out when it changes, not every game. */}
          <LiveRegion>{t(`watch.arena.standing.${arena.standing}`)}</LiveRegion>
          <p className="tg-help">
            {done}
            {arena.failures > 0 && ` · ${t("watch.arena.failures", { count: arena.failures })}`}
            {arena.tooLong > 0 && ` · ${t("watch.arena.too_long", { count: arena.tooLong })}`}
          </p>
        </div>
      </div>
      <div className="tg-arena-body" data-few={isFew || undefined}>
        <div className="tg-arena-tables">
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
          {arena.games.length > 0 && <Games arena={arena} kind={kind} />}
        </div>
        {arena.boards.length > 0 && <BoardsNow arena={arena} kind={kind} />}
      </div>
    </>
  );
}

/**
 * Boards on which nothing happened stay the same objects, so that they are not drawn again. Between two games the last
 * ones stay, so that the page does not jump.
 */
function again(now: Arena, before: Arena | null): { kept: Arena; inMs: number | null } {
  const old = new Map(before?.boards.map((board) => [board.game, board]));
  const isBetween = now.standing === "playing" && now.boards.length === 0;
  const boards = (isBetween ? (before?.boards ?? []) : now.boards).map((board) => {
    const known = old.get(board.game);
    return known !== undefined && known.plies === board.plies ? known : board;
  });
  const inMs = now.standing === "ended" ? null : now.standing === "playing" ? SOON_MS : LATER_MS;
  return { kept: { ...now, boards }, inMs };
}
