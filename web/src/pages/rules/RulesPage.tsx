/** The rules of a game, short and with pictures. The texts and positions are the game's own; this page knows none. */
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { api, type Refused, refusedOf } from "../../api/rest";
import type { Kind, RulesPage as Page } from "../../api/types";
import { rulesPath } from "../../sitting/links";
import { useKinds } from "../../sitting/useKinds";
import { useTitle } from "../../sitting/useTitle";
import { LiveRegion } from "../../ui/LiveRegion";
import { refusalWords } from "../../ui/refusal";
import { useWords } from "../../words/useWords";
import { Figure } from "./Figure";
import "./rules.css";

export function RulesPage({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const { kinds } = useKinds();
  const { page, refused } = useRules(name);
  const kind = kinds?.find((one) => one.name === name) ?? null;
  const title = kind === null ? t("page.rules") : t("rules.of", { game: words.of(kind, "name") });
  useTitle(t("page.titled", { title }));
  if (refused !== null) {
    return (
      <section className="tg-notice-page">
        <h1>{t("page.rules")}</h1>
        <LiveRegion tone="trouble">
          {refused.status === 404 ? t("rules.none") : refusalWords(words, refused)}
        </LiveRegion>
        <Link href="/">{t("page.home")}</Link>
      </section>
    );
  }
  if (page === null || kind === null) {
    return <div className="tg-coming" role="status" aria-label={t("page.loading")} />;
  }
  const notice = kind.words[words.language]?.notice;
  return (
    <article className="tg-rules">
      <h1>{title}</h1>
      {(page.parts[words.language] ?? []).map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          {part.text.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {part.pictures.length > 0 && (
            <div className="tg-rules-figures">
              {part.pictures.map(({ picture, caption }) => (
                <Figure key={picture} kind={kind} picture={page.pictures[picture]} caption={caption} />
              ))}
            </div>
          )}
        </section>
      ))}
      {notice !== undefined && <p className="tg-rules-notice">{notice}</p>}
      <Others kinds={kinds ?? []} name={name} />
    </article>
  );
}

function Others({ kinds, name }: { kinds: readonly Kind[]; name: string }) {
  const words = useWords();
  const { t } = words;
  const others = kinds.filter((kind) => kind.hasRules && kind.name !== name);
  return (
    <nav className="tg-rules-others" aria-label={t("rules.others")}>
      {others.map((kind) => (
        <Link key={kind.name} href={rulesPath(kind.name)}>
          {t("rules.of", { game: words.of(kind, "name") })}
        </Link>
      ))}
      <Link href="/">{t("page.play")}</Link>
    </nav>
  );
}

function useRules(name: string): { page: Page | null; refused: Refused | null } {
  const [found, setFound] = useState<{ page: Page | null; refused: Refused | null }>({
    page: null,
    refused: null,
  });
  useEffect(() => {
    let isWanted = true;
    api.rules(name).then(
      (page) => isWanted && setFound({ page, refused: null }),
      (error: unknown) => isWanted && setFound({ page: null, refused: refusedOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  return found;
}
