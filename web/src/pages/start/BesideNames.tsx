/** Two people at one screen: who has which colour. Accounts by their names; who has none is asked for one. */
import { useId } from "react";
import { COLORS, type ColorName } from "../../api/types";
import { usePanel } from "../../people/panel";
import { LONGEST_NAME } from "../../settings";
import { Button, IconButton, StoneSign } from "../../ui";
import { useWords } from "../../words/useWords";
import { type Choice, exchanged, firstColor } from "./choice";

export interface BesideNamesProps {
  choice: Choice;
  change: (change: Partial<Choice>) => void;
  /** What the person of this device is called. */
  name: string;
  accounts: readonly string[];
}

export function BesideNames({ choice, change, name, accounts }: BesideNamesProps) {
  const { t } = useWords();
  const { open } = usePanel();
  const [first, second] = accounts;
  const accountOf = (color: ColorName) => (color === firstColor(choice) ? first : second);
  const own = (color: ColorName) => (color === firstColor(choice) ? name : "");
  return (
    <div>
      <fieldset className="tg-whom-seats">
        <legend className="tg-unseen">{t(second === undefined ? "start.names" : "start.seats")}</legend>
        {COLORS.map((color) => (
          <Seat
            key={color}
            color={color}
            account={accountOf(color)}
            value={choice.names[color]}
            placeholder={own(color)}
            onChange={(value) => change({ names: { ...choice.names, [color]: value } })}
          />
        ))}
        <span className="tg-whom-exchange">
          <IconButton icon="swap" label={t("start.exchange")} onClick={() => change(exchanged(choice))} />
        </span>
      </fieldset>
      {second !== undefined ? (
        <p className="tg-help">{t("start.besides.counts")}</p>
      ) : (
        first !== undefined && (
          <>
            <p className="tg-help">{t("start.besides.one")}</p>
            <Button icon="plus" onClick={() => open("beside")}>
              {t("people.beside.add")}
            </Button>
          </>
        )
      )}
    </div>
  );
}

interface SeatProps {
  color: ColorName;
  account: string | undefined;
  value: string;
  placeholder: string;
  onChange: (name: string) => void;
}

function Seat({ color, account, value, placeholder, onChange }: SeatProps) {
  const { t } = useWords();
  const id = useId();
  const side = t(color === "BLACK" ? "color.black" : "color.white");
  if (account !== undefined) {
    return (
      <div className="tg-whom-seat">
        <StoneSign face={color} size={20} />
        <strong title={account}>
          <span className="tg-unseen">{side} </span>
          {account}
        </strong>
      </div>
    );
  }
  return (
    <div className="tg-whom-seat">
      <label htmlFor={id}>
        <StoneSign face={color} size={20} />
        <span className="tg-unseen">{t(`start.names.${color}`)}</span>
      </label>
      <input
        id={id}
        className="tg-input"
        type="text"
        value={value}
        placeholder={placeholder === "" ? t(`start.names.${color}`) : placeholder}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
