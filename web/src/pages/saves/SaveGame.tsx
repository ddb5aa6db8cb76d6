/** Saving a game that is being played: under a name among one's saved games, or as a file. */
import { type FormEvent, useId, useState } from "react";
import { people } from "../../api/people";
import { useAsking } from "../../people/useAsking";
import { Ask } from "../../sitting/Ask";
import { Button, FormField, LiveRegion, refusalWords, toast } from "../../ui";
import { useWords } from "../../words/useWords";
import { LONGEST_SAVE_NAME } from "./limits";

export interface SaveGameProps {
  gameId: string;
  /** What it is called unless somebody says otherwise. */
  name: string;
  onDone: () => void;
  onFile: () => void;
}

export default function SaveGame({ gameId, name: usual, onDone, onFile }: SaveGameProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const asking = useAsking();
  const [name, setName] = useState(usual.slice(0, LONGEST_SAVE_NAME));
  const isThere = asking.refused?.code === "SAVE_EXISTS";
  const save = async (overwrite: boolean) => {
    const isDone = await asking.ask(async () => {
      await people.save({ gameId, name: name.trim(), ...(overwrite ? { overwrite } : {}) });
      toast(t("save.saved"));
    });
    if (isDone) {
      onDone();
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };
  const change = (value: string) => {
    asking.forget();
    setName(value);
  };
  return (
    <div className="tg-side-body">
      <form className="tg-form" aria-labelledby={id} onSubmit={send}>
        <h3 id={id} className="tg-unseen">
          {t("saves.slot")}
        </h3>
        <FormField
          label={t("saves.name")}
          value={name}
          required
          maxLength={LONGEST_SAVE_NAME}
          onChange={change}
        />
        {isThere ? (
          <Ask
            question={t("saves.overwrite.ask", { name: name.trim() })}
            yes={t("saves.overwrite")}
            danger
            takesFocus
            onYes={() => void save(true)}
            onNo={asking.forget}
          />
        ) : (
          <Button
            primary
            type="submit"
            disabled={asking.isBusy || name.trim() === ""}
            aria-busy={asking.isBusy}
          >
            {t("game.save")}
          </Button>
        )}
        <LiveRegion tone="trouble">
          {!isThere && asking.refused && refusalWords(words, asking.refused)}
        </LiveRegion>
      </form>
      <p>
        <Button icon="download" onClick={onFile}>
          {t("saves.as_file")}
        </Button>
      </p>
    </div>
  );
}
