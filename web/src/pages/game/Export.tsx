/** The game as a file or a picture. Which formats can hold it, the server says when it is asked. */
import { useEffect, useState } from "react";
import { api, fetchFile, refusedOf } from "../../api/rest";
import { saveBlob, saveUrl } from "../../files";
import { Icon } from "../../ui/Icon";
import { Line } from "../../ui/Line";
import { useWords } from "../../words/useWords";
import { refusalText } from "./lines";
import { fileName } from "./links";

const RECORDS = ["json", "sgf", "ggf", "wtb", "psq", "txt"] as const;
const PICTURES = ["svg", "png", "gif"] as const;
const PICTURE_WIDTH = 960;

/** A file that was made, "no" where the format cannot hold the game, nothing while it is asked. */
type Made = Blob | "no" | undefined;

export interface ExportProps {
  gameId: string;
  gameType: string;
  /** Changes whenever another file would come out. */
  revision: number;
}

export function Export({ gameId, gameType, revision }: ExportProps) {
  const words = useWords();
  const { t } = words;
  const made = useRecords(gameId, revision);
  const unfit = RECORDS.filter((ext) => made[ext] === "no");
  const [trouble, setTrouble] = useState<string | null>(null);
  const savePicture = async (ext: (typeof PICTURES)[number]) => {
    setTrouble(null);
    const width = ext === "gif" ? undefined : PICTURE_WIDTH;
    try {
      await saveUrl(api.pictureUrl(gameId, ext, width), fileName(gameType, ext));
    } catch (error) {
      setTrouble(refusalText(words, null, refusedOf(error)));
    }
  };
  return (
    <div className="tg-side-body">
      <h3 className="tg-side-part">{t("game.export.records")}</h3>
      <ul className="tg-files">
        {RECORDS.filter((ext) => made[ext] !== "no").map((ext) => {
          const file = made[ext];
          return (
            <li key={ext}>
              <FileButton
                ext={ext}
                onSave={file instanceof Blob ? () => saveBlob(file, fileName(gameType, ext)) : null}
              />
            </li>
          );
        })}
      </ul>
      {unfit.length > 0 && (
        <p className="tg-help">
          {t("game.export.cannot", { formats: unfit.map((ext) => `.${ext}`).join(" ") })}
        </p>
      )}
      <h3 className="tg-side-part">{t("game.export.pictures")}</h3>
      <ul className="tg-files">
        {PICTURES.map((ext) => (
          <li key={ext}>
            <FileButton ext={ext} onSave={() => void savePicture(ext)} />
          </li>
        ))}
      </ul>
      <Line tone="trouble">{trouble}</Line>
    </div>
  );
}

interface FileButtonProps {
  ext: string;
  /** null: not yet. */
  onSave: (() => void) | null;
}

function FileButton({ ext, onSave }: FileButtonProps) {
  const { t } = useWords();
  return (
    <button type="button" className="tg-file" disabled={onSave === null} onClick={() => onSave?.()}>
      <span className="tg-file-ext">{ext}</span>
      <span className="tg-file-about">{t(`game.export.${ext}`)}</span>
      <Icon name="download" size={18} />
    </button>
  );
}

/** The records of the game in every format that can hold it. */
function useRecords(gameId: string, revision: number): Readonly<Record<string, Made>> {
  const [made, setMade] = useState<Record<string, Made>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision makes other files.
  useEffect(() => {
    let isWanted = true;
    setMade({});
    for (const ext of RECORDS) {
      const tell = (file: Made) => {
        if (isWanted) {
          setMade((known) => ({ ...known, [ext]: file }));
        }
      };
      fetchFile(api.recordUrl(gameId, ext)).then(tell, () => tell("no"));
    }
    return () => {
      isWanted = false;
    };
  }, [gameId, revision]);
  return made;
}
