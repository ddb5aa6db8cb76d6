"""Go positions: stones, liberties, capture, and what may not be repeated. No scoring, no phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from tengen.core import (
    BLACK,
    Action,
    Board,
    Color,
    ErrorCode,
    IllegalMove,
    Move,
    Place,
    Point,
    Position,
    Prisoners,
)
from tengen.games.go.grid import chain_without_liberty, chains, diagonals, neighbours
from tengen.games.go.options import Ko
from tengen.games.go.past import Past

NO_PRISONERS: Final = Prisoners()
_SIMPLE: Final = Ko.SIMPLE
_POSITIONAL: Final = Ko.POSITIONAL


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules that legality depends on, the same through a whole game."""

    ko: Ko = Ko.POSITIONAL
    suicide: bool = False


@dataclass(frozen=True, slots=True)
class Cleanup:
    """What a clean-up after two passes adds to a position.

    `before` are the cells it began with. `placed` counts the stones each side has put down in it, which cost
    nothing. `blocked` are stones that took a ko: the opponent passes for the ko before it is taken back.
    """

    before: bytes
    placed: Prisoners = NO_PRISONERS
    blocked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Course:
    """What else the course of a game leaves behind; empty in most games.

    Under simple ko `repeated` holds the situations that have stood twice since the last pass, and `passed_from`
    those in which somebody passed, for the rules that end endless cycles: `is_third_repetition` says that the
    situation stands for the third time, `passed_again` that the last pass was made where its player had passed
    before. `button` is who took the half point of the first pass.
    """

    repeated: Past = Past()
    is_third_repetition: bool = False
    passed_from: Past = Past()
    passed_again: bool = False
    button: Color | None = None
    cleanup: Cleanup | None = None


_NO_COURSE: Final = Course()


