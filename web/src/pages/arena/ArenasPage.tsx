/** All arenas of the server. */
import { api } from "../../api/rest";
import type { ArenaListItem } from "../../api/types";
import { useKinds } from "../../sitting/useKinds";
import { LiveRegion, refusalWords } from "../../ui";
import { useWords } from "../../words/useWords";
import { ArenaList } from "./ArenaList";
import { LATER_MS, useLooked } from "./useLooked";

export function ArenasPage() {
  const words = useWords();
  const { t } = words;
  const { found, failure } = useLooked(api.arenas, later);
  const { failure: noKinds } = useKinds();
  const trouble = failure ?? noKinds;
  return (
    <div className="tg-arena">
      <h1>{t("page.arena")}</h1>
      <LiveRegion tone="trouble">{trouble && refusalWords(words, trouble)}</LiveRegion>
      {found !== null && found.length === 0 && (
        <div>
          <p>{t("watch.arena.none")}</p>
          <p className="tg-help">{t("watch.arena.none.next")}</p>
        </div>
      )}
      {found !== null && found.length > 0 && <ArenaList arenas={found} />}
    </div>
  );
}

function later(kept: ArenaListItem[]) {
  return { kept, inMs: LATER_MS };
}
