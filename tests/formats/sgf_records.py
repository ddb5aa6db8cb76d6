"""Random records that SGF can hold whole: trees with moves, set-ups, comments, marks and weird text on them.

They are in the form in which a reader makes them: nodes in the order of the file, marks of one kind together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    EMPTY,
    SHARED_REASONS,
    WHITE,
    Action,
    Board,
    ClockKind,
    Color,
    GameError,
    GameState,
    Mark,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Record,
    Resume,
    Ruleset,
    Score,
    Setup,
    TimeControl,
)
from tests.contract.cases import all_cases

HELD = [
    case.rules
    for case in all_cases()
    if case.kind.name in ("go", "gomoku", "othello") and case.rules.options().get("opening") not in ("swap", "swap2")
]
"""Rule sets of every kind and size whose games SGF holds whole."""

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12)
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12)
SPECIAL = st.sampled_from(
    ["]", "\\", "\\]", ":", "\\:", "a:b", "[x]", ";B[aa]", "(;)", "黑先", "ё", "🀄", "\t", "\0", "\\\\"]
)
RAW_VALUES = st.lists(
    st.sampled_from(["a", ":", "\\]", "\\\\", "\\:", "\n", "é", "[", "(", ";", "\r\n"]), max_size=6
).map("".join)
NAMES = st.sampled_from(["N", "V", "KO", "MN", "ST", "FG", "XX", "BM", "GB", "LONGNAME", "X2", "DM", "HO", "PM"])

_LISTS = ("triangle", "square", "circle", "cross", "selected", "dim", "view", "territory_black", "territory_white")
_MAY_BE_EMPTY = ("dim", "view", "territory_black", "territory_white")
_KNOWN_INFO = (
    "event",
    "round",
    "place",
    "game_name",
    "game_comment",
    "opening",
    "user",
    "source",
    "annotator",
    "copyright",
)


@dataclass(slots=True)
class _Growing:
    """A node while the tree grows."""

    node: Node
    state: GameState
    children: list[_Growing] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ink:
    """Texts to write on nodes, drawn beforehand."""

    texts: tuple[str, ...]
    properties: tuple[tuple[str, tuple[str, ...]], ...]


@st.composite
def records(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None) -> Record:
    """A random record."""
    ruleset = draw(st.sampled_from(HELD) if rules is None else rules)
    chance = Random(draw(st.integers(0, 2**32)))
    ink = Ink(
        tuple(draw(st.lists(st.one_of(TEXTS, SPECIAL), min_size=1, max_size=4))),
        tuple(draw(st.lists(st.tuples(NAMES, st.lists(RAW_VALUES, min_size=1, max_size=3).map(tuple)), max_size=3))),
    )
    line = st.one_of(LINES, SPECIAL)
    control = draw(st.none() | st.sampled_from(CONTROLS))
    setup = random_setup(ruleset, ruleset.initial(), chance) if chance.random() < 0.3 else None
    nodes = random_tree(ruleset, setup, chance, ink)
    info = tuple((key, draw(line)) for key in chance.sample(_KNOWN_INFO, chance.randrange(4)))
    known = tuple((key, value) for key, value in info if value)
    return Record(
        ruleset,
        setup,
        Participant(draw(line), draw(line), draw(st.sampled_from(["human", "level:3", "engine:a:b"])), draw(line)),
        Participant(draw(line), draw(line), "human", draw(line)),
        nodes,
        draw(outcomes(ruleset)),
        draw(st.sampled_from(["", "1846", "1846-07", "1846-07-21", "2024-05-01T10:00:00+08:00"]) | LINES),
        control,
        known + tuple(draw(st.lists(st.tuples(LINES.map("own ".__add__), line), max_size=2))),
    )


CONTROLS = [
    TimeControl(ClockKind.ABSOLUTE, 600_000),
    TimeControl(ClockKind.ABSOLUTE, 365 * 24 * 3600 * 1000),
    TimeControl(ClockKind.FISCHER, 1, increment_ms=2_500),
    TimeControl(ClockKind.BYOYOMI, 0, period_ms=30_000, periods=5),
    TimeControl(ClockKind.BYOYOMI, 61_001, period_ms=999, periods=1000),
    TimeControl(ClockKind.CANADIAN, 1_800_000, period_ms=300_000, stones=15),
    TimeControl(ClockKind.PER_MOVE, period_ms=60_000),
]


def outcomes(ruleset: Ruleset) -> st.SearchStrategy[Outcome | None]:
    """Results that say nothing strange."""
    winner = st.sampled_from(COLORS)
    points = st.integers(-40, 700).map(lambda halves: halves / 2)
    scores = st.none() | st.builds(Score, points, points)
    reasons = [reason for reason in SHARED_REASONS if reason is not Reason.SCORE]
    found: list[st.SearchStrategy[Outcome | None]] = [
        st.none(),
        st.builds(Outcome, winner, st.sampled_from(reasons), score=scores),
        st.builds(Outcome, st.none(), st.sampled_from(reasons), score=scores),
        st.builds(Outcome, st.none(), st.sampled_from(reasons), no_result=st.just(True)),
    ]
    if ruleset.KIND != "gomoku":
        margins = st.none() | points.filter(lambda number: number > 0)
        found.append(st.builds(Outcome, winner, st.just(Reason.SCORE), margins, scores))
        found.append(st.builds(Outcome, st.none(), st.just(Reason.SCORE), st.just(0.0), scores))
    return st.one_of(found)


# --- trees -----------------------------------------------------------------------------------


def random_tree(ruleset: Ruleset, setup: Setup | None, chance: Random, ink: Ink) -> tuple[Node, ...]:
    """The nodes of a random tree, in the order of a file."""
    root = _Growing(_annotated(Node(), ruleset.size, chance, ink), ruleset.initial(setup))
    grown = [root]
    for _ in range(chance.randrange(1, 25)):
        parent = grown[-1] if chance.random() < 0.8 else chance.choice(grown)
        grown.extend(_grow(parent, ruleset, chance, ink))
    return _flat(root)


def _flat(root: _Growing) -> tuple[Node, ...]:
    nodes: list[Node] = []
    stack = [(root, -1)]
    while stack:
        growing, parent = stack.pop()
        nodes.append(replace(growing.node, parent=parent))
        stack.extend((child, len(nodes) - 1) for child in reversed(growing.children))
    return tuple(nodes)


def _grow(parent: _Growing, ruleset: Ruleset, chance: Random, ink: Ink) -> list[_Growing]:
    """Hang one more node under a node, with the going on before it where play had stopped."""
    state = parent.state
    what = chance.random()
    if what < 0.1:
        return [_hang(parent, _annotated(Node(), ruleset.size, chance, ink), state)]
    if what < 0.2:
        setup = random_setup(ruleset, state, chance)
        node = _annotated(Node(setup=setup), ruleset.size, chance, ink)
        return [_hang(parent, node, ruleset.initial(setup))]
    resume: Resume | None = None
    if state.phase == AGREE and not state.is_over:
        mover = chance.choice(COLORS) if ruleset.options()["scoring"] == "territory" else state.position.to_move
        resume = Resume(mover.other)
        state = ruleset.apply(state, resume)
    turned = _turned(ruleset, state, chance) if what < 0.3 and not resume else None
    after = ruleset.initial(turned) if turned else state
    action = _random_move(ruleset, after, chance)
    if action is None:
        return []
    if resume:
        parent = _hang(parent, Node(action=resume), state)
    node = _annotated(Node(action=action, setup=turned), ruleset.size, chance, ink)
    if chance.random() < 0.2:
        node = replace(node, ms=chance.randrange(200_000))
    return [_hang(parent, node, ruleset.apply(after, action))]


def _hang(parent: _Growing, node: Node, state: GameState) -> _Growing:
    child = _Growing(node, state)
    parent.children.append(child)
    return child


def _turned(ruleset: Ruleset, state: GameState, chance: Random) -> Setup | None:
    """A set-up that changes only the turn, where the side that has it could move."""
    position = state.position
    if state.is_over or state.phase == AGREE or (ruleset.KIND == "othello" and position.can_pass()):
        return None
    turned = Setup(position.board, position.to_move.other, position.prisoners)
    after = ruleset.initial(turned)
    return turned if _random_move(ruleset, after, Random(chance.random())) else None


def _random_move(ruleset: Ruleset, state: GameState, chance: Random) -> Action | None:
    """A legal move; a pass now and then."""
    if state.is_over or state.phase == AGREE:
        return None
    player = ruleset.actors(state)[0]
    if ruleset.can_pass(state) and chance.random() < 0.15:
        return Pass(player)
    empties = state.position.board.empties()
    chance.shuffle(empties)
    for point in empties[:60]:
        action = Place(player, point)
        if ruleset.refusal(state, action) is None:
            return action
    return Pass(player) if ruleset.can_pass(state) else None


def random_setup(ruleset: Ruleset, state: GameState, chance: Random) -> Setup:
    """A position made by hand from this one."""
    board = state.position.board
    for _ in range(20):
        cells = bytearray(board.cells)
        for _ in range(chance.randrange(6)):
            cells[chance.randrange(len(cells))] = chance.choice((EMPTY, BLACK, WHITE))
        made = Board(board.columns, board.rows, bytes(cells))
        setup = Setup(made, chance.choice(COLORS), Prisoners(chance.randrange(3), chance.randrange(3)))
        try:
            ruleset.initial(setup)
        except GameError:
            continue
        if not _reads_as_handicap(ruleset, setup):
            return setup
    return Setup(Board.empty(ruleset.size), WHITE)


def _reads_as_handicap(ruleset: Ruleset, setup: Setup) -> bool:
    """Whether the stones look like those of a handicap or the usual beginning, which is told without a set-up."""
    usual = ruleset.initial().position
    begins = (setup.board, setup.to_move) == (usual.board, usual.to_move)
    count = int(ruleset.options().get("handicap", 0))
    return begins or (count >= 2 and setup.board.count(BLACK) == count and not setup.board.count(WHITE))


# --- what people write -----------------------------------------------------------------------


def _annotated(node: Node, size: int, chance: Random, ink: Ink) -> Node:
    if chance.random() < 0.5:
        return node
    properties = dict(chance.sample(ink.properties, chance.randrange(len(ink.properties) + 1)))
    return replace(
        node,
        comment=chance.choice(ink.texts),
        marks=tuple(_random_marks(size, chance, ink)) if chance.random() < 0.5 else (),
        properties=tuple(properties.items()),
    )


def _random_marks(size: int, chance: Random, ink: Ink) -> list[Mark]:
    def point() -> Point:
        return Point(chance.randrange(size), chance.randrange(size))

    found: list[Mark] = []
    for kind in chance.sample((*_LISTS, "label", "line", "arrow"), chance.randrange(1, 4)):
        if kind == "label":
            texts = [text.replace("\n", " ") for text in ink.texts]
            found.extend(Mark(kind, (point(),), text) for text in texts)
        elif kind in ("line", "arrow"):
            found.extend(Mark(kind, (point(), point())) for _ in range(chance.randrange(1, 3)))
        else:
            least = 0 if kind in _MAY_BE_EMPTY else 1
            points = dict.fromkeys(point() for _ in range(chance.randrange(least, 5)))
            found.append(Mark(kind, tuple(points)))
    return found


def mover_letter(color: Color) -> str:
    """The property of a side's moves."""
    return "B" if color is BLACK else "W"
