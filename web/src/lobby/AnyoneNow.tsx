/** Anyone now, in one click: a game and a size at the chosen speed. */
import { useEffect, useId, useState } from "react";
import { SPEEDS, type Speed } from "../api/lobby";
import type { Kind } from "../api/types";
import { usualSizes } from "../pages/start/rules";
import { useAccount } from "../people/me";
import { Button, LiveRegion, refusalWords, Segmented, Switch } from "../ui";
import { useWords } from "../words/useWords";
import { useSeeking } from "./useSeeking";
import { Waiting } from "./Waiting";

export function AnyoneNow({ kinds }: { kinds: readonly Kind[] }) {
  const words = useWords();
  const { t, of } = words;
  const id = useId();
  const account = useAccount();
  const { search, isBusy, refused, seek, stop } = useSeeking();
  const [speed, setSpeed] = useState<Speed>("rapid");
  const [wantsRated, setRated] = useState(false);
  useEffect(() => {
    if (account === null) {
      setRated(false);
    }
  }, [account]);
  return (
    <section className="tg-lobby-part" aria-labelledby={id}>
      <h2 id={id}>{t("start.with.anyone")}</h2>
      {search !== null ? (
        <Waiting search={search} kinds={kinds} onCancel={stop} />
      ) : (
        <>
          <Segmented
            quietLabel
            label={t("lobby.speed")}
            value={speed}
            options={SPEEDS.map((value) => ({ value, label: t(`lobby.speed.${value}`) }))}
            onChange={setSpeed}
          />
          <p className="tg-help">{t(`lobby.speed.${speed}.clock`)}</p>
          {account !== null && <Switch label={t("start.rated")} checked={wantsRated} onChange={setRated} />}
          <ul className="tg-anyone">
            {kinds.map((kind) => (
              <li key={kind.gameType}>
                <span className="tg-anyone-game">{of(kind, "name")}</span>
                {usualSizes(kind).map((size) => (
                  <Button
                    key={size}
                    disabled={isBusy}
                    aria-label={t("page.game_label", { game: of(kind, "name"), size })}
                    onClick={() =>
                      void seek({
                        gameType: kind.gameType,
                        boardSize: size,
                        speed,
                        rated: wantsRated && kind.canBeWon,
                      })
                    }
                  >
                    {t("start.size", { size })}
                  </Button>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      <LiveRegion tone="trouble">{refused && refusalWords(words, refused)}</LiveRegion>
    </section>
  );
}
