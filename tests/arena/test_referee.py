"""The referee: by our rules, by our clock, and nobody's word is taken for anything."""

from __future__ import annotations

import pytest

from tengen.arena.pace import Pace, clock_pace
from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Choose,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Timeline,
    create_rules,
)
from tengen.players import Budget, EngineFault, HostFault, StopToken, Turn
from tests.arena.scripted import Deed, Does, Scripted, Sleeper, Watch, chance, refereed

GO = create_rules("go", 5)
GOMOKU = create_rules("gomoku", 9)
SWAP2 = create_rules("gomoku", 15, {"opening": "swap2"})


def raises(error: Exception) -> Does:
    def deed(_: Turn) -> Action:
        raise error

    return Does(deed)


@pytest.mark.parametrize("shortage", [HostFault("not_started", reason="Too many open files"), MemoryError()])
def test_what_this_machine_is_short_of_is_nobodys_loss(shortage: Exception) -> None:
    with pytest.raises(type(shortage)):
        refereed(GO, raises(shortage), chance())


# --- who wins --------------------------------------------------------------------------------


def test_the_rules_decide_who_wins() -> None:
    played = refereed(GOMOKU, Scripted("a1 b1 c1 d1 e1"), Scripted("a9 b9 c9 d9"))
    assert played.outcome == Outcome.won(BLACK, Reason.LINE)
    assert (played.points, played.fault) == (1.0, None)


def test_go_is_scored_as_the_board_stands() -> None:
    """Two passes end the game and no stone is taken for dead: White's lone stone makes Black's area neutral."""
    played = refereed(GO, Scripted("c3"), Scripted("a1"))
    assert played.outcome.reason is Reason.SCORE
    assert played.outcome.winner is WHITE
    assert played.outcome.score == (1.0, 8.5)
    assert played.points == 0.0


def test_a_player_may_resign() -> None:
    played = refereed(GO, Does(lambda turn: Resign(turn.actor)), chance())
    assert played.outcome == Outcome.won(WHITE, Reason.RESIGN)
    assert played.fault is None


def test_a_draw_is_half_a_point_for_both() -> None:
    played = refereed(create_rules("peace", 4), chance(1), chance(2))
    assert played.outcome.is_draw
    assert played.points == 0.5


@pytest.mark.parametrize("game", ["go", "gomoku", "othello", "peace"])
def test_random_players_come_to_an_end_in_every_game(game: str) -> None:
    rules = create_rules(game)
    rules = create_rules(game, min(rules.SIZES))
    played = refereed(rules, chance(1), chance(2))
    assert played.fault is None
    assert played.timeline.state.is_over


def test_an_opening_that_is_given_is_not_played_again() -> None:
    opening = Timeline.begin(GOMOKU)
    for place in range(4):
        opening = opening.act(Place(BLACK, Point(place, 0))).act(Place(WHITE, Point(place, 8)))
    played = refereed(opening, Scripted("e9"), Scripted())
    assert played.points == 1.0
    assert len(played.think_ms) == 1


# --- who loses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda turn: Place(turn.actor, Point(0, 0)), "played A9"),
        (lambda turn: Place(turn.actor, Point(40, -3)), "played 40,-3"),
        (lambda turn: Pass(turn.actor), "played pass"),
        (lambda turn: Choose(turn.actor, "black"), "played choose"),
        (lambda turn: Place(turn.actor.other, Point(3, 3)), "played D6"),
    ],
)
def test_an_illegal_move_loses(deed: Deed, said: str) -> None:
    played = refereed(GOMOKU, Scripted("a9 b9"), Does(deed))
    assert played.outcome == Outcome.won(BLACK, Reason.FORFEIT)
    assert played.fault is not None
    assert not played.fault.is_first
    assert said in played.fault.text()


def test_nobody_resigns_for_the_other() -> None:
    played = refereed(GO, Does(lambda turn: Resign(turn.actor.other)), chance())
    assert played.outcome == Outcome.won(WHITE, Reason.FORFEIT)


def test_a_crash_loses_with_its_reason() -> None:
    played = refereed(GO, chance(), raises(ZeroDivisionError("by nought")))
    assert played.outcome == Outcome.won(BLACK, Reason.FORFEIT)
    assert played.fault is not None
    assert played.fault.text() == "crashed: ZeroDivisionError: by nought"


def test_an_engines_fault_loses_in_its_own_words() -> None:
    fault = EngineFault("not_found", program="nosuch")
    played = refereed(GO, raises(fault), chance())
    assert played.outcome == Outcome.won(WHITE, Reason.FORFEIT)
    assert played.fault is not None
    assert played.fault.text("zh") == fault.text("zh")


def test_a_players_own_timeout_is_a_crash_and_no_flag() -> None:
    played = refereed(GO, raises(TimeoutError("mine")), chance(), Pace(ms=1000))
    assert played.outcome.reason is Reason.FORFEIT


def test_a_game_without_end_is_a_draw() -> None:
    """Black and White fill a board whose rules let nobody win by it: 3 moves a point, and no more."""
    rules = create_rules("go", 5, "tromp-taylor")
    played = refereed(rules, Does(_never_passes), Does(_never_passes))
    assert len(played.timeline.actions) == 3 * 25
    assert played.is_too_long
    assert played.outcome.is_draw
    assert played.points == 0.5
    assert played.fault is None


def _never_passes(turn: Turn) -> Action:
    return turn.ruleset.legal_actions(turn.state)[0]


# --- time ------------------------------------------------------------------------------------


def test_a_time_for_every_move_is_told_and_kept() -> None:
    watch = Watch()
    quick = Scripted("a1 b1", watch, [900, 1500])
    played = refereed(GO, quick, Scripted(), Pace(ms=1000), watch)
    assert played.fault is None
    assert [budget.ms for budget in quick.budgets] == [1000] * len(quick.budgets)


