"""What the console says below a board and asks next, in the player's language. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.clients.console.facts import (
    game_name,
    is_full,
    kind_of,
)
from tengen.clients.console.screen import due, stone_to_place
from tengen.clients.console.symbols import Symbols
from tengen.core import (
    AGREE,
    CHOICE,
    OPENING,
    Action,
    Choose,
    Color,
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
from tengen.match import Match, outcome_status, status, tally
from tengen.players import EngineFault

OPENING_BOARDS: Final = ("peace", "reversi")
"""The two boards that every session begins with, by the words that players type for them."""


_EXAMPLE_SIZE: Final = 9
_MOST_NOTICES: Final = 3
_LONGEST_NOTE: Final = 400


def opening_kinds() -> tuple[GameKind, ...]:
    """The games of the two opening boards."""
    return tuple(find_kind(word) for word in OPENING_BOARDS)


def kind_words() -> tuple[tuple[str, GameKind], ...]:
    """Every game with the word to type for it, those of the opening boards first."""
    first = tuple(zip(OPENING_BOARDS, opening_kinds(), strict=True))
    others = tuple((kind.name, kind) for kind in reversed(kinds()) if kind not in opening_kinds())
    return first + others


def asked(match: Match) -> Color | None:
    """Whom the console asks to act now: a person, and of two the one whose colour comes first."""
    return next((color for color in due(match) if match.seat(color).is_human), None)


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

    # --- what is asked next --------------------------------------------------------------------

    def question(self, match: Match, games: Sequence[Match], *, is_paused: bool = False) -> str:
        """The prompt below this board; `is_paused` where computers would play on."""
        offers: dict[str, str | int] = {"boards": len(games), "games": self._games()}
        if match.is_over:
            all_over = all(game.is_over for game in games)
            return self.say("prompt.all_over" if all_over else "prompt.over", **offers)
        color = asked(match)
        if color is None:
            return self.say("prompt.paused" if is_paused else "prompt.over", **offers)
        offers["name"] = match.seat(color).name
        return self.say(f"prompt.{self._wanted(match)}", **offers, **self._field(match), **self._thing(match))

    def misunderstood(self, match: Match, games: Sequence[Match], *, is_paused: bool = False) -> str:
        """The prompt after a line that is nothing here; where no move is asked for, what is asked for instead."""
        if is_paused or match.state.phase in (AGREE, CHOICE):
            return self.say("not_understood", question=self.question(match, games, is_paused=is_paused))
        field = {key: value.upper() for key, value in self._field(match).items()}
        return self.say("invalid", boards=len(games), games=self._games(), **field)

    def _wanted(self, match: Match) -> str:
        ruleset, state = match.ruleset, match.state
        if state.phase in (AGREE, CHOICE, OPENING):
            return str(state.phase)
        if not ruleset.can_pass(state):
            return "move"
        if ruleset.legal_points(state):
            return "move_or_pass"
        return "pass"

    def _thing(self, match: Match) -> dict[str, str]:
        """What is to be placed or chosen."""
        return {
            "symbol": self._symbols.stone(stone_to_place(match)),
            "choices": " / ".join(match.ruleset.choices(match.state)),
        }

    def _field(self, match: Match) -> dict[str, str]:
        spec = match.ruleset.board_spec()
        first, last = spec.column_labels[0].lower(), spec.column_labels[-1].lower()
        return {"rows": str(spec.rows), "first": first, "last": last}

    def _games(self) -> str:
        return " / ".join(self._typed(word, kind) for word, kind in kind_words())

    def _typed(self, word: str, kind: GameKind) -> str:
        name = game_name(kind, self.language)
        return word if name.casefold() == word else f"{name} {word}"

    # --- what is said below a board ------------------------------------------------------------

    def remarks(self, match: Match, number: int, games: Sequence[Match]) -> list[str]:
        """How the game ended, or what is special about the turn."""
        if match.is_over:
            return self._end(match, number, games)
        state, ruleset = match.state, match.ruleset
        guidance = ruleset.guidance(state)
        current = status(match)
        is_news = not current.key.startswith("status.play.")
        is_forced_pass = state.passes and not ruleset.FEATURES.passes
        lines = []
        if guidance is not None:
            lines.append(self._of_game(match, guidance))
        elif is_news and not is_forced_pass:
            lines.append(self._of_game(match, current.key, **current.values))
        for choice in ruleset.choices(state):
            lines.append(f"  {choice}: {self._of_game(match, f'choice.{choice}')}")
        return lines

    def _end(self, match: Match, number: int, games: Sequence[Match]) -> list[str]:
        outcome = match.outcome
        assert outcome is not None
        lines = [self.say("over", number=number)]
        if outcome.winner is not None:
            lines.append(self.say("wins", name=match.seat(outcome.winner).name))
        elif outcome.is_draw and kind_of(match.ruleset).can_be_won:
            lines.append(self.say("tie"))
        if self._at_terminal and outcome.score is not None:
            counts = tally(match.ruleset, match.state, outcome)
            assert counts is not None, "what was counted has points"
            lines.append(self._of_game(match, counts.key, **counts.values))
        is_plain = outcome.reason is Reason.SCORE and not match.ruleset.FEATURES.prisoners
        plainly_counted = is_plain and not self._at_terminal
        if outcome.no_result or (outcome.winner is not None and not plainly_counted):
            current = outcome_status(outcome)
            lines.append(self._of_game(match, current.key, **current.values))
        if all(game.is_over for game in games):
            lines.append(self.say("all_over" if all(map(is_full, games)) else "all_ended"))
        return lines

    def deed(self, match: Match, action: Action) -> str:
        """What a player who is not a person has just done, `match` being the moment before."""
        name = match.seat(action.player).name
        match action:
            case Place():
                point = match.ruleset.board_spec().name(action.point)
                return self.say("ai.placed", name=name, point=point)
            case Pass():
                return self.say("ai.passed", name=name)
            case Choose():
                return self.say("ai.chose", name=name, choice=self._of_game(match, f"choice.{action.choice}"))
            case _:
                return ""

    def _of_game(self, match: Match, key: str, **values: str | int | float) -> str:
        return text(self.language, f"{match.ruleset.KIND}.{key}", **values)

    def help(self) -> str:
        """The list of what can be typed, with an example from the game that has the most options."""
        word, kind = max(kind_words(), key=lambda known: len(known[1].rules.OPTIONS))
        size = min(kind.rules.SIZES, key=lambda size: abs(size - _EXAMPLE_SIZE))
        preset = next(reversed(list(kind.rules.PRESETS)), "")
        opponent = f"{word} {size} level:3"
        return self.say("help", example=f"{word} {size} {preset}".rstrip(), opponent=opponent)

    def noted(self, notices: Sequence[Notice]) -> list[str]:
        """What should be known about a file, in one line, or in none where there is nothing."""
        if not notices:
            return []
        told = " ".join(notice.text(self.language) for notice in notices[:_MOST_NOTICES])
        more = " …" if len(notices) > _MOST_NOTICES else ""
        return [self.say("noted", notices=clip(printable(told), _LONGEST_NOTE) + more)]

    # --- refusals ------------------------------------------------------------------------------

    def refused(self, error: GameError | EngineFault) -> str:
        """Why something cannot be done. What a file says may be part of it."""
        return printable(error.text(self.language))

    def not_placed(self, match: Match, error: GameError) -> str:
        """Why a stone cannot be placed. The games of the opening boards need no reason while they run."""
        refused = self.say("not_placed")
        is_plain = kind_of(match.ruleset) in opening_kinds() and not match.is_over
        return refused if is_plain else f"{refused} {self.refused(error)}"

    def not_passed(self, match: Match, error: GameError) -> str:
        """Why a player cannot pass."""
        rules = type(match.ruleset)
        if error.code is not ErrorCode.NO_PASS:
            return self.refused(error)
        if restricts_placing(rules):
            return self.say("can_place")
        if rules.FEATURES.passes:
            return self.refused(error)
        return self.say("no_pass", game=game_name(kind_of(match.ruleset), self.language))
