"""Every game described for clients: sizes, rules, board, players, words. From this alone a client draws its forms."""

from __future__ import annotations

from dataclasses import asdict

from tengen.core import (
    LANGUAGES,
    BoardSpec,
    Features,
    GameKind,
    OptionSpec,
    OptionValue,
    create_rules,
    kinds,
    restricts_placing,
    words,
)
from tengen.players import offered_players
from tengen.protocol.base import XY, Message
from tengen.protocol.rules_pages import has_rules_page


class OptionOut(Message):
    """An option of the rules: which control to draw, what it may be, when it means something, where its words are.

    `offeredToPeople` is what clients offer first in a game in which a person plays; null: what the rules have anyway.
    """

    name: str
    type: str
    default: OptionValue
    choices: list[str]
    minimum: float | None
    maximum: float | None
    step: float | None
    shown_when: dict[str, list[OptionValue]]
    advanced: bool
    offered_to_people: OptionValue | None
    text_key: str


class BoardOut(Message):
    """How a board looks and how its points are called: labels from the left and from the top."""

    columns: int
    rows: int
    style: str
    column_labels: list[str]
    row_labels: list[str]
    stars: list[XY]


class FeaturesOut(Message):
    """What the game has: passes that a player may choose, komi, handicap, dead stones to settle, prisoners, points at
    every moment, surrounded points that count, strength told in kyu and dan. `ratingSizes` has the largest size of
    each class in which boards are rated apart; it is empty where all are rated together."""

    passes: bool
    komi: bool
    handicap: bool
    dead_stones: bool
    prisoners: bool
    points: bool
    territory: bool
    rating_sizes: list[int]
    kyu_and_dan: bool


class KindOut(Message):
    """One game. `boards` has an entry for every size, `words` a table for every language, its keys without the name.

    Where a game `restricts_placing`, not every empty point can be taken, so that it helps to show which can.
    Where it `has_rules`, they are told at `/api/kinds/{name}/rules`.
    """

    game_type: str
    name: str
    aliases: list[str]
    sizes: list[int]
    default_size: int
    can_be_won: bool
    restricts_placing: bool
    features: FeaturesOut
    options: list[OptionOut]
    presets: dict[str, dict[str, OptionValue]]
    default_rules: dict[str, OptionValue]
    players: list[str]
    boards: dict[str, BoardOut]
    has_rules: bool
    words: dict[str, dict[str, str]]


class KindsAnswer(Message):
    """Every game, by name."""

    kinds: list[KindOut]


def describe_kinds() -> KindsAnswer:
    """All games of this installation."""
    return KindsAnswer(kinds=[describe(kind) for kind in kinds()])


def describe(kind: GameKind) -> KindOut:
    """One game."""
    rules = kind.rules
    return KindOut(
        game_type=kind.name.upper(),
        name=kind.name,
        aliases=list(kind.aliases),
        sizes=list(rules.SIZES),
        default_size=rules.DEFAULT_SIZE,
        can_be_won=kind.can_be_won,
        restricts_placing=restricts_placing(rules),
        features=_features(rules.FEATURES),
        options=[_option(spec) for spec in rules.OPTIONS],
        presets={
            name: {option: _plain(value) for option, value in values.items()} for name, values in rules.PRESETS.items()
        },
        default_rules=create_rules(kind.name).options(),
        players=list(offered_players(kind)),
        boards={str(size): _board(create_rules(kind.name, size).board_spec()) for size in rules.SIZES},
        has_rules=has_rules_page(kind),
        words={language: _words(kind, language) for language in LANGUAGES},
    )


def _words(kind: GameKind, language: str) -> dict[str, str]:
    prefix = f"{kind.name}."
    return {key.removeprefix(prefix): word for key, word in words(language).items() if key.startswith(prefix)}


def _features(features: Features) -> FeaturesOut:
    return FeaturesOut(**{**asdict(features), "rating_sizes": list(features.rating_sizes)})


def _option(spec: OptionSpec) -> OptionOut:
    return OptionOut(
        name=spec.name,
        type=str(spec.type),
        default=_plain(spec.default),
        choices=list(spec.choices),
        minimum=spec.minimum,
        maximum=spec.maximum,
        step=spec.step,
        shown_when={name: [_plain(value) for value in values] for name, values in spec.shown_when},
        advanced=spec.advanced,
        offered_to_people=None if spec.offered_to_people is None else _plain(spec.offered_to_people),
        text_key=spec.text_key,
    )


def _board(spec: BoardSpec) -> BoardOut:
    return BoardOut(
        columns=spec.columns,
        rows=spec.rows,
        style=str(spec.style),
        column_labels=list(spec.column_labels),
        row_labels=list(spec.row_labels),
        stars=[XY(x=point.x, y=point.y) for point in spec.stars],
    )


def _plain(value: OptionValue) -> OptionValue:
    """A value without the enumeration around it."""
    return str(value) if isinstance(value, str) else value
