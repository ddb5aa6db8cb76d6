/** Somebody in a list: the name, which leads to the profile of an account, the mark of a guest, and how strong. */
import { Link } from "wouter";
import type { Person } from "../api/lobby";
import { isNamedGuest, playerName } from "../sitting/sides";
import { Avatar } from "../ui/Avatar";
import { useWords } from "../words/useWords";
import { profilePath } from "./places";
import { rankText } from "./ratings";

export function PersonName({ person }: { person: Person }) {
  const words = useWords();
  const { name, isGuest, rating } = person;
  const strength =
    rating == null ? null : (rankText(words, { rank: rating.rank ?? null }) ?? Math.round(rating.rating));
  return (
    <span className="tg-person">
      <Avatar name={name} number={person.avatar ?? 0} size={18} />
      {isGuest ? personName(words, person) : <Link href={profilePath(name)}>{name}</Link>}
      {isNamedGuest(person) && <span className="tg-help"> {words.t("game.guest")}</span>}
      {strength !== null && <span className="tg-help"> {strength}</span>}
    </span>
  );
}

/** What somebody is called; guests who gave no name are called guests. */
export function personName(words: ReturnType<typeof useWords>, { name }: Pick<Person, "name">): string {
  return playerName(words, { name, player: "human" }, "BLACK");
}
