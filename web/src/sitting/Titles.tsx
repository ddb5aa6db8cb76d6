/** The games of a collection, one of which is to be chosen. */
import { useState } from "react";
import { useWords } from "../words/useWords";
import "./titles.css";

export interface TitlesProps {
  titles: readonly string[];
  /** The one that is open; null: none. */
  at: number | null;
  onChoose: (index: number) => void;
}

const MANY = 12;

export function Titles({ titles, at, onChoose }: TitlesProps) {
  const { t } = useWords();
  const [wanted, setWanted] = useState("");
  const found = titles
    .map((title, index) => ({ title, index }))
    .filter(({ title }) => title.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <div className="tg-titles">
      {titles.length > MANY && (
        <input
          className="tg-input"
          type="search"
          value={wanted}
          aria-label={t("review.titles.find")}
          placeholder={t("review.titles.find")}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ol className="tg-titles-list" aria-label={t("review.titles")}>
        {found.map(({ title, index }) => (
          <li key={index}>
            <button
              type="button"
              className="tg-title"
              aria-current={index === at ? "true" : undefined}
              onClick={() => onChoose(index)}
            >
              <span className="tg-title-number">{index + 1}</span>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
