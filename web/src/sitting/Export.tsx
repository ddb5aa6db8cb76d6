/** The game as a file or a picture. Each is made when it is asked for; the server says which can be. */
import { useEffect, useState } from "react";
import { type PictureName, refusedOf } from "../api/rest";
import type { Formats } from "../api/types";
import { saveBlob } from "../files";
import { Icon } from "../ui/Icon";
import { LiveRegion } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import type { GameFiles } from "./gameFiles";
import { refusalText } from "./lines";
import { fileName } from "./links";

const PICTURES: readonly PictureName[] = ["svg", "png", "gif"];

/** The save file holds every game; whether others do is asked. */
const BEFORE_IT_IS_KNOWN: Formats = { fit: ["json"], unfit: [] };

export interface ExportProps {
  files: GameFiles;
  gameType: string;
}

export function Export({ files, gameType }: ExportProps) {
  const words = useWords();
  const { t } = words;
  const { fit, unfit } = useFormats(files);
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async (made: Promise<Blob>, ext: string) => {
    setTrouble(null);
    try {
      saveBlob(await made, fileName(gameType, ext));
    } catch (error) {
      setTrouble(refusalText(words, null, refusedOf(error)));
    }
  };
  return (
    <div className="tg-side-body">
      <h3 className="tg-side-part">{t("game.export.records")}</h3>
      <ul className="tg-files">
        {fit.map((ext) => (
          <FileButton key={ext} ext={ext} onSave={() => void save(files.record(ext), ext)} />
        ))}
      </ul>
      {unfit.length > 0 && (
        <p className="tg-help">
          {t("game.export.cannot", { formats: unfit.map((ext) => `.${ext}`).join(" ") })}
        </p>
      )}
      <h3 className="tg-side-part">{t("game.export.pictures")}</h3>
      <ul className="tg-files">
        {PICTURES.map((ext) => (
          <FileButton key={ext} ext={ext} onSave={() => void save(files.picture(ext), ext)} />
        ))}
      </ul>
      <LiveRegion tone="trouble">{trouble}</LiveRegion>
    </div>
  );
}

function useFormats(files: GameFiles): Formats {
  const [found, setFound] = useState(BEFORE_IT_IS_KNOWN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again only where the answer may be another.
  useEffect(() => {
    let isWanted = true;
    files.formats().then(
      (formats) => isWanted && setFound(formats),
      () => undefined, // what is known already stays; whoever wants a file hears what is wrong
    );
    return () => {
      isWanted = false;
    };
  }, [files.key]);
  return found;
}

function FileButton({ ext, onSave }: { ext: string; onSave: () => void }) {
  const { t } = useWords();
  return (
    <li>
      <button type="button" className="tg-file" onClick={onSave}>
        <span className="tg-file-ext">{ext}</span>
        <span className="tg-file-about">{t(`game.export.${ext}`)}</span>
        <Icon name="download" size={18} />
      </button>
    </li>
  );
}
