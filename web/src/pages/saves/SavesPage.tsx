/** The saved games of whoever is signed in. */
import { ForAccounts } from "../../people/ForAccounts";
import { useWords } from "../../words/useWords";
import { SaveList } from "./SaveList";

export function SavesPage() {
  const { t } = useWords();
  return (
    <ForAccounts title={t("page.saves")} why={t("saves.why")}>
      {(name) => (
        <div className="tg-page">
          <header>
            <h1>{t("page.saves")}</h1>
            <p className="tg-help">{t("saves.about")}</p>
          </header>
          <SaveList key={name} />
        </div>
      )}
    </ForAccounts>
  );
}
