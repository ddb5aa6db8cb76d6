/** One report: what was said, by whom, what holds against them, what can be done, and how it was closed. */
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { type Moderated, moderation, type Outcome, type Report } from "../../api/talk";
import { profilePath } from "../../people/places";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRead } from "../../people/useRead";
import { gamePath } from "../../sitting/links";
import { QuotedLines } from "../../talk/Lines";
import { Avatar, Button, LiveRegion, refusalWords, TextArea, toast } from "../../ui";
import { dayText, timeText } from "../../words/times";
import { useWords } from "../../words/useWords";
import { Annul } from "../profile/Annul";
import { Deeds } from "./Deeds";

const LONGEST_NOTE = 500;

export function ReportDetails({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { t } = useWords();
  const { value, refused, again } = useRead(id, () => moderation.report(id));
  if (value === null) {
    return <Reading refused={refused} again={again} />;
  }
  const { report, user } = value;
  return (
    <div className="tg-report-body">
      {report.text !== "" && (
        <blockquote className="tg-report-text" dir="auto">
          {report.text}
        </blockquote>
      )}
      {report.lines.length > 0 && <QuotedLines label={t("moderation.lines")} lines={report.lines} />}
      {report.watchId !== null && (
        <p>
          <Link href={gamePath(report.watchId)}>{t("moderation.game")}</Link>
        </p>
      )}
      {user !== null && <Accused user={user} reportId={report.handled === null ? id : null} onDone={again} />}
      {report.watchId !== null && report.handled === null && (
        <div className="tg-report-annul">
          <Annul watchId={report.watchId} onDone={again} />
        </div>
      )}
      {report.handled === null ? <Handle id={id} onDone={onChanged} /> : <Handled report={report} />}
    </div>
  );
}

interface AccusedProps {
  user: Moderated;
  reportId: string | null;
  onDone: () => void;
}

/** The account that it is about: what holds against it now. */
function Accused({ user, reportId, onDone }: AccusedProps) {
  const { t, language } = useWords();
  const held = (kind: "silenced" | "banned", { until, reason }: NonNullable<Moderated["ban"]>) =>
    until === null
      ? t(`moderation.${kind}`, { reason })
      : t(`moderation.${kind}_until`, { reason, time: timeText(language, until) });
  const facts = [
    t(user.isGuest ? "game.guest" : "profile.since", { day: dayText(language, user.since) }),
    ...user.roles.map((role) => t(`admin.role.${role}`)),
    ...(user.isClosed ? [t("admin.is_closed")] : []),
  ];
  return (
    <div className="tg-report-user">
      <Avatar name={user.name} number={user.avatar} size={32} />
      <span className="tg-list-what">
        {user.isGuest || user.isClosed ? user.name : <Link href={profilePath(user.name)}>{user.name}</Link>}
        <span className="tg-help">{facts.join(" · ")}</span>
        {user.silence !== null && <span className="tg-help">{held("silenced", user.silence)}</span>}
        {user.ban !== null && <span className="tg-help">{held("banned", user.ban)}</span>}
      </span>
      {user.roles.length === 0 && !user.isClosed && (
        <Deeds
          name={user.name}
          isSilenced={user.silence !== null}
          isBanned={user.ban !== null}
          reportId={reportId}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function Handle({ id, onDone }: { id: string; onDone: () => void }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [note, setNote] = useState("");
  const close = async (outcome: Outcome) => {
    const isDone = await asking.ask(async () => {
      await moderation.handle(id, outcome, note.trim());
    });
    if (isDone) {
      toast(t("moderation.handled.done"));
      onDone();
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void close("acted");
  };
  return (
    <form className="tg-form" onSubmit={send} aria-label={t("moderation.handle")}>
      <TextArea
        label={t("moderation.note")}
        help={t("moderation.note.help")}
        value={note}
        maxLength={LONGEST_NOTE}
        onChange={setNote}
      />
      <div className="tg-form-actions">
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("moderation.acted")}
        </Button>
        <Button disabled={asking.isBusy} onClick={() => void close("dismissed")}>
          {t("moderation.dismissed")}
        </Button>
      </div>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </form>
  );
}

function Handled({ report: { handled } }: { report: Report }) {
  const { t, language } = useWords();
  return (
    handled !== null && (
      <p className="tg-help">
        {t("moderation.handled", {
          name: handled.by ?? t("profile.deleted"),
          time: timeText(language, handled.at),
          outcome: t(`moderation.outcome.${handled.outcome}`),
        })}
        {handled.note !== "" && ` ${handled.note}`}
      </p>
    )
  );
}
