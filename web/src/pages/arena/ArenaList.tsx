/** Arenas in a list: the game, who plays, how far it is. */
import { Link } from "wouter";
import type { ArenaListItem } from "../../api/types";
import { kindOf } from "../../sitting/sides";
import { useKinds } from "../../sitting/useKinds";
import { useWords } from "../../words/useWords";
import "./arena.css";
import { gameOf, nameOf } from "./names";

const MOST_NAMES = 4;

export function ArenaList({ arenas }: { arenas: readonly ArenaListItem[] }) {
  const words = useWords();
  const { t } = words;
  const { kinds } = useKinds();
  if (kinds === null) {
    return null; // there is no word yet for the games that are played
  }
  return (
    <ul className="tg-arenas">
      {arenas.map((arena) => {
        const names = arena.players.slice(0, MOST_NAMES).map((player) => nameOf(words, player));
        const more = arena.players.length - names.length;
        return (
          <li key={arena.name}>
            <Link href={`/arena/${arena.name}`}>
              <span className="tg-arena-what">
                <strong>{arena.name}</strong> {gameOf(words, kindOf(kinds, arena.gameType), arena)}
              </span>{" "}
              <span className="tg-help">
                {names.join(" · ")} {more > 0 && t("watch.arena.more", { count: more })}
              </span>{" "}
              <span className="tg-help tg-arena-standing" data-standing={arena.standing}>
                {t("watch.arena.done", { done: arena.done, planned: arena.planned })} ·{" "}
                {t(`watch.arena.standing.${arena.standing}`)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
