"""How our levels end games of Go: dead stones beside GNU Go's, passes that lose, resigning, tricks of people.

    .venv/bin/python bench/go_endings.py [dead passing resigning tricks] [--games 100] [--level 5] [--size 9]

`dead`: so many finished games between two levels, under area and territory rules by turns; in how many our list of dead
stones is GNU Go's (Debian's package, told the moves over GTP; nothing is tuned on it). `passing`: games in which the
board counts as it stands; how many were lost by who would have won without the dead stones. `resigning`: turns of who
went on to win such a game; how many would have been given up. `tricks`: a person who passes from the third move on, and
one who marks all stones of the program dead; how often it worked. One line of JSON for each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    PLAY,
    WHITE,
    Action,
    Agree,
    Color,
    Game,
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    Timeline,
    create_game,
    find_kind,
)
from tengen.players import Budget, StopToken, Turn, dead_stones, player_of_level

GO: Final = find_kind("go")
JUDGING_MS: Final = 10_000
OPENING: Final = 4
"""Stones by chance, so that no two games are alike."""
PASSES: Final = 10

Found = dict[str, object]


def does(game: Game, level: int, seed: int, color: Color | None = None, *, may_resign: bool = False) -> Action:
    """What a player of this level does."""
    turn = Turn.of(game.timeline, color, may_resign=may_resign)
    player = player_of_level(level, GO, game.ruleset, Random(seed))
    return asyncio.run(player.choose(turn, Budget(), StopToken()))


def begun(size: int, seed: int, **rules: str | float) -> Game:
    """A game with an opening by chance."""
    rng, game = Random(seed), create_game("go", size, rules)
    for _ in range(OPENING):
        placing = [action for action in game.ruleset.legal_actions(game.state) if isinstance(action, Place)]
        game.act(rng.choice(placing))
    return game


def played(game: Game, levels: dict[Color, int], seed: int) -> Game:
    """The game, played on until both have passed or it is too long."""
    most = 4 * len(game.state.position.board.cells)
    while game.state.phase == PLAY and not game.state.is_over and len(game.actions) < most:
        color = game.state.position.to_move
        game.act(does(game, levels[color], seed + color))
    return game


def judged(game: Game) -> frozenset[Point]:
    """What looks dead on the board of a game, over or not."""
    timeline = game.timeline
    if timeline.state.is_over:
        timeline = timeline.undo()
    return asyncio.run(dead_stones(Turn.of(timeline), Random(1), JUDGING_MS))


# --- dead stones


class GnuGo:
    """GNU Go over GTP. Raises RuntimeError for an answer that is none."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str:
        """The answer to a command."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().strip():
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"GNU Go: {command}: {lines}")
        return " ".join(lines)[1:]

    def dead(self, game: Game) -> frozenset[Point]:
        """What it calls dead at the end of a game."""
        spec = game.ruleset.board_spec()
        self.ask(f"boardsize {game.ruleset.size}")
        self.ask("clear_board")
        for action in game.actions:
            where = spec.name(action.point) if isinstance(action, Place) else "pass"
            self.ask(f"play {action.player.word} {where}")
        return frozenset(map(spec.parse, self.ask("final_status_list dead").split()))


@contextmanager
def gnugo() -> Iterator[GnuGo]:
    """A GNU Go that runs as long as it is needed."""
    program = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if program is None:
        raise SystemExit("there is no gnugo here: Debian has it in a package of that name")
    command = [program, "--mode", "gtp", "--level", "10", "--chinese-rules"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield GnuGo(process)
    finally:
        process.kill()
        process.wait()


def dead(level: int, size: int, games: int, seed: int) -> Found:
    """Our dead stones beside GNU Go's."""
    same = with_dead = dead_count = 0
    differing: list[str] = []
    with gnugo() as other:
        for number in range(games):
            preset = "chinese" if number % 2 else "japanese"
            game = begun(size, seed + number, preset=preset, dead_stones="agree")
            played(game, dict.fromkeys(COLORS, level), seed + number)
            ours, theirs = judged(game), other.dead(game)
            same += ours == theirs
            with_dead += bool(theirs)
            dead_count += len(theirs)
            if ours != theirs:
                spec = game.ruleset.board_spec()
                names = " ".join(sorted(map(spec.name, ours ^ theirs)))
                differing.append(f"{seed + number}: {names}")
    return {"same": same, "with_dead": with_dead, "dead": dead_count, "differing": differing}


