/** With whom: the computer and its level, someone at the same screen, a friend who gets a link, or anyone. */
import { Fragment, useId } from "react";
import { SPEEDS } from "../../api/lobby";
import type { Kind } from "../../api/types";
import { LONGEST_NAME } from "../../settings";
import { Segmented, Select, Slider, StoneSign, Switch, TextField } from "../../ui";
import { useWords } from "../../words/useWords";
import { BesideNames } from "./BesideNames";
import { type Choice, OPPONENTS, type Opponent, SIDES, WAYS } from "./choice";
import { computerOf, enginesOf, levelsOf, nearest } from "./rules";
import "./withWhom.css";

export interface WithWhomProps {
  kind: Kind;
  choice: Choice;
  change: (change: Partial<Choice>) => void;
  name: string;
  onName: (name: string) => void;
  /** The accounts at this screen. */
  accounts: readonly string[];
  /** Whether nobody knows yet who this is. */
  isStranger: boolean;
  /** Whom another page has named; null: nobody. */
  to: string | null;
}

export function WithWhom(props: WithWhomProps) {
  const { kind, choice, change, name, onName, accounts, isStranger, to } = props;
  const { t } = useWords();
  const group = useId();
  const rows: readonly Opponent[] = to === null ? OPPONENTS : ["person", ...OPPONENTS];
  const row = (opponent: Opponent) => (
    <label className="tg-whom-name">
      <input
        type="radio"
        name={group}
        value={opponent}
        checked={choice.opponent === opponent}
        onChange={() => change({ opponent })}
      />
      {opponent === "person" ? <strong>{to}</strong> : t(`start.with.${opponent}`)}
    </label>
  );
  const isAlone = choice.opponent === "computer" && choice.isWatching;
  const isAnyone = choice.opponent === "anyone";
  const isPaired = isAnyone && choice.way === "pair";
  const level = (
    <Program
      kind={kind}
      color={isAlone ? t("color.white") : null}
      level={choice.level}
      engine={choice.engine}
      onLevel={(value) => change({ level: value, opponent: "computer" })}
      onEngine={(engine) => change({ engine, opponent: "computer" })}
    />
  );
  const blackLevel = (
    <Program
      kind={kind}
      color={t("color.black")}
      level={choice.ownLevel}
      engine={choice.ownEngine}
      onLevel={(ownLevel) => change({ ownLevel })}
      onEngine={(ownEngine) => change({ ownEngine })}
    />
  );
  return (
    <div className="tg-whom">
      <fieldset>
        <legend className="tg-label">{t("start.with")}</legend>
        {rows.map((opponent) => (
          <Fragment key={opponent}>
            <div className="tg-whom-row">
              {row(opponent)}
              {opponent === "computer" && !isAlone && level}
            </div>
            {opponent === "computer" && isAlone && (
              <div className="tg-whom-both">
                {blackLevel}
                {level}
              </div>
            )}
          </Fragment>
        ))}
      </fieldset>
      {choice.opponent === "computer" && computerOf(kind, choice.level) !== null && (
        <Switch
          label={t("start.watch_computers")}
          checked={choice.isWatching}
          onChange={(isWatching) => change({ isWatching })}
        />
      )}
      {choice.opponent === "beside" && (
        <BesideNames choice={choice} change={change} name={name} accounts={accounts} />
      )}
      {isAnyone && (
        <Segmented
          quietLabel
          label={t("start.way")}
          value={choice.way}
          options={WAYS.map((value) => ({ value, label: t(`start.way.${value}`) }))}
          onChange={(way) => change({ way })}
        />
      )}
      {isPaired && (
        <div>
          <Segmented
            label={t("lobby.speed")}
            value={choice.speed}
            options={SPEEDS.map((value) => ({ value, label: t(`lobby.speed.${value}`) }))}
            onChange={(speed) => change({ speed })}
          />
          <p className="tg-help">{t(`lobby.speed.${choice.speed}.clock`)}</p>
        </div>
      )}
      {asksName(choice.opponent, accounts, isStranger) && (
        <TextField
          label={t("settings.name")}
          value={name}
          placeholder={t("settings.name.none")}
          maxLength={LONGEST_NAME}
          autoComplete="nickname"
          onChange={onName}
        />
      )}
      {choice.opponent !== "beside" && !isAlone && !isPaired && (
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

/** Whether those who have no account say what they are called: a friend is told anew each time. */
function asksName(opponent: Opponent, accounts: readonly string[], isStranger: boolean): boolean {
  const isLobby = opponent === "anyone" || opponent === "person";
  return accounts.length === 0 && (opponent === "friend" || (isLobby && isStranger));
}

interface ProgramProps {
  kind: Kind;
  /** Which side it plays, where it plays both; null: the opponent's. */
  color: string | null;
  level: number;
  engine: string;
  onLevel: (level: number) => void;
  onEngine: (engine: string) => void;
}

/** The level of the built-in player; where the server has engines for this game, also which program plays. */
function Program({ kind, color, level, engine, onLevel, onEngine }: ProgramProps) {
  const { t } = useWords();
  const engines = enginesOf(kind);
  const chosen = engines.includes(engine) ? engine : "";
  return (
    <span className="tg-whom-program">
      {chosen === "" && (
        <LevelSlider kind={kind} label={color ?? t("start.level")} value={level} onChange={onLevel} />
      )}
      {engines.length > 0 && (
        <Select
          label={color === null ? t("start.program") : t("start.program_of", { color })}
          value={chosen}
          options={[
            { value: "", label: t("start.program.own") },
            ...engines.map((name) => ({ value: name, label: name.replace(/^engine:/, "") })),
          ]}
          onChange={onEngine}
        />
      )}
    </span>
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
