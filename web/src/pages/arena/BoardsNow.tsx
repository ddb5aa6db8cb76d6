/** The boards of an arena that are being played now. */
import type { Arena, Kind } from "../../api/types";
import { MiniBoard } from "../../board/Board";
import { specOf } from "../../sitting/sides";
import { useBoardTheme } from "../../ui";
import { useWords } from "../../words/useWords";
import { nameOf } from "./names";
import { Side } from "./Side";

export function BoardsNow({ arena, kind }: { arena: Arena; kind: Kind | null }) {
  const words = useWords();
  const { t } = words;
  const theme = useBoardTheme();
  const spec = specOf(kind, arena.boardSize);
  const name = (number: number) => nameOf(words, arena.players[number] ?? "?");
  return (
    <section>
      <h2>{t("watch.arena.now")}</h2>
      <ul className="tg-arena-boards">
        {arena.boards.map((board) => {
          const [black, white] = [name(board.black), name(board.white)];
          const place = { game: board.game, move: board.plies };
          return (
            <li key={board.game}>
              {spec && (
                <MiniBoard
                  spec={spec}
                  grid={board.grid}
                  theme={theme}
                  lastMove={board.lastMove}
                  label={t("watch.arena.board", { ...place, black, white })}
                />
              )}
              <Side face="BLACK" name={black} />
              <Side face="WHITE" name={white} />
              <p className="tg-help">{t("watch.arena.move", place)}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
