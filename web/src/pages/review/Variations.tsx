/** The ways on from here, or what might have been played instead. */
import type { BoardSpec, Kind } from "../../api/types";
import { moveText } from "../../sitting/moves";
import type { Tree } from "../../sitting/positions";
import { siblings } from "../../sitting/positions";
import { StoneSign } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import { letterOf } from "./marks";
import type { Cursor } from "./useCursor";

export interface VariationsProps {
  tree: Tree;
  cursor: Cursor;
  kind: Kind;
  spec: BoardSpec;
}

export function Variations({ tree, cursor, kind, spec }: VariationsProps) {
  const words = useWords();
  const { t } = words;
  const ways = tree.children[cursor.at] ?? [];
  const beside = siblings(tree, cursor.at);
  const isOnward = ways.length > 1;
  const shown = isOnward ? ways : beside;
  if (shown.length < 2) {
    return null;
  }
  const current = isOnward ? cursor.line[cursor.place + 1] : cursor.at;
  return (
    <section className="tg-variations" aria-label={t("review.variations")}>
      <h2 className="tg-review-part">{t(isOnward ? "review.variations.on" : "review.variations.beside")}</h2>
      <ul className="tg-variations-list">
        {shown.map((node, index) => {
          const move = tree.nodes[node]?.move ?? null;
          const letter = letterOf(index);
          const text = move === null ? t("review.setup") : moveText(words, kind, spec, move);
          return (
            <li key={node}>
              <button
                type="button"
                className="tg-variation"
                aria-current={node === current ? "true" : undefined}
                aria-label={t("review.variation", { letter, move: text })}
                onClick={() => cursor.go(node)}
              >
                <span className="tg-variation-letter">{letter}</span>{" "}
                {move !== null && <StoneSign face={move.player} size={12} />}
                {text}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
