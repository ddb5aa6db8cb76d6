"""From a record to scenes: every frame of its main line, one of them, or diagrams with numbered moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from tengen.core import (
    Action,
    BadRecord,
    BoardSpec,
    Color,
    ErrorCode,
    GameError,
    GameState,
    Mark,
    Node,
    Outcome,
    Pass,
    Place,
    Point,
    Record,
)
from tengen.render.scene import PictureOptions, draw
from tengen.render.shapes import Scene


@dataclass(frozen=True, slots=True)
class MainLineFrame:
    """One frame of the main line: what it shows after an action or a set-up.

    `number` counts the moves so far as players do.
    `moves` are the moves on the board: the number of each by its point, as far as a stone is still there.
    `last` is where the last action placed a stone.
    """

    state: GameState
    action: Action | None
    is_set_up: bool
    number: int
    moves: dict[Point, int]
    last: Point | None
    marks: tuple[Mark, ...]
    turn: Color | None
    before: GameState | None
    outcome: Outcome | None


Say: TypeAlias = Callable[[GameState, GameState | None, Outcome | None], str]
"""What stands below a state: asked with it, the state its action led from (None after none), and how the game ended.

At the end of the main line the record's declared result goes before that of the rules.
"""


def frames_of(
    record: Record,
    options: PictureOptions | None = None,
    *,
    numbered: int | None = None,
    say: Say | None = None,
    strict: bool = True,
) -> list[Scene]:
    """A scene for the beginning and one for every action of the main line, with the last move and the record's marks.

    Of the moves on the board the latest `numbered` bear their numbers; all when None, none when 0. What `say` says
    of a frame stands below the board, with whose turn it is. Raises BadRecord at an illegal action; with
    `strict=False` the scenes end before it.
    """
    options = options or PictureOptions()
    spec = record.ruleset.board_spec()
    return [
        draw(frame.state, spec, _options_of(frame, options, numbered, say))
        for frame in _main_line(record, strict=strict)
    ]


def scene_of(
    record: Record,
    number: int,
    options: PictureOptions | None = None,
    *,
    numbered: int | None = 0,
    say: Say | None = None,
) -> Scene:
    """The scene after a number of moves on the main line; after all of them when there are fewer.

    Raises BadRecord at an illegal action before that, BAD_BODY for a negative number.
    """
    if number < 0:
        raise GameError(ErrorCode.BAD_BODY)
    shown = None
    for frame in _main_line(record, strict=True):
        if shown is not None and frame.number > number:
            break
        shown = frame
    assert shown is not None, "a record has a beginning"
    return draw(
        shown.state, record.ruleset.board_spec(), _options_of(shown, options or PictureOptions(), numbered, say)
    )


def diagrams_of(
    record: Record, options: PictureOptions | None = None, *, moves_each: int = 50, say: Say | None = None
) -> list[Scene]:
    """The main line as diagrams for print, each with the numbers of the moves that it adds.

    A diagram shows the board before its first move and every stone of its moves, also those that were taken later.
    The caption names its moves, and those played where the diagram has a stone already: `57 = 43` is move 57 at the
    point of 43, `57 = D4` at a point without a number, `57 = –` a pass. A set-up begins another diagram.
    What `say` says of the last state of a diagram stands above the caption.
    """
    assert moves_each > 0, "a diagram adds at least one move"
    spec = record.ruleset.board_spec()
    chunks: list[list[MainLineFrame]] = []
    for frame in _main_line(record, strict=True):
        if not chunks or frame.is_set_up:
            chunks.append([frame])
        elif len(chunks[-1]) > moves_each:
            chunks.append([chunks[-1][-1], frame])
        elif isinstance(frame.action, Place | Pass):
            chunks[-1].append(frame)
    return [
        _diagram(chunk, spec, options or PictureOptions(), say)
        for chunk in chunks
        if len(chunk) > 1 or len(chunks) == 1
    ]


def _diagram(frames: list[MainLineFrame], spec: BoardSpec, options: PictureOptions, say: Say | None) -> Scene:
    """The board of the first frame and the moves of the others on it."""
    board = frames[0].state.position.board
    numbers: dict[Point, int] = {}
    notes = []
    before = frames[0].number
    for frame in frames[1:]:
        point = frame.last
        if point is None and frame.number == before:
            continue  # a pass without a number
        before = frame.number
        if point is None:
            notes.append(f"{frame.number} = –")
        elif board[point] is not None:
            notes.append(f"{frame.number} = {numbers.get(point) or spec.name(point)}")
        else:
            assert isinstance(frame.action, Place), "only a stone has a point"
            board = board.with_stone((point,), frame.state.position.board[point] or frame.action.player)
            numbers[point] = frame.number
    marks = tuple(mark for frame in frames for mark in frame.marks)
    words = [options.caption, _range(frames), f"({', '.join(notes)})" if notes else ""]
    caption = " ".join(filter(None, words))
    shown = replace(options, numbers=numbers, marks=(*options.marks, *marks), caption=caption)
    if say is not None:
        shown = replace(shown, message=_message(frames[-1], options, say), turn=frames[-1].turn)
    return draw(board, spec, shown)


def _range(frames: list[MainLineFrame]) -> str:
    """The numbers of a diagram's moves, such as `51–100`."""
    if len(frames) == 1:
        return ""
    first, last = frames[1].number, frames[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _options_of(frame: MainLineFrame, options: PictureOptions, numbered: int | None, say: Say | None) -> PictureOptions:
    first = 0 if numbered is None else frame.number - numbered
    return replace(
        options,
        last=frame.last,
        numbers={point: number for point, number in frame.moves.items() if number > first},
        marks=(*options.marks, *frame.marks),
        message=_message(frame, options, say),
        turn=options.turn if say is None else frame.turn,
    )


def _message(frame: MainLineFrame, options: PictureOptions, say: Say | None) -> str | None:
    return options.message if say is None else say(frame.state, frame.before, frame.outcome)


def _main_line(record: Record, *, strict: bool) -> Iterator[MainLineFrame]:
    """The beginning of the main line, and the frame after each of its actions and set-ups."""
    states = record.states()
    number = 0
    moves: dict[Point, int] = {}
    line = record.line()
    end = max((index for index in line if _shows(record.nodes[index])), default=line[0])
    before: GameState | None = None
    for index in line:
        node, state = record.nodes[index], states[index]
        if isinstance(state, BadRecord):
            if strict:
                raise state
            return
        if node.setup is not None:
            moves = {}
        if index and not _shows(node):
            continue
        if isinstance(node.action, Place | Pass) and record.ruleset.is_numbered(node.action):
            number += 1
        last = node.action.point if isinstance(node.action, Place) else None
        if last is not None:
            moves = {**moves, last: number}
        board = state.position.board
        moves = {point: count for point, count in moves.items() if board[point] is not None}
        outcome = (record.result if index == end else None) or state.outcome
        actors = () if outcome is not None else record.ruleset.actors(state)
        turn = actors[0] if len(actors) == 1 else None
        yield MainLineFrame(
            state,
            node.action,
            node.setup is not None,
            number,
            moves,
            last,
            node.marks,
            turn,
            before if node.action is not None else None,
            outcome,
        )
        before = state


def _shows(node: Node) -> bool:
    """Whether a node changes what is on the board; others only say something."""
    return node.setup is not None or node.action is not None
