/** With whom: the computer and its level, someone at the same screen, or a friend who gets a link. */
import { Fragment, useId } from "react";
import type { Kind } from "../../api/types";
import { Segmented, Slider, StoneSign, TextField } from "../../ui";
import { useWords } from "../../words/useWords";
import { type Choice, OPPONENTS, type Opponent, SIDES } from "./choice";
import { levelsOf, nearest } from "./rules";
import "./withWhom.css";

export interface WithWhomProps {
  kind: Kind;
  choice: Choice;
  change: (change: Partial<Choice>) => void;
  name: string;
  onName: (name: string) => void;
}

export function WithWhom({ kind, choice, change, name, onName }: WithWhomProps) {
  const { t } = useWords();
  const group = useId();
  const row = (opponent: Opponent) => (
    <label className="tg-whom-name">
      <input
        type="radio"
        name={group}
        value={opponent}
        checked={choice.opponent === opponent}
        onChange={() => change({ opponent })}
      />
      {t(`start.with.${opponent}`)}
    </label>
  );
  const isAlone = choice.opponent === "computer" && choice.isWatching;
  const level = (
    <LevelSlider
      kind={kind}
      label={isAlone ? t("color.white") : t("start.level")}
      value={choice.level}
      onChange={(value) => change({ level: value, opponent: "computer" })}
    />
  );
  const blackLevel = (
    <LevelSlider
      kind={kind}
      label={t("color.black")}
      value={choice.ownLevel}
      onChange={(ownLevel) => change({ ownLevel })}
    />
  );
  return (
    <div className="tg-whom">
      <fieldset>
        <legend className="tg-label">{t("start.with")}</legend>
        {OPPONENTS.map((opponent) => (
          <Fragment key={opponent}>
            <div className="tg-whom-row">
              {row(opponent)}
              {opponent === "computer" && (isAlone ? blackLevel : level)}
            </div>
            {opponent === "computer" && isAlone && <div className="tg-whom-row tg-whom-second">{level}</div>}
          </Fragment>
        ))}
      </fieldset>
      {choice.opponent === "friend" && (
        <TextField
          label={t("settings.name")}
          value={name}
          placeholder={t("settings.name.none")}
          maxLength={40}
          autoComplete="nickname"
          onChange={onName}
        />
      )}
      {choice.opponent !== "beside" && !isAlone && (
        <Segmented
          label={t("start.side")}
          value={choice.side}
          options={SIDES.map((side) => ({
            value: side,
            label: (
              <>
                <StoneSign face={side === "RANDOM" ? "BOTH" : side} />
                {t(`start.side.${side}`)}
              </>
            ),
          }))}
          onChange={(side) => change({ side })}
        />
      )}
    </div>
  );
}

interface LevelSliderProps {
  kind: Kind;
  label: string;
  value: number;
  onChange: (level: number) => void;
}

function LevelSlider({ kind, label, value, onChange }: LevelSliderProps) {
  const { t } = useWords();
  const levels = levelsOf(kind);
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined) {
    return <span className="tg-help">{t("start.plays_anywhere")}</span>;
  }
  const level = nearest(levels, value);
  return (
    <Slider
      label={label}
      value={level}
      minimum={first}
      maximum={last}
      valueText={t("start.level_of", { level, most: last })}
      onChange={onChange}
    />
  );
}
