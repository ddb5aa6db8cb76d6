/** What was done to accounts, by whom and when; the newest first. Nothing here can be changed. */
import { useId } from "react";
import { type AuditEntry, administration } from "../../api/people";
import { MorePages } from "../../people/MorePages";
import { Reading } from "../../people/Reading";
import { usePages } from "../../people/usePages";
import { timeText } from "../../words/times";
import { useWords, type Words } from "../../words/useWords";

export function AuditLog() {
  const words = useWords();
  const { t, language } = words;
  const id = useId();
  const pages = usePages("audit", async (after) => {
    const page = await administration.audit(after);
    return { items: page.entries, after: page.after === null ? null : String(page.after) };
  });
  if (pages.items === null) {
    return <Reading refused={pages.refused} again={pages.again} />;
  }
  return (
    <>
      <p className="tg-help" id={id}>
        {t("admin.audit.help")}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className="tg-rows" aria-label={t("admin.audit")} tabIndex={0}>
        <table aria-describedby={id}>
          <thead>
            <tr>
              <th scope="col">{t("admin.audit.when")}</th>
              <th scope="col">{t("admin.audit.who")}</th>
              <th scope="col">{t("admin.audit.what")}</th>
              <th scope="col">{t("admin.audit.whom")}</th>
            </tr>
          </thead>
          <tbody>
            {pages.items.map((entry) => (
              <tr key={entry.number}>
                <td className="tg-admin-when">{entry.at === null ? "–" : timeText(language, entry.at)}</td>
                <td>{entry.actor === HOST ? t("admin.audit.host") : (entry.actor ?? "–")}</td>
                <td>
                  {entry.action === null ? t("admin.audit.altered") : wordOf(words, "action", entry.action)}
                  <Details details={entry.details} />
                </td>
                <td>{entry.subject ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <MorePages pages={pages} label={t("admin.more")} />
    </>
  );
}

/** Who the server says is at the machine itself. */
const HOST = "host";

/** What an action or a detail is called; as the server writes it where we have no words for it. */
function wordOf(words: Words, group: "action" | "detail", name: string): string {
  const key = `admin.${group}.${name}`;
  const text = words.t(key);
  return text === key ? name : text;
}

function Details({ details }: Pick<AuditEntry, "details">) {
  const words = useWords();
  const told = Object.entries(details).filter(([, value]) => value !== null && value !== false);
  if (told.length === 0) {
    return null;
  }
  return (
    <ul className="tg-admin-details">
      {told.map(([name, value]) => (
        <li key={name}>
          {wordOf(words, "detail", name)}
          {value !== true && (
            // Codes, ids and what people wrote: in no language of the page.
            <>
              {words.t("admin.colon")}
              <span lang="zxx">
                {name.endsWith("_ms") ? timeText(words.language, Number(value)) : String(value)}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
