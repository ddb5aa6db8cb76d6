/** The panel of people: sign in or register; who is here, where that leads, and who else sits at this screen. */
import { type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { type Me, people } from "../api/people";
import { useLobby } from "../lobby/lobby";
import { Avatar } from "../ui/Avatar";
import { Button } from "../ui/Button";
import { LiveRegion, toast } from "../ui/LiveRegion";
import { refusalWords } from "../ui/refusal";
import { UnencryptedNotice } from "../ui/Unencrypted";
import { useWords } from "../words/useWords";
import { accountName, useMe } from "./me";
import { usePanel } from "./panel";
import { profilePath } from "./places";
import { Register } from "./Register";
import { SignIn } from "./SignIn";
import { useAsking } from "./useAsking";

export default function Panel() {
  const words = useWords();
  const { me, refused, read } = useMe();
  // Whoever has begun a game meanwhile is a guest now, and who may register may have changed.
  useEffect(() => void read(), [read]);
  if (me === null) {
    return (
      <div className="tg-people-panel">
        <LiveRegion tone={refused === null ? "plain" : "trouble"}>
          {refused === null ? words.t("page.loading") : refusalWords(words, refused)}
        </LiveRegion>
        {refused !== null && <Button onClick={() => void read()}>{words.t("ui.try_again")}</Button>}
      </div>
    );
  }
  return (
    <div className="tg-people-panel">
      {accountName(me) === null ? <Entrance me={me} /> : <Here me={me} />}
      <UnencryptedNotice />
    </div>
  );
}

/** For those who have no account here, or have not said so. */
function Entrance({ me }: { me: Me }) {
  const { t } = useWords();
  const { wish, close } = usePanel();
  return (
    <>
      {me.notice !== null && <p className="tg-help">{t(me.notice)}</p>}
      <ComingIn me={me} isNewAtFirst={wish === "register"} onDone={close}>
        <Link href="/reset" onClick={close}>
          {t("people.forgotten")}
        </Link>
      </ComingIn>
    </>
  );
}

interface ComingInProps {
  me: Me;
  isNewAtFirst?: boolean;
  /** A second person at this screen; the first one stays. */
  isBeside?: boolean;
  onDone: () => void;
  onCancel?: () => void;
  /** Another way in, for those who have an account. */
  children?: ReactNode;
}

/** Sign in or register, and the way from one to the other. */
function ComingIn(props: ComingInProps) {
  const { me, isNewAtFirst = false, isBeside = false, onDone, onCancel, children } = props;
  const { t } = useWords();
  const [isNew, setNew] = useState(isNewAtFirst && me.registration !== "closed");
  const common = { isBeside, onDone, ...(onCancel === undefined ? {} : { onCancel }) };
  const title = (usual: string) => t(isBeside ? "people.beside.title" : usual);
  return (
    <>
      {isNew ? (
        <Register me={me} title={title("people.register")} {...common} />
      ) : (
        <SignIn title={title("people.sign_in")} submit={t("people.sign_in")} {...common} />
      )}
      <div className="tg-people-ways">
        {!isBeside && me.name !== null && <NoticesLink />}
        {isNew ? (
          <button type="button" onClick={() => setNew(false)}>
            {t("people.to_sign_in")}
          </button>
        ) : me.registration === "closed" ? (
          <span className="tg-help">{t("people.registration_closed")}</span>
        ) : (
          <button type="button" onClick={() => setNew(true)}>
            {t("people.to_register")}
          </button>
        )}
        {!isNew && children}
      </div>
    </>
  );
}

/** One account or two. */
function Here({ me }: { me: Me }) {
  const { t } = useWords();
  const { wish, close } = usePanel();
  const [isAsked, setAsked] = useState(wish === "beside");
  const id = useId();
  const { name, beside } = me;
  return (
    <>
      {me.notice !== null && <p className="tg-help">{t(me.notice)}</p>}
      {name !== null && (
        <Person name={name} avatar={me.avatar}>
          <nav aria-label={name}>
            <Link href={profilePath(name)} onClick={close}>
              {t("people.profile")}
            </Link>
            <NoticesLink />
            <Link href="/saves" onClick={close}>
              {t("page.saves")}
            </Link>
            <Link href="/settings" onClick={close}>
              {t("page.account")}
            </Link>
            {me.roles.length > 0 && (
              <Link href="/moderation" onClick={close}>
                {t("page.moderation")}
              </Link>
            )}
            {me.roles.includes("admin") && (
              <Link href="/admin" onClick={close}>
                {t("page.admin")}
              </Link>
            )}
          </nav>
        </Person>
      )}
      <section className="tg-people-beside" aria-labelledby={id}>
        <h2 id={id} className="tg-label">
          {t("people.beside")}
        </h2>
        {beside !== null ? (
          <Person name={beside.name} avatar={beside.avatar}>
            <nav aria-label={beside.name}>
              <Link href={profilePath(beside.name)} onClick={close}>
                {t("people.profile")}
              </Link>
            </nav>
          </Person>
        ) : isAsked ? (
          <ComingIn isBeside me={me} onDone={close} onCancel={() => setAsked(false)} />
        ) : (
          <p>
            <Button icon="plus" onClick={() => setAsked(true)}>
              {t("people.beside.add")}
            </Button>
          </p>
        )}
      </section>
    </>
  );
}

/** What one was told, with how much of it is new. Guests are told things, too. */
function NoticesLink() {
  const { t } = useWords();
  const unseen = useLobby((lobby) => lobby.unseen);
  const { close } = usePanel();
  return (
    <Link href="/notices" onClick={close}>
      {unseen === 0 ? t("page.notices") : t("notices.link", { count: unseen })}
    </Link>
  );
}

interface PersonProps {
  name: string;
  avatar: number;
  children: ReactNode;
}

function Person({ name, avatar, children }: PersonProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const { close } = usePanel();
  const leave = () =>
    asking.ask(async () => {
      await useMe.getState().change(() => people.logOut(name));
      close();
      toast(t("people.signed_out", { name }));
    });
  return (
    <div className="tg-people-one">
      <h2 title={name}>
        <Avatar name={name} number={avatar} />
        <span>{name}</span>
      </h2>
      <Button
        aria-label={t("people.sign_out.name", { name })}
        disabled={asking.isBusy}
        onClick={() => void leave()}
      >
        {t("people.sign_out")}
      </Button>
      {children}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </div>
  );
}
