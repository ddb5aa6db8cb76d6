/** Somebody's games, the newest first: found by opponent, game, result and day, opened in review. */
import { type ReactNode, useId, useRef, useState } from "react";
import { type GamesFilter, type PlayedGame, type PlayedSeat, people } from "../../api/people";
import type { Kind } from "../../api/types";
import { MorePages } from "../../people/MorePages";
import { keepsOrder, useMe } from "../../people/me";
import { Reading } from "../../people/Reading";
import { changeText } from "../../people/ratings";
import { usePages } from "../../people/usePages";
import type { Glance } from "../../sitting/glance";
import { reviewPath } from "../../sitting/links";
import { kindOf, programName } from "../../sitting/sides";
import { FormField, Select } from "../../ui";
import { dayText } from "../../words/times";
import { useWords, type Words } from "../../words/useWords";
import { GameCard } from "../games/GameCard";
import { Annul } from "./Annul";
import { type End, useEnd } from "./useEnd";

export interface GamesProps {
  name: string;
  kinds: readonly Kind[];
  /** Whether this person is at this screen: then it is "You won". */
  isHere: boolean;
  /** What can be done with all of them. */
  children?: ReactNode;
}

/** What is in the fields. */
interface Wanted {
  opponent: string;
  kind: string;
  result: string;
  from: string;
  until: string;
}

const EVERYTHING: Wanted = { opponent: "", kind: "", result: "", from: "", until: "" };
const RESULTS = ["won", "lost", "drawn"] as const;
const A_PAGE = 24;
/** After the last key in the field of the opponent. */
const TYPING_MS = 400;

