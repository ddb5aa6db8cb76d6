/** Loading beside a game: one of the saved games, or a file. */
import { Button } from "../../ui";
import { useWords } from "../../words/useWords";
import { SaveList } from "./SaveList";

export default function LoadGame({ onFile }: { onFile: () => void }) {
  const { t } = useWords();
  return (
    <div className="tg-side-body">
      <p>
        <Button icon="upload" onClick={onFile}>
          {t("saves.from_file")}
        </Button>
      </p>
      <SaveList />
    </div>
  );
}
