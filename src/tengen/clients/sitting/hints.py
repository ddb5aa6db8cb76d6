"""What the strongest level would play in somebody's place. Thinks in this process, wherever the game is played."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from secrets import randbits

from tengen.clients.play import Game, View
from tengen.clients.sitting.said import Said
from tengen.core import BLACK, Action, Color, GameKind, Pass, Place
from tengen.players import (
    LEVELS,
    Analysis,
    Budget,
    Failure,
    Interest,
    ProvenWin,
    Turn,
    drive_turn,
    make_player,
    proven_win,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the strongest level would do, what was thought of the position by then, and the win that it has proven."""

    action: Action
    analysis: Analysis = Analysis()
    win: ProvenWin | None = None


async def strongest_choice(game: Game, color: Color, kind: GameKind) -> Choice | Failure:
    """What the strongest level would do for this colour now. Whoever is cancelled stops it at once."""
    record = await game.record()
    replay = await asyncio.to_thread(record.replay)
    player = make_player(f"level:{LEVELS[-1]}", kind, randbits(32), ruleset=record.ruleset)
    assert player is not None, "a level is a program"
    thoughts = Analysis()

    def hear(analysis: Analysis) -> None:
        nonlocal thoughts
        thoughts = analysis

    turn = Turn.of(replay.game.timeline, color)
    try:
        answer = await drive_turn(player, turn, Budget(), interest=Interest(hear))
        return answer if isinstance(answer, Failure) else Choice(answer, thoughts, _win_by(answer, turn, thoughts))
    finally:
        await player.close()


def _win_by(action: Action, turn: Turn, analysis: Analysis) -> ProvenWin | None:
    """The proven win that begins with this action."""
    win = proven_win(turn, analysis)
    is_begun = win is not None and isinstance(action, Place) and action.point == win.line[0]
    return win if is_begun else None


@dataclass(frozen=True, slots=True)
class HintWords:
    """A hint, and what it is worth where that is proven."""

    hint: Said
    worth: Said | None = None

    def text(self, language: str = "en") -> str:
        """The words, in one line."""
        hint = self.hint.text(language)
        if self.worth is None:
            return hint
        return Said("sitting.hint.and_worth", {"hint": hint, "worth": self.worth.text(language)}).text(language)


def hint_words(view: View, choice: Choice) -> HintWords:
    """A choice in words."""
    action = choice.action
    if isinstance(action, Place):
        hint = Said("sitting.hint.point", {"point": view.spec.name(action.point)})
    else:
        hint = Said("sitting.hint.pass")
    return HintWords(hint, proven_worth(choice) if choice.win is None else win_words(view, choice.win))


def win_words(view: View, win: ProvenWin) -> Said:
    """In how many moves somebody wins, and how."""
    how = "wins_in" if win.is_movers else "loses_in"
    if win.moves == 1 and win.is_movers:
        return Said("sitting.hint.wins_now")
    return Said(f"sitting.hint.{how}", {"moves": win.moves, "line": win.told(view.spec.name)})


def proven_worth(choice: Choice) -> Said | None:
    """What is proven of a move: by how much it wins, or that it does; None where nothing is."""
    action, analysis = choice.action, choice.analysis
    if not isinstance(action, Place | Pass):
        return None
    move = action.point if isinstance(action, Place) else None
    found = next((candidate for candidate in analysis.best if candidate.move == move and candidate.is_certain), None)
    if found is None or found.win is None:
        return None
    own = found.win if action.player is BLACK else 1.0 - found.win
    how = "drawn" if own == 0.5 else "won" if own > 0.5 else "lost"
    margin = analysis.exact_margin(found)
    if margin is None:
        return Said(f"sitting.hint.proven.{how}")
    return Said(f"sitting.hint.exact.{how}", {"margin": f"{abs(margin):g}"})
