/** The game as a file or a picture. Each is made when it is asked for; the server says which can be. */
import { useEffect, useState } from "react";
import { api, refusedOf } from "../../api/rest";
import type { Formats } from "../../api/types";
import { saveUrl } from "../../files";
import { Icon } from "../../ui/Icon";
import { Line } from "../../ui/Line";
import { useWords } from "../../words/useWords";
import { refusalText } from "./lines";
import { fileName } from "./links";

const PICTURES = ["svg", "png", "gif"] as const;
const PICTURE_WIDTH = 960;

/** The save file holds every game; whether others do is asked. */
const BEFORE_IT_IS_KNOWN: Formats = { fit: ["json"], unfit: [] };

export interface ExportProps {
  gameId: string;
  gameType: string;
  /** How many moves there are: another one may not fit where those before did. */
  moves: number;
}

export function Export({ gameId, gameType, moves }: ExportProps) {
  const words = useWords();
  const { t } = words;
  const { fit, unfit } = useFormats(gameId, moves);
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async (url: string, ext: string) => {
    setTrouble(null);
    try {
      await saveUrl(url, fileName(gameType, ext));
    } catch (error) {
      setTrouble(refusalText(words, null, refusedOf(error)));
    }
  };
  return (
    <div className="tg-side-body">
      <h3 className="tg-side-part">{t("game.export.records")}</h3>
      <ul className="tg-files">
        {fit.map((ext) => (
          <FileButton key={ext} ext={ext} onSave={() => void save(api.recordUrl(gameId, ext), ext)} />
        ))}
      </ul>
      {unfit.length > 0 && (
        <p className="tg-help">
          {t("game.export.cannot", { formats: unfit.map((ext) => `.${ext}`).join(" ") })}
        </p>
      )}
      <h3 className="tg-side-part">{t("game.export.pictures")}</h3>
      <ul className="tg-files">
        {PICTURES.map((ext) => {
          const width = ext === "gif" ? undefined : PICTURE_WIDTH;
          const url = api.pictureUrl(gameId, ext, width);
          return <FileButton key={ext} ext={ext} onSave={() => void save(url, ext)} />;
        })}
      </ul>
      <Line tone="trouble">{trouble}</Line>
    </div>
  );
}

function useFormats(gameId: string, moves: number): Formats {
  const [found, setFound] = useState(BEFORE_IT_IS_KNOWN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every move.
  useEffect(() => {
    let isWanted = true;
    api.formats(gameId).then(
      (formats) => isWanted && setFound(formats),
      () => undefined, // what is known already stays; whoever wants a file hears what is wrong
    );
    return () => {
      isWanted = false;
    };
  }, [gameId, moves]);
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
