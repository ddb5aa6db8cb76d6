/** Looking at a game again: one that was played here, one of an arena, or any record that can be read. */
import { Link } from "wouter";
import type { Refused } from "../../api/rest";
import { kindOf, specOf } from "../../sitting/sides";
import { useKinds } from "../../sitting/useKinds";
import { Button } from "../../ui/Button";
import { refusalWords } from "../../ui/refusal";
import { useWords } from "../../words/useWords";
import { OpenForm } from "./OpenForm";
import { Review } from "./Review";
import { type Place, useRecord } from "./useRecord";

export function ReviewPage({ place }: { place: Place | null }) {
  const words = useWords();
  const { t } = words;
  const record = useRecord(place);
  const { kinds } = useKinds();
  const { replay, refused } = record;
  const kind = kindOf(kinds, replay?.gameType ?? "");
  const spec = specOf(kind, replay?.boardSize ?? 0);
  const hint = record.isOver && <div className="tg-drop-hint">{t("review.open.drop_now")}</div>;
  if (replay !== null && kind !== null && spec !== null) {
    return (
      <>
        <Review key={record.source} record={record} replay={replay} kind={kind} spec={spec} />
        {hint}
      </>
    );
  }
  if (place === null) {
    return (
      <>
        <OpenForm record={record} />
        {hint}
      </>
    );
  }
  if (refused !== null) {
    return (
      <div className="tg-nogame">
        <h1>{t(isNone(refused) ? "game.none.title" : "game.none.trouble")}</h1>
        <p>{refused.code === "NO_SUCH_GAME" ? t("game.none.why") : refusalWords(words, refused)}</p>
        <p>
          <Link href="/">{t("game.none.back")}</Link>
        </p>
        <Button icon="upload" onClick={record.pick}>
          {t("review.open.file")}
        </Button>
        {hint}
      </div>
    );
  }
  return <div className="tg-nogame" role="status" aria-label={t("game.opening")} />;
}

function isNone(refused: Refused): boolean {
  return refused.status === 404;
}
