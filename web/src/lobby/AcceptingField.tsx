/** Whose challenges this person takes. */
import { useState } from "react";
import { ACCEPTING_MODES, type AcceptingMode, lobby } from "../api/lobby";
import { Reading } from "../people/Reading";
import { useAsking } from "../people/useAsking";
import { useRead } from "../people/useRead";
import { LiveRegion, refusalWords, Select } from "../ui";
import { useWords } from "../words/useWords";

export function AcceptingField() {
  const words = useWords();
  const { t } = words;
  const { value, refused, again } = useRead("accepting", lobby.accepting);
  const [chosen, setChosen] = useState<AcceptingMode | null>(null);
  const asking = useAsking();
  if (value === null) {
    return <Reading refused={refused} again={again} />;
  }
  const choose = (mode: AcceptingMode) =>
    asking.ask(async () => setChosen((await lobby.setAccepting(mode)).mode));
  return (
    <>
      <Select
        label={t("lobby.accepting.who")}
        value={chosen ?? value}
        options={ACCEPTING_MODES.map((mode) => ({ value: mode, label: t(`lobby.accepting.${mode}`) }))}
        disabled={asking.isBusy}
        onChange={(mode) => void choose(mode)}
      />
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </>
  );
}
