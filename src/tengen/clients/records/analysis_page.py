"""Analyses as lines of text and of JSON. Searches nothing and writes nothing.

In JSON `win` and `margin` are Black's, `exact` is the proven margin for the side to move; null where none is proven.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, TypeAlias

from tengen.clients.console.symbols import Symbols
from tengen.clients.records.main_line import ReplayPosition, deed, game_title, player_names, result_line
from tengen.clients.records.text_page import board_lines
from tengen.core import BLACK, COLORS, Color, GameState, Move, Node, Pass, Place, Record, Ruleset, text
from tengen.core.printing import pad, width
from tengen.core.words import words
from tengen.players import Analysis, Candidate, ProvenWin, Turn, proven_win, turns_of
from tengen.study import Course, Effort, Grade, Judgement, Verdict, judge

_Fields: TypeAlias = dict[str, object]

_DEED_COLUMNS: Final = 12
_WORTH_COLUMNS: Final = 22


@dataclass(frozen=True, slots=True)
class PositionPage:
    """One position and what was found about it."""

    ruleset: Ruleset
    state: GameState
    verdict: Verdict
    effort: Effort
    language: str
    symbols: Symbols

    def as_json(self) -> str:
        """One JSON object."""
        win = self._win()
        return json.dumps({**_fields(self.verdict, self.ruleset), "wins_in": None if win is None else win.moves})

    def lines(self) -> list[str]:
        """The board, its worth, the best moves, and what that took."""
        analysis = self.verdict.analysis
        return [
            f"{game_title(self.ruleset, self.language)} · {self._turn()}",
            *(line.rstrip() for line in board_lines(ReplayPosition(self.state, Node(), 0), self.ruleset, self.symbols)),
            "",
            self._worth(),
            *_not_proven(analysis, self.effort, self.language),
            *self._marks(),
            *self._moves(),
            *_spent([self.verdict], self.language),
        ]

    def _turn(self) -> str:
        if self.state.outcome is not None:
            return result_line(Record(self.ruleset), self.state, self.language)
        color = text(self.language, f"color.{self.state.position.to_move.word}")
        return text(self.language, "analyze.to_move", player=color)

    def _win(self) -> ProvenWin | None:
        """A win that is proven to its end."""
        if self.state.is_over:
            return None
        return proven_win(Turn(self.ruleset, None, (), self.state), self.verdict.analysis)

    def _worth(self) -> str:
        win = self._win()
        if win is None:
            return worth(self.verdict.analysis, self.state.position.to_move, self.language)
        player = text(self.language, f"color.{win.winner.word}")
        return text(self.language, "analyze.won_in", player=player, moves=win.moves)

    def _marks(self) -> list[str]:
        spec, known = self.ruleset.board_spec(), words(self.language)
        lines = []
        for mark in self.verdict.analysis.marks:
            title = known.get(f"{self.ruleset.KIND}.mark.{mark.key}", mark.key)
            lines.append(f"{title}: {' '.join(spec.name(point) for point in mark.points)}")
        return lines

    def _moves(self) -> list[str]:
        analysis = self.verdict.analysis
        rows = []
        for candidate in analysis.best:
            turns = (
                "/".join(_move_name(move, self.ruleset, self.language) for move in turn) for turn in turns_of(candidate)
            )
            line = " ".join(turns)
            rows.append((brief_worth(candidate, analysis, self.language), line))
        columns = max((width(brief) for brief, _ in rows), default=0)
        table = [f"{number:2}. {pad(brief, columns)}  {line}" for number, (brief, line) in enumerate(rows, start=1)]
        return ["", *table, ""] if table else []


@dataclass(frozen=True, slots=True)
class GamePage:
    """A course with what every position of it is worth; the verdicts stand in the order of the positions."""

    course: Course
    verdicts: list[Verdict]
    effort: Effort
    language: str
    symbols: Symbols

    def json_lines(self) -> list[str]:
        """One JSON object a move, and one that sums up."""
        return [*(json.dumps(self._move_fields(at)) for at in self._moves()), json.dumps(self._summary_fields())]

    def lines(self) -> list[str]:
        """One line a move, and how well each side played."""
        names = player_names(self.course.record, self.language)
        return [
            game_title(self.course.record.ruleset, self.language),
            *(f"{self.symbols.stone(color)} {name}" for color, name in zip(COLORS, names, strict=True)),
            "",
            *self._game(names),
            *self._end(),
            *_spent(self.verdicts, self.language),
        ]

    def _game(self, names: list[str]) -> list[str]:
        """Every move, and how well each side played; nothing where nobody has."""
        moves = [self._move_line(at).rstrip() for at in self._moves()]
        sides = [self._side_line(color, name) for color, name in zip(COLORS, names, strict=True)]
        return [*moves, "", *sides] if moves else []

    def _moves(self) -> list[int]:
        """The positions that something was done to reach."""
        return [at for at in range(1, len(self.course)) if self.course.action(at) is not None]

    def _analysis(self, at: int) -> Analysis:
        return self.verdicts[at].analysis

    def _judgement(self, at: int) -> Judgement | None:
        is_set_up = self.course.record.nodes[at].setup is not None
        return None if is_set_up else judge(self.course.action(at), self._analysis(at - 1), self._analysis(at))

    def _number(self, at: int) -> int:
        ruleset, nodes = self.course.record.ruleset, self.course.record.nodes
        return sum(ruleset.is_numbered(node.action) for node in nodes[: at + 1])

    # --- in JSON ---------------------------------------------------------------------------

    def _move_fields(self, at: int) -> _Fields:
        action, judgement = self.course.action(at), self._judgement(at)
        assert action is not None, "these are moves"
        ruleset, best = self.course.record.ruleset, self._analysis(at - 1).best
        move: str | None = None
        if isinstance(action, Place | Pass):
            move = _move_name(action.point if isinstance(action, Place) else None, ruleset)
        return {
            "number": self._number(at),
            "player": action.player.name,
            "move": move,
            **({} if move else {"action": type(action).__name__.lower()}),
            "better": _move_name(best[0].move, ruleset) if best and judgement is not None else None,
            "loss": None if judgement is None else _loss_fields(judgement),
            "grade": None if judgement is None or judgement.grade is None else judgement.grade.value,
            **_fields(self.verdicts[at], ruleset),
        }

    def _summary_fields(self) -> _Fields:
        """The last position, what everything took, and how well each side played."""
        last = self.verdicts[-1]
        whole = Verdict(
            last.analysis,
            sum(verdict.ms for verdict in self.verdicts),
            sum(verdict.cpu_ms for verdict in self.verdicts),
        )
        fields = _fields(whole, self.course.record.ruleset)
        nodes = sum(verdict.analysis.visits for verdict in self.verdicts)
        sides = {color.word: self._side_fields(color) for color in COLORS}
        return {"positions": len(self.verdicts), **sides, **fields, "nodes": nodes}

    def _side_fields(self, color: Color) -> _Fields:
        found = self._of_side(color)
        grades = {grade.value: sum(one.grade is grade for one in found) for grade in Grade}
        return {"moves": len(found), "loss": round(_mean_loss(found), 4), **grades}

    # --- in words --------------------------------------------------------------------------

    def _move_line(self, at: int) -> str:
        record, state = self.course.record, self.course.states[at]
        analysis, judgement = self._analysis(at), self._judgement(at)
        done = deed(ReplayPosition(state, record.nodes[at], 0), record.ruleset, self.language, self.symbols)
        start = f"{self._number(at):3}. {pad(done, _DEED_COLUMNS)} "
        line = start + pad(value_for_black(analysis, state.position.to_move, self.language), _WORTH_COLUMNS)
        if judgement is None or judgement.grade is None:
            return line
        best = self._analysis(at - 1).best
        better = _move_name(best[0].move, record.ruleset, self.language) if best else "–"
        grade = text(self.language, f"analyze.grade.{judgement.grade.value}")
        return line + text(self.language, "analyze.gave", grade=grade, win=_percent(judgement.win), better=better)

    def _side_line(self, color: Color, name: str) -> str:
        found = self._of_side(color)
        counts = {grade.value: sum(one.grade is grade for one in found) for grade in Grade}
        win = f"{100 * _mean_loss(found):.1f}"
        played = text(self.language, "analyze.side", moves=len(found), win=win, **counts)
        return f"{self.symbols.stone(color)} {name}: {played}"

    def _end(self) -> list[str]:
        """How the game ended; what its last position is worth, where it has not."""
        state, analysis = self.course.states[-1], self.verdicts[-1].analysis
        result = result_line(self.course.record, state, self.language)
        if result:
            return [result]
        value = worth(analysis, state.position.to_move, self.language)
        return [value, *_not_proven(analysis, self.effort, self.language)]

    def _of_side(self, color: Color) -> list[Judgement]:
        found = []
        for at in self._moves():
            action, judgement = self.course.action(at), self._judgement(at)
            if action is not None and action.player is color and judgement is not None:
                found.append(judgement)
        return found


# --- what is found, in words -------------------------------------------------------------------


def worth(analysis: Analysis, to_move: Color, language: str) -> str:
    """A position's worth as a sentence."""
    if analysis.win is None:
        return text(language, "analyze.unknown")
    winner = _proven_winner(analysis)
    margin = _proven_margin(analysis, to_move)
    if winner is not None:
        player = text(language, f"color.{winner.word}")
        if margin is None:
            return text(language, "analyze.won", player=player)
        return text(language, "analyze.won_by", player=player, margin=abs(margin))
    if _is_proven(analysis):
        return text(language, "analyze.drawn")
    return text(language, "analyze.open", value=value_for_black(analysis, to_move, language))


