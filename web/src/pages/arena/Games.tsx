/** The games of an arena that have ended, the last one first, each to be stepped through. */
import { Link } from "wouter";
import type { Arena, Kind } from "../../api/types";
import { useWords } from "../../words/useWords";
import { nameOf } from "./names";
import { Side } from "./Side";
import { Box } from "./Tables";

/** So many fit beside the tables without pushing everything else away. */
const SHOWN = 20;

export function Games({ arena, kind }: { arena: Arena; kind: Kind | null }) {
  const words = useWords();
  const { t, told } = words;
  const name = (number: number) => nameOf(words, arena.players[number] ?? "?");
  const shown = arena.games.slice(0, SHOWN);
  return (
    <Box
      title={t("watch.arena.games")}
      help={arena.done > shown.length ? t("watch.arena.games.help", { count: shown.length }) : null}
    >
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("watch.arena.games.players")}</th>
          <th scope="col" className="tg-arena-result">
            {t("watch.arena.games.result")}
          </th>
          <th scope="col">
            <span className="tg-unseen">{t("watch.arena.games.look")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((game) => (
          <tr key={game.game}>
            <td>{game.game}</td>
            <th scope="row">
              <Side face="BLACK" name={name(game.first)} />
              <Side face="WHITE" name={name(game.second)} />
            </th>
            <td className="tg-arena-result">
              {game.isTooLong
                ? t("watch.arena.games.too_long")
                : game.result === null
                  ? t("watch.arena.games.failed")
                  : told(kind, game.result)}
              <span className="tg-help">{t("watch.arena.games.moves", { count: game.plies })}</span>
            </td>
            <td>
              {game.hasRecord && (
                <Link href={`/arena/${arena.name}/${game.game}`}>
                  {t("watch.arena.games.look")}
                  <span className="tg-unseen"> {game.game}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