# --- passing and resigning


def passing(level: int, size: int, games: int, seed: int) -> Found:
    """Won games that were lost because the board counts as it stands."""
    lost, unfinished = [], 0
    for number in range(games):
        game = begun(size, seed + number, preset="chinese", dead_stones="none")
        played(game, {BLACK: level, WHITE: max(level - number % 3, 2)}, seed + number)
        if game.state.outcome is None:
            unfinished += 1
            continue
        score = _score_without(game, judged(game))
        if score is not game.state.outcome.winner:
            lost.append(seed + number)
    return {"lost_by_passing": len(lost), "which": lost, "unfinished": unfinished}


def _score_without(game: Game, dead: frozenset[Point]) -> Color | None:
    """Who would have won, had these stones been taken off."""
    agreeing = game.ruleset.with_options({"dead_stones": "agree"})
    timeline = Timeline.begin(agreeing, game.timeline.setup)
    for action in game.actions:
        timeline = timeline.act(action)
    if dead and timeline.state.phase == AGREE:
        timeline = timeline.act(MarkDead(BLACK, tuple(sorted(dead))))
    score = agreeing.score(timeline.state)
    return score.leader if score else None


def resigning(level: int, size: int, games: int, seed: int) -> Found:
    """Turns of the later winner, one a game, in which it would have resigned."""
    resigned, asked = [], 0
    for number in range(games):
        game = played(
            begun(size, seed + number, preset="chinese"), {BLACK: level, WHITE: max(level - number % 3, 2)}, number
        )
        winner = game.state.outcome.winner if game.state.outcome else None
        first = size * size // 4
        turns = [ply for ply in range(first, len(game.actions)) if game.actions[ply].player is winner]
        if not turns:
            continue
        ply = Random(seed + number).choice(turns)
        timeline = game.timeline.undo(len(game.actions) - ply)
        turn = Turn.of(timeline, may_resign=True)
        player = player_of_level(level, GO, game.ruleset, Random(number))
        asked += 1
        if isinstance(asyncio.run(player.choose(turn, Budget(), StopToken())), Resign):
            resigned.append(f"{seed + number}/{ply}")
    return {"asked": asked, "resigned": len(resigned), "which": resigned}


# --- tricks


def tricks(level: int, size: int, games: int, seed: int) -> Found:
    """People who pass from their second move on, and who mark all stones of the program dead."""
    answered = accepted = 0
    for number in range(games):
        game = begun(size, seed + number, preset="chinese", dead_stones="agree")
        for _ in range(PASSES):
            game.act(Pass(BLACK))
            answer = does(game, level, number)
            if isinstance(answer, Pass):
                answered += 1
                break
            game.act(answer)
        ended = played(game, dict.fromkeys(COLORS, level), number)
        accepted += _is_talked_out(ended, level, number)
    return {"passed_too_early": answered, "false_marks_accepted": accepted}


def _is_talked_out(game: Game, level: int, seed: int) -> bool:
    """Whether White agrees that all its stones are dead; only asked where some of them live."""
    if game.state.phase != AGREE:
        return False
    board = game.state.position.board
    living = [point for point in board.stones(WHITE) if point not in judged(game)]
    if not living:
        return False
    game.act(MarkDead(BLACK, tuple(board.stones(WHITE))))
    try:
        game.act(Agree(BLACK))
        answer = does(game, level, seed, WHITE)
    except GameError as error:
        raise SystemExit(f"the game went wrong: {error}") from error
    return not isinstance(answer, Resume)


PARTS: Final[dict[str, Callable[[int, int, int, int], Found]]] = {
    "dead": dead,
    "passing": passing,
    "resigning": resigning,
    "tricks": tricks,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="part")
    parser.add_argument("--games", type=int, default=100, help="of each part")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in PARTS:
            parser.error(f"there is no part {name}: {', '.join(PARTS)}")
        began = time.process_time()
        found = PARTS[name](arguments.level, arguments.size, arguments.games, arguments.seed)
        head = {"bench": "go_endings", "part": name, "level": arguments.level, "size": arguments.size}
        spent = round(time.process_time() - began, 1)
        print(json.dumps({**head, "games": arguments.games, **found, "cpu_s": spent}))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
