/** How large the board is: the usual sizes at once, any other one that the game has in a small list after them. */
import type { Kind } from "../../api/types";
import { Icon, Segmented } from "../../ui";
import { useWords } from "../../words/useWords";
import { otherSizes, usualSizes } from "./rules";
import "./sizes.css";

export interface SizeFieldProps {
  kind: Kind;
  size: number;
  onChange: (size: number) => void;
}

export function SizeField({ kind, size, onChange }: SizeFieldProps) {
  const { t } = useWords();
  const others = otherSizes(kind);
  const isOther = others.includes(size);
  return (
    <div className="tg-sizes">
      <Segmented
        label={t("option.size")}
        value={size}
        options={usualSizes(kind).map((value) => ({ value, label: t("start.size", { size: value }) }))}
        onChange={onChange}
      />
      {others.length > 0 && (
        <span className="tg-sizes-other" data-on={isOther || undefined}>
          <select
            value={isOther ? size : ""}
            aria-label={t("start.other_size")}
            onChange={(event) => onChange(Number(event.target.value))}
          >
            {!isOther && (
              <option value="" disabled hidden>
                {t("start.other_size.short")}
              </option>
            )}
            {others.map((value) => (
              <option key={value} value={value}>
                {t("start.size", { size: value })}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
      )}
    </div>
  );
}
