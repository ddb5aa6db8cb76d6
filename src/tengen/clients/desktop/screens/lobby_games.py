"""Games of the lobby as small live boards: one's own, and those that others play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.clients.desktop.screens.game_card import CardWords, GameCard
from tengen.clients.desktop.widgets import Column, Flow, Widget, help_text, title
from tengen.clients.online import lobby_words as say
from tengen.clients.online.lobby_view import GlanceView, LobbyView, OwnGameView
from tengen.core import COLORS

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online


def own_games(app: App, online: Online) -> list[Widget]:
    """One's own games, those that wait for a move first; nothing where there are none."""
    games = sorted(online.lobby.view.own, key=lambda game: (game.is_over, not game.is_your_move))
    cards = [_own_card(app, online, game) for game in games]
    return [Column(title(app.text("games.title")), Flow(*cards, gap=12))] if cards else []


def being_played(app: App, online: Online, none: str = "") -> list[Widget]:
    """The games that others play; `none` is said where there are none, and nothing is shown without it."""
    cards: list[Widget] = [_glance_card(app, online, game) for game in _of_others(online.lobby.view)]
    if not cards and not none:
        return []
    return [Column(title(app.text("lobby.games")), Flow(*cards, gap=12) if cards else help_text(none))]


def _of_others(lobby: LobbyView) -> list[GlanceView]:
    own = {game.watch_id for game in lobby.own}
    return [game for game in lobby.games if game.watch_id not in own]


def _own_card(app: App, online: Online, game: OwnGameView) -> Widget:
    mover = game.yours if game.is_your_move else game.yours.other
    words = CardWords(
        say.game_line(game.kind, game.size, app.language),
        {color: say.person_name(game.players[color], app.language, color) for color in COLORS},
        say.own_turn(game, app.language),
        say.time_left(game, online.now(), app.language),
        None if game.is_over else mover,
        game.is_your_move and not game.is_over,
    )
    return _card(app, online, game, words, game.game_id)


def _glance_card(app: App, online: Online, game: GlanceView) -> Widget:
    words = CardWords(
        say.game_line(game.kind, game.size, app.language),
        {color: say.person_name(game.players[color], app.language, color) for color in COLORS},
        say.glance_turn(game, app.language),
        app.text("game.rated") if game.is_rated else "",
        game.to_move,
    )
    return _card(app, online, game, words, game.watch_id)


def _card(app: App, online: Online, game: OwnGameView | GlanceView, words: CardWords, game_id: str) -> Widget:
    key = f"game/{game.watch_id}"
    return GameCard(
        game.board, game.spec, app.board_theme, words, lambda: online.open_game(game_id), key=key, last=game.last
    )
