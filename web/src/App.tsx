/** The whole page: which part of it an address shows, and what is around all of them. Addresses are behind the #, so
 * that the same build works behind any sub-path. */
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, Route, Router, Switch, useLocation } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LobbyBar } from "./lobby/LobbyBar";
import { LobbyLine } from "./lobby/LobbyLine";
import { JoinPage } from "./pages/start/JoinPage";
import { StartPage } from "./pages/start/StartPage";
import { useMe } from "./people/me";
import { SignedOut } from "./people/SignedOut";
import { followedIds, useMyGames } from "./sitting/mine";
import "./app.css";
import { ErrorBoundary } from "./ui/ErrorBoundary";
import { GameTabs } from "./ui/GameTabs";
import { Header } from "./ui/Header";
import { Toasts } from "./ui/LiveRegion";
import "./ui/notices.css";
import { OfflineNotice } from "./ui/Offline";
import { TurnSigns } from "./ui/TurnSigns";
import { useTabs } from "./ui/tabs";
import { usePageThemeShown } from "./ui/theme";
import { setPageTitle } from "./ui/title";
import { useVisits } from "./ui/visits";
import { useWords } from "./words/useWords";

const ArenaPage = lazy(() => import("./pages/arena/ArenaPage").then((page) => ({ default: page.ArenaPage })));
const ArenasPage = lazy(() =>
  import("./pages/arena/ArenasPage").then((page) => ({ default: page.ArenasPage })),
);
const Following = lazy(() => import("./pages/games/Following"));
const WatchPage = lazy(() => import("./pages/start/WatchPage").then((page) => ({ default: page.WatchPage })));
const RulesPage = lazy(() => import("./pages/rules/RulesPage").then((page) => ({ default: page.RulesPage })));
const ProfilePage = lazy(() =>
  import("./pages/profile/ProfilePage").then((page) => ({ default: page.ProfilePage })),
);
const AccountPage = lazy(() =>
  import("./pages/account/AccountPage").then((page) => ({ default: page.AccountPage })),
);
const SavesPage = lazy(() => import("./pages/saves/SavesPage").then((page) => ({ default: page.SavesPage })));
const ResetPage = lazy(() => import("./pages/reset/ResetPage").then((page) => ({ default: page.ResetPage })));
const NoticesPage = lazy(() =>
  import("./pages/notices/NoticesPage").then((page) => ({ default: page.NoticesPage })),
);
const AdminPage = lazy(() => import("./pages/admin/AdminPage").then((page) => ({ default: page.AdminPage })));
const ModerationPage = lazy(() =>
  import("./pages/moderation/ModerationPage").then((page) => ({ default: page.ModerationPage })),
);
const loadGame = () => import("./pages/game/GamePage");
const loadReview = () => import("./pages/review/ReviewPage");
const GamePage = lazy(() => loadGame().then((page) => ({ default: page.GamePage })));
const ReviewPage = lazy(() => loadReview().then((page) => ({ default: page.ReviewPage })));

/** How long after arriving the pages that will be needed next are fetched, so that they come though the line breaks. */
const AHEAD_MS = 2_000;

export function App() {
  return (
    <Router hook={useHashLocation}>
      <Frame />
    </Router>
  );
}

function Frame() {
  const { t } = useWords();
  const [place] = useLocation();
  usePageThemeShown();
  useEffect(() => {
    const ahead = setTimeout(() => {
      Promise.all([loadGame(), loadReview()]).catch(() => undefined);
    }, AHEAD_MS);
    return () => clearTimeout(ahead);
  }, []);
  useEffect(() => void useMe.getState().read(), []);
  return (
    <>
      <Arrival />
      <button type="button" className="tg-skip" onClick={() => document.getElementById("main")?.focus()}>
        {t("page.skip")}
      </button>
      <Header />
      <OfflineNotice />
      <SignedOut />
      <LobbyBar />
      <GameTabs />
      <main id="main" className="tg-main" tabIndex={-1}>
        <ErrorBoundary place={place}>
          <Suspense fallback={<div className="tg-coming" role="status" aria-label={t("page.loading")} />}>
            <Places />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
      <TurnSigns />
      <LobbyLine />
      <OwnGames />
    </>
  );
}

