/** How much time: one of the usual clocks, or one's own. */
import { NumberField, Select } from "../../ui";
import { useWords } from "../../words/useWords";
import {
  boundsOf,
  CLOCK_FIELDS,
  CLOCK_KINDS,
  CLOCK_NAMES,
  type ClockChoice,
  clockOf,
  kindOfClock,
  unitMs,
  withKind,
} from "./clock";

export interface ClockFormProps {
  clock: ClockChoice;
  onChange: (clock: ClockChoice) => void;
}

export function ClockForm({ clock, onChange }: ClockFormProps) {
  const { t } = useWords();
  const { custom } = clock;
  const kind = kindOfClock(custom);
  const isCustom = clock.name === "custom";
  return (
    <>
      <Select
        label={t("start.clock")}
        value={clock.name}
        options={CLOCK_NAMES.map((name) => ({ value: name, label: t(`start.clock.${name}`) }))}
        onChange={(name) => onChange({ name, custom: (name === "custom" && clockOf(clock)) || custom })}
      />
      {isCustom && (
        <div className="tg-start-group">
          <Select
            label={t("start.clock.kind")}
            value={kind}
            options={CLOCK_KINDS.map((value) => ({ value, label: t(`start.clock.kind.${value}`) }))}
            help={t(`start.clock.kind.${kind}.help`)}
            onChange={(value) => onChange({ ...clock, custom: withKind(custom, value) })}
          />
          {CLOCK_FIELDS[kind].map((field) => {
            const ms = unitMs(kind, field);
            return (
              <NumberField
                key={field}
                label={t(kind === "days" ? "start.clock.days_each" : `start.clock.${field}`)}
                value={custom[field] / ms}
                {...boundsOf(kind, field)}
                onChange={(value) =>
                  value !== null && onChange({ ...clock, custom: { ...custom, [field]: value * ms } })
                }
              />
            );
          })}
        </div>
      )}
    </>
  );
}
