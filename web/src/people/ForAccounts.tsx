/** What only an account has: shown to those who are signed in, else where to do that. */
import { type ReactNode, useEffect } from "react";
import type { Me } from "../api/people";
import { Button } from "../ui";
import { useWords } from "../words/useWords";
import { accountName, useMe } from "./me";
import "./page.css";
import { usePanel } from "./panel";
import { Reading } from "./Reading";

export interface ForAccountsProps {
  title: string;
  /** Why one would sign in here. */
  why: string;
  children: (name: string, me: Me) => ReactNode;
}

export function ForAccounts({ title, why, children }: ForAccountsProps) {
  const { t } = useWords();
  const { me, refused, read } = useMe();
  const { open } = usePanel();
  useEffect(() => {
    if (useMe.getState().me === null) {
      void read();
    }
  }, [read]);
  const name = accountName(me);
  if (me !== null && name !== null) {
    return children(name, me);
  }
  return (
    <div className="tg-page" data-narrow>
      <h1>{title}</h1>
      {me === null ? (
        <Reading refused={refused} again={() => void read()} />
      ) : (
        <>
          <p>{why}</p>
          <p>
            <Button primary onClick={() => open("in")}>
              {t("people.sign_in")}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
