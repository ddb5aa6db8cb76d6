"""GIB, the files of the Tygem server: one game of Go on 19x19. Nobody has described them; this is what they have.

    \\HS                                            the head, in brackets of its own
    \\[GAMEBLACKNAME=name (9D)\\]
    \\[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:3,ZIPSU:0,GONGJE:65,…\\]
    \\[GAMETAG=S1,R3,D5,G65,W0,Z0,T30-3-1200,C2016:03:26:17:29,…\\]
    \\HE
    \\GS                                            the game
    2 1 0
    245 0 &4
    INI 0 1 0 &4                                   the third number: handicap stones on the usual points
    STO 0 2 1 15 15                                number, colour (1 black, 2 white), column and row from 0
    SKI 0 3                                        a pass
    \\GE

GONGJE (G) is the komi and ZIPSU (Z) the margin, both in tenths. GRLT (R) tells how it ended: 0 Black and 1 White by
points, 3 and 4 by resignation, 7 and 8 on time. GTIME is the main time, the seconds of a period and the periods; T
has them the other way round. Files are read, not written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    BadRecord,
    GameError,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resume,
    Ruleset,
    TimeControl,
    create_rules,
)
from tengen.core.record import KOMI, RULES
from tengen.formats.format import UNHURRIED, Beside, Format, Notice, Reading, ReadLimits, Writing
from tengen.formats.notices import Decoded, Stopped, TextLocator, no_games, not_held
from tengen.formats.sgf import decode, presets_to_try, read_control, read_date

KIND: Final = "go"
SIZE: Final = 19
MOST_MOVES: Final = 5000
_HEAD: Final = re.compile(r"\\\[([A-Z]{3,30})=(.*?)\\\]", re.DOTALL)
_NAME: Final = re.compile(r"(.*?)\s*(?:\(\s*([^()]{1,12}?)\s*\))?\s*", re.DOTALL)
_INI: Final = re.compile(r"INI\s+\d+\s+\d+\s+(\d{1,2})\b.*")
_STONE: Final = re.compile(r"STO\s+\d+\s+\d+\s+([12])\s+(\d{1,2})\s+(\d{1,2})\b.*")
_SKIP: Final = re.compile(r"SKI\b.*")
_START: Final = re.compile(rb"\s*\\HS\s")
_ENDED: Final = {
    0: (BLACK, Reason.SCORE),
    1: (WHITE, Reason.SCORE),
    3: (BLACK, Reason.RESIGN),
    4: (WHITE, Reason.RESIGN),
    7: (BLACK, Reason.TIME),
    8: (WHITE, Reason.TIME),
}


class GibFormat(Format):
    """One game of Go in a file of the Tygem server."""

    name = "gib"
    endings = (".gib",)
    holds_many = False
    is_read_only = True

    def recognises(self, data: bytes) -> bool:
        return _START.match(bytes(data[:64]).removeprefix(b"\xef\xbb\xbf")) is not None

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        decoded = decode(data)
        notices: list[Notice] = []
        if decoded.is_guess:
            notices.append(Notice("gib.guessed", {"used": decoded.name}))
        if decoded.is_damaged:
            notices.append(Notice("gib.damaged", {"used": decoded.name}))
        head = _Head.of(decoded.text)
        codec = "utf-8" if decoded.is_damaged else decoded.codec
        locator = TextLocator(Decoded(decoded.text, codec, decoded.mark_bytes))
        game, stopped = _played(head, decoded.text, locator, limits)
        if stopped and strict:
            raise stopped
        if stopped:
            notices.append(Stopped("format.stopped", {"game": 1}, stopped))
        if len(game.nodes) == 1 and not head.fields:
            raise stopped or no_games()
        return Reading((game.record(),), tuple(notices))

    def write(self, records: Sequence[Record]) -> Writing:
        """Raises BAD_RECORD: SGF holds all of it and is read everywhere."""
        del records
        raise not_held("gib.not_written", self.name)


FORMAT: Final = GibFormat()


@dataclass(frozen=True, slots=True)
class _Head:
    """What stands in the brackets, by name, and the parts of the two that have some."""

    fields: dict[str, str]
    parts: dict[str, str]

    @classmethod
    def of(cls, text: str) -> _Head:
        before = text.partition("\\GS")[0]
        fields = {name: value.strip() for name, value in _HEAD.findall(before)}
        tags = [part.strip() for part in fields.get("GAMETAG", "").split(",") if part.strip()]
        main = [part.partition(":") for part in fields.get("GAMEINFOMAIN", "").split(",")]
        return cls(fields, {part[0]: part[1:] for part in tags} | {name.strip(): value for name, _, value in main})

    def number(self, *names: str) -> int | None:
        """The first of these parts that is a whole number."""
        for name in names:
            value = self.parts.get(name, "").strip()
            if value.isdecimal() and len(value) <= 5:
                return int(value)
        return None

    def player(self, color: str) -> Participant:
        """Tygem writes the rank behind the name, and both once more by themselves."""
        found = _NAME.fullmatch(self.fields.get(f"GAME{color}NAME", ""))
        name, rank = (found[1].strip(), found[2] or "") if found else ("", "")
        return Participant(name or self.fields.get(f"GAME{color}NICK", ""), rank)

    def created(self) -> str:
        """The day, from a text such as `2016- 3-26-17-29` or `2016:03:26:17:29`."""
        day = self.fields.get("GAMEDATE", "") or self.parts.get("C", "")
        return read_date("-".join(part.strip() for part in re.split("[-:]", day)[:3]))

    def control(self) -> TimeControl | None:
        """The clock, main time first."""
        times = self.parts.get("GTIME", "").split("-")
        if len(times) != 3:
            times = self.parts.get("T", "").split("-")[::-1]
            times = [times[0], times[2], times[1]] if len(times) == 3 else []
        if len(times) != 3 or not all(re.fullmatch("[0-9]{1,6}", time) for time in times):
            return None
        main, seconds, periods = (int(time) for time in times)
        if not main and not (seconds and periods):
            return None
        return read_control(str(main), f"{periods}x{seconds} byo-yomi" if seconds and periods else "")

    def result(self) -> Outcome | None:
        how = self.number("GRLT", "R")
        if how not in _ENDED or ("GRLT" not in self.parts and "R" not in self.parts):
            return None
        winner, reason = _ENDED[how]
        margin = self.number("ZIPSU", "Z")
        if reason is Reason.SCORE and not margin:
            return None  # what an unfinished game has
        return Outcome(winner, reason, margin / 10 if margin and reason is Reason.SCORE else None)

    def komi(self) -> float | None:
        tenths = self.number("GONGJE", "G")
        return None if tenths is None or (tenths / 5) % 1 else tenths / 10


def _played(head: _Head, text: str, locator: TextLocator, limits: ReadLimits) -> tuple[_Game, GameError | None]:
    """The game under the first usual rules that take all of it, else under the first of all, and where it stopped."""
    first: tuple[_Game, GameError | None] | None = None
    moves = text.count("STO") + text.count("SKI")
    limits.check_nodes(1 + moves)
    for preset in presets_to_try(KIND):
        game = _Game(head, locator, str(preset))
        limits.check_actions(game.ruleset, moves)
        stopped = game.play(text)
        if stopped is None:
            return game, None
        first = first or (game, stopped)
    assert first is not None
    return first


class _Game:
    """The game as it is played."""

    def __init__(self, head: _Head, locator: TextLocator, preset: str) -> None:
        self.nodes = [Node()]
        self._head = head
        self._locator = locator
        self._preset = preset
        self._komi = head.komi()
        self.ruleset = self._ruleset(0)
        self._state = self.ruleset.initial()
        self._number = 0

    def _ruleset(self, handicap: int) -> Ruleset:
        komi = 0.0 if self._komi is None else self._komi
        options = {"preset": self._preset, "komi": komi, "handicap": handicap, "dead_stones": "agree"}
        return create_rules(KIND, SIZE, options)

    def play(self, text: str) -> GameError | None:
        """Play every line behind the head; the first that cannot be is returned as a reason."""
        begin = text.find("\\GS")
        at = max(begin, 0)
        for content in text[at:].splitlines(keepends=True) if begin >= 0 else ():
            line = content.strip()
            if line == "\\GE":
                break
            reason = self._line(line, at)
            if reason:
                return reason
            at += len(content)
        return None

    def _line(self, line: str, at: int) -> GameError | None:
        if found := _INI.fullmatch(line):
            return self._begin(int(found[1]), at)
        if found := _STONE.fullmatch(line):
            color = BLACK if found[1] == "1" else WHITE
            return self._act(Place(color, Point(int(found[2]), int(found[3]))), at)
        if _SKIP.fullmatch(line):
            return self._act(Pass(self._state.position.to_move), at)
        return self._locator.mistake("gib.unexpected", at) if line.startswith("STO") else None

    def _begin(self, handicap: int, at: int) -> GameError | None:
        if self._number or not 2 <= handicap <= 9:
            return None if handicap < 2 else self._locator.mistake("gib.unexpected", at)
        self.ruleset = self._ruleset(handicap)
        self._state = self.ruleset.initial()
        return None

    def _act(self, action: Place | Pass, at: int) -> GameError | None:
        if self._number >= MOST_MOVES:
            return self._locator.mistake("gib.too_many", at, most=MOST_MOVES)
        self._number += 1
        actions: list[Action] = [action]
        if self._state.phase == "agree":
            actions.insert(0, Resume(action.player.other))
        try:
            for step in actions:
                self._state = self.ruleset.apply(self._state, step)
                self.nodes.append(Node(len(self.nodes) - 1, step))
        except GameError as reason:
            return BadRecord(self._number, reason)
        return None

    def record(self) -> Record:
        """The record of the game as far as it was played."""
        head = self._head
        unstated = {RULES} | ({KOMI} if self._komi is None else set())
        names = {"GAMENAME": "event", "GAMEPLACE": "place"}
        info = tuple((name, head.fields[key]) for key, name in names.items() if head.fields.get(key))
        black, white = head.player("BLACK"), head.player("WHITE")
        nodes = (Node(comment=head.fields.get("GAMECOMMENT", "")), *self.nodes[1:])
        told = (head.result(), head.created(), head.control(), info, frozenset(unstated))
        return Record(self.ruleset, None, black, white, nodes, *told).with_end(self._state)
