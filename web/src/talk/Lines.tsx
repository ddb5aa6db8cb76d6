/** What was said, line by line. Texts are text and nothing else: no link in them can be clicked. */
import type { ReactNode } from "react";
import type { ChatLine } from "../api/talk";
import { Avatar } from "../ui/Avatar";
import { timeText } from "../words/times";
import { useWords, type Words } from "../words/useWords";
import "./talk.css";

export interface LinesProps {
  lines: readonly ChatLine[];
  /** How a name is shown, with what can be done about its bearer; else the name alone. */
  nameOf?: (line: ChatLine, name: ReactNode) => ReactNode;
  /** Whether it is said of those who watch that they do; not where all of them do. */
  marksWatchers?: boolean;
}

export function Lines({ lines, nameOf = (_, name) => name, marksWatchers = true }: LinesProps) {
  return (
    <ol className="tg-lines">
      {lines.map((line) => (
        <Line key={line.number} line={line} nameOf={nameOf} marksWatchers={marksWatchers} />
      ))}
    </ol>
  );
}

/** A few lines that are part of something else, such as a report. */
export function QuotedLines({ label, lines }: { label: string; lines: readonly ChatLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="tg-quoted-lines" aria-label={label} tabIndex={0}>
      <Lines lines={lines} />
    </section>
  );
}

type LineProps = { line: ChatLine } & Required<Omit<LinesProps, "lines">>;

function Line({ line, nameOf, marksWatchers }: LineProps) {
  const words = useWords();
  const { t, language } = words;
  const shown = <span className="tg-line-name">{lineName(words, line)}</span>;
  return (
    <li className="tg-line">
      <Avatar name={line.name} number={line.avatar} size={20} />
      <div className="tg-line-body">
        <span className="tg-line-head">
          {line.name === null ? shown : nameOf(line, shown)}
          {line.isGuest && <span className="tg-line-note">{t("game.guest")}</span>}
          {marksWatchers && line.room === "watchers" && (
            <span className="tg-line-note">{t("talk.watching")}</span>
          )}
          <time
            className="tg-line-note"
            dateTime={new Date(line.at).toISOString()}
            title={timeText(language, line.at)}
          >
            {clockText(language, line.at)}
          </time>
        </span>
        {/* What people write is in a language of their own. */}
        <span className="tg-line-text" lang={line.word === null ? "und" : undefined} dir="auto">
          {lineText(words, line)}
        </span>
      </div>
    </li>
  );
}

function lineName(words: Words, { name }: ChatLine): string {
  return name ?? words.t("profile.deleted");
}

/** What was said: a quick word in the reader's own language. */
export function lineText(words: Words, { text, word }: Pick<ChatLine, "text" | "word">): string {
  return text ?? (word === null ? "" : words.t(`chat.word.${word}`));
}

/** A line as it is read aloud. */
export function spokenLine(words: Words, line: ChatLine): string {
  return words.t("talk.spoken", { name: lineName(words, line), text: lineText(words, line) });
}

function clockText(language: "en" | "zh", ms: number): string {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    ms,
  );
}
