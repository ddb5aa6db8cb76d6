/** Everybody who has an account, found by name, with what an administrator can do to each. */
import { useState } from "react";
import { Link } from "wouter";
import { administration, type Role, type UserOfAdmin } from "../../api/people";
import { MorePages } from "../../people/MorePages";
import { profilePath } from "../../people/places";
import { Reading } from "../../people/Reading";
import { ReasonForm } from "../../people/ReasonForm";
import { useAsking } from "../../people/useAsking";
import { usePages } from "../../people/usePages";
import { Ask } from "../../sitting/Ask";
import { pageLink } from "../../sitting/links";
import { CopyField, FormField, LiveRegion, Menu, type MenuItem, refusalWords, toast } from "../../ui";
import { dayText, timeText } from "../../words/times";
import { useWords } from "../../words/useWords";
import "../../sitting/now.css";

const TYPING_MS = 400;
const DAY_MS = 86_400_000;
const ROLES: readonly Role[] = ["admin", "moderator"];

export function Users() {
  const { t } = useWords();
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const pages = usePages(
    wanted,
    async (after) => {
      const page = await administration.users(wanted, after);
      return { items: page.users, after: page.after };
    },
    TYPING_MS,
  );
  return (
    <>
      <div className="tg-form">
        <FormField
          type="search"
          label={t("admin.search")}
          value={search}
          maxLength={40}
          onChange={setSearch}
        />
      </div>
      {pages.items === null ? (
        <Reading refused={pages.refused} again={pages.again} />
      ) : (
        <>
          <p className="tg-help" role="status">
            {pages.items.length === 0 && t("admin.users.none")}
          </p>
          <ul className="tg-list" aria-busy={pages.isBusy}>
            {pages.items.map((user) => (
              <UserRow key={user.name} user={user} onChanged={pages.again} />
            ))}
          </ul>
          <MorePages pages={pages} label={t("admin.more")} />
        </>
      )}
    </>
  );
}

type Doing = "ban" | "delete" | "sessions" | null;

function UserRow({ user, onChanged }: { user: UserOfAdmin; onChanged: () => void }) {
  const words = useWords();
  const { t, language } = words;
  const asking = useAsking();
  const [doing, setDoing] = useState<Doing>(null);
  const [token, setToken] = useState<string | null>(null);
  const { name, ban } = user;
  const done = (act: () => Promise<unknown>, said: string) =>
    void asking.ask(async () => {
      await act();
      setDoing(null);
      toast(said);
      onChanged();
    });
  const makeLink = (endsSecondFactor: boolean) =>
    void asking.ask(async () => setToken((await administration.makeResetLink(name, endsSecondFactor)).token));
  const items: (MenuItem | null)[] = [
    ...ROLES.map((role) => {
      const isOn = user.roles.includes(role);
      return {
        label: t(`admin.role.${role}`),
        checked: isOn,
        onSelect: () =>
          done(() => administration.setRole(name, isOn ? null : role), t("admin.role.done", { name })),
      };
    }),
    null,
    { label: t("admin.reset"), onSelect: () => makeLink(false) },
    ...(user.secondFactor ? [{ label: t("admin.reset.factor"), onSelect: () => makeLink(true) }] : []),
    { label: t("admin.end_sessions"), onSelect: () => setDoing("sessions") },
    null,
    ban === null
      ? { label: t("admin.ban"), danger: true, onSelect: () => setDoing("ban") }
      : {
          label: t("admin.unban"),
          onSelect: () => done(() => administration.unban(name), t("admin.unban.done", { name })),
        },
    { label: t("admin.delete"), icon: "bin", danger: true, onSelect: () => setDoing("delete") },
  ];
  return (
    <li>
      <span className="tg-list-what">
        <Link href={profilePath(name)}>{name}</Link>
        <span className="tg-help">
          {[
            t("profile.since", { day: dayText(language, user.since) }),
            ...user.roles.map((role) => t(`admin.role.${role}`)),
            ...(user.secondFactor ? [t("admin.has_factor")] : []),
            ...(user.isClosed ? [t("admin.is_closed")] : []),
          ].join(" · ")}
        </span>
        {ban !== null && (
          <span className="tg-help tg-admin-ban">
            {ban.until === null
              ? t("admin.banned", { reason: ban.reason })
              : t("admin.banned_until", { reason: ban.reason, time: timeText(language, ban.until) })}
          </span>
        )}
      </span>
      <Menu label={t("admin.user.more", { name })} items={items} />
      {doing === "ban" && (
        <div className="tg-admin-wide">
          <ReasonForm
            title={t("admin.ban.name", { name })}
            submit={t("admin.ban")}
            hasEnd
            onDo={(reason, days) =>
              done(
                () => administration.ban(name, reason, days === null ? null : Date.now() + days * DAY_MS),
                t("admin.ban.done", { name }),
              )
            }
            onCancel={() => setDoing(null)}
          />
        </div>
      )}
      {doing === "sessions" && (
        <Ask
          question={t("admin.end_sessions.ask", { name })}
          yes={t("admin.end_sessions")}
          takesFocus
          onYes={() => done(() => administration.endSessions(name), t("admin.end_sessions.done", { name }))}
          onNo={() => setDoing(null)}
        />
      )}
      {doing === "delete" && (
        <Ask
          question={t("admin.delete.ask", { name })}
          yes={t("admin.delete")}
          danger
          takesFocus
          onYes={() => done(() => administration.delete(name), t("admin.delete.done", { name }))}
          onNo={() => setDoing(null)}
        />
      )}
      {token !== null && (
        <div className="tg-admin-wide">
          <CopyField
            label={t("admin.reset.link", { name })}
            text={pageLink(`/reset/${token}`)}
            help={t("admin.reset.help")}
          />
        </div>
      )}
      <div className="tg-admin-wide">
        <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
      </div>
    </li>
  );
}
