/** Where one is signed in: each device with when it was seen last; any of them can be ended. */
import { people } from "../../api/people";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRead } from "../../people/useRead";
import { Button, LiveRegion, refusalWords, toast } from "../../ui";
import { timeText } from "../../words/times";
import { useWords } from "../../words/useWords";

export function Sessions() {
  const words = useWords();
  const { t, language } = words;
  const { value: sessions, refused, again } = useRead("sessions", () => people.sessions());
  const asking = useAsking();
  if (sessions === null) {
    return <Reading refused={refused} again={again} />;
  }
  const end = (which: { id: string } | { others: true }) =>
    asking.ask(async () => {
      await people.endSession(which);
      toast(t("account.sessions.ended"));
      again();
    });
  const others = sessions.filter((session) => !session.isThis);
  return (
    <>
      <ul className="tg-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <span className="tg-list-what">
              {session.device === "" ? (
                t("account.sessions.unknown")
              ) : (
                // Names of browsers and systems, as the server has them.
                <span lang="en">{session.device}</span>
              )}
              {session.isThis && ` · ${t("account.sessions.this")}`}
              <span className="tg-help">
                {t("account.sessions.times", {
                  since: timeText(language, session.since),
                  seen: timeText(language, session.seen),
                })}
              </span>
            </span>
            {!session.isThis && (
              <Button
                disabled={asking.isBusy}
                aria-label={t("account.sessions.end.name", { device: session.device })}
                onClick={() => void end({ id: session.id })}
              >
                {t("account.sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <p>
          <Button danger disabled={asking.isBusy} onClick={() => void end({ others: true })}>
            {t("account.sessions.end_others")}
          </Button>
        </p>
      )}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </>
  );
}
