"""What is said of the lobby in a language: people, games, terms of challenges, how a search goes. Draws nothing."""

from __future__ import annotations

import re
from typing import Final

from tengen.clients.online.lobby_view import ChallengeView, GlanceView, OwnGameView, PersonView, SeekTerms, SeekView
from tengen.clients.play import SeatView
from tengen.clients.sitting.clock_words import control_line, remaining, wait_text
from tengen.clients.sitting.table_words import player_name
from tengen.core import BLACK, COLORS, Color, GameKind, create_rules, find_kind, text
from tengen.protocol import NAMES

_RANK: Final = re.compile(r"(\d{1,2})\s*([kd])")
_DAYS: Final = "days"
_HOUR_MS: Final = 60 * 60 * 1000
_USUAL_ABSENCE: Final = "loses"
_CANCELLED: Final = "cancelled"


def person_name(person: PersonView, language: str, color: Color = BLACK) -> str:
    """What somebody is called; guests who gave no name are called guests."""
    return player_name(SeatView(person.name), color, language)


def person_line(person: PersonView, language: str) -> str:
    """A name, and how strong: "Ann 3 kyu", "Ben 1432", "Cleo guest"."""
    name = person_name(person, language)
    guest = text(language, "game.guest")
    told = guest if person.is_guest and name.casefold() != guest.casefold() else strength(person, language)
    return f"{name} {told}".rstrip()


def strength(person: PersonView, language: str) -> str:
    """Kyu or dan where the game has them, else the rating; empty for who was never rated."""
    if person.rating is None:
        return ""
    rank = _RANK.match(person.rating.rank)
    if rank is None:
        return str(round(person.rating.rating))
    return text(language, f"profile.rank.{rank[2]}", count=rank[1])


def game_line(kind: str, size: int, language: str) -> str:
    """The game and its size: "Go 19×19"."""
    return text(language, "page.game_label", game=text(language, f"{kind}.name"), size=size)


def players_line(players: GlanceView | OwnGameView, language: str) -> str:
    """Both players by name, Black first."""
    return " – ".join(person_name(players.players[color], language, color) for color in COLORS)


def terms_line(challenge: ChallengeView, language: str, *, is_own: bool) -> str:
    """What is particular about a challenge: "10 min, then 3 × 30 s byo-yomi · rated · you play White"."""
    parts = [control_line(challenge.clock, language)]
    if challenge.is_rated:
        parts.append(text(language, "game.rated"))
    parts += _rules(challenge, language)
    if challenge.color is not None:
        whose = "mine" if is_own else "theirs"
        parts.append(text(language, f"lobby.color.{whose}.{NAMES[challenge.color]}"))
    if challenge.absence != _USUAL_ABSENCE and challenge.speed != _DAYS:
        parts.append(text(language, f"start.absence.{challenge.absence}"))
    if points := max(challenge.below or 0, challenge.above or 0):
        parts.append(text(language, "start.range.within", points=points))
    return text(language, "lobby.dot").join(parts)


def seek_line(terms: SeekTerms, language: str) -> str:
    """What somebody waits for: "Go 9×9 · Rapid · rated"."""
    parts = [game_line(terms.kind, terms.size, language), text(language, f"lobby.speed.{terms.speed}")]
    if terms.is_rated:
        parts.append(text(language, "game.rated"))
    return text(language, "lobby.dot").join(parts)


def waiting_lines(seek: SeekView, now: int, language: str) -> tuple[str, str]:
    """What is searched for and how long already, and how near in rating an opponent must be by now."""
    what = text(language, "lobby.waiting", game=seek_line(seek.terms, language))
    if seek.ready_at > now:
        rest = text(language, seek.why or "pairing.waits", time=wait_text(seek.ready_at - now))
    elif seek.range is not None:
        rest = text(language, "lobby.waiting.range", points=seek.range)
    else:
        rest = text(language, "lobby.waiting.anyone")
    return f"{what}  {wait_text(now - seek.since_at)}", rest


def glance_turn(game: GlanceView, language: str) -> str:
    """How a game of others stands: "White to move"."""
    return _to_move(game.to_move, language)


def own_turn(game: OwnGameView, language: str) -> str:
    """How a game of one's own stands: "Your move", "White to move", "You won"."""
    if not game.is_over:
        return text(language, "games.turn.mine") if game.is_your_move else _to_move(game.yours.other, language)
    if game.reason == _CANCELLED:
        return text(language, "game.end.cancelled")
    if game.winner is None:
        return text(language, "game.end.over")
    return text(language, "game.end.won" if game.winner is game.yours else "game.end.lost")


def time_left(game: OwnGameView, now: int, language: str) -> str:
    """How long whoever is to move still has; empty where that is a matter of minutes, which are told at the board."""
    if game.deadline_at is None or game.is_over or game.deadline_at - now < _HOUR_MS:
        return ""
    return text(language, "games.time_left", time=remaining(game.deadline_at - now, language))


def _to_move(color: Color | None, language: str) -> str:
    if color is None:  # while dead stones are settled it is nobody's turn
        return text(language, "games.turn.running")
    return text(language, "game.title.theirs", player=text(language, f"color.{color.word}"))


def _rules(challenge: ChallengeView, language: str) -> list[str]:
    """The rules, where they are not the game's usual ones."""
    kind = find_kind(challenge.kind)
    parts = []
    if challenge.preset is None:
        if not _is_usual(kind, challenge):
            parts.append(text(language, "lobby.rules.own"))
    elif challenge.preset in tuple(kind.rules.PRESETS)[1:]:
        parts.append(text(language, f"{kind.name}.preset.{challenge.preset}"))
    named = {"preset": challenge.preset} if challenge.preset in kind.rules.PRESETS else None
    if challenge.handicap:
        parts.append(text(language, "lobby.handicap", count=challenge.handicap))
    elif challenge.komi is not None and challenge.komi != create_rules(kind.name, challenge.size, named).komi_points():
        parts.append(text(language, "lobby.komi", komi=f"{challenge.komi:g}"))
    return parts


def _is_usual(kind: GameKind, challenge: ChallengeView) -> bool:
    """Whether rules without a name are as always: by default, or as they are offered first to people."""
    usual = create_rules(kind.name, challenge.size).options()
    return not kind.rules.PRESETS and all(
        challenge.options.get(spec.name) in (usual.get(spec.name), spec.offered_to_people, None)
        for spec in kind.rules.OPTIONS
    )
