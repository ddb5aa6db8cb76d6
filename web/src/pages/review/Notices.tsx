/** What was left out of a record when it was read, or is doubtful in it. What was cut off is said at once. */
import type { Replay } from "../../api/types";
import { Disclosure } from "../../ui/Disclosure";
import { Line } from "../../ui/Line";
import { useWords } from "../../words/useWords";
import "./notices.css";

/** More than these are put behind a line that opens. */
const FEW = 3;

export function Notices({ notices, trouble }: Pick<Replay, "notices" | "trouble">) {
  const words = useWords();
  const { t } = words;
  const said = (told: Readonly<Record<string, string>>) => told[words.language] ?? told.en ?? "";
  const list = (
    <ul>
      {[...new Set(notices.map(said))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <div className="tg-notices">
      <Line tone="trouble">{trouble !== null && t("review.trouble", { why: said(trouble) })}</Line>
      {notices.length > FEW && (
        <Disclosure label={t("review.notices", { count: notices.length })}>{list}</Disclosure>
      )}
      {notices.length > 0 && notices.length <= FEW && (
        <section aria-label={t("review.notices", { count: notices.length })}>{list}</section>
      )}
    </div>
  );
}
