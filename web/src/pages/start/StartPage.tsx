/** The first page: a board that plays itself, and everything needed to begin a game of one's own. */
import { type FormEvent, lazy, Suspense, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { api } from "../../api/rest";
import type { Kind } from "../../api/types";
import { MadeChallenges } from "../../lobby/MadeChallenges";
import { useChallenging } from "../../lobby/useChallenging";
import { useSeeking } from "../../lobby/useSeeking";
import { Waiting } from "../../lobby/Waiting";
import { accountsHere, useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { rulesPath } from "../../sitting/links";
import { useKinds } from "../../sitting/useKinds";
import { Button, DisclosureButton, LiveRegion, refusalWords } from "../../ui";
import { useWords } from "../../words/useWords";
import { ClockForm } from "./ClockForm";
import {
  bodyOf,
  CALLER,
  type Choice,
  challengeOf,
  clockChoiceOf,
  hasPerson,
  isChallenge,
  pickedOf,
  readChoice,
  seekOf,
  takeOverSeats,
  withClock,
} from "./choice";
import { DemoBoard } from "./DemoBoard";
import type { Demo } from "./demo";
import { KindTiles } from "./KindTiles";
import { LobbyFields } from "./LobbyFields";
import { RatedField } from "./RatedField";
import { RulesForm } from "./RulesForm";
import type { Picked } from "./rules";
import { SizeField } from "./SizeField";
import "./start.css";
import { useStart } from "./useStart";
import { WithWhom } from "./WithWhom";

/** What is below the fold: one's own games and the lobby. */
const LobbyParts = lazy(() => import("../../lobby/LobbyParts"));

/** `to`: whom the game is to be played with, where another page has named somebody. */
export function StartPage({ to = null }: { to?: string | null }) {
  const words = useWords();
  const { kinds, failure } = useKinds();
  if (kinds === null || kinds.length === 0) {
    return (
      <div className="tg-start" aria-busy={failure === null}>
        <h1 className="tg-unseen">{words.t("start.title")}</h1>
        <div className="tg-start-board">
          <div className="tg-start-blank" />
        </div>
        <div className="tg-start-panel">
          <LiveRegion tone="trouble">{failure && refusalWords(words, failure)}</LiveRegion>
          {failure && (
            <p>
              <Button primary onClick={() => window.location.reload()}>
                {words.t("page.reload")}
              </Button>
            </p>
          )}
        </div>
      </div>
    );
  }
  return <Chooser kinds={kinds} to={to} />;
}

function Chooser({ kinds, to }: { kinds: readonly Kind[]; to: string | null }) {
  const words = useWords();
  const { t, of } = words;
  const { set, name, lastStart } = useSettings();
  const [choice, setChoice] = useState<Choice>(() => firstChoice(readChoice(lastStart, kinds), to));
  const [isMore, setMore] = useState(false);
  const moreId = useId();
  const starting = useStart();
  const seeking = useSeeking();
  const challenging = useChallenging();
  const me = useMe((here) => here.me);
  const accounts = accountsHere(me);
  useEffect(() => {
    if (choice.opponent !== "person") {
      set({ lastStart: { ...choice } });
    }
  }, [choice, set]);

  const kind = kinds.find((one) => one.gameType === choice.gameType) ?? kinds[0];
  if (kind === undefined) {
    return null;
  }
  const picked = pickedOf(choice, kind);
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
  const pick = (next: Picked) =>
    setChoice((old) => ({ ...old, games: { ...old.games, [kind.gameType]: next } }));
  const caller = { ...CALLER, name, accounts };
  const { begin } = starting;
  const whom = choice.opponent === "person" ? to : null;
  const isPaired = choice.opponent === "anyone" && choice.way === "pair";
  const asksSomebody = isChallenge(choice);
  const asked = isPaired ? seeking : asksSomebody ? challenging : starting;
  const { isBusy, refused } = asked;
  const play = (event: FormEvent) => {
    event.preventDefault();
    if (isPaired) {
      void seeking.seek(seekOf(choice, kind, accounts));
    } else if (asksSomebody) {
      void challenging.challenge(challengeOf(choice, kind, accounts, whom));
    } else {
      void begin(() => api.start(bodyOf(choice, kind, caller)));
    }
  };
  const takeOver = (from: { demo: Demo; node: number } | null) => {
    const step = from?.demo.steps[from.node];
    if (from === null || step === undefined) {
      void begin(() => api.start(bodyOf(choice, kind, caller)));
      return;
    }
    const seats = takeOverSeats(choice.level, kind, step.toMove, caller);
    void begin(() => api.load({ save: from.demo.record, node: from.node, seats }));
  };
  return (
    <>
      <div className="tg-start">
        <h1 className="tg-unseen">{t("start.title")}</h1>
        <section className="tg-start-board" aria-label={t("start.demo.name")}>
          <DemoBoard kind={kind} disabled={isBusy} onTakeOver={takeOver} />
        </section>
        <form className="tg-start-panel" onSubmit={play} aria-label={t("start.form")}>
          <div>
            <KindTiles kinds={kinds} value={kind.gameType} onChange={(gameType) => change({ gameType })} />
            <p className="tg-start-about">
              {of(kind, "about")}{" "}
              {kind.hasRules && (
                <Link href={rulesPath(kind.name)} aria-label={t("rules.of", { game: of(kind, "name") })}>
                  {t("page.rules")}
                </Link>
              )}
            </p>
          </div>
          <WithWhom
            kind={kind}
            choice={choice}
            change={change}
            name={name}
            accounts={accounts}
            isStranger={me !== null && me.name === null}
            to={to}
            onName={(value) => set({ name: value })}
          />
          <div className="tg-start-sizes">
            <SizeField kind={kind} size={picked.size} onChange={(size) => pick({ ...picked, size })} />
            {!isPaired && (
              <DisclosureButton
                label={t("start.more")}
                open={isMore}
                controls={moreId}
                onClick={() => setMore(!isMore)}
              />
            )}
          </div>
          <div id={moreId} className="tg-start-more" hidden={!isMore || isPaired}>
            {isMore && !isPaired && (
              <>
                <RulesForm
                  key={kind.gameType}
                  kind={kind}
                  picked={picked}
                  hasPerson={hasPerson(choice, kind)}
                  onChange={pick}
                />
                <ClockForm
                  clock={clockChoiceOf(choice)}
                  onChange={(clock) => change(withClock(choice, clock))}
                />
                <LobbyFields choice={choice} kind={kind} accounts={accounts} change={change} />
                {accounts.length === 0 && kind.canBeWon && (
                  <p className="tg-help">{t("start.rated.account")}</p>
                )}
              </>
            )}
          </div>
          {!(isPaired && seeking.search !== null) && (
            <RatedField
              choice={choice}
              kind={kind}
              accounts={accounts}
              change={change}
              onClock={() => {
                setMore(true);
                change(withClock(choice, { ...clockChoiceOf(choice), name: "quick" }));
              }}
            />
          )}
          <div className="tg-start-play">
            {isPaired && seeking.search !== null ? (
              <Waiting search={seeking.search} kinds={kinds} onCancel={seeking.stop} />
            ) : (
              <Button primary wide type="submit" disabled={isBusy} aria-busy={isBusy}>
                {isPaired
                  ? t("start.find")
                  : whom !== null
                    ? t("start.challenge", { name: whom })
                    : t(asksSomebody ? "start.post" : isBusy ? "start.starting" : "start.play")}
              </Button>
            )}
            <LiveRegion tone="trouble">{refused && refusalWords(words, refused, kind)}</LiveRegion>
            {asksSomebody && <MadeChallenges kinds={kinds} />}
          </div>
        </form>
      </div>
      <Suspense fallback={null}>
        <LobbyParts kinds={kinds} />
      </Suspense>
    </>
  );
}

/** What was chosen last; where somebody is named, a game with them. */
function firstChoice(last: Choice, to: string | null): Choice {
  return to === null ? last : { ...last, opponent: "person" };
}
