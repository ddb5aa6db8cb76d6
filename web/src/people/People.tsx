/** Who is here, at the corner of every page: names with their colours, and behind them the panel of people. */
import { Fragment, lazy, Suspense, useEffect, useId, useRef } from "react";
import { useLocation } from "wouter";
import type { ColorName } from "../api/types";
import { useLobby } from "../lobby/lobby";
import { gamePath } from "../sitting/links";
import { type MyGame, useMyGames } from "../sitting/mine";
import { colorWord } from "../sitting/sides";
import { Icon, StoneSign } from "../ui/Icon";
import { usePopup } from "../ui/usePopup";
import { useWords } from "../words/useWords";
import { accountsHere, useMe } from "./me";
import "./people.css";
import { usePanel } from "./panel";

const Panel = lazy(() => import("./Panel"));

export function People() {
  const words = useWords();
  const { t } = words;
  const [place] = useLocation();
  const popup = usePopup();
  const id = useId();
  const me = useMe((here) => here.me);
  const games = useMyGames((mine) => mine.games);
  const unseen = useLobby((lobby) => lobby.unseen);
  const panel = usePanel();
  usePanelPopup(popup);
  const names = accountsHere(me);
  const shown = games.find((game) => gamePath(game.state.gameId) === place);
  const seated = names.map((name) => ({ name, color: seatOf(name, names, shown) }));
  const label = names.length === 0 ? t("people.title") : names.join(` ${t("people.and")} `);
  return (
    <div className="tg-popup tg-people" ref={popup.box} data-count={names.length}>
      <button
        ref={popup.button}
        type="button"
        className="tg-people-button"
        title={label}
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen}
        aria-controls={popup.isOpen ? id : undefined}
        onClick={() => (popup.isOpen ? panel.close() : panel.open())}
      >
        <span className="tg-unseen">{names.length === 0 ? label : t("people.here")}</span>{" "}
        <span className="tg-people-names">
          {seated.map(({ name, color }, at) => (
            <Fragment key={name}>
              {at > 0 && (
                <>
                  {" "}
                  <span className="tg-unseen">{t("people.and")}</span>{" "}
                </>
              )}
              <span className="tg-people-name">
                {color !== null && <StoneSign face={color} size={14} />}
                <span>{name}</span>
                {color !== null && (
                  <>
                    {" "}
                    <span className="tg-unseen">
                      {t("people.seated", { color: colorWord(words, color) })}
                    </span>
                  </>
                )}
              </span>
            </Fragment>
          ))}
        </span>
        <Icon name="enter" />
        {unseen > 0 && (
          <span className="tg-people-count">
            <span aria-hidden="true">{unseen}</span>
            <span className="tg-unseen">{t("notices.unseen", { count: unseen })}</span>
          </span>
        )}
      </button>
      {popup.isOpen && (
        <div
          id={id}
          className="tg-sheet tg-sheet-controls"
          role="dialog"
          aria-label={t("people.title")}
          data-align="right"
        >
          <Suspense fallback={<p role="status">{t("page.loading")}</p>}>
            <Panel />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The panel is open where a page asks for it, and no longer where one goes away from it. */
function usePanelPopup({ isOpen, open, close, box }: ReturnType<typeof usePopup>): void {
  const panel = usePanel();
  const isWanted = panel.isOpen;
  const wasWanted = useRef(isWanted);
  useEffect(() => {
    if (isWanted) {
      open();
    } else if (wasWanted.current) {
      // Who was in it is at the corner again; who has gone elsewhere stays there.
      const at = document.activeElement;
      close(at === document.body || (box.current?.contains(at) ?? false));
    }
    wasWanted.current = isWanted;
  }, [isWanted, open, close, box]);
  useEffect(() => {
    if (!isOpen) {
      usePanel.getState().close();
    }
  }, [isOpen]);
}

/** The colour that somebody has in the game that is shown; null: none. */
export function seatOf(name: string, names: readonly string[], game: MyGame | undefined): ColorName | null {
  if (game === undefined) {
    return null;
  }
  const [only, another] = game.yours;
  const own = game.yours.find((color) => game.state.players[color].name === name);
  return own ?? (names.length === 1 && another === undefined ? (only ?? null) : null);
}
