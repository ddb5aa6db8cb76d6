/** What only a game between people who are apart has: what follows when one leaves, and whose rating may be how far. */
import { ABSENCE_RULES } from "../../api/lobby";
import type { Kind } from "../../api/types";
import { Select } from "../../ui";
import { useWords } from "../../words/useWords";
import { type Choice, hasAbsence, RANGES } from "./choice";

export interface LobbyFieldsProps {
  choice: Choice;
  kind: Kind;
  accounts: readonly string[];
  change: (change: Partial<Choice>) => void;
}

export function LobbyFields({ choice, kind, accounts, change }: LobbyFieldsProps) {
  const { t } = useWords();
  const hasRange = choice.opponent === "anyone" && accounts.length > 0 && kind.canBeWon;
  return (
    <>
      {hasAbsence(choice) && (
        <Select
          label={t("start.absence")}
          value={choice.absence}
          options={ABSENCE_RULES.map((value) => ({ value, label: t(`start.absence.${value}`) }))}
          help={t(`start.absence.${choice.absence}.help`)}
          onChange={(absence) => change({ absence })}
        />
      )}
      {hasRange && (
        <Select
          label={t("start.range")}
          value={String(choice.range ?? "")}
          options={[
            { value: "", label: t("start.range.any") },
            ...RANGES.map((points) => ({
              value: String(points),
              label: t("start.range.within", { points }),
            })),
          ]}
          onChange={(value) => change({ range: value === "" ? null : Number(value) })}
        />
      )}
    </>
  );
}
