/** The first page: a board that plays itself, and everything needed to begin a game of one's own. */
import { type FormEvent, lazy, Suspense, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { api } from "../../api/rest";
import type { Kind } from "../../api/types";
import { accountsHere, useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { rulesPath } from "../../sitting/links";
import { useMyGames } from "../../sitting/mine";
import { useKinds } from "../../sitting/useKinds";
import { Button, DisclosureButton, LiveRegion, refusalWords } from "../../ui";
import { useWords } from "../../words/useWords";
import { ClockForm } from "./ClockForm";
import { bodyOf, CALLER, type Choice, hasPerson, pickedOf, readChoice, takeOverSeats } from "./choice";
import { DemoBoard } from "./DemoBoard";
import type { Demo } from "./demo";
import { KindTiles } from "./KindTiles";
import { RatedField } from "./RatedField";
import { RulesForm } from "./RulesForm";
import type { Picked } from "./rules";
import { SizeField } from "./SizeField";
import "./start.css";
import { useStart } from "./useStart";
import { WithWhom } from "./WithWhom";

/** Only for those who have played here before. */
const YourGames = lazy(() => import("../games/YourGames"));

export function StartPage() {
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
  return <Chooser kinds={kinds} />;
}

function Chooser({ kinds }: { kinds: readonly Kind[] }) {
  const words = useWords();
  const { t, of } = words;
  const { set, name, lastStart } = useSettings();
  const [choice, setChoice] = useState<Choice>(() => readChoice(lastStart, kinds));
  const [isMore, setMore] = useState(false);
  const moreId = useId();
  const { isBusy, refused, begin } = useStart();
  const me = useMe((here) => here.me);
  const accounts = accountsHere(me);
  const hasGames = useMyGames((mine) => mine.games.length > 0);
  useEffect(() => set({ lastStart: { ...choice } }), [choice, set]);

  const kind = kinds.find((one) => one.gameType === choice.gameType) ?? kinds[0];
  if (kind === undefined) {
    return null;
  }
  const picked = pickedOf(choice, kind);
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
  const pick = (next: Picked) =>
    setChoice((old) => ({ ...old, games: { ...old.games, [kind.gameType]: next } }));
  const caller = { ...CALLER, name, accounts };
  const play = (event: FormEvent) => {
    event.preventDefault();
    void begin(() => api.start(bodyOf(choice, kind, caller)));
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
            onName={(value) => set({ name: value })}
          />
          <div className="tg-start-sizes">
            <SizeField kind={kind} size={picked.size} onChange={(size) => pick({ ...picked, size })} />
            <DisclosureButton
              label={t("start.more")}
              open={isMore}
              controls={moreId}
              onClick={() => setMore(!isMore)}
            />
          </div>
          <div id={moreId} className="tg-start-more" hidden={!isMore}>
            {isMore && (
              <>
                <RulesForm
                  key={kind.gameType}
                  kind={kind}
                  picked={picked}
                  hasPerson={hasPerson(choice, kind)}
                  onChange={pick}
                />
                <ClockForm clock={choice.clock} onChange={(clock) => change({ clock })} />
                {accounts.length === 0 && kind.canBeWon && (
                  <p className="tg-help">{t("start.rated.account")}</p>
                )}
              </>
            )}
          </div>
          <RatedField
            choice={choice}
            kind={kind}
            accounts={accounts}
            change={change}
            onClock={() => {
              setMore(true);
              change({ clock: { ...choice.clock, name: "quick" } });
            }}
          />
          <div className="tg-start-play">
            <Button primary wide type="submit" disabled={isBusy} aria-busy={isBusy}>
              {t(isBusy ? "start.starting" : "start.play")}
            </Button>
            <LiveRegion tone="trouble">{refused && refusalWords(words, refused, kind)}</LiveRegion>
          </div>
        </form>
      </div>
      {hasGames && (
        <Suspense fallback={null}>
          <YourGames kinds={kinds} />
        </Suspense>
      )}
    </>
  );
}
