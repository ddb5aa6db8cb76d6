"""Small engines that know their protocols well and play by chance: python small_engine.py gomocup|nboard SEED OUT

At the end they write to OUT what they take the board for, so that it can be compared with the real one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from tengen.core import BLACK, EMPTY, WHITE, Game, Point, from_move
from tengen.formats.ggf import FORMAT


def say(line: str) -> None:
    print(line, flush=True)


def hear() -> str:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.rstrip("\n")


class Brain:
    """Speaks Gomocup: its own stones are 1, the opponent's 2."""

    def __init__(self, chance: Random, out: Path) -> None:
        self.chance, self.out = chance, out
        self.size = 0
        self.stones: dict[tuple[int, int], int] = {}

    def run(self) -> None:
        while True:
            command, _, rest = hear().partition(" ")
            getattr(self, f"on_{command.lower()}")(rest)

    def on_about(self, _: str) -> None:
        say('name="Small", version="1", author="x", country="y"')

    def on_start(self, size: str) -> None:
        self.size = int(size)
        self.on_restart("")

    def on_restart(self, _: str) -> None:
        assert self.size, "not without a start"
        self.stones = {}
        say("OK")

    def on_info(self, rest: str) -> None:
        key, value = rest.split(" ")
        assert key.islower()
        assert int(value) >= 0

    def on_begin(self, _: str) -> None:
        assert not self.stones
        self._play()

    def on_turn(self, word: str) -> None:
        self._put(word, 2)
        self._play()

    def on_board(self, _: str) -> None:
        assert not self.stones, "a board is told to an empty one"
        while (line := hear()) != "DONE":
            word, _, owner = line.rpartition(",")
            self._put(word, int(owner))
        self._play()

    def on_takeback(self, word: str) -> None:
        x, y = map(int, word.split(","))
        del self.stones[x, y]
        say("OK")

    def on_swap2board(self, _: str) -> None:
        self.stones = {}
        while (line := hear()) != "DONE":
            self._put(line, 1)
        count = len(self.stones)
        options = {0: [3], 3: [0, 1, 2], 5: [0, 1]}[count]
        wanted = self.chance.choice(options)
        say(" ".join(self._free() for _ in range(wanted)) or "SWAP")

    def on_end(self, _: str) -> None:
        rows = ("".join(str(self.stones.get((x, y), 0)) for x in range(self.size)) for y in range(self.size))
        self.out.write_text("\n".join(rows))
        sys.exit()

    def _put(self, word: str, owner: int) -> None:
        x, y = map(int, word.split(","))
        assert (x, y) not in self.stones, "a stone stands there"
        self.stones[x, y] = owner

    def _free(self) -> str:
        free = [(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in self.stones]
        x, y = self.chance.choice(free)
        self.stones[x, y] = 1
        return f"{x},{y}"

    def _play(self) -> None:
        say("MESSAGE I think")
        say(self._free())


class Watcher:
    """Speaks NBoard: is told a game and its moves, and answers without playing."""

    def __init__(self, chance: Random, out: Path) -> None:
        self.chance, self.out = chance, out
        self.game: Game | None = None

    def run(self) -> None:
        assert hear() == "nboard 2"
        say("set myname Small")
        while True:
            command, _, rest = hear().partition(" ")
            match command:
                case "ping":
                    say(f"pong {rest}")
                case "set" if rest.startswith("game "):
                    self.game = FORMAT.read(rest[5:].encode()).records[0].replay().game
                case "set":
                    assert rest.startswith("depth ")
                case "move":
                    self._move(rest)
                case "go":
                    self._go()
                case "hint":
                    self._hint()
                case "quit":
                    self._quit()
                case _:
                    raise AssertionError(command)

    def _move(self, text: str) -> None:
        assert self.game is not None
        word, value, time = text.split("/")
        assert (value, time) == ("", "0.00")
        point = None if word == "PA" else Point("ABCDEFGHIJKLMNOP".index(word[0]), int(word[1:]) - 1)
        self.game.act(from_move(self.game.state.position.to_move, point))

    def _words(self) -> list[str]:
        assert self.game is not None
        state = self.game.state
        points = self.game.ruleset.legal_points(state)
        return [f"{'abcdefghijklmnop'[point.x]}{point.y + 1}" for point in points]

    def _go(self) -> None:
        word, value = self.chance.choice(self._words()), self.chance.randrange(-8, 8)
        say("status Thinking")
        say("nodestats 100 0.1")
        say(self.chance.choice([f"=== {word}/{value}.50/0.1", f"=== {word} {value}.00 0.0", f"=== {word.upper()}"]))
        say("status ")

    def _hint(self) -> None:
        for value, word in enumerate(self._words()):
            say(f"search {word} {value} 0 12 hello there")

    def _quit(self) -> None:
        assert self.game is not None
        cells = self.game.state.position.board.cells
        self.out.write_text("".join({EMPTY: "0", BLACK: "1", WHITE: "2"}[cell] for cell in cells))
        sys.exit()


if __name__ == "__main__":
    chance, out = Random(int(sys.argv[2])), Path(sys.argv[3])
    (Brain(chance, out) if sys.argv[1] == "gomocup" else Watcher(chance, out)).run()
