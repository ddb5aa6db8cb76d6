/** Tokens for programs that play under this account: made with a label, scopes and an end; shown once; revoked. */
import { type FormEvent, useState } from "react";
import { type BotToken, people, type Scope } from "../../api/people";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRead } from "../../people/useRead";
import { wrongOf } from "../../people/wrong";
import { Button, CopyField, FormField, LiveRegion, NumberField, refusalWords, Switch, toast } from "../../ui";
import { dayText } from "../../words/times";
import { useWords } from "../../words/useWords";
import "./account.css";

const SCOPES: readonly Scope[] = ["read", "play", "challenge"];
const LONGEST_LABEL = 60;
const USUAL_DAYS = 90;
const MOST_DAYS = 365;

export function BotTokens() {
  const words = useWords();
  const { t, language } = words;
  const { value: tokens, refused, again } = useRead("tokens", () => people.botTokens());
  const asking = useAsking();
  const [made, setMade] = useState<string | null>(null);
  const [isBegun, setBegun] = useState(false);
  if (tokens === null) {
    return <Reading refused={refused} again={again} />;
  }
  const revoke = (token: BotToken) =>
    asking.ask(async () => {
      await people.revokeBotToken(token.id);
      toast(t("account.tokens.revoked", { label: token.label }));
      again();
    });
  return (
    <>
      <p className="tg-help">{t("account.tokens.help")}</p>
      {tokens.length > 0 && (
        <ul className="tg-list">
          {tokens.map((token) => (
            <li key={token.id}>
              <span className="tg-list-what">
                {token.label}
                <span className="tg-help">
                  {t("account.tokens.about", {
                    scopes: token.scopes
                      .map((scope) => t(`account.scope.${scope}`))
                      .join(t("game.spoken.comma")),
                    day: dayText(language, token.expires),
                  })}
                </span>
              </span>
              <Button
                danger
                disabled={asking.isBusy}
                aria-label={t("account.tokens.revoke.name", { label: token.label })}
                onClick={() => void revoke(token)}
              >
                {t("account.tokens.revoke")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
      {made !== null && (
        <div className="tg-account-notice">
          <CopyField label={t("account.tokens.once")} text={made} />
        </div>
      )}
      {isBegun ? (
        <NewToken
          onMade={(token) => {
            setMade(token);
            setBegun(false);
            again();
          }}
          onCancel={() => setBegun(false)}
        />
      ) : (
        <p>
          <Button icon="plus" onClick={() => setBegun(true)}>
            {t("account.tokens.new")}
          </Button>
        </p>
      )}
    </>
  );
}

function NewToken({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read", "play"]);
  const [days, setDays] = useState(USUAL_DAYS);
  const wrong = wrongOf(words, asking.refused, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask(async () =>
      onMade((await people.makeBotToken({ label, scopes: [...scopes], days })).token),
    );
  };
  return (
    <form className="tg-form" onSubmit={send}>
      <FormField
        label={t("account.tokens.label")}
        help={t("account.tokens.label.help")}
        value={label}
        required
        takesFocus
        maxLength={LONGEST_LABEL}
        onChange={setLabel}
      />
      <fieldset className="tg-account-scopes">
        <legend className="tg-label">{t("account.tokens.scopes")}</legend>
        {SCOPES.map((scope) => (
          <Switch
            key={scope}
            label={t(`account.scope.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              setScopes(SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))
            }
          />
        ))}
      </fieldset>
      <NumberField
        label={t("account.tokens.days")}
        value={days}
        minimum={1}
        maximum={MOST_DAYS}
        onChange={(value) => value !== null && setDays(value)}
      />
      <div className="tg-form-actions">
        <Button
          primary
          type="submit"
          disabled={asking.isBusy || scopes.length === 0}
          aria-busy={asking.isBusy}
        >
          {t("account.tokens.make")}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
