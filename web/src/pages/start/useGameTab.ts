/** Remembers a game that was opened by its address, under a name it has to ask for. */
import { useEffect } from "react";
import { api } from "../../api/rest";
import { useTabs } from "../../ui";
import { useWords } from "../../words/useWords";

export function useGameTab(gameId: string): void {
  const words = useWords();
  const isKnown = useTabs(({ tabs }) => tabs.some((tab) => tab.gameId === gameId));
  useEffect(() => {
    if (isKnown) {
      return;
    }
    let isHere = true;
    Promise.all([api.view(gameId), api.kinds()]).then(
      ([{ state }, kinds]) => {
        const kind = kinds.find((one) => one.gameType === state.gameType);
        if (isHere && kind !== undefined) {
          const label = words.t("page.game_label", { game: words.of(kind, "name"), size: state.boardSize });
          useTabs.getState().open(gameId, label);
        }
      },
      // The page of the game says why it cannot be shown.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [gameId, isKnown, words]);
}
