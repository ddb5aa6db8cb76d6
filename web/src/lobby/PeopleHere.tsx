/** Who is here: how many, and by name, each with a way to challenge them. */
import { useId, useState } from "react";
import { Link } from "wouter";
import { PersonName } from "../people/PersonName";
import { challengePath } from "../people/places";
import { Button, Disclosure } from "../ui";
import { useWords } from "../words/useWords";
import { AcceptingField } from "./AcceptingField";
import { useLobby } from "./lobby";

/** So many are named at first. */
const FEW = 12;

export function PeopleHere() {
  const { t } = useWords();
  const id = useId();
  const { count, here } = useLobby((lobby) => lobby.people);
  const me = useLobby((lobby) => lobby.me);
  const [isAll, setAll] = useState(false);
  if (count === 0) {
    return null;
  }
  const shown = isAll ? here : here.slice(0, FEW);
  return (
    <section className="tg-lobby-part" aria-labelledby={id}>
      <h2 id={id}>{t("lobby.people", { count })}</h2>
      <ul className="tg-here">
        {shown.map((person) => (
          <li key={`${person.isGuest} ${person.name}`}>
            <PersonName person={person} />
            {!person.isGuest && person.name !== me?.name && (
              <Link
                className="tg-here-challenge"
                href={challengePath(person.name)}
                aria-label={t("start.challenge", { name: person.name })}
              >
                {t("lobby.challenge")}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {me !== null && (
        <Disclosure label={t("lobby.accepting")}>
          <AcceptingField key={me.name} />
        </Disclosure>
      )}
      {shown.length < here.length && (
        <p>
          <Button onClick={() => setAll(true)}>{t("lobby.people.all")}</Button>
        </p>
      )}
    </section>
  );
}
