/** The head of every page: where one can go, and how the page speaks and looks. */
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { useWaitingIds } from "../lobby/useWaitingIds";
import { People } from "../people/People";
import { useSettings } from "../settings";
import { gamePath } from "../sitting/links";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./header.css";
import { BrandSign } from "./Icon";
import { Sheet } from "./Menu";
import { SettingsPanel } from "./SettingsPanel";
import { usePageTheme } from "./theme";
import { useVisits } from "./visits";

const PLACES = [
  { name: "play", href: "/", isHere: (path: string) => path === "/" || path.startsWith("/game") },
  { name: "watch", href: "/watch", isHere: (path: string) => /^\/(watch|arena)/.test(path) },
  { name: "review", href: "/review", isHere: (path: string) => path.startsWith("/review") },
] as const;

export function Header() {
  const { t } = useWords();
  const [here] = useLocation();
  const again = useVisits((visits) => visits.again);
  const id = useId();
  const waiting = useWaitingIds().filter((id) => here !== gamePath(id)).length;
  return (
    <header className="tg-header">
      <Link href="/" className="tg-brand" title={t("page.home")}>
        <BrandSign />
        <span className="tg-brand-han" lang="zh-CN">
          天元
        </span>{" "}
        <span className="tg-brand-latin" lang="en">
          Tengen
        </span>
      </Link>
      <nav className="tg-places" aria-label={t("page.places")}>
        {PLACES.map(({ name, href, isHere }) => (
          <Link
            key={name}
            href={href}
            aria-current={isHere(here) ? "page" : undefined}
            aria-describedby={name === "play" && waiting > 0 ? id : undefined}
            onClick={here === href ? again : undefined}
          >
            {t(`page.${name}`)}
            {name === "play" && waiting > 0 && (
              <span className="tg-places-count" aria-hidden="true">
                {waiting}
              </span>
            )}
          </Link>
        ))}
        {waiting > 0 && (
          <span id={id} className="tg-unseen">
            {t("page.waiting", { count: waiting })}
          </span>
        )}
      </nav>
      <div className="tg-header-tools">
        <LanguageButton />
        <span className="tg-page-theme">
          <PageThemeButton />
        </span>
        <Sheet label={t("settings.title")} icon="settings">
          <SettingsPanel />
        </Sheet>
        <People />
      </div>
    </header>
  );
}

function LanguageButton() {
  const { language, t } = useWords();
  const set = useSettings((settings) => settings.set);
  const name = t("settings.other_language");
  return (
    <button
      type="button"
      className="tg-language"
      title={name}
      lang={language === "zh" ? "en" : "zh-CN"}
      onClick={() => set({ language: language === "zh" ? "en" : "zh" })}
    >
      <span className="tg-unseen">{name}</span>
      <span aria-hidden="true" data-on={language === "zh" || undefined}>
        中
      </span>
      <span aria-hidden="true" className="tg-language-line">
        /
      </span>
      <span aria-hidden="true" data-on={language === "en" || undefined}>
        EN
      </span>
    </button>
  );
}

function PageThemeButton() {
  const { t } = useWords();
  const set = useSettings((settings) => settings.set);
  const isDark = usePageTheme() === "dark";
  return (
    <IconButton
      icon={isDark ? "sun" : "moon"}
      label={t(isDark ? "settings.go_light" : "settings.go_dark")}
      onClick={() => set({ page: isDark ? "light" : "dark" })}
    />
  );
}
