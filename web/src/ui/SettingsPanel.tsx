/** Everything that can be set on this device. */
import { MiniBoard } from "../board/Board";
import { THEME_NAMES } from "../board/themes";
import type { BoardSpec, Grid, ThemeName } from "../board/types";
import { useAccount } from "../people/me";
import { type Choices, LONGEST_NAME, useSettings } from "../settings";
import { useWords } from "../words/useWords";
import { Segmented } from "./Segmented";
import { Switch } from "./Switch";
import "./settingsPanel.css";
import { TextField } from "./TextField";
import { UnencryptedNotice } from "./Unencrypted";

const SWITCHES = [
  "sound",
  "coordinates",
  "numbers",
  "showLegal",
  "shortcuts",
] as const satisfies readonly (keyof Choices)[];

/** A corner of a board with two stones, to show a theme by. */
const SAMPLE: BoardSpec = {
  columns: 3,
  rows: 3,
  style: "lines",
  columnLabels: ["", "", ""],
  rowLabels: ["", "", ""],
  stars: [],
};
const SAMPLE_STONES: Grid = [
  [null, null, null],
  [null, "BLACK", "WHITE"],
  [null, null, null],
];

export function SettingsPanel() {
  const { t } = useWords();
  const settings = useSettings();
  const account = useAccount();
  const { set } = settings;
  const board = settings.board ?? "auto";
  return (
    <div className="tg-settings">
      <Segmented
        label={t("settings.page")}
        value={settings.page}
        options={(["auto", "light", "dark"] as const).map((value) => ({
          value,
          label: t(`settings.page.${value}`),
        }))}
        onChange={(page) => set({ page })}
      />
      <div className="tg-settings-boards">
        <Segmented<ThemeName | "auto">
          label={t("settings.board")}
          value={board}
          options={[
            { value: "auto", label: t("settings.board.auto") },
            ...THEME_NAMES.map((theme) => ({
              value: theme,
              name: t(`settings.board.${theme}`),
              label: <ThemeSample theme={theme} />,
            })),
          ]}
          onChange={(value) => set({ board: value === "auto" ? null : value })}
        />
      </div>
      <Segmented
        label={t("settings.confirmTap")}
        value={settings.confirmTap}
        options={(["auto", "always", "never"] as const).map((value) => ({
          value,
          label: t(`settings.confirmTap.${value}`),
        }))}
        onChange={(confirmTap) => set({ confirmTap })}
      />
      <div className="tg-settings-switches">
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={t(`settings.${name}`)}
            checked={settings[name]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        {account === null && (
          <TextField
            label={t("settings.name")}
            value={settings.name}
            placeholder={t("settings.name.none")}
            maxLength={LONGEST_NAME}
            autoComplete="nickname"
            onChange={(name) => set({ name })}
          />
        )}
        <UnencryptedNotice />
      </div>
    </div>
  );
}

function ThemeSample({ theme }: { theme: ThemeName }) {
  return (
    <span className="tg-theme-sample" aria-hidden="true">
      <MiniBoard spec={SAMPLE} grid={SAMPLE_STONES} theme={theme} label="" />
    </span>
  );
}
