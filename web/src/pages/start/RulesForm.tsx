/** The rules of a game as a form, drawn from its description. */
import type { Kind, Option } from "../../api/types";
import { Button, Disclosure, NumberField, Select, Switch } from "../../ui";
import { useWords } from "../../words/useWords";
import {
  isOpenNumber,
  isShown,
  type OptionValue,
  type Picked,
  valuesOf,
  withOption,
  withPreset,
} from "./rules";

export interface RulesFormProps {
  kind: Kind;
  picked: Picked;
  /** Whether a person plays: then some options are offered otherwise first. */
  hasPerson: boolean;
  onChange: (picked: Picked) => void;
}

export function RulesForm({ kind, picked, hasPerson, onChange }: RulesFormProps) {
  const { t, of } = useWords();
  const helpOf = useHelp();
  const values = valuesOf(kind, picked, hasPerson);
  const shown = kind.options.filter((option) => isShown(option, values));
  const field = (option: Option) => (
    <OptionField
      key={option.name}
      kind={kind}
      option={option}
      value={values[option.name] ?? option.default}
      isOpen={isOpenNumber(option, picked)}
      onChange={(value) => onChange(withOption(kind, picked, hasPerson, option.name, value))}
    />
  );
  const simple = shown.filter((option) => !option.advanced);
  const advanced = shown.filter((option) => option.advanced);
  const presets = Object.keys(kind.presets);
  return (
    <>
      {presets.length > 0 && picked.preset !== null && (
        <Select
          label={t("option.preset")}
          value={picked.preset}
          options={presets.map((name) => ({ value: name, label: of(kind, `preset.${name}`) }))}
          help={helpOf(kind, `preset.${picked.preset}`)}
          onChange={(preset) => onChange(withPreset(kind, picked, preset))}
        />
      )}
      {simple.map(field)}
      {advanced.length > 0 && <Disclosure label={t("start.all_rules")}>{advanced.map(field)}</Disclosure>}
      {Object.keys(picked.options).length > 0 && (
        <p>
          <Button icon="undo" onClick={() => onChange({ ...picked, options: {} })}>
            {t("start.usual_rules")}
          </Button>
        </p>
      )}
    </>
  );
}

interface OptionFieldProps {
  kind: Kind;
  option: Option;
  value: OptionValue;
  /** The server will choose the value. */
  isOpen: boolean;
  onChange: (value: OptionValue | null) => void;
}

function OptionField({ kind, option, value, isOpen, onChange }: OptionFieldProps) {
  const { t, of } = useWords();
  const helpOf = useHelp();
  const label = of(kind, option.textKey);
  const help = helpOf(kind, `${option.textKey}.${value}`) ?? helpOf(kind, option.textKey);
  switch (option.type) {
    case "boolean":
      return <Switch label={label} checked={value === true} help={help} onChange={onChange} />;
    case "choice":
      return (
        <Select
          label={label}
          value={String(value)}
          options={option.choices.map((choice) => ({
            value: choice,
            label: of(kind, `${option.textKey}.${choice}`),
          }))}
          help={help}
          onChange={onChange}
        />
      );
    default:
      return (
        <NumberField
          label={label}
          value={isOpen || typeof value !== "number" ? null : value}
          optional
          placeholder={t("start.by_rules")}
          start={typeof value === "number" ? value : 0}
          minimum={option.minimum ?? Number.MIN_SAFE_INTEGER}
          maximum={option.maximum ?? Number.MAX_SAFE_INTEGER}
          step={option.step ?? 1}
          help={help}
          onChange={onChange}
        />
      );
  }
}

/** The sentence that explains something of a game; undefined where it has none. */
function useHelp(): (kind: Kind, key: string) => string | undefined {
  const { of } = useWords();
  return (kind, key) => {
    const text = of(kind, `${key}.help`);
    return text === `${key}.help` ? undefined : text;
  };
}