def value_for_black(analysis: Analysis, to_move: Color, language: str) -> str:
    """A position's worth in short, such as `62 % +3.5`, or with `=` where it is proven."""
    if analysis.win is None:
        return ""
    margin = _proven_margin(analysis, to_move)
    if _is_proven(analysis):
        shown = "" if margin is None else f" {margin:+d}"
        return f"{_percent(analysis.win)} %{shown} {text(language, 'analyze.proven')}"
    return f"{_percent(analysis.win)} %" + _open_margin(analysis)


def _open_margin(analysis: Analysis) -> str:
    """How many points, such as ` +3.5`, with their standard deviation where it is known: ` +3.5 ± 6.0`."""
    if analysis.margin is None:
        return ""
    spread = analysis.best[0].spread if analysis.best else None
    return f" {analysis.margin:+.1f}" + ("" if spread is None else f" ± {spread:.1f}")


def brief_worth(candidate: Candidate, analysis: Analysis, language: str) -> str:
    """The worth of one move, for Black."""
    if candidate.win is None:
        return ""
    is_exact = analysis.exact is not None and candidate.is_certain
    shown = "" if candidate.margin is None else f" {candidate.margin:+.{0 if is_exact else 1}f}"
    return f"{_percent(candidate.win)} %{shown}" + (
        f" {text(language, 'analyze.proven')}" if candidate.is_certain else ""
    )


