/** The keeping of accounts, for administrators: users, who may register, invitations, and what was done when. */
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { Me } from "../../api/people";
import { ForAccounts } from "../../people/ForAccounts";
import { useWords } from "../../words/useWords";
import { AuditLog } from "./AuditLog";
import { RegistrationForm } from "./RegistrationForm";
import { Users } from "./Users";
import "../account/account.css";
import "./admin.css";

export function AdminPage() {
  const { t } = useWords();
  return (
    <ForAccounts title={t("page.admin")} why={t("admin.why")}>
      {(_, me) => <Administration me={me} />}
    </ForAccounts>
  );
}

function Administration({ me }: { me: Me }) {
  const { t } = useWords();
  const isAdmin = me.roles.includes("admin");
  return (
    <div className="tg-page">
      <h1>{t("page.admin")}</h1>
      {!isAdmin ? (
        <p>{t("admin.why")}</p>
      ) : !me.secondFactor ? (
        <div className="tg-account-notice">
          <p>{t("admin.factor")}</p>
          <p>
            <Link href="/settings">{t("admin.factor.go")}</Link>
          </p>
        </div>
      ) : (
        <>
          <Part title={t("admin.users")}>
            <Users />
          </Part>
          <Part title={t("admin.registration")}>
            <RegistrationForm mode={me.registration} />
          </Part>
          <Part title={t("admin.audit")}>
            <AuditLog />
          </Part>
        </>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="tg-page-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
