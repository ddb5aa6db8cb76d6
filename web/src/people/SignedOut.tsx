/** Says that somebody was signed out from elsewhere: by an administrator, from another device, or after a long time. */
import { Button, IconButton } from "../ui/Button";
import { useWords } from "../words/useWords";
import { useMe } from "./me";
import "./people.css";
import { usePanel } from "./panel";

export function SignedOut() {
  const { t } = useWords();
  const lost = useMe((here) => here.lost);
  const forgive = useMe((here) => here.forgive);
  const open = usePanel((panel) => panel.open);
  return (
    <div className="tg-signed-out" role="status" data-empty={lost === null || undefined}>
      {lost !== null && (
        <>
          <span>{t("people.ended", { name: lost })}</span>
          <Button onClick={() => open("in")}>{t("people.sign_in")}</Button>
          <IconButton icon="close" label={t("ui.close")} onClick={forgive} />
        </>
      )}
    </div>
  );
}