def test_who_oversteps_it_by_more_than_the_margin_loses() -> None:
    watch = Watch()
    played = refereed(GO, Scripted("a1 b1", watch, [1000, 2001]), Scripted("e5"), Pace(ms=1000), watch)
    assert played.outcome == Outcome.won(WHITE, Reason.TIME)
    assert played.fault is not None
    assert played.fault.text() == "took 2.0 s for a move, 1.0 s were allowed"
    assert len(played.timeline.actions) == 2, "the move that came too late is none"


def test_who_never_answers_is_not_waited_for() -> None:
    sleeper = Sleeper()
    played = refereed(GO, chance(), sleeper, Pace(ms=20, margin_ms=20))
    assert played.outcome == Outcome.won(BLACK, Reason.TIME)
    assert sleeper.stop is not None
    assert sleeper.stop.stopped


def test_nodes_are_told_and_time_is_free() -> None:
    watch = Watch()
    slow = Scripted("a1", watch, [10**9])
    assert refereed(GO, slow, Scripted(), Pace(nodes=64), watch).fault is None
    assert slow.budgets[0].nodes == 64


def test_the_flag_falls_by_the_referees_clock() -> None:
    watch = Watch()
    played = refereed(GO, Scripted("a1 b1", watch, [30_000, 30_000]), Scripted("e5"), clock_pace("1"), watch)
    assert played.outcome == Outcome.won(WHITE, Reason.TIME)
    assert played.fault is not None
    assert played.fault.text() == "ran out of time"


def test_an_increment_is_added_and_both_clocks_are_told() -> None:
    watch = Watch()
    black = Scripted("a1 b1", watch, [30_000, 30_000])
    played = refereed(GO, black, Scripted("e5"), clock_pace("1+5"), watch)
    assert played.fault is None
    clock = black.budgets[1].clock
    assert clock is not None
    assert (clock.black.main_ms, clock.white.main_ms) == (35_000, 65_000)


def test_byoyomi_periods_are_used_up_one_by_one() -> None:
    watch = Watch()
    played = refereed(GO, Scripted("a1 b1", watch, [25_000, 25_000]), Scripted("e5"), clock_pace("3x10"), watch)
    assert played.outcome.reason is Reason.TIME
    assert len(played.timeline.actions) == 2


def test_on_a_clock_nobody_is_waited_for_either() -> None:
    played = refereed(GO, Sleeper(), chance(), clock_pace("0.05s"))
    assert played.outcome == Outcome.won(WHITE, Reason.TIME)


def test_getting_ready_is_not_charged() -> None:
    watch = Watch()

    class Heavy(Scripted):
        async def prepare(self, turn: Turn) -> None:
            assert turn.ruleset == GO
            watch.ms += 60_000

    played = refereed(GO, Heavy("a1", watch), Heavy("b1", watch), Pace(ms=100), watch)
    assert played.fault is None


def test_who_cannot_get_ready_loses() -> None:
    class Broken(Scripted):
        async def prepare(self, turn: Turn) -> None:
            raise EngineFault("not_found", program=turn.ruleset.KIND)

    played = refereed(GO, Scripted(), Broken())
    assert played.outcome == Outcome.won(BLACK, Reason.FORFEIT)


# --- openings in which colours change ----------------------------------------------------------


def test_who_takes_the_other_colour_plays_it_and_is_paid_for_it() -> None:
    """The second player takes Black after three stones and wins with it: the first made nothing of the game."""
    first = Scripted("a1 a15 b1 o15 o13 o11 o9")
    played = refereed(SWAP2, first, _Second())
    assert played.timeline.state.swapped
    assert played.outcome == Outcome.won(BLACK, Reason.LINE)
    assert played.points == 0.0
    record = played.record(Participant("first"), Participant("second"))
    assert (record.black.name, record.white.name) == ("second", "first")


class _Second(Scripted):
    """Takes Black, then makes five in a row."""

    def __init__(self) -> None:
        super().__init__("c1 d1 e1")

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        if turn.ruleset.choices(turn.state):
            return Choose(turn.actor, "black")
        return await super().choose(turn, budget, stop)


def test_who_changes_colours_takes_the_own_clock_along() -> None:
    watch = Watch()
    first = Scripted("a1 a15 b1 o15", watch, [1000, 2000, 3000, 0])
    refereed(SWAP2, first, _Second(), clock_pace("1"), watch)
    clock = first.budgets[3].clock
    assert clock is not None
    assert (clock.black.main_ms, clock.white.main_ms) == (60_000, 54_000)


@pytest.mark.parametrize("opening", ["pro", "swap", "swap2"])
def test_built_in_players_play_every_opening(opening: str) -> None:
    played = refereed(create_rules("gomoku", 9, {"opening": opening}), chance(3), chance(4))
    assert played.fault is None


# --- what is written down ----------------------------------------------------------------------


def test_the_record_tells_the_times_and_the_reason() -> None:
    watch = Watch()
    played = refereed(GO, Scripted("a1", watch, [120]), raises(ValueError("oh")), watch=watch)
    record = played.record(Participant("one"), Participant("two"))
    assert [node.ms for node in record.nodes[1:]] == [120]
    assert record.nodes[-1].comment == "crashed: ValueError: oh"
    assert record.result == played.outcome


def test_thinking_is_counted_for_each_player_with_the_thought_that_lost() -> None:
    watch = Watch()
    played = refereed(GO, Scripted("a1 b1", watch, [100, 5000]), Scripted("e5", watch, [30]), Pace(ms=1000), watch)
    assert played.times_ms(True) == [100, 5000]
    assert played.times_ms(False) == [30]
