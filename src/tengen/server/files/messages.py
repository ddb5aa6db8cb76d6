"""What the processes that work on files are asked and what they answer: plain values with a JSON form.

A file, and what is made of one, is bytes (base64 on the way). What is made goes back in pieces, so that whoever reads
them is never held up for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from tengen.core import (
    Action,
    ErrorCode,
    GameError,
    Outcome,
    Participant,
    Record,
    Ruleset,
    Seal,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.core.errors import Because, Value
from tengen.formats import ReadLimits
from tengen.formats.json_fields import Field
from tengen.formats.values import Json, read_outcome, write_outcome
from tengen.jobs import EncodedAction, EncodedGame
from tengen.match import Match, fold
from tengen.match.log import LogRow, decode_event

FILE_WORK: Final = "file"
"""The kind of jobs whose body is a `FileJob`."""


class EncodedSeal(msgspec.Struct, frozen=True):
    """What a file brings to prove whose it is, without its text: see `core.Seal`."""

    digest: bytes
    signature: str

    @classmethod
    def of(cls, record: Record) -> EncodedSeal | None:
        """The seal of the file that a record was read from, if it has any."""
        return None if record.seal is None else cls(record.seal.digest, record.seal.signature)

    def seal(self) -> Seal:
        """The seal, without the text."""
        return Seal(self.digest, self.signature, "")


class EncodedRecord(msgspec.Struct, frozen=True, omit_defaults=True, tag="record"):
    """A game of one line, written down: of a match, or what a match is to begin with. `result` is as a save has it."""

    game: EncodedGame
    black: Participant
    white: Participant
    created: str = ""
    think_ms: tuple[int, ...] = ()
    result: Json | None = None
    control: TimeControl | None = None

    @classmethod
    def of_match(cls, match: Match) -> EncodedRecord:
        """A match as it stands. Quicker than its record, which is left to whoever is asked."""
        black, white = match.participants()
        control = match.clock.control if match.clock else None
        return cls(
            EncodedGame.of(match.timeline),
            black,
            white,
            match.created_on,
            match.think_ms,
            _encoded(match.outcome),
            control,
        )

    @classmethod
    def of_latest_stretch(cls, record: Record) -> EncodedRecord:
        """What leads to the end of a record's main line."""
        setup, actions = record.latest_stretch()
        ruleset = record.ruleset
        encoded = tuple([EncodedAction.of(action) for action in actions])
        game = EncodedGame(ruleset.KIND, ruleset.size, ruleset.options(), encoded, setup)
        return cls(game, record.black, record.white, result=_encoded(record.result), control=record.control)

    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return create_rules(self.game.kind, self.game.size, self.game.rules)

    def actions(self) -> list[Action]:
        """All that was done."""
        return [action.action() for action in self.game.actions]

    def outcome(self) -> Outcome | None:
        """How the game ended, if it did. Raises BAD_RECORD for a reason that it cannot have."""
        return None if self.result is None else read_outcome(Field("result", self.result), self.game.kind)

    def record(self) -> Record:
        """The record itself."""
        setup: Setup | None = self.game.setup
        record = Record(
            self.ruleset(),
            setup,
            self.black,
            self.white,
            result=self.outcome(),
            created=self.created,
            control=self.control,
        )
        return record.with_line(self.actions()).with_times(self.think_ms)


def _encoded(outcome: Outcome | None) -> Json | None:
    return None if outcome is None else write_outcome(outcome)


class EncodedPosition(msgspec.Struct, frozen=True):
    """A game up to a moment, played through, and the stones that stand there then, as `Board.cells`."""

    game: EncodedGame
    cells: bytes

    @classmethod
    def of(cls, record: Record) -> EncodedPosition:
        """The end of a record's main line. Raises BadRecord for what the rules refuse."""
        cells = record.replay().game.state.position.board.cells
        return cls(EncodedRecord.of_latest_stretch(record).game, cells)


class UploadLimits(msgspec.Struct, frozen=True):
    """What a file may have, see `ReadLimits`; a game that is to begin, so many actions and `per_point` more."""

    nodes: int
    points: int
    actions: int
    per_point: int

    def to_read(self) -> ReadLimits:
        """For a file that is looked at."""
        return ReadLimits(self.nodes, self.points)

    def to_load(self) -> ReadLimits:
        """For a game that is to begin."""
        return ReadLimits(self.nodes, self.points, self._most_actions)

    def _most_actions(self, ruleset: Ruleset) -> int:
        return self.actions + self.per_point * ruleset.size**2


class Upload(msgspec.Struct, frozen=True, tag="upload"):
    """A file that somebody brought, and which of its games is meant."""

    data: bytes
    index: int
    limits: UploadLimits