@dataclass(frozen=True, slots=True)
class GoPosition(Position):
    """A board with its past, so that a repetition is refused and never guessed.

    `previous` is the board before the last move. Under superko `past` holds every board of the game, with
    the side to move if it is situational; under simple ko the situations since the last pass.
    """

    board: Board
    to_move: Color
    taken: Prisoners
    terms: Terms
    past: Past
    previous: bytes | None
    course: Course

    @classmethod
    def begin(cls, board: Board, to_move: Color, terms: Terms, taken: Prisoners = NO_PRISONERS) -> GoPosition:
        """A position without a past other than itself."""
        position = cls(board, to_move, taken, terms, Past(), None, _NO_COURSE)
        return replace(position, past=Past().add(position._situation(board.cells, to_move)))

    @property
    def prisoners(self) -> Prisoners:
        return self.taken

    def can_pass(self) -> bool:
        return True

    def play(self, move: Move) -> GoPosition:
        if move is None:
            return self._passed()
        self._check_free(move)
        board = self.board
        other = self.to_move.other
        index = move.y * board.columns + move.x
        cells, dead = self._placed(index)
        after = bytes(cells)
        if after == self.previous:
            raise IllegalMove(ErrorCode.KO, move)
        situation = self._situation(after, other)
        is_repeated = situation in self.past
        if is_repeated and self.terms.ko is not _SIMPLE:
            raise IllegalMove(ErrorCode.SUPERKO, move)
        cleanup = self.course.cleanup
        if cleanup is not None and self._ko_taken(after, dead, index) in cleanup.blocked:
            raise IllegalMove(ErrorCode.KO, move)
        taken = _added(self.taken, self.to_move if dead > 0 else other, abs(dead)) if dead else self.taken
        stones = Board(board.columns, board.rows, after)
        return self._remembering(stones, other, taken, index, situation, is_repeated=is_repeated)

    def with_stone(self, point: Point, board: Board, to_move: Color, taken: Prisoners) -> GoPosition:
        """The position after a stone on this point, which has led to this board: remembers, and refuses nothing."""
        situation = self._situation(board.cells, to_move)
        is_repeated = situation in self.past
        return self._remembering(board, to_move, taken, board.index(point), situation, is_repeated=is_repeated)

    def _remembering(
        self, board: Board, to_move: Color, taken: Prisoners, index: int, situation: bytes, *, is_repeated: bool
    ) -> GoPosition:
        """The position after a stone on this cell, with what is remembered of this one."""
        past, course = self.past, self.course
        if not is_repeated:
            past = past.add(situation)
        elif self.terms.ko is _SIMPLE:
            is_third = situation in course.repeated
            course = replace(course, repeated=course.repeated.add(situation), is_third_repetition=is_third)
        if course.cleanup is not None:
            dead = taken.of(self.to_move) - self.taken.of(self.to_move)
            course = replace(course, cleanup=self._cleaned_up(course.cleanup, board.cells, dead, index))
        return GoPosition(board, to_move, taken, self.terms, past, self.board.cells, course)

    def play_run(self, actions: Sequence[Action | None], begin: int, end: int) -> tuple[GoPosition, int]:
        """The position after a run of ordinary moves from `begin` to `end`, and how many there are.

        Ordinary: a stone of the side to move on a free point, no suicide, no repetition. The same as `play` for one
        after the other, at a fraction of the cost: no position is made between, and no chain looked through whose
        stone beside the move still has a liberty next to it. Without a prisoner no board has ever had fewer stones
        than one before it, so that none can be repeated.
        """
        course = self.course
        if course.cleanup is not None or course.passed_again or course.is_third_repetition:
            return self, 0
        columns, rows, before = self.board.columns, self.board.rows, self.board.cells
        beside = neighbours(columns, rows)
        cells, past, previous = bytearray(before), self.past, self.previous
        known: Past | frozenset[bytes] = past if past.full else past.recent
        is_positional = self.terms.ko is _POSITIONAL
        may_repeat = self.taken != NO_PRISONERS
        mover, waiting, own, hostile = self.to_move, self.to_move.other, int(self.to_move), int(self.to_move.other)
        taken = [0, *self.taken]
        fresh: set[bytes] = set()
        count = 0
        for action in islice(actions, begin, end):
            if type(action) is not Place or action.player is not mover:
                break
            x, y = action.point
            index = y * columns + x
            if not (0 <= x < columns and 0 <= y < rows) or cells[index]:
                break
            cells[index] = own
            dead = 0
            has_liberty = False
            for near in beside[index]:
                stone = cells[near]
                if not stone:
                    has_liberty = True
                elif stone == hostile:
                    for liberty in beside[near]:
                        if not cells[liberty]:
                            break
                    else:
                        chain = chain_without_liberty(cells, beside, near)
                        if chain:
                            dead += len(chain)
                            for gone in chain:
                                cells[gone] = 0
            if not has_liberty and not dead and chain_without_liberty(cells, beside, index):
                break
            after = bytes(cells)
            situation = after if is_positional else after + bytes((hostile,))
            if dead:
                may_repeat = True
            if may_repeat and (after == previous or situation in fresh or situation in known):
                break
            if dead:
                taken[own] += dead
            fresh.add(situation)
            previous, before = before, after
            mover, waiting, own, hostile = waiting, mover, hostile, own
            count += 1
        if not count:
            return self, 0
        board = Board(columns, rows, before)
        prisoners = Prisoners(taken[1], taken[2])
        return GoPosition(board, mover, prisoners, self.terms, past.add_all(fresh), previous, course), count

    def _placed(self, index: int) -> tuple[bytearray, int]:
        """The cells after a stone on this free cell, and how many stones came off.

        The number is negative when they are the player's own. Raises SUICIDE where the rules forbid it.
        """
        color = self.to_move
        other = 3 - color
        beside = neighbours(self.board.columns, self.board.rows)
        cells = bytearray(self.board.cells)
        cells[index] = color
        dead = 0
        has_liberty = False
        for near in beside[index]:
            stone = cells[near]
            if not stone:
                has_liberty = True
            elif stone == other:
                chain = chain_without_liberty(cells, beside, near)
                if chain:
                    dead += len(chain)
                    for taken in chain:
                        cells[taken] = 0
        if not has_liberty and not dead:
            own = chain_without_liberty(cells, beside, index)
            if own:
                if len(own) == 1 or not self.terms.suicide:
                    raise IllegalMove(ErrorCode.SUICIDE, self.board.point(index))
                dead = -len(own)
                for taken in own:
                    cells[taken] = 0
        return cells, dead

    def _situation(self, cells: bytes, to_move: Color) -> bytes:
        """What is compared to find a repetition: the board, and the side to move unless superko is positional."""
        return cells if self.terms.ko is _POSITIONAL else cells + bytes((to_move,))

    def _cleaned_up(self, cleanup: Cleanup, after: bytes, dead: int, index: int) -> Cleanup:
        """The clean-up after a stone: one more placed, and if it took a ko the opponent may not take back at once."""
        takes_ko = self._ko_taken(after, dead, index) is not None
        blocked = cleanup.blocked | {index} if takes_ko else cleanup.blocked
        standing = frozenset(cell for cell in blocked if after[cell])
        return Cleanup(cleanup.before, _added(cleanup.placed, self.to_move, 1), standing)

    def _ko_taken(self, after: bytes, dead: int, index: int) -> int | None:
        """The cell from which a stone on `index` took the one stone of a ko; None where it took none."""
        near = neighbours(self.board.columns, self.board.rows)[index]
        liberties = [cell for cell in near if not after[cell]]
        takes_ko = dead == 1 and len(liberties) == 1 and all(after[cell] != self.to_move for cell in near)
        return liberties[0] if takes_ko else None

    def _passed(self) -> GoPosition:
        mover, other = self.to_move, self.to_move.other
        course = self.course
        if course.cleanup is not None:
            own = frozenset(cell for cell in course.cleanup.blocked if self.board.cells[cell] == mover)
            course = replace(course, cleanup=replace(course.cleanup, blocked=own))
        past = self.past
        if self.terms.ko is _SIMPLE:
            here = self._turn()
            course = replace(
                course,
                repeated=Past(),
                passed_from=course.passed_from.add(here),
                passed_again=here in course.passed_from,
            )
            past = Past()
        past = past.add(self._situation(self.board.cells, other))
        return replace(self, to_move=other, previous=None, past=past, course=course)

    def _turn(self) -> bytes:
        """What a player passes in: stones and side to move, in a clean-up also the blocked kos."""
        cleanup = self.course.cleanup
        blocked = () if cleanup is None else sorted(cleanup.blocked)
        return self.key + b"".join(cell.to_bytes(2) for cell in blocked)

    @property
    def has_ko_to_pass_for(self) -> bool:
        """Whether, in a clean-up, a pass now lifts the block of a ko that the opponent took."""
        cleanup = self.course.cleanup
        return cleanup is not None and any(self.board.cells[cell] != self.to_move for cell in cleanup.blocked)

    def with_button(self, color: Color) -> GoPosition:
        """This position with the button taken. It is part of what stands there, so no board before was the same."""
        fresh = GoPosition.begin(self.board, self.to_move, self.terms, self.taken)
        return replace(fresh, course=replace(fresh.course, button=color))

    def continued(self, to_move: Color) -> GoPosition:
        """This position when play goes on after it had stopped: the passes that stopped it are forgotten."""
        past = Past().add(self._situation(self.board.cells, to_move)) if self.terms.ko is _SIMPLE else self.past
        return replace(self, to_move=to_move, past=past, course=Course(button=self.course.button))

    def with_cleanup(self) -> GoPosition:
        """This position when a clean-up begins."""
        position = self.continued(self.to_move)
        return replace(position, course=replace(position.course, cleanup=Cleanup(self.board.cells)))

    def showing(self, board: Board, to_move: Color, taken: Prisoners) -> GoPosition:
        """This position with its past, and all that is to be seen of it as told."""
        if (self.to_move, self.taken, self.board) == (to_move, taken, board):
            return self
        return replace(self, board=board, to_move=to_move, taken=taken)

    def legal_points(self) -> list[Point]:
        board = self.board
        beside = neighbours(board.columns, board.rows)
        owner = chains(board.cells, beside)
        color = self.to_move
        may_repeat = self._may_repeat()
        found = []
        for index, cell in enumerate(board.cells):
            if cell:
                continue
            has_liberty = captures = joins = False
            for near in beside[index]:
                chain = owner[near]
                if chain is None:
                    has_liberty = True
                elif chain.color == color:
                    joins = True
                    has_liberty = has_liberty or len(chain.liberties) > 1
                else:
                    captures = captures or len(chain.liberties) == 1
            is_suicide = not has_liberty and not captures
            if is_suicide and not (joins and self.terms.suicide):
                continue
            point = board.point(index)
            if (captures or is_suicide or may_repeat) and self.refusal(point) is not None:
                continue
            found.append(point)
        return found

    def _may_repeat(self) -> bool:
        """Whether a move that takes nothing could bring back a board that is refused: never a fuller one than all."""
        if self.terms.ko is _SIMPLE or self.taken == NO_PRISONERS:
            return False
        return len(self.board.cells) - self.board.cells.count(0) < self.past.most_stones

    def is_own_eye(self, point: Point) -> bool:
        """Whether the point is an eye of the side to move by its shape: own stones beside it and at its corners."""
        board = self.board
        index = board.index(point)
        color = self.to_move
        cells = board.cells
        for near in neighbours(board.columns, board.rows)[index]:
            if cells[near] != color:
                return False
        corners = diagonals(board.columns, board.rows)[index]
        hostile = sum(cells[corner] == color.other for corner in corners)
        return hostile == 0 if len(corners) < 4 else hostile <= 1


def _added(count: Prisoners, color: Color, more: int) -> Prisoners:
    return Prisoners(count.black + more, count.white) if color is BLACK else Prisoners(count.black, count.white + more)
