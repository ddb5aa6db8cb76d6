"""Every kind of event with everything it can hold, for tests of the forms in which events are written."""

from __future__ import annotations

from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    OPENING,
    PLAY,
    WHITE,
    Action,
    Agree,
    Board,
    Changes,
    Choose,
    Effect,
    MarkDead,
    Outcome,
    Outline,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Resume,
    Score,
    Setup,
    UnmarkDead,
    create_rules,
    kinds,
)
from tengen.match import (
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    RequestKind,
    Restarted,
    Seat,
    Undone,
    Unpaused,
)
from tests.match.sittings import AI, ANN, BEN, BYOYOMI, CONTROLS, GUEST, NOBODY

POINT = Point(2, 3)
NOTHING = Changes()
ACTIONS: list[Action] = [
    Place(BLACK, Point(0, 0)),
    Place(WHITE, Point(18, 18)),
    Pass(BLACK),
    Resign(WHITE),
    Choose(BLACK, "place_two"),
    Choose(BLACK, "紫"),
    MarkDead(WHITE, (POINT, Point(0, 0))),
    MarkDead(WHITE, ()),
    UnmarkDead(BLACK, (POINT,)),
    Agree(BLACK),
    Resume(WHITE),
]
OUTCOMES = [
    Outcome.won(BLACK, Reason.LINE),
    Outcome.won(WHITE, Reason.TIME),
    Outcome.draw(Reason.FULL_BOARD),
    Outcome.by_score(Score(40, 24)),
    Outcome.by_score(Score(40.5, 47.0)),
    Outcome.by_score(Score(3.5, 3.5)),
    Outcome(None, Reason.REPETITION, no_result=True),
]
WHOLE = Changes(((POINT, WHITE), (Point(1, 1), BLACK)), (Point(0, 1),), (Point(1, 0), Point(5, 5)))
EFFECTS = [
    *map(Effect.usual, COLORS),
    Effect(BLACK, prisoners=Prisoners(0, 3)),
    Effect(WHITE, phase=AGREE),
    Effect(WHITE, passes=0),
    Effect(WHITE, passes=7),
    Effect(BLACK, swapped=True),
    Effect(BLACK, swapped=False),
    Effect(BLACK, marked=frozenset()),
    Effect(BLACK, marked=frozenset({POINT, Point(0, 0)})),
    Effect(BLACK, agreed=frozenset()),
    *[Effect(WHITE, outcome=outcome) for outcome in OUTCOMES],
    Effect(WHITE, Prisoners(3, 4), PLAY, 1, True, frozenset({POINT}), frozenset(COLORS), OUTCOMES[0]),
]
SETUP = Setup(Board.empty(9).with_stones({POINT: BLACK}), WHITE, Prisoners(3, 4))
STARTS = [
    Outline(SETUP.board, WHITE, Prisoners(3, 4), PLAY, 0, None),
    Outline(SETUP.board, WHITE, Prisoners(3, 4), PLAY, 0, OUTCOMES[0]),
    Outline(Board.empty(9), BLACK, Prisoners(), OPENING, 0, None),
    Outline(Board.empty(9).with_stones({POINT: BLACK, Point(8, 8): WHITE}), BLACK, Prisoners(1, 0), AGREE, 2, None),
]
EVENTS: list[Event] = [
    *[Created(1, 5, "m1", kind.rules.parse(), ANN, NOBODY) for kind in kinds()],
    Created(1, 5, "m1", create_rules("go", 9, {"komi": 6}), ANN, AI, SETUP, BYOYOMI),
    *[Created(1, 5, "m1", create_rules("peace"), GUEST, GUEST, None, control) for control in (None, *CONTROLS)],
    *[Created(1, 5, "m1", create_rules("go", 9), ANN, BEN, SETUP, None, 7, start, True) for start in STARTS],
    Joined(2, 5, WHITE, Seat('A "name" \u202e \\', owner="x")),
    *[Moved(2, 5, action, NOTHING) for action in ACTIONS],
    Moved(2, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)), 31),
    Moved(2, 5, Place(BLACK, POINT), Changes(((POINT, WHITE),))),
    Moved(2, 5, Place(BLACK, POINT), WHOLE),
    Moved(2, 5, Pass(BLACK), WHOLE),
    *[Moved(2, 5, Place(BLACK, POINT), NOTHING, 0, effect) for effect in EFFECTS],
    Moved(2, 5, Agree(WHITE), NOTHING, 31, EFFECTS[-1]),
    Undone(2, 5, WHITE, 1, WHOLE),
    Undone(2, 5, WHITE, 3, NOTHING),
    Redone(2, 5, WHITE, 2, WHOLE),
    Restarted(2, 5, BLACK, WHOLE),
    *[Offered(2, 5, kind, WHITE) for kind in RequestKind],
    Declined(2, 5, RequestKind.DRAW, BLACK),
    Paused(2, 5, BLACK),
    Unpaused(2, 5, WHITE),
    Excused(2, 5, 10**9),
    *[Ended(2, 5, outcome) for outcome in OUTCOMES],
    Rematched(2, 5, "m2"),
]
