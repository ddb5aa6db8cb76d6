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
    return { items: page.entries, after: page.after };
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
                <td className="tg-admin-when">{timeText(language, entry.at)}</td>
                <td>{entry.actor}</td>
                <td>
                  {actionText(words, entry)}
                  {detailsText(entry) !== "" && <span className="tg-help"> {detailsText(entry)}</span>}
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

/** The name of an action, as the server writes it where we have no words for it. */
function actionText(words: Words, { action }: AuditEntry): string {
  const key = `admin.action.${action}`;
  const text = words.t(key);
  return text === key ? action : text;
}

function detailsText({ details }: AuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
