/** What this person was told, the newest first: also what happened while they were away. Shown means read. */
import { useEffect } from "react";
import { Link } from "wouter";
import { lobby, type Notice } from "../../api/lobby";
import { useLobby } from "../../lobby/lobby";
import "../../people/page.css";
import { Reading } from "../../people/Reading";
import { useRead } from "../../people/useRead";
import { timeText } from "../../words/times";
import { useWords } from "../../words/useWords";

export function NoticesPage() {
  const { t } = useWords();
  const told = useLobby((here) => here.unseen);
  const name = useLobby((here) => here.me?.name ?? "");
  const { value, refused, again } = useRead(name, lobby.notices);
  useEffect(() => {
    if (told > 0) {
      again(); // something came meanwhile
    }
  }, [told, again]);
  const newest = value?.notices[0];
  const unseen = value?.unseen ?? 0;
  useEffect(() => {
    if (newest !== undefined && unseen > 0) {
      lobby.seen(newest.id).then(
        (answer) => useLobby.setState({ unseen: answer.unseen }),
        () => undefined, // they are counted again
      );
    }
  }, [newest, unseen]);
  return (
    <div className="tg-page" data-narrow>
      <h1>{t("page.notices")}</h1>
      {value === null ? (
        <Reading refused={refused} again={again} />
      ) : value.notices.length === 0 ? (
        <p>{t("notices.none")}</p>
      ) : (
        <ul className="tg-list">
          {value.notices.map((notice) => (
            <Told key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Told({ notice }: { notice: Notice }) {
  const { t, language } = useWords();
  const { at, key, values, path, seen } = notice;
  const text = t(key, values);
  return (
    <li data-new={!seen || undefined}>
      <span className="tg-list-what">
        {seen ? text : <strong>{text}</strong>}
        <span className="tg-help">{timeText(language, at)}</span>
      </span>
      {path !== null && <Link href={path}>{t("lobby.go")}</Link>}
    </li>
  );
}