export function Games({ name, kinds, isHere, children }: GamesProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const [wanted, setWanted] = useState(EVERYTHING);
  const filter = filterOf(words, wanted);
  const pages = usePages(
    `${name} ${JSON.stringify(filter)}`,
    async (after) => {
      const asked = { ...filter, limit: A_PAGE, ...(after === undefined ? {} : { after }) };
      const page = await people.games(name, asked);
      return { items: page.games, after: page.after };
    },
    TYPING_MS,
  );
  const change = (part: Partial<Wanted>) => setWanted((old) => ({ ...old, ...part }));
  const any = { value: "", label: t("profile.any") };
  return (
    <section className="tg-page-part" aria-labelledby={id}>
      <header className="tg-page-head">
        <h2 id={id}>{t("profile.games")}</h2>
        {children}
      </header>
      <fieldset className="tg-profile-filters">
        <legend className="tg-unseen">{t("profile.filters")}</legend>
        <FormField
          type="search"
          label={t("profile.opponent")}
          value={wanted.opponent}
          maxLength={80}
          list={`${id}-opponents`}
          onChange={(opponent) => change({ opponent })}
        />
        <datalist id={`${id}-opponents`}>
          {opponentsIn(words, pages.items ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Select
          label={t("profile.game")}
          value={wanted.kind}
          options={[any, ...kinds.map((kind) => ({ value: kind.gameType, label: words.of(kind, "name") }))]}
          onChange={(kind) => change({ kind })}
        />
        <Select
          label={t("profile.result")}
          value={wanted.result}
          options={[any, ...RESULTS.map((value) => ({ value, label: t(`profile.${value}`) }))]}
          onChange={(result) => change({ result })}
        />
        <FormField
          type="date"
          label={t("profile.from")}
          value={wanted.from}
          onChange={(from) => change({ from })}
        />
        <FormField
          type="date"
          label={t("profile.until")}
          value={wanted.until}
          onChange={(until) => change({ until })}
        />
      </fieldset>
      {pages.items === null ? (
        <Reading refused={pages.refused} again={pages.again} />
      ) : (
        <>
          <p className="tg-help" role="status">
            {pages.items.length === 0 && t("profile.games.none")}
          </p>
          <ul className="tg-profile-games" aria-busy={pages.isBusy}>
            {pages.items.map((game) => (
              <li key={game.watchId}>
                <Played
                  game={game}
                  kind={kindOf(kinds, game.gameType)}
                  isHere={isHere}
                  onChanged={pages.again}
                />
              </li>
            ))}
          </ul>
          <MorePages pages={pages} label={t("profile.games.more")} />
        </>
      )}
    </section>
  );
}

interface PlayedProps {
  game: PlayedGame;
  kind: Kind | null;
  isHere: boolean;
  onChanged: () => void;
}

function Played({ game, kind, isHere, onChanged }: PlayedProps) {
  const words = useWords();
  const mayAnnul = useMe(({ me }) => keepsOrder(me));
  const { t, language } = words;
  const item = useRef<HTMLDivElement>(null);
  const end = useEnd(item, game.watchId);
  const { ratingChange } = game;
  return (
    <div ref={item}>
      <GameCard game={glanceOf(words, game, isHere, end)} kind={kind} href={reviewPath(game.watchId)}>
        <span className="tg-help">
          {dayText(language, game.ended)}
          {game.rated && ` · ${t("game.rated")}`}
          {ratingChange !== null && ` ${changeText(ratingChange)}`}
          {game.isAnnulled && ` · ${t("profile.annulled")}`}
        </span>
        {mayAnnul && !game.isAnnulled && <Annul watchId={game.watchId} onDone={onChanged} />}
      </GameCard>
    </div>
  );
}

/** A game that was played as a small board shows it; the board itself comes a little later. */
function glanceOf(words: Words, game: PlayedGame, isHere: boolean, end: End | null): Glance {
  const { watchId, gameType, boardSize, black, white, winner, yours, moves } = game;
  const seat = ({ name, player, isGuest }: PlayedSeat) => ({
    name: name ?? words.t("profile.deleted"),
    player,
    isOpen: false,
    isOwned: true,
    isGuest,
  });
  return {
    yours: isHere ? [yours] : [],
    actors: [],
    state: {
      gameId: watchId,
      gameType,
      boardSize,
      players: { BLACK: seat(black), WHITE: seat(white) },
      grid: end?.grid ?? NO_GRID,
      lastMove: end?.lastMove ?? null,
      isGameOver: true,
      winner,
      moveNumber: moves,
      offers: [],
      eventNumber: 0,
    },
  };
}

const NO_GRID: Glance["state"]["grid"] = [];

/** The question for what is in the fields; days are those of this device, and the last one is within. */
export function filterOf(words: Words, wanted: Wanted): GamesFilter {
  const { kind, result, from, until } = wanted;
  const opponent = opponentOf(words, wanted.opponent.trim());
  const beginning = startOf(from, 0);
  const end = startOf(until, 1);
  return {
    ...(opponent === "" ? {} : { opponent }),
    ...(kind === "" ? {} : { kind }),
    ...(result === "" ? {} : { result: result as NonNullable<GamesFilter["result"]> }),
    ...(beginning === null ? {} : { from: beginning }),
    ...(end === null ? {} : { until: end }),
  };
}

/** Against whom the games that are shown were played, as they are called. */
function opponentsIn(words: Words, games: readonly PlayedGame[]): string[] {
  const names = games.map(({ yours, black, white }) => {
    const { name, player } = yours === "BLACK" ? white : black;
    return player === "human" ? name : programName(words, player);
  });
  return [...new Set(names.filter((name) => name !== null))];
}

/** What the server calls an opponent: a program by what it is, whatever it is called here. */
function opponentOf(words: Words, called: string): string {
  const level = LEVELS.find((player) => programName(words, player) === called);
  return level ?? called;
}

const LEVELS = Array.from({ length: 10 }, (_, index) => `level:${index + 1}`);

/** When a day of a field begins, or one so many days later. */
function startOf(day: string, later: number): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (found === null) {
    return null;
  }
  return new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]) + later).getTime();
}
