"""Files and bodies that cost as much as they can for their length."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

MIB: Final = 1 << 20
LETTERS: Final = "abcdefghijklmnopqrs"
_HEAD: Final = "(;GM[1]FF[4]SZ[19]RU[Japanese]"


def sgf(moves: int, value: Callable[[int], str] = lambda _: "", head: str = _HEAD) -> str:
    """A game in which Black and White play in turn; passes unless other points are named."""
    return head + "".join(f";{'BW'[number % 2]}[{value(number)}]" for number in range(moves)) + ")"


def variations(count: int) -> str:
    """A game with this many first moves."""
    points = (LETTERS[number % 19] + LETTERS[number // 19 % 19] for number in range(count))
    return _HEAD + "".join(f"(;B[{point}])" for point in points) + ")"


def save(moves: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A save of Go with these moves. Whether it tells the board that they lead to nobody has asked yet."""
    person = {"name": "", "rank": "", "player": "human"}
    return {
        "format": "tengen-save",
        "version": 1,
        "game_type": "go",
        "board_size": 19,
        "rules": {"preset": "chinese-kgs", "dead_stones": "agree"},
        "players": {"black": person, "white": person},
        "move_history": moves,
        "board": [[0] * 19 for _ in range(19)],
        "current_player": "black",
        "captured_counts": {"black": 0, "white": 0},
        "aux": {"consecutive_passes": 0},
        "result": None,
        "created": "",
        **more,
    }


def markings(count: int) -> list[dict[str, Any]]:
    """Black fills most of the board, and then one stone after the other is called dead, and alive again."""
    moves: list[dict[str, Any]] = []
    for cell in range(18 * 19):
        moves += [{"player": "black", "x": cell % 19, "y": cell // 19}, {"player": "white", "pass": True}]
    moves.append({"player": "black", "pass": True})
    names = ("mark_dead", "unmark_dead")
    marks = [{"player": "black", "action": names[number % 2], "points": [[0, 0]]} for number in range(count)]
    return moves + marks


def packed(value: object) -> bytes:
    """JSON as short as it can be."""
    return json.dumps(value, separators=(",", ":")).encode()


GO: Final = {"gameType": "GO", "boardSize": 19}
EMPTY: Final[dict[str, Any]] = {"grid": [[None] * 19 for _ in range(19)], "currentPlayer": "BLACK"}

TOO_LONG: Final[dict[str, str | dict[str, Any]]] = {
    "a game of 30,000 passes": sgf(30_000),
    "a game of 3,100 passes": sgf(3_100),
    "a game of 260,000 passes": sgf(260_000),
    "a save of 5,000 passes": save([{"player": "black", "pass": True}, {"player": "white", "pass": True}] * 2_500),
    "20,000 variations": variations(20_001),
}
"""What no game begins from. All of it is refused before it is played."""

BAD_BODIES: Final[dict[str, bytes]] = {
    "lists in a field that nobody looks at": packed({"config": GO, "state": {**EMPTY, "message": [[]] * 300_000}}),
    "objects in a save": packed({"save": {"a": [{}] * 300_000}}),
    "lists in each other": b'{"save":{"a":' + b"[" * 33 + b"]" * 33 + b"}}",
    "very deep lists": b'{"save":' + b"[" * 400_000 + b"]" * 400_000 + b"}",
    "a hundred thousand fields": packed({"save": {f"{number:x}": 0 for number in range(95_000)}}),
    "a number without end": b'{"save":{"a":' + b"1" * 1_000_000 + b"}}",
    "a long number": b'{"save":{"a":' + b"1" * 30 + b"}}",
    "an infinite number": b'{"save":{"a":1e999}}',
    "not a number": b'{"save":{"a":NaN}}',
    "half a character": b'{"save":{"a":"\\ud800"}}',
    "a grid of numbers": packed({"config": GO, "state": {"grid": [[1] * 64] * 64, "currentPlayer": "BLACK"}}),
    "moves that are none": packed({"config": GO, "state": {**EMPTY, "moves": [{}] * 200_000}}),
}

COSTLY_FILES: Final[dict[str, bytes]] = {
    "20,000 nodes": sgf(19_999).encode(),
    "200,000 nodes": sgf(200_000).encode(),
    "parentheses": b"(" * 100_000,
    "nodes in each other": b"(;B[]" * 100_000,
    "a bracket that never closes": b"(;C[" + b"x" * 1_000_000,
    "20,000 games": b"(;)" * 20_000,
    "300,000 games": b"(;)" * 300_000,
    "boards put up and cleared": (_HEAD + ";AB[aa:sr];AE[aa:sr]" * 9_000 + ")").encode(),
    "marks everywhere": (_HEAD + ";TR[aa:ss]" * 19_000 + ")").encode(),
    "500,000 values": (_HEAD + ";C" + "[]" * 500_000 + ")").encode(),
    "moves on lines": b"f5\n" * 340_000,
    "saves on lines": b'{"format":"tengen-save","move_history":[]}\n' * 24_000,
    "stones called dead and alive": packed(save(markings(14_000))),
    "a number of 5,000 digits": (_HEAD + f"KM[{'1' * 5_000}])").encode(),
    "zeros": b"(;C[" + b"\0" * 1_000_000 + b"])",
}
