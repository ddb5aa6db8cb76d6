"""The rules of a game on a short page with pictures, as its folder `rules_page` tells them.

`en.json` and `zh.json` are the parts of the page; `boards.json` has the pictures, which are played by the game's own
rules when they are read: what stands below a picture is a claim, and a test holds the rules against it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from tengen.core import (
    LANGUAGES,
    Board,
    Color,
    Game,
    GameKind,
    OptionValue,
    Place,
    Setup,
    create_game,
    parse_board,
)
from tengen.protocol.base import NAMES, XY, ColorName, Message, xys

_FOLDER: Final = "rules_page"


class PictureIn(BaseModel):
    """A picture as its game's folder has it.

    `picture` are rows of stones, `moves` are shown on them with their numbers, in turn. One that is `of` another shows
    the board after the moves of that one. `forbidden` points have a claim with the code that refuses them.
    """

    model_config = ConfigDict(extra="forbid")

    picture: list[str] = []
    of: str | None = None
    rules: str | dict[str, OptionValue] | None = None
    to_move: Annotated[str, Field(pattern="^(black|white)$")] = "black"
    moves: list[str] = []
    labels: dict[str, str] = {}
    forbidden: list[str] = []
    shows_legal: bool = False
    shows_territory: bool = False
    claims: list[str] = []


class LabelOut(XY):
    """A letter that the text speaks of."""

    text: str


class PictureOut(Message):
    """A board to look at. `numbers` are moves by their points; everything else as boards draw it."""

    size: int
    grid: list[list[ColorName | None]]
    numbers: list[tuple[int, int, int]]
    labels: list[LabelOut]
    forbidden: list[XY]
    legal: list[XY]
    territory: dict[ColorName, list[XY]]
    won: list[list[XY]]
    last_move: XY | None


class ShownPicture(Message):
    """A picture of the page, by its name, and what is said below it."""

    picture: str
    caption: str


class RulesPart(Message):
    """A part of the page: its heading, its paragraphs, its pictures."""

    title: str
    text: list[str]
    pictures: list[ShownPicture]


class RulesPage(Message):
    """The rules of a game: the pictures by name, and the parts of the page by language."""

    name: str
    pictures: dict[str, PictureOut]
    parts: dict[str, list[RulesPart]]


def has_rules_page(kind: GameKind) -> bool:
    """Whether the game has such a page. It need not."""
    return (resources.files(kind.package) / _FOLDER / "boards.json").is_file()


@cache
def rules_page_of(kind: GameKind) -> RulesPage | None:
    """The page of a game; None where it has none."""
    if not has_rules_page(kind):
        return None
    given = pictures_of(kind)
    parts = {language: _parts(kind, language) for language in LANGUAGES}
    return RulesPage(name=kind.name, pictures={name: _drawn(kind, name, given) for name in given}, parts=parts)


def pictures_of(kind: GameKind) -> dict[str, PictureIn]:
    """The pictures of a game's page as its folder has them."""
    found = json.loads(_read(kind, "boards.json"))
    return {name: PictureIn.model_validate(picture) for name, picture in found.items()}


def begun(kind: GameKind, picture: PictureIn) -> Game:
    """A game that begins with the stones of a picture. Raises BAD_RECORD for stones that cannot stand like this."""
    board = parse_board("\n".join(picture.picture))
    color = Color.BLACK if picture.to_move == "black" else Color.WHITE
    return create_game(kind.name, board.columns, picture.rules, Setup(board, color))


def play(game: Game, moves: list[str]) -> None:
    """Play points by their names, in turn. Raises IllegalMove."""
    for name in moves:
        game.act(Place(game.state.position.to_move, game.ruleset.board_spec().parse(name)))


def _parts(kind: GameKind, language: str) -> list[RulesPart]:
    found = json.loads(_read(kind, f"{language}.json"))
    return [RulesPart.model_validate({"pictures": [], **part}) for part in found]


def _read(kind: GameKind, name: str) -> str:
    return (resources.files(kind.package) / _FOLDER / name).read_text(encoding="utf-8")


def _drawn(kind: GameKind, name: str, all_: dict[str, PictureIn]) -> PictureOut:
    picture = all_[name]
    before = all_[picture.of] if picture.of else picture
    game = begun(kind, before)
    spec = game.ruleset.board_spec()
    board = game.state.position.board
    numbers: list[tuple[int, int, int]] = []
    if picture.of:
        play(game, before.moves)
        board = game.state.position.board
    else:
        course = begun(kind, before)
        for number, move in enumerate(picture.moves, start=1):
            point = spec.parse(move)
            board = board.with_stone((point,), course.state.position.to_move)
            play(course, [move])
            numbers.append((point.x, point.y, number))
    ruleset, state = game.ruleset, game.state
    territory = ruleset.territory(state) if picture.shows_territory else None
    last = spec.parse(before.moves[-1]) if picture.of and before.moves else None
    return PictureOut(
        size=ruleset.size,
        grid=_grid(board),
        numbers=numbers,
        labels=[LabelOut(x=(at := spec.parse(point)).x, y=at.y, text=text) for point, text in picture.labels.items()],
        forbidden=xys(map(spec.parse, picture.forbidden)),
        legal=xys(ruleset.legal_points(state)) if picture.shows_legal else [],
        territory={NAMES[color]: xys(points) for color, points in (territory or {}).items()},
        won=[xys(row) for row in ruleset.winning_rows(state)],
        last_move=XY(x=last.x, y=last.y) if last else None,
    )


def _grid(board: Board) -> list[list[ColorName | None]]:
    cells = [NAMES[color] if (color := board[point]) else None for point in board.points()]
    return [cells[row * board.columns : (row + 1) * board.columns] for row in range(board.rows)]