/** One's running games are followed wherever one is; on the start page, where all of them are shown, a few more. */
function OwnGames() {
  const [place] = useLocation();
  const games = useMyGames((mine) => mine.games);
  const tabs = useTabs((all) => all.tabs);
  const gameIds = followedIds(
    games,
    tabs.map((tab) => tab.gameId),
    place === "/" || place.startsWith("/challenge/"),
  );
  return (
    gameIds.length > 0 && (
      <ErrorBoundary place={place} isSilent>
        <Suspense fallback={null}>
          <Following gameIds={gameIds} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

function Places() {
  const visits = useVisits((all) => all.count);
  return (
    <Switch>
      <Route path="/">
        <StartPage />
      </Route>
      <Route path="/challenge/:name">{({ name }) => <StartPage key={name} to={name} />}</Route>
      <Route path="/game/:id">{({ id }) => <GamePage key={id} gameId={id} />}</Route>
      <Route path="/join/:id/:seat/:invite">
        {({ id, seat, invite }) => <JoinPage gameId={id} seat={seat} invite={invite} />}
      </Route>
      <Route path="/rules/:name">{({ name }) => <RulesPage key={name} name={name} />}</Route>
      <Route path="/watch">
        <WatchPage />
      </Route>
      <Route path="/arena">
        <ArenasPage />
      </Route>
      <Route path="/arena/:name">{({ name }) => <ArenaPage key={name} name={name} />}</Route>
      <Route path={/^\/arena\/(?<name>[^/]+)\/(?<game>\d{1,8})\/?$/}>
        {({ name = "", game }) => <ReviewPage place={{ kind: "arena", name, game: Number(game) }} />}
      </Route>
      <Route path="/review/:id?">
        {({ id }) => <ReviewPage key={visits} place={id === undefined ? null : { kind: "match", id }} />}
      </Route>
      <Route path="/u/:name">{({ name }) => <ProfilePage key={name} name={name} />}</Route>
      <Route path="/settings">
        <AccountPage />
      </Route>
      <Route path="/notices">
        <NoticesPage />
      </Route>
      <Route path="/saves">
        <SavesPage />
      </Route>
      <Route path="/reset/:token?">{({ token }) => <ResetPage token={token ?? null} />}</Route>
      <Route path="/admin">
        <AdminPage />
      </Route>
      <Route path="/moderation">
        <ModerationPage />
      </Route>
      <Route>
        <Nowhere />
      </Route>
    </Switch>
  );
}

function Nowhere() {
  const { t } = useWords();
  return (
    <section className="tg-notice-page">
      <h1>{t("page.nowhere")}</h1>
      <Link href="/">{t("page.home")}</Link>
    </section>
  );
}

/**
 * What happens when one comes to a page: its language and title are told, and who uses a keyboard or a screen reader
 * is put at its beginning. First in the frame, so that a page may set its own title and focus afterwards.
 */
function Arrival() {
  const { language, t } = useWords();
  const [place] = useLocation();
  const left = useRef(place);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  }, [language]);
  useEffect(() => {
    const name = titleOf(place);
    setPageTitle(name === null ? t("page.app") : t("page.titled", { title: t(name) }));
  }, [place, t]);
  useEffect(() => {
    if (left.current !== place) {
      left.current = place;
      document.getElementById("main")?.focus({ preventScroll: true });
      window.scrollTo?.(0, 0);
    }
  }, [place]);
  return null;
}

const TITLED = [
  "watch",
  "arena",
  "review",
  "game",
  "join",
  "rules",
  "settings",
  "saves",
  "notices",
  "reset",
  "admin",
  "moderation",
] as const;

function titleOf(place: string): string | null {
  const [, first = ""] = place.split("/");
  const named = TITLED.find((name) => name === first);
  return named === undefined ? null : `page.${named === "settings" ? "account" : named}`;
}
