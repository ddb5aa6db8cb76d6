"""What the console says below a board and asks next, in the player's language. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tengen.clients.console.facts import game_name, is_full, player_name
from tengen.clients.console.symbols import Symbols
from tengen.clients.play import NoticeKind, ProgramNotice, ServerTrouble, View, ViewEvent, kind_of, tally
from tengen.clients.sitting.said import Noted
from tengen.core import (
    AGREE,
    CHOICE,
    OPENING,
    Choose,
    ErrorCode,
    GameError,
    GameKind,
    Pass,
    Place,
    Reason,
    find_kind,
    kinds,
    restricts_placing,
    text,
)
from tengen.core.printing import clip, printable
from tengen.formats import Notice

if TYPE_CHECKING:
    from tengen.clients.sitting.folder import PeopleTrouble
    from tengen.people import PeopleError

OPENING_BOARDS: Final = ("peace", "reversi")
"""The two boards that every session begins with, by the words that players type for them."""


_EXAMPLE_SIZE: Final = 9
_LONGEST_REASON: Final = 200


def opening_kinds() -> tuple[GameKind, ...]:
    """The games of the two opening boards."""
    return tuple(find_kind(word) for word in OPENING_BOARDS)


def kind_words() -> tuple[tuple[str, GameKind], ...]:
    """Every game with the word to type for it, those of the opening boards first."""
    first = tuple(zip(OPENING_BOARDS, opening_kinds(), strict=True))
    others = tuple((kind.name, kind) for kind in reversed(kinds()) if kind not in opening_kinds())
    return first + others


class Prompts:
    """The console's sentences in one language."""

    def __init__(self, language: str, symbols: Symbols, *, at_terminal: bool = False) -> None:
        """`at_terminal` adds what a pipe is not told: programs read the lines of a pipe as they have always been."""
        self.language = language
        self._symbols = symbols
        self._at_terminal = at_terminal

    def say(self, key: str, **values: str | int | float) -> str:
        """A sentence of the console."""
        return text(self.language, f"console.{key}", **values)

    def shared(self, key: str, **values: str | int | float) -> str:
        """A sentence that all clients share."""
        return text(self.language, key, **values)

    # --- what is asked next --------------------------------------------------------------------

    def question(self, view: View, views: Sequence[View]) -> str:
        """The prompt below this board."""
        offers: dict[str, str | int] = {"boards": len(views), "games": self._games()}
        if view.is_over:
            all_over = all(known.is_over for known in views)
            return self.say("prompt.all_over" if all_over else "prompt.over", **offers)
        color = view.asked
        if color is None:
            awaited = "prompt.waiting" if view.due else "prompt.over"
            return self.say("prompt.paused" if view.is_paused else awaited, **offers)
        offers["name"] = player_name(view, color, self.language)
        return self.say(f"prompt.{self._wanted(view)}", **offers, **self._field(view), **self._thing(view))

    def misunderstood(self, view: View, views: Sequence[View]) -> str:
        """The prompt after a line that is nothing here; where no move is asked for, what is asked for instead."""
        if view.is_paused or view.phase in (AGREE, CHOICE):
            return self.say("not_understood", question=self.question(view, views))
        field = {key: value.upper() for key, value in self._field(view).items()}
        return self.say("invalid", boards=len(views), games=self._games(), **field)

    def _wanted(self, view: View) -> str:
        if view.phase in (AGREE, CHOICE, OPENING):
            return view.phase
        if not view.can_pass:
            return "move"
        return "move_or_pass" if view.legal else "pass"

    def _thing(self, view: View) -> dict[str, str]:
        """What is to be placed or chosen."""
        return {
            "symbol": self._symbols.stone(view.next_stone),
            "choices": " / ".join(view.choices),
        }

    def _field(self, view: View) -> dict[str, str]:
        spec = view.spec
        first, last = spec.column_labels[0].lower(), spec.column_labels[-1].lower()
        return {"rows": str(spec.rows), "first": first, "last": last}

    def _games(self) -> str:
        return " / ".join(self._typed(word, kind) for word, kind in kind_words())

    def _typed(self, word: str, kind: GameKind) -> str:
        name = game_name(kind, self.language)
        return word if name.casefold() == word else f"{name} {word}"

    # --- what is said below a board ------------------------------------------------------------

    def remarks(self, view: View, number: int, views: Sequence[View]) -> list[str]:
        """How the game ended, or what is special about the turn."""
        if view.is_over:
            return self._end(view, number, views)
        current = view.status
        is_news = not current.key.startswith("status.play.")
        is_forced_pass = current.key.startswith("status.passed.") and not kind_of(view).rules.FEATURES.passes
        lines = []
        if view.guidance is not None:
            lines.append(self._of_game(view, view.guidance))
        elif is_news and not is_forced_pass:
            lines.append(self._of_game(view, current.key, **current.values))
        for choice in view.choices:
            lines.append(f"  {choice}: {self._of_game(view, f'choice.{choice}')}")
        return lines

    def _end(self, view: View, number: int, views: Sequence[View]) -> list[str]:
        result = view.result
        assert result is not None
        lines = [self.say("over", number=number)]
        if result.winner is not None:
            lines.append(self.say("wins", name=player_name(view, result.winner, self.language)))
        elif result.is_draw and kind_of(view).can_be_won:
            lines.append(self.say("tie"))
        if self._at_terminal and result.is_counted:
            counts = tally(view)
            assert counts is not None, "what was counted has points"
            lines.append(self._of_game(view, counts.key, **counts.values))
        is_plain = result.reason == Reason.SCORE and view.prisoners is None
        plainly_counted = is_plain and not self._at_terminal
        if result.no_result or (result.winner is not None and not plainly_counted):
            lines.append(self._of_game(view, view.status.key, **view.status.values))
        if all(known.is_over for known in views):
            lines.append(self.say("all_over" if all(map(is_full, views)) else "all_ended"))
        return lines

    def deed(self, event: ViewEvent, view: View) -> str:
        """What a player has just done, as far as it can be seen on a board; empty for anything else."""
        match event.action:
            case Place(point=point):
                return self.say("ai.placed", name=event.name, point=view.spec.name(point))
            case Pass():
                return self.say("ai.passed", name=event.name)
            case Choose(choice=choice):
                return self.say("ai.chose", name=event.name, choice=self._of_game(view, f"choice.{choice}"))
            case _:
                return ""

    def notice(self, notice: ProgramNotice) -> str:
        """What is to be known of a program; empty for one that only thinks."""
        if notice.kind is NoticeKind.THINKING:
            return ""
        reason = clip(printable(notice.why.get(self.language, "")), _LONGEST_REASON)
        return text(self.language, f"play.notice.{notice.kind}", name=notice.name, by=notice.by, reason=reason).rstrip()

    def thinks(self, name: str, *, can_pause: bool) -> str:
        """That a program thinks, and how to halt it."""
        return self.say("ai.shown", name=name) if can_pause else text(self.language, "play.notice.thinking", name=name)

    def _of_game(self, view: View, key: str, **values: str | int | float) -> str:
        return text(self.language, f"{view.kind}.{key}", **values)

    def help(self) -> str:
        """The list of what can be typed, with an example from the game that has the most options."""
        word, kind = max(kind_words(), key=lambda known: len(known[1].rules.OPTIONS))
        size = min(kind.rules.SIZES, key=lambda size: abs(size - _EXAMPLE_SIZE))
        preset = next(reversed(list(kind.rules.PRESETS)), "")
        opponent = f"{word} {size} level:3"
        return self.say("help", example=f"{word} {size} {preset}".rstrip(), opponent=opponent)

    def noted(self, notices: Sequence[Notice]) -> list[str]:
        """What should be known about a file, in one line, or in none where there is nothing."""
        return [Noted(notices).text(self.language)] if notices else []

    # --- refusals ------------------------------------------------------------------------------

    def refused(self, error: GameError | ServerTrouble | PeopleError | PeopleTrouble) -> str:
        """Why something cannot be done. What a file says may be part of it."""
        return printable(error.text(self.language))

    def not_placed(self, view: View, error: GameError) -> str:
        """Why a stone cannot be placed. The games of the opening boards need no reason while they run."""
        refused = self.say("not_placed")
        is_plain = kind_of(view) in opening_kinds() and not view.is_over
        return refused if is_plain else f"{refused} {self.refused(error)}"

    def not_passed(self, view: View, error: GameError) -> str:
        """Why a player cannot pass."""
        rules = kind_of(view).rules
        if error.code is not ErrorCode.NO_PASS:
            return self.refused(error)
        if restricts_placing(rules):
            return self.say("can_place")
        if rules.FEATURES.passes:
            return self.refused(error)
        return self.say("no_pass", game=game_name(kind_of(view), self.language))
