"""What is to be played: players, rules, pace, openings, how many games. Checks it; plays nothing."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tengen.arena.documents import LARGEST, ArenaSettings, GamesEnding, GameToPlay, Result, StoredFault
from tengen.arena.openings import Openings
from tengen.arena.pace import Pace
from tengen.arena.schedule import Bout, bout_at, meetings, schedule
from tengen.arena.sprt import Sprt
from tengen.core import (
    PLAY,
    ErrorCode,
    GameError,
    GameKind,
    OptionType,
    Participant,
    Record,
    Ruleset,
    Timeline,
    text,
)
from tengen.core.errors import shown
from tengen.formats import write
from tengen.jobs import EncodedAction, EncodedGame
from tengen.players import Player, make_player

MOST_PLAYERS: Final = 64
MOST_GAMES: Final = 1_000_000
USUAL_GAMES: Final = 20
GAMES_OF_A_TEST: Final = 20_000
"""So many a test may take unless told otherwise."""


def player_of(written: str, kind: GameKind, seed: int, ruleset: Ruleset | None = None) -> Player:
    """The player of this name. Raises BAD_PLAYER, also for people, who have no time for arenas."""
    player = make_player(written, kind, seed, ruleset=ruleset, allow_commands=True)
    if player is None:
        raise GameError(ErrorCode.BAD_PLAYER, "arena.no_people")
    return player


def check_text(written: str) -> None:
    """Raises BAD_RECORD for a name with bytes that are no text: it could not be written down."""
    try:
        written.encode()
    except UnicodeEncodeError as error:
        raise GameError(ErrorCode.BAD_RECORD, "arena.not_text", value=shown(written)) from error


def check_players(players: Sequence[str], kind: GameKind) -> None:
    """Raises BAD_PLAYER for too few, too many, those that this game does not have, and programs that are not there."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise GameError(ErrorCode.BAD_PLAYER, "arena.bad_count", most=MOST_PLAYERS)
    for written in players:
        check_text(written)
        player = player_of(written, kind, 0)
        if player.missing_program is not None:
            raise GameError(ErrorCode.BAD_PLAYER, "engine.fault.not_found", program=shown(player.missing_program))


def read_rules(written: str, kind: GameKind, size: int | None) -> Ruleset:
    """The rules of a text: a preset's name, options as `name=value`, or both, divided by commas. Raises BAD_RULES."""
    specs = {spec.name: spec for spec in kind.rules.OPTIONS}
    rules: dict[str, object] = {}
    said: dict[str, str] = {}
    for part in written.replace(",", " ").split():
        name, _, value = part.partition("=") if "=" in part else ("preset", "", part)
        if name in said:
            raise GameError(ErrorCode.BAD_RULES, "arena.rules_twice", one=shown(said[name]), other=shown(part))
        said[name] = part
        if name in specs and specs[name].type is not OptionType.CHOICE:
            rules[name] = _plain(value)
        else:
            rules[name] = value
    return kind.rules.parse(size, rules)


def _plain(value: str) -> object:
    """A number or a truth; what is neither is left for the rules to refuse."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def read_sprt(written: str) -> Sprt:
    """The test of a text such as `0,20`. Raises BAD_RULES."""
    try:
        elo0, elo1 = (float(part) for part in written.split(","))
    except ValueError:
        elo0 = elo1 = math.nan
    if not -1000 <= elo0 < elo1 <= 1000:
        raise GameError(ErrorCode.BAD_RULES, "arena.bad_sprt", value=shown(written))
    return Sprt(elo0, elo1)


def read_games(games: int | None, is_test: bool) -> int:
    """How many games each two play. Raises BAD_RULES for an odd number: every opening is played twice."""
    if games is None:
        return GAMES_OF_A_TEST if is_test else USUAL_GAMES
    if games % 2 or not 2 <= games <= MOST_GAMES:
        raise GameError(ErrorCode.BAD_RULES, "arena.odd_games", value=games, most=MOST_GAMES)
    return games


@dataclass(frozen=True)
class Plan:
    """All that the results depend on. `games` is for each two who meet; a test needs exactly two players."""

    kind: GameKind
    ruleset: Ruleset
    players: tuple[str, ...]
    openings: Openings
    pace: Pace = Pace()
    games: int = USUAL_GAMES
    seed: int = 1
    gauntlet: bool = False
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.players) != 2:
            raise GameError(ErrorCode.BAD_PLAYER, "arena.sprt_needs_two")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, each once: the second of the same name is `name (2)`."""
        seen: Counter[str] = Counter()
        names = []
        for player in self.players:
            seen[player] += 1
            names.append(player if seen[player] == 1 else f"{player} ({seen[player]})")
        return tuple(names)

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Which players meet, by their numbers."""
        return tuple(meetings(len(self.players), gauntlet=self.gauntlet))

    @property
    def planned(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.pairings)

    def bouts(self) -> Iterator[Bout]:
        """Every game in order."""
        return schedule(self.pairings, self.games)

    @cached_property
    def ending(self) -> GamesEnding:
        """How the games are kept: as SGF where it holds the whole game, else as save files on lines."""
        state = self.ruleset.initial()
        try:
            write(".sgf", [Record.of(Timeline.begin(self.ruleset), Participant(), Participant())])
        except GameError:
            return ".jsonl"
        return ".sgf" if state.phase == PLAY else ".jsonl"  # it has no move for the choices of an opening

    def has(self, result: Result) -> bool:
        """Whether a result is a game of this plan, with numbers and words that can be."""
        if not 0 <= result.index < self.planned or result.points not in (0, 0.5, 1):
            return False
        bout = Bout(result.index, result.opening, result.first, result.second)
        thinking = [value for line in result.thinking for value in (line.moves, line.total_ms, line.longest_ms)]
        numbers = (result.plies, result.seconds, result.end, *thinking)
        are_numbers = all(0 <= number <= LARGEST for number in numbers)
        return are_numbers and bout == bout_at(self.pairings, result.index) and _has_words(result.fault)

    def settings(self) -> ArenaSettings:
        """The plan as it is written down."""
        return ArenaSettings(
            game=self.kind.name,
            size=self.ruleset.size,
            rules=self.ruleset.options(),
            players=list(self.players),
            gauntlet=self.gauntlet,
            games=self.games,
            pace=self.pace,
            openings=self.openings.source,
            openings_digest=self.openings.digest(),
            seed=self.seed,
            sprt=(self.sprt.elo0, self.sprt.elo1) if self.sprt else None,
        )

    def game(self, bout: Bout, created: str) -> GameToPlay:
        """A game of this plan, for the process that is to play it."""
        opening = self.openings[bout.opening]
        actions = tuple(EncodedAction.of(action) for action in opening.actions)
        return GameToPlay(
            EncodedGame(self.kind.name, self.ruleset.size, self.ruleset.options(), actions, opening.setup),
            (self.players[bout.first], self.players[bout.second]),
            (self.names[bout.first], self.names[bout.second]),
            (bout.seed(self.seed, True), bout.seed(self.seed, False)),
            self.pace,
            self.ending,
            str(bout.index + 1),
            created,
        )


def _has_words(fault: StoredFault | None) -> bool:
    """Whether a fault, where there is one, can be told."""
    try:
        return fault is None or bool(text("en", fault.key, **fault.values))
    except (KeyError, TypeError, ValueError):
        return False
