/** The keys of a page, in a list. */
import { useSettings } from "../settings";
import { useWords } from "../words/useWords";

/** A key, or how it is called where that is a word, and what it does. */
type KeyRow = readonly [key: string, name: string];

const STEPPING: readonly KeyRow[] = [
  ["← →", "step"],
  ["game.keys.key.space", "on"],
  ["Home End", "ends"],
];
const ON_BOARD: readonly KeyRow[] = [
  ["game.keys.key.wheel", "wheel"],
  ["Tab ↑↓←→ ⏎", "board"],
  ["Esc", "escape"],
];

export const GAME_KEYS: readonly KeyRow[] = [
  ["U", "undo"],
  ["R", "restart"],
  ["P", "pass"],
  ["E", "estimate"],
  ["S", "save"],
  ["L", "load"],
  ["M", "sound"],
  ["Q", "quit"],
  ["/", "type"],
  ...STEPPING,
  ...ON_BOARD,
  ["?", "help"],
];

export const REVIEW_KEYS: readonly KeyRow[] = [
  ...STEPPING,
  ["Page ↑ ↓", "ten"],
  ["↑ ↓", "vary"],
  ["P", "play"],
  ["A", "analyze"],
  ["E", "owners"],
  ["1 … 9", "candidate"],
  ...ON_BOARD,
  ["?", "help"],
];

export function KeysHelp({ keys }: { keys: readonly KeyRow[] }) {
  const { t } = useWords();
  const isOn = useSettings((settings) => settings.shortcuts);
  return (
    <div className="tg-side-body">
      {!isOn && <p className="tg-help">{t("game.keys.off")}</p>}
      <dl className="tg-keys">
        {keys.map(([key, name]) => (
          <div key={name} className="tg-keys-row">
            <dt>
              <kbd>{t(key)}</kbd>
            </dt>
            <dd>{t(`game.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
