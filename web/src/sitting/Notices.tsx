/** What was left out of a record when it was read, or is doubtful in it. What was cut off is said at once. */
import type { Replay } from "../api/types";
import { Disclosure } from "../ui/Disclosure";
import { LiveRegion } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import "./notices.css";

/** More than these are put behind a line that opens. */
const FEW = 3;

export function Notices({ notices, trouble }: Pick<Replay, "notices" | "trouble">) {
  const words = useWords();
  const { t } = words;
  const said = (told: Readonly<Record<string, string>>) => told[words.language] ?? told.en ?? "";
  const why = trouble === null ? null : said(trouble);
  const all = [...new Set(notices.map(said))];
  // The reader's own notice of the same trouble also says what was left out.
  const line = why === null ? null : (all.find((text) => text.includes(why)) ?? why);
  const others = all.filter((text) => text !== line);
  const count = t("review.notices", { count: others.length });
  const list = (
    <ul>
      {others.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <div className="tg-notices">
      <LiveRegion tone="trouble">{line !== null && t("review.trouble", { why: line })}</LiveRegion>
      {others.length > FEW && <Disclosure label={count}>{list}</Disclosure>}
      {others.length > 0 && others.length <= FEW && <section aria-label={count}>{list}</section>}
    </div>
  );
}
