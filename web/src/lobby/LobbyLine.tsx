/** Holds the line to the lobby while the page is open, and leads to what came of it: a game, or a word about it. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import { gamePath } from "../sitting/links";
import { useMyGames } from "../sitting/mine";
import { play } from "../sound";
import { toast } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import { onLobbyNews, openLobby, useLobby } from "./lobby";

export function LobbyLine() {
  const { t } = useWords();
  const [place, go] = useLocation();
  useEffect(openLobby, []);
  useEffect(
    () =>
      onLobbyNews((news) => {
        const lead = (gameId: string, text: string, isAsked: boolean) => {
          if (isAsked && !isPlaying(place)) {
            go(gamePath(gameId));
          } else {
            toast(text, { label: t("lobby.go"), onDo: () => go(gamePath(gameId)) });
          }
          play("stone");
        };
        switch (news.type) {
          case "paired":
            lead(news.gameId, t("lobby.paired"), news.isAsked);
            return;
          case "answered":
            if (news.answer === "accepted" && news.gameId != null) {
              lead(news.gameId, t("lobby.answered.accepted"), news.isAsked);
            } else if (news.answer === "declined") {
              toast(t(`lobby.answered.declined.${news.reason ?? "no"}`));
            } else if (news.answer === "expired" && news.isAsked) {
              toast(t("lobby.answered.expired"));
            }
            return;
          case "challenged":
            play("stone");
            return;
          case "notice":
            toast(t(news.notice.key, news.notice.values), {
              label: t("lobby.go"),
              onDo: () => go(news.notice.path ?? "/notices"),
            });
        }
      }),
    [place, go, t],
  );
  return null;
}

/** Whether this person is at a running game of their own: nobody is taken away from it. */
function isPlaying(place: string): boolean {
  const isHere = (gameId: string) => place === gamePath(gameId);
  return (
    useMyGames.getState().games.some((game) => !game.state.isGameOver && isHere(game.state.gameId)) ||
    useLobby.getState().own.some((game) => !game.isOver && isHere(game.gameId))
  );
}
