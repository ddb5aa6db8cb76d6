/** The keys, in a list. */
import { useSettings } from "../../settings";
import { useWords } from "../../words/useWords";

const KEYS = [
  ["U", "undo"],
  ["R", "restart"],
  ["P", "pass"],
  ["S", "save"],
  ["L", "load"],
  ["M", "sound"],
  ["Q", "quit"],
  ["/", "type"],
  ["← →", "step"],
  ["↑ ↓ ← → ⏎", "board"],
  ["?", "help"],
] as const;

export function KeysHelp() {
  const { t } = useWords();
  const isOn = useSettings((settings) => settings.shortcuts);
  return (
    <div className="tg-side-body">
      {!isOn && <p className="tg-help">{t("game.keys.off")}</p>}
      <dl className="tg-keys">
        {KEYS.map(([key, name]) => (
          <div key={name} className="tg-keys-row">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`game.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
