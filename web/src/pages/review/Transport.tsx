/** The slider through a game and its buttons: ⏮ ◀ ▷ ▶ ⏭ */
import { useId } from "react";
import { IconButton } from "../../ui/Button";
import { useWords } from "../../words/useWords";
import "./transport.css";
import type { Cursor } from "./useCursor";

export function Transport({ cursor }: { cursor: Cursor }) {
  const { t } = useWords();
  const id = useId();
  const last = cursor.line.length - 1;
  const { place } = cursor;
  const text = t("review.place", { at: place, count: last });
  return (
    <div className="tg-transport">
      <div className="tg-transport-slide">
        <label className="tg-unseen" htmlFor={id}>
          {t("review.slider")}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={Math.max(last, 1)}
          value={place}
          disabled={last === 0}
          aria-valuetext={text}
          onChange={(event) => cursor.goPlace(Number(event.target.value))}
        />
        <output className="tg-transport-place" htmlFor={id}>
          {place} / {last}
        </output>
      </div>
      <fieldset className="tg-steps" aria-label={t("review.steps")}>
        <IconButton
          icon="first"
          label={t("game.step.first")}
          disabled={place === 0}
          onClick={() => cursor.goPlace(0)}
        />
        <IconButton
          icon="left"
          label={t("game.step.back")}
          disabled={place === 0}
          onClick={() => cursor.step(-1)}
        />
        <IconButton
          icon={cursor.isPlaying ? "pause" : "play"}
          label={t(cursor.isPlaying ? "review.pause" : "review.play")}
          disabled={last === 0}
          aria-keyshortcuts="P"
          onClick={cursor.togglePlaying}
        />
        <IconButton
          icon="right"
          label={t("game.step.on")}
          disabled={place >= last}
          onClick={() => cursor.step(1)}
        />
        <IconButton
          icon="last"
          label={t("game.step.last")}
          disabled={place >= last}
          onClick={() => cursor.goPlace(last)}
        />
      </fieldset>
    </div>
  );
}
