"""A record as a page steps through it: every node with what it does to the board, so that no rules are needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import ConfigDict, JsonValue, TypeAdapter
from pydantic_core import to_json

from tengen.core import Board, Changes, ErrorCode, GameError, GameState, OptionValue, Participant, Record, program_name
from tengen.formats import Notice, save
from tengen.formats.json_fields import check_size
from tengen.match import outcome_status
from tengen.protocol.base import NAMES, ColorName, Message, Points, Sides
from tengen.protocol.moves import AnyMove, move_out
from tengen.protocol.state import Winner, winner_of
from tengen.protocol.view import Told
from tengen.protocol.words import in_all_languages

_MOST_TITLES: Final = 200
_BOM: Final = "\ufeff"


class MarkOut(Message):
    """Something drawn on the board: a kind such as `triangle` or `label`, and its text where it has one."""

    kind: str
    points: list[tuple[int, int]]
    text: str


class NodeOut(Message):
    """One moment: the node before it (-1 for the root), what was done, and what that did to the board.

    `placed` has the stones as column, row and colour, `removed` and `flipped` points as column and row; so have `won`,
    the rows of stones that have won the game here.
    """

    parent: int
    move: AnyMove | None
    placed: list[tuple[int, int, ColorName]]
    removed: list[tuple[int, int]]
    flipped: list[tuple[int, int]]
    won: list[list[tuple[int, int]]]
    to_move: ColorName
    prisoners: Sides
    ms: int | None
    comment: str
    marks: list[MarkOut]


class ParticipantOut(Message):
    """A player as the record knows it."""

    name: str
    rank: str
    player: str


class ParticipantsOut(Message):
    """Both players."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: ParticipantOut
    WHITE: ParticipantOut


class Replay(Message):
    """A whole record. `save` is the same game as a save file, which `/load` takes; `titles` are the file's games.

    `notices` say by language what was left out of it, or changed. `trouble` is why `/load` would refuse the file as it
    is: what follows the mistake was left out here. One that contradicts itself, or is too large for a save file, has no
    `save`: nothing begins from it. The `save` of a file that is signed is that file, so that `/load` can judge it.
    """

    game_type: str
    board_size: int
    rules: dict[str, OptionValue]
    players: ParticipantsOut
    winner: Winner | None
    result: Told | None
    score: Points | None
    created: str
    info: dict[str, str]
    nodes: list[NodeOut]
    notices: list[dict[str, str]]
    trouble: dict[str, str] | None
    save: dict[str, JsonValue] | None
    titles: list[str]
    index: int

    def dumps(self) -> bytes:
        """As JSON, made piece by piece: one call for the whole would keep every other thread waiting."""
        head = self.model_dump_json(by_alias=True, exclude={"nodes", "save", "notices"}).encode()
        stretches = (self.nodes[at : at + _STRETCH] for at in range(0, len(self.nodes), _STRETCH))
        nodes = b",".join([_NODES.dump_json(stretch, by_alias=True)[1:-1] for stretch in stretches])
        notices = to_json(self.notices)
        return b'%b,"save":%b,"nodes":[%b],"notices":%b}' % (head[:-1], to_json(self.save), nodes, notices)


def with_notice(replay: bytes, notice: Notice) -> bytes:
    """A replay as `Replay.dumps` has written it, with one more notice."""
    told = replay.removesuffix(b"]}")
    between = b"" if told.endswith(b"[") else b","
    return b"%b%b%b]}" % (told, between, to_json(in_all_languages(notice)))


_STRETCH: Final = 100
_NODES: Final = TypeAdapter(list[NodeOut])


def replay_of(
    record: Record,
    notices: Iterable[Notice] = (),
    titles: Sequence[str] = (),
    index: int = 0,
    *,
    trouble: GameError | None = None,
    may_go_on: bool = True,
) -> Replay:
    """The record to step through: its legal part, its nodes counted as in its save."""
    record, refused = record.legal_part()
    record = save.in_file_order(record)
    told = [in_all_languages(notice) for notice in notices]
    trouble = trouble or refused
    outcome = record.result
    score = outcome.score if outcome else None
    return Replay.model_construct(
        game_type=record.ruleset.KIND.upper(),
        board_size=record.ruleset.size,
        rules=record.ruleset.options(),
        players=ParticipantsOut(BLACK=_participant(record.black), WHITE=_participant(record.white)),
        winner=winner_of(outcome),
        result=Told(key=(line := outcome_status(outcome)).key, values=line.values) if outcome else None,
        score=Points(BLACK=float(score.black), WHITE=float(score.white)) if score else None,
        created=record.created,
        info=dict(record.info),
        nodes=_nodes(record),
        notices=told,
        trouble=in_all_languages(trouble) if trouble else None,
        save=_save(record, trouble) if may_go_on else None,
        titles=list(titles[:_MOST_TITLES]),
        index=index,
    )


def _save(record: Record, trouble: GameError | None) -> dict[str, JsonValue] | None:
    """The record as a save file, where that is not too large; one that was signed as it came."""
    try:
        text = save.dumps(record) if record.seal is None or trouble else record.seal.text.removeprefix(_BOM)
        check_size(text)
    except GameError as error:
        if error.code is not ErrorCode.TOO_LARGE:
            raise
        return None
    written: dict[str, JsonValue] = json.loads(text)
    return written


def title_of(record: Record) -> str:
    """How a game of a collection is told from the others."""
    names = " – ".join(player.name or "?" for player in (record.black, record.white))
    event = dict(record.info).get("event", "")
    return " · ".join(part for part in (names, record.created, event) if part)[:120]


def _nodes(record: Record) -> list[NodeOut]:
    found = []
    states = [state for state in record.states() if isinstance(state, GameState)]
    assert len(states) == len(record.nodes), "only what is legal was kept"
    empty = Board.empty(states[0].position.board.columns, states[0].position.board.rows)
    for node, state in zip(record.nodes, states, strict=True):
        before = states[node.parent].position.board if node.parent >= 0 else empty
        changes = Changes.between(before, state.position.board)
        prisoners = state.position.prisoners
        found.append(
            NodeOut.model_construct(
                parent=node.parent,
                move=move_out(node.action) if node.action is not None else None,
                placed=[(point.x, point.y, NAMES[color]) for point, color in changes.placed],
                removed=[(point.x, point.y) for point in changes.removed],
                flipped=[(point.x, point.y) for point in changes.flipped],
                won=[[(point.x, point.y) for point in row] for row in record.ruleset.winning_rows(state)],
                to_move=NAMES[state.position.to_move],
                prisoners=Sides.model_construct(BLACK=prisoners.black, WHITE=prisoners.white),
                ms=node.ms,
                comment=node.comment,
                marks=[
                    MarkOut(kind=mark.kind, points=[(x, y) for x, y in mark.points], text=mark.text)
                    for mark in node.marks
                ],
            )
        )
    return found


def _participant(participant: Participant) -> ParticipantOut:
    """A program under the name that records give it is called by its player's name, which clients translate."""
    player = participant.player
    name = player if participant.name == program_name(player) else participant.name
    return ParticipantOut(name=name, rank=participant.rank, player=player)
