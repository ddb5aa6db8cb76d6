/** The second factor: set up with a QR code, ended, and its recovery codes, which are shown once. */
import { type FormEvent, lazy, Suspense, useState } from "react";
import { type Me, people } from "../../api/people";
import { saveBlob } from "../../files";
import { LONGEST_CODE } from "../../people/limits";
import { useMe } from "../../people/me";
import { Proof } from "../../people/Proof";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { copy } from "../../sitting/links";
import { Button, CopyField, FormField, LiveRegion, toast } from "../../ui";
import { useWords } from "../../words/useWords";
import "./account.css";

const QrCode = lazy(() => import("../../ui/QrCode"));

export function SecondFactor({ me }: { me: Me }) {
  const { t } = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(null);
          void useMe.getState().read();
        }}
      />
    );
  }
  return (
    <>
      {me.needsSecondFactor && !me.secondFactor && (
        <p className="tg-account-notice">{t("account.factor.needed")}</p>
      )}
      {me.secondFactor ? (
        <On onCodes={setCodes} />
      ) : (
        <Off isNeeded={me.needsSecondFactor} onCodes={setCodes} />
      )}
    </>
  );
}

interface FactorProps {
  onCodes: (codes: string[]) => void;
}

/** Not set up yet: the password first, then the secret, then a code that shows that it has arrived. */
function Off({ isNeeded, onCodes }: FactorProps & { isNeeded: boolean }) {
  const { t } = useWords();
  const [isBegun, setBegun] = useState(false);
  const [offer, setOffer] = useState<{ secret: string; uri: string } | null>(null);
  if (offer !== null) {
    return <Confirm offer={offer} onCodes={onCodes} onCancel={() => setOffer(null)} />;
  }
  return (
    <>
      <p className="tg-help">{t("account.factor.help")}</p>
      {isBegun ? (
        <Begin onOffer={setOffer} onCancel={() => setBegun(false)} />
      ) : (
        <p>
          <Button primary={isNeeded} onClick={() => setBegun(true)}>
            {t("account.factor.begin")}
          </Button>
        </p>
      )}
    </>
  );
}

interface BeginProps {
  onOffer: (offer: { secret: string; uri: string }) => void;
  onCancel: () => void;
}

function Begin({ onOffer, onCancel }: BeginProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [password, setPassword] = useState("");
  const wrong = wrongOf(words, asking.refused, ["password"], { isOwn: true });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask(async () => onOffer(await people.beginSecondFactor(password)));
  };
  return (
    <form className="tg-form" onSubmit={send}>
      <FormField
        type="password"
        label={t("account.password.current")}
        value={password}
        required
        takesFocus
        autoComplete="current-password"
        error={wrong.password}
        onChange={setPassword}
      />
      <div className="tg-form-actions">
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("account.factor.next")}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}

interface ConfirmProps extends FactorProps {
  offer: { secret: string; uri: string };
  onCancel: () => void;
}

function Confirm({ offer, onCodes, onCancel }: ConfirmProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [code, setCode] = useState("");
  const wrong = wrongOf(words, asking.refused, ["code"], { isOwn: true });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask(async () => onCodes(await people.confirmSecondFactor(offer.secret, code.trim())));
  };
  return (
    <form className="tg-form" onSubmit={send}>
      <p>{t("account.factor.scan")}</p>
      <Suspense fallback={<div className="tg-account-qr" />}>
        <div className="tg-account-qr">
          <QrCode text={offer.uri} label={t("account.factor.qr")} />
        </div>
      </Suspense>
      <CopyField label={t("account.factor.secret")} text={offer.secret} />
      <FormField
        label={t("account.factor.code")}
        value={code}
        required
        inputMode="numeric"
        maxLength={LONGEST_CODE}
        autoComplete="one-time-code"
        error={wrong.code}
        onChange={setCode}
      />
      <div className="tg-form-actions">
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("account.factor.confirm")}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}

/** It is on: other recovery codes, or none of it any more. */
function On({ onCodes }: FactorProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [wish, setWish] = useState<"codes" | "off" | null>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const wrong = wrongOf(words, asking.refused, ["password", "code"], { isOwn: true });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask(async () => {
      if (wish === "codes") {
        onCodes(await people.newRecoveryCodes(password, code.trim()));
        return;
      }
      await people.endSecondFactor(password, code.trim());
      toast(t("account.factor.ended"));
      await useMe.getState().read();
    });
  };
  return (
    <>
      <p>{t("account.factor.on")}</p>
      {wish === null ? (
        <div className="tg-form-actions">
          <Button onClick={() => setWish("codes")}>{t("account.factor.codes")}</Button>
          <Button danger onClick={() => setWish("off")}>
            {t("account.factor.off")}
          </Button>
        </div>
      ) : (
        <form className="tg-form" onSubmit={send}>
          <p className="tg-help">
            {t(wish === "codes" ? "account.factor.codes.help" : "account.factor.off.help")}
          </p>
          <Proof password={password} code={code} wrong={wrong} onPassword={setPassword} onCode={setCode} />
          <div className="tg-form-actions">
            <Button
              primary={wish === "codes"}
              danger={wish === "off"}
              type="submit"
              disabled={asking.isBusy}
              aria-busy={asking.isBusy}
            >
              {t(wish === "codes" ? "account.factor.codes" : "account.factor.off")}
            </Button>
            <Button onClick={() => setWish(null)}>{t("game.cancel")}</Button>
          </div>
          <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
        </form>
      )}
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useWords();
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <p className="tg-account-notice" role="status">
        {t("account.factor.codes.once")}
      </p>
      <ol className="tg-account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="tg-form-actions">
        <Button
          icon="copy"
          onClick={() =>
            void copy(text).then((isDone) => toast(t(isDone ? "game.copied" : "account.copy_by_hand")))
          }
        >
          {t("game.copy")}
        </Button>
        <Button icon="download" onClick={() => saveBlob(new Blob([text]), "tengen-recovery-codes.txt")}>
          {t("account.factor.codes.save")}
        </Button>
        <Button primary onClick={onDone}>
          {t("account.factor.codes.kept")}
        </Button>
      </div>
    </>
  );
}
