/** Somebody: since when, how often they have played and won, their ratings over time, their games. */
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { people, type User } from "../../api/people";
import type { Kind } from "../../api/types";
import { saveUrl } from "../../files";
import { accountsHere, keepsOrder, useMe } from "../../people/me";
import "../../people/page.css";
import { challengePath } from "../../people/places";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRead } from "../../people/useRead";
import { useKinds } from "../../sitting/useKinds";
import { useTitle } from "../../sitting/useTitle";
import { PersonMenu } from "../../talk/PersonMenu";
import { Avatar, Button, LiveRegion, refusalWords, Segmented } from "../../ui";
import { dayText } from "../../words/times";
import { useWords } from "../../words/useWords";
import { Deeds } from "../moderation/Deeds";
import { Games } from "./Games";
import "./profile.css";
import { classesOf, classText } from "../../people/ratings";
import { Levels, RecordTable } from "./RecordTable";

const RatingGraph = lazy(() => import("./RatingGraph"));

export function ProfilePage({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const { value: user, refused, again } = useRead(name, () => people.user(name));
  const { kinds } = useKinds();
  useTitle(t("page.titled", { title: user?.name ?? name }));
  if (refused?.code === "NO_SUCH_USER") {
    return (
      <section className="tg-notice-page">
        <h1>{t("profile.none")}</h1>
        <p>{t("profile.none.why")}</p>
        <Link href="/">{t("game.none.back")}</Link>
      </section>
    );
  }
  if (user === null || kinds === null) {
    return (
      <div className="tg-page">
        <h1>{name}</h1>
        <Reading refused={refused} again={again} />
      </div>
    );
  }
  return <Profile user={user} kinds={kinds} onChanged={again} />;
}

interface ProfileProps {
  user: User;
  kinds: readonly Kind[];
  onChanged: () => void;
}

function Profile({ user, kinds, onChanged }: ProfileProps) {
  const words = useWords();
  const { t, language } = words;
  const isHere = useMe((here) => accountsHere(here.me).includes(user.name));
  const isMe = useMe((here) => accountsHere(here.me)[0] === user.name);
  const mayAct = useMe(({ me }) => keepsOrder(me)) && !isHere;
  const hasPlayed = Object.values(user.games).some((tally) => tally.played > 0);
  return (
    <div className="tg-page">
      <header className="tg-page-head">
        <div>
          <div className="tg-profile-name">
            <Avatar name={user.name} number={user.avatar} size={40} />
            <h1>{user.name}</h1>
            <PersonMenu name={user.name} isGuest={false} gameId={null} hasProfile={false} />
            {mayAct && <Deeds name={user.name} reportId={null} onDone={onChanged} />}
          </div>
          <p className="tg-help">{t("profile.since", { day: dayText(language, user.since) })}</p>
        </div>
        {!isHere && (
          <nav className="tg-profile-ways" aria-label={user.name}>
            <Link href={challengePath(user.name)} aria-label={t("start.challenge", { name: user.name })}>
              {t("lobby.challenge")}
            </Link>
          </nav>
        )}
        {isMe && (
          <nav className="tg-profile-ways" aria-label={user.name}>
            <Link href="/saves">{t("page.saves")}</Link>
            <Link href="/settings">{t("page.account")}</Link>
          </nav>
        )}
      </header>
      {hasPlayed ? (
        <>
          <RecordTable user={user} kinds={kinds} />
          <Levels user={user} kinds={kinds} />
          <Ratings user={user} kinds={kinds} />
          <Games name={user.name} kinds={kinds} isHere={isHere}>
            {isMe && <DownloadAll name={user.name} />}
          </Games>
        </>
      ) : (
        <p>{t(isHere ? "profile.empty.mine" : "profile.empty")}</p>
      )}
    </div>
  );
}

/** One graph, of one class at a time. */
function Ratings({ user, kinds }: { user: User; kinds: readonly Kind[] }) {
  const words = useWords();
  const { t } = words;
  const classes = classesOf(user, kinds);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = classes.find((one) => one === chosen) ?? classes[0];
  if (shown === undefined) {
    return null;
  }
  return (
    <section className="tg-page-part" aria-label={t("profile.graph")}>
      <header className="tg-page-head">
        <h2>{t("profile.graph")}</h2>
        {classes.length > 1 && (
          <Segmented
            quietLabel
            label={t("profile.graph.of")}
            value={shown}
            options={classes.map((value) => ({ value, label: classText(words, kinds, value) }))}
            onChange={setChosen}
          />
        )}
      </header>
      <Suspense fallback={<div className="tg-graph-blank" />}>
        <RatingGraph key={`${user.name} ${shown}`} name={user.name} ratingClass={shown} />
      </Suspense>
    </section>
  );
}

function DownloadAll({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  return (
    <>
      <Button
        icon="download"
        disabled={asking.isBusy}
        aria-busy={asking.isBusy}
        onClick={() => void asking.ask(() => saveUrl(people.gamesZipUrl(name), `tengen-${name}.zip`))}
      >
        {t("profile.download")}
      </Button>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </>
  );
}
