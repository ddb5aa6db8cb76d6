/** Says that others on the way could read along, where the page came without encryption from another machine. */
import { useWords } from "../words/useWords";

export function UnencryptedNotice({ isSecure = window.isSecureContext }: { isSecure?: boolean | undefined }) {
  const { t } = useWords();
  return isSecure === false ? <p className="tg-help">{t("page.unencrypted")}</p> : null;
}
