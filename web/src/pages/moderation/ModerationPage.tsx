/** Keeping order, for moderators and administrators: the reports, and what is done about each. */
import { useId, useState } from "react";
import { Link } from "wouter";
import type { Me } from "../../api/people";
import { moderation, type Report } from "../../api/talk";
import { ForAccounts } from "../../people/ForAccounts";
import { MorePages } from "../../people/MorePages";
import { keepsOrder } from "../../people/me";
import { Reading } from "../../people/Reading";
import { usePages } from "../../people/usePages";
import { Disclosure, Segmented } from "../../ui";
import { timeText } from "../../words/times";
import { useWords } from "../../words/useWords";
import "../account/account.css";
import { ReportDetails } from "./ReportDetails";
import "./moderation.css";

export function ModerationPage() {
  const { t } = useWords();
  return (
    <ForAccounts title={t("page.moderation")} why={t("moderation.why")}>
      {(_, me) => <Moderation me={me} />}
    </ForAccounts>
  );
}

function Moderation({ me }: { me: Me }) {
  const { t } = useWords();
  const needsFactor = me.roles.includes("admin") && !me.secondFactor;
  return (
    <div className="tg-page" data-narrow>
      <h1>{t("page.moderation")}</h1>
      {keepsOrder(me) ? (
        <Reports />
      ) : needsFactor ? (
        <div className="tg-account-notice">
          <p>{t("admin.factor")}</p>
          <p>
            <Link href="/settings">{t("admin.factor.go")}</Link>
          </p>
        </div>
      ) : (
        <p>{t("moderation.why")}</p>
      )}
    </div>
  );
}

function Reports() {
  const { t } = useWords();
  const id = useId();
  const [which, setWhich] = useState<"open" | "all">("open");
  const pages = usePages(which, async (after) => {
    const page = await moderation.reports(which === "open", after);
    return { items: page.reports, after: page.after };
  });
  return (
    <section className="tg-page-part" aria-labelledby={id}>
      <header className="tg-page-head">
        <h2 id={id}>{t("moderation.reports")}</h2>
        <Segmented
          quietLabel
          label={t("moderation.which")}
          value={which}
          options={[
            { value: "open", label: t("moderation.open") },
            { value: "all", label: t("moderation.all") },
          ]}
          onChange={setWhich}
        />
      </header>
      {pages.items === null ? (
        <Reading refused={pages.refused} again={pages.again} />
      ) : (
        <>
          <p className="tg-help" role="status">
            {pages.items.length === 0 && t("moderation.none")}
          </p>
          <ul className="tg-list" aria-busy={pages.isBusy}>
            {pages.items.map((report) => (
              <li key={report.id}>
                <ReportRow report={report} onChanged={pages.again} />
              </li>
            ))}
          </ul>
          <MorePages pages={pages} label={t("admin.more")} />
        </>
      )}
    </section>
  );
}

function ReportRow({ report, onChanged }: { report: Report; onChanged: () => void }) {
  const { t, language } = useWords();
  const [isOpen, setOpen] = useState(false);
  const nobody = t("profile.deleted");
  return (
    <div className="tg-report">
      <Disclosure
        open={isOpen}
        onToggle={setOpen}
        label={
          <span className="tg-report-head">
            <strong>{report.about ?? nobody}</strong> <span>{t(`talk.reason.${report.reason}`)}</span>{" "}
            <span className="tg-help">
              {t("moderation.by", { name: report.by ?? nobody, time: timeText(language, report.at) })}
            </span>
          </span>
        }
      >
        <ReportDetails id={report.id} onChanged={onChanged} />
      </Disclosure>
    </div>
  );
}
