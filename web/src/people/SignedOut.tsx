/** Says that somebody was signed out from elsewhere: by a ban, and why; from another device, or after a long time. */
import { Button, IconButton } from "../ui/Button";
import { timeText } from "../words/times";
import { useWords } from "../words/useWords";
import { useMe } from "./me";
import "./people.css";
import { usePanel } from "./panel";

export function SignedOut() {
  const { t, language } = useWords();
  const lost = useMe((here) => here.lost);
  const banned = useMe(({ me }) => me?.banned ?? null);
  const forgive = useMe((here) => here.forgive);
  const open = usePanel((panel) => panel.open);
  return (
    <div className="tg-signed-out" role="status" data-empty={lost === null || undefined}>
      {lost !== null && (
        <>
          {banned?.name === lost ? (
            <span>
              {banned.until === null
                ? t("people.ended.banned", { name: lost, reason: banned.reason })
                : t("people.ended.banned_until", {
                    name: lost,
                    reason: banned.reason,
                    time: timeText(language, banned.until),
                  })}
            </span>
          ) : (
            <>
              <span>{t("people.ended", { name: lost })}</span>
              <Button onClick={() => open("in")}>{t("people.sign_in")}</Button>
            </>
          )}
          <IconButton icon="close" label={t("ui.close")} onClick={forgive} />
        </>
      )}
    </div>
  );
}
