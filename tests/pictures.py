"""Boards as pictures, and moves by their names. Knows no rules of its own: it asks the game."""

from __future__ import annotations

from tengen.core import (
    BLACK,
    Board,
    BoardSpec,
    Color,
    ErrorCode,
    Game,
    Pass,
    Place,
    Point,
    RulesInput,
    Setup,
    create_game,
    format_board,
    parse_board,
)


def board(picture: str) -> Board:
    """The board in a picture: `#` black, `o` white, `.` or `+` empty."""
    return parse_board(picture)


def tidy(picture: str) -> str:
    """A picture of stones as `shows` prints it, to compare with."""
    return format_board(parse_board(picture))


def shows(shown: Game | Board) -> str:
    """The stones on the board, one line a row."""
    return format_board(shown.state.position.board if isinstance(shown, Game) else shown)


def marked(picture: str, symbol: str = "+") -> set[Point]:
    """The points that carry a symbol in a picture without labels."""
    rows = ["".join(line.split()) for line in picture.splitlines() if line.strip()]
    return {Point(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == symbol}


def at(name: str, spec: BoardSpec) -> Point:
    """The point of this name."""
    return spec.parse(name)


def game_from(kind: str, picture: str, *, to_move: Color = BLACK, rules: RulesInput = None) -> Game:
    """A game that begins with the stones of a picture."""
    stones = board(picture)
    return create_game(kind, stones.columns, rules, Setup(stones, to_move))


def move(game: Game, name: str) -> Place | Pass:
    """The side to move plays on the point of this name, or passes."""
    player = game.state.position.to_move
    return Pass(player) if name == "pass" else Place(player, at(name, game.ruleset.board_spec()))


def play(game: Game, names: str) -> Game:
    """The game after these moves, named in one line."""
    for name in names.split():
        game.act(move(game, name))
    return game


def refusal(game: Game, name: str) -> ErrorCode | None:
    """Why the side to move may not play this, or None when it may."""
    return game.ruleset.refusal(game.state, move(game, name))


def legal(game: Game) -> set[Point]:
    """Where a stone may be placed now."""
    return set(game.ruleset.legal_points(game.state))
