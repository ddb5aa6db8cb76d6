/** One's account: name, password, talk, second factor, sessions, tokens for bots, a copy of everything, the end. */
import { type ReactNode, useId } from "react";
import { type Me, people } from "../../api/people";
import { saveUrl } from "../../files";
import { ForAccounts } from "../../people/ForAccounts";
import { useAsking } from "../../people/useAsking";
import { Button, LiveRegion, refusalWords, UnencryptedNotice } from "../../ui";
import { useWords } from "../../words/useWords";
import { BotTokens } from "./BotTokens";
import { CloseAccount } from "./CloseAccount";
import { NameForm } from "./NameForm";
import { PasswordForm } from "./PasswordForm";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";
import { Talk } from "./Talk";

export function AccountPage() {
  const { t } = useWords();
  return (
    <ForAccounts title={t("page.account")} why={t("account.why")}>
      {(name, me) => <Account key={name} name={name} me={me} />}
    </ForAccounts>
  );
}

function Account({ name, me }: { name: string; me: Me }) {
  const { t } = useWords();
  return (
    <div className="tg-page" data-narrow>
      <header>
        <h1>{t("page.account")}</h1>
        <p className="tg-help">{t("account.of", { name })}</p>
        {me.beside !== null && <p className="tg-help">{t("account.beside", { name: me.beside.name })}</p>}
        <UnencryptedNotice />
      </header>
      <Part title={t("account.name")}>
        <NameForm name={name} />
      </Part>
      <Part title={t("account.password")}>
        <PasswordForm />
      </Part>
      <Part title={t("account.talk")}>
        <Talk me={me} />
      </Part>
      <Part title={t("account.factor")}>
        <SecondFactor me={me} />
      </Part>
      <Part title={t("account.sessions")}>
        <Sessions />
      </Part>
      <Part title={t("account.tokens")}>
        <BotTokens />
      </Part>
      <Part title={t("account.export")}>
        <Export />
      </Part>
      <Part title={t("account.close")}>
        <CloseAccount me={me} />
      </Part>
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

function Export() {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const save = () => asking.ask(() => saveUrl(people.exportUrl(), "tengen-account.json"));
  return (
    <>
      <p className="tg-help">{t("account.export.help")}</p>
      <p>
        <Button
          icon="download"
          disabled={asking.isBusy}
          aria-busy={asking.isBusy}
          onClick={() => void save()}
        >
          {t("account.export.go")}
        </Button>
      </p>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </>
  );
}
