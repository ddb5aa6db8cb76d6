/** Both players of a record in a line: names, what they have taken or have on the board, and who won. */
import type { ColorName, Kind, Replay, ReplayNode } from "../../api/types";
import type { Grid } from "../../board/types";
import { tallyOf } from "../../sitting/sides";
import { countStones } from "../../sitting/stones";
import { StoneSign } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import { participantName } from "./facts";

export interface ReviewPlayersProps {
  replay: Replay;
  kind: Kind;
  grid: Grid;
  node: ReplayNode | undefined;
}

export function ReviewPlayers({ replay, kind, grid, node }: ReviewPlayersProps) {
  const words = useWords();
  const { t } = words;
  const tally = tallyOf(kind);
  return (
    <section className="tg-review-players" aria-label={t("review.players")}>
      {(["BLACK", "WHITE"] as const).map((color: ColorName) => (
        <p key={color} className="tg-review-player">
          <StoneSign face={color} size={18} />
          <span className="tg-unseen">{t(color === "BLACK" ? "color.black" : "color.white")}</span>
          <span className="tg-player-own">{participantName(words, replay, color)}</span>
          {replay.winner === color && <span className="tg-review-won">{t("review.won")}</span>}
          <span className="tg-review-count">
            {tally === "prisoners" && t("game.captured", { count: node?.prisoners[color] ?? 0 })}
            {tally === "discs" && t("game.discs", { count: countStones(grid, color) })}
          </span>
        </p>
      ))}
    </section>
  );
}
