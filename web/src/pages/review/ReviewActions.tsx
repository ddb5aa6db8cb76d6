/** What can be done with a record: the usual things in a row, the rest behind a ⋯. */
import type { Replay } from "../../api/types";
import { useSettings } from "../../settings";
import { Button, IconButton } from "../../ui/Button";
import { Menu } from "../../ui/Menu";
import { useWords } from "../../words/useWords";
import type { ReviewSide } from "./Review";
import type { OpenRecord } from "./useRecord";

export interface ReviewActionsProps {
  record: OpenRecord;
  replay: Replay;
  /** Whether anybody can win this game. */
  canAnalyze: boolean;
  onSide: (side: ReviewSide) => void;
}

export function ReviewActions({ record, replay, canAnalyze, onSide }: ReviewActionsProps) {
  const { t } = useWords();
  const { numbers, analysis, set } = useSettings();
  return (
    <>
      <Button icon="play" onClick={() => onSide("on")}>
        {t("review.on")}
      </Button>
      {canAnalyze && (
        <Button aria-pressed={analysis} aria-keyshortcuts="A" onClick={() => set({ analysis: !analysis })}>
          {t("analysis.title")}
        </Button>
      )}
      <IconButton icon="info" label={t("review.info")} onClick={() => onSide("info")} />
      <span className="tg-actions-gap" />
      <Menu
        label={t("game.more")}
        upwards
        items={[
          { label: t("settings.numbers"), checked: numbers, onSelect: () => set({ numbers: !numbers }) },
          null,
          ...(replay.titles.length > 1
            ? [{ label: t("review.side.titles"), onSelect: () => onSide("titles") }]
            : []),
          { label: t("review.open.other"), icon: "upload" as const, onSelect: record.pick },
          { label: t("game.export"), icon: "download" as const, onSelect: () => onSide("export") },
          null,
          { label: t("game.board_settings"), icon: "settings" as const, onSelect: () => onSide("board") },
          { label: t("game.keys"), shortcut: "?", onSelect: () => onSide("keys") },
        ]}
      />
    </>
  );
}