def searched(analysis: Analysis, language: str) -> str:
    """How far a search has come, in one line."""
    value = "" if analysis.win is None else value_for_black(analysis, BLACK, language)
    return text(language, "analyze.searched", nodes=f"{analysis.visits:,}", depth=analysis.depth, value=value)


def _spent(verdicts: list[Verdict], language: str) -> list[str]:
    nodes = sum(verdict.analysis.visits for verdict in verdicts)
    depth = max(verdict.analysis.depth for verdict in verdicts)
    ms, cpu_ms = sum(verdict.ms for verdict in verdicts), sum(verdict.cpu_ms for verdict in verdicts)
    seconds, cpu = f"{ms / 1000:.2f}", f"{cpu_ms / 1000:.2f}"
    return [text(language, "analyze.spent", nodes=f"{nodes:,}", depth=depth, seconds=seconds, cpu=cpu)]


def _not_proven(analysis: Analysis, effort: Effort, language: str) -> list[str]:
    return [text(language, "analyze.not_proven")] if effort.exact and not _is_proven(analysis) else []


def _is_proven(analysis: Analysis) -> bool:
    return analysis.exact is not None or bool(analysis.best and analysis.best[0].is_certain)


def _proven_winner(analysis: Analysis) -> Color | None:
    if not _is_proven(analysis) or analysis.win == 0.5:
        return None
    return COLORS[0] if analysis.win == 1.0 else COLORS[1]


def _proven_margin(analysis: Analysis, to_move: Color) -> int | None:
    """Black's."""
    if analysis.exact is None:
        return None
    return analysis.exact if to_move is BLACK else -analysis.exact


def _mean_loss(found: list[Judgement]) -> float:
    return sum(one.win for one in found) / len(found) if found else 0.0


def _percent(win: float) -> str:
    return f"{100 * win:.0f}"


def _move_name(move: Move, ruleset: Ruleset, language: str | None = None) -> str:
    """A move in the notation of its game; a pass by its word, in JSON as `pass`."""
    if move is not None:
        return ruleset.board_spec().name(move)
    return "pass" if language is None else text(language, "analyze.pass")


# --- and for programs --------------------------------------------------------------------------


def _fields(verdict: Verdict, ruleset: Ruleset) -> _Fields:
    analysis, spec = verdict.analysis, ruleset.board_spec()
    return {
        "win": _rounded(analysis.win, 4),
        "margin": _rounded(analysis.margin, 2),
        "exact": analysis.exact,
        "best": [_candidate_fields(candidate, ruleset) for candidate in analysis.best],
        "ownership": [round(value, 3) for value in analysis.ownership] or None,
        "marks": [{"key": mark.key, "points": [spec.name(point) for point in mark.points]} for mark in analysis.marks],
        "nodes": analysis.visits,
        "depth": analysis.depth,
        "ms": round(verdict.ms),
        "cpu_ms": round(verdict.cpu_ms),
    }


def _candidate_fields(candidate: Candidate, ruleset: Ruleset) -> _Fields:
    return {
        "move": _move_name(candidate.move, ruleset),
        "line": [_move_name(move, ruleset) for move in candidate.line],
        "win": _rounded(candidate.win, 4),
        "margin": _rounded(candidate.margin, 2),
        "spread": _rounded(candidate.spread, 2),
        "visits": candidate.visits,
        "prior": _rounded(candidate.prior, 4),
        "proven": candidate.is_certain,
        "defences": [
            {
                "number": defence.number,
                "lines": [[_move_name(move, ruleset) for move in line] for line in defence.lines],
            }
            for defence in candidate.defences
        ],
    }


def _loss_fields(judgement: Judgement) -> _Fields:
    return {"win": round(judgement.win, 4), "margin": _rounded(judgement.margin, 2)}


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