class EncodedLog(msgspec.Struct, frozen=True, tag="log"):
    """A match as its log: the body of every row, in order. Folded where it is made into something."""

    bodies: tuple[bytes, ...]

    @classmethod
    def of(cls, rows: Iterable[LogRow]) -> EncodedLog:
        """The log of a match."""
        return cls(tuple(row.body for row in rows))

    def record(self) -> Record:
        """The game as it stands at the end of the log."""
        return fold(decode_event(n, body) for n, body in enumerate(self.bodies, start=1)).record()


Source: TypeAlias = EncodedRecord | EncodedLog | Upload


class Load(msgspec.Struct, frozen=True, tag="load"):
    """The game of the body of a call to load one, as an `EncodedRecord`."""

    body: bytes
    limits: UploadLimits


class Locate(msgspec.Struct, frozen=True, tag="locate"):
    """The position that a body names as a `PositionIn`, as an `EncodedPosition`."""

    body: bytes
    limits: UploadLimits


class Replay(msgspec.Struct, frozen=True, tag="replay"):
    """The game to step through, as JSON; `strict`: refused for its first mistake."""

    source: Source
    strict: bool = False


class Formats(msgspec.Struct, frozen=True, tag="formats"):
    """In which formats the game can be had, as the JSON of a `FormatsAnswer`."""

    source: Source


class Players(msgspec.Struct, frozen=True):
    """Who is to stand in a file, whoever stood in its source."""

    black: Participant
    white: Participant

    @property
    def has_accounts(self) -> bool:
        """Whether one of them is an account."""
        return bool(self.black.account or self.white.account)


class Write(msgspec.Struct, frozen=True, omit_defaults=True, tag="write"):
    """The game as a file in the format of this ending.

    Where `players` have accounts it is a save that is still to be signed, whatever the ending.
    """

    source: Source
    ext: str
    players: Players | None = None


class Draw(msgspec.Struct, frozen=True, omit_defaults=True, tag="draw"):
    """The end of the game, or that of the line to `node`, as svg or png; the way there as gif."""

    source: Source
    ext: str
    width: int
    node: int | None = None
    language: str | None = None


Work: TypeAlias = Load | Locate | Replay | Formats | Write | Draw


class FileJob(msgspec.Struct, frozen=True):
    """Work, and what each of its two steps, reading and making, may cost."""

    work: Work
    cpu_s: float
    memory_mb: int


class Done(msgspec.Struct, frozen=True, omit_defaults=True, tag="done"):
    """All pieces were told. `seal` is that of the file that was read; `digest` is what is to be signed."""

    seal: EncodedSeal | None = None
    digest: bytes = b""


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Why nothing can be made of it: a refusal that a user may see."""

    code: ErrorCode
    key: str
    values: dict[str, Value] = msgspec.field(default_factory=dict)
    reason: Refused | None = None

    @classmethod
    def of(cls, error: GameError) -> Refused:
        """The form of a refusal."""
        reason = cls.of(error.reason) if isinstance(error, Because) else None
        values = {name: value for name, value in error.values.items() if reason is None or name != "reason"}
        return cls(error.code, error.key, values, reason)

    def error(self) -> GameError:
        """The refusal itself."""
        if self.reason is None:
            return GameError(self.code, self.key, **self.values)
        return Because(self.code, self.key, self.reason.error(), **self.values)


Reply: TypeAlias = Done | Refused

_PIECE: Final = 128 * 1024

_jobs: Final = msgspec.json.Decoder(FileJob)
_replies: Final[msgspec.json.Decoder[Reply]] = msgspec.json.Decoder(Reply)
_pieces: Final = msgspec.json.Decoder(bytes)
_records: Final = msgspec.json.Decoder(EncodedRecord)
_positions: Final = msgspec.json.Decoder(EncodedPosition)


def encode(message: FileJob | Reply | EncodedRecord | EncodedPosition) -> bytes:
    """The JSON form."""
    return msgspec.json.encode(message)


def decode_job(body: bytes) -> FileJob:
    """The job of a JSON form."""
    return _jobs.decode(body)


def decode_reply(body: bytes) -> Reply:
    """The reply of a JSON form."""
    return _replies.decode(body)


def decode_record(data: bytes) -> EncodedRecord:
    """The record of a JSON form."""
    return _records.decode(data)


def decode_position(data: bytes) -> EncodedPosition:
    """The position of a JSON form."""
    return _positions.decode(data)


def pieces_of(data: bytes) -> Sequence[bytes]:
    """The JSON forms of the pieces of what was made."""
    return [msgspec.json.encode(data[at : at + _PIECE]) for at in range(0, len(data), _PIECE)]


def decode_piece(body: bytes) -> bytes:
    """A piece of what was made."""
    return _pieces.decode(body)
