"""Questions and replies are values: what is written is read again, and what is no question is refused."""

from __future__ import annotations

import msgspec
import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Board,
    Choose,
    Clock,
    ClockKind,
    Game,
    Place,
    Point,
    Setup,
    TimeControl,
    create_game,
    create_rules,
)
from tengen.jobs import (
    ActionReply,
    AnalysisReply,
    DeadReply,
    EncodedAction,
    EncodedGame,
    JobFailed,
    Question,
    Wanted,
    action_of,
    dead_of,
    decode_reply,
)
from tengen.jobs.question import decode_question
from tengen.jobs.replies import encode_reply
from tengen.players import Analysis, Budget, Candidate, Defence, Mark


def played(game: Game, *actions: Action) -> Game:
    for action in actions:
        game.act(action)
    return game


def test_a_question_is_read_as_it_was_written() -> None:
    setup = Setup(Board.empty(9).with_stones({Point(2, 2): WHITE}), WHITE)
    clock = Clock.of(TimeControl(ClockKind.BYOYOMI, 60_000, period_ms=5_000, periods=3)).start(WHITE, 5)
    encoded = EncodedGame("go", 9, {"komi": 5.5}, (EncodedAction.of(Place(WHITE, Point(1, 8))),), setup)
    question = Question(encoded, 700, 42, "level:3", BLACK, Wanted.ANALYSIS, Budget(5, 6, clock), "m1", 100)
    assert decode_question(question.encode()) == question


def test_a_game_is_played_again_from_what_was_written() -> None:
    game = played(
        create_game("gomoku", 15, {"opening": "swap"}),
        *(Place(BLACK, Point(x, 7)) for x in (3, 9, 4)),
        Choose(WHITE, "white"),
    )
    encoded = msgspec.json.decode(msgspec.json.encode(EncodedGame.of(game.timeline)), type=EncodedGame)
    assert encoded.timeline() == game.timeline


def test_what_two_games_share_is_counted_from_the_beginning() -> None:
    rules = create_rules("othello", 4)
    actions = [EncodedAction.of(Place(BLACK, Point(x, 0))) for x in range(4)]

    def game(*numbers: int) -> EncodedGame:
        return EncodedGame("othello", 4, rules.options(), tuple(actions[number] for number in numbers))

    assert game(0, 1, 2).shared_with(game(0, 1, 3)) == 2
    assert game(0, 1).shared_with(game(0, 1, 3)) == 2
    assert game(1, 0).shared_with(game(0, 1)) == 0
    assert game().begins_like(game(1))
    assert not game().begins_like(EncodedGame("othello", 6, rules.options()))


@pytest.mark.parametrize("body", [b"", b"{}", b'{"game":{"kind":"go"}}', b"[1]"])
def test_what_is_no_question_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_question(body)


DEFENCES = (Defence(2, ((None, Point(4, 4)), (Point(1, 1),))), Defence(4, ()))
ANALYSIS = Analysis(
    0.75,
    -3.5,
    (Candidate((Point(2, 3), None, Point(4, 4)), 0.8, -2.0, 17, True, 0.31, DEFENCES), Candidate((None,))),
    900,
    12,
    -6,
    (1.0, -0.5, 0.0),
    (Mark("threat.open_four", (Point(1, 1), Point(1, 2))), Mark("forbidden", ())),
)


@pytest.mark.parametrize(
    "reply",
    [
        ActionReply.of(Place(WHITE, Point(3, 1))),
        AnalysisReply(ANALYSIS),
        AnalysisReply(Analysis()),
        DeadReply((Point(0, 0), Point(18, 18))),
    ],
)
def test_a_reply_is_read_as_it_was_written(reply: ActionReply | AnalysisReply | DeadReply) -> None:
    assert decode_reply(encode_reply(reply)) == reply


@pytest.mark.parametrize("body", [b"null", b"{}", b'{"type":"song"}', b'{"type":"action"}'])
def test_what_is_no_reply_is_a_failure(body: bytes) -> None:
    with pytest.raises(JobFailed, match="none"):
        decode_reply(body)


def test_a_reply_to_another_question_is_a_failure() -> None:
    with pytest.raises(JobFailed):
        action_of(encode_reply(DeadReply(())))
    with pytest.raises(JobFailed):
        dead_of(encode_reply(ActionReply.of(Place(WHITE, Point(3, 1)))))
    with pytest.raises(JobFailed, match="no action is called"):
        action_of(b'{"type":"action","action":{"by":1,"act":"dance"}}')
