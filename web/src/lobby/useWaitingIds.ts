/** The games that wait for this person: those that are open here, and those against people, wherever begun. */
import { isMyMove } from "../sitting/glance";
import { useMyGames } from "../sitting/mine";
import { useTabs } from "../ui/tabs";
import { useLobby } from "./lobby";

export function useWaitingIds(): string[] {
  const games = useMyGames((mine) => mine.games);
  const tabs = useTabs((all) => all.tabs);
  const own = useLobby((lobby) => lobby.own);
  const kept = new Map(games.map((game) => [game.state.gameId, game]));
  const open = tabs
    .map((tab) => tab.gameId)
    .filter((id) => {
      const game = kept.get(id);
      return game !== undefined && !game.isGone && isMyMove(game);
    });
  const others = own
    .filter(({ gameId, yourMove, isOver, moves }) => {
      const game = kept.get(gameId);
      // What this device has seen after that says more.
      const isOlder = game !== undefined && (game.state.isGameOver || game.state.moveNumber > moves);
      return yourMove && !isOver && !isOlder;
    })
    .map((game) => game.gameId);
  return [...new Set([...open, ...others])];
}
