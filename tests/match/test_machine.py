"""Matches played by chance against a plain Game and a few words about who must agree: the two never differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tengen.core import (
    BLACK,
    COLORS,
    Action,
    Color,
    ErrorCode,
    Game,
    GameError,
    GameState,
    Outcome,
    Reason,
    RulesInput,
    TimeControl,
    Timeline,
)
from tengen.match import (
    Abandon,
    Cancel,
    Claim,
    Command,
    Decline,
    Excuse,
    Forfeit,
    Join,
    Rename,
    Request,
    RequestKind,
    Seat,
    Tick,
    Unpause,
)
from tests.match.commands import Picker, any_action, legal_action
from tests.match.sittings import (
    AI,
    ANN,
    BEN,
    BYOYOMI,
    CANADIAN,
    DRAW,
    ESTIMATE,
    FISCHER,
    GUEST,
    MINUTE,
    NOBODY,
    PER_MOVE,
    REDO,
    TAKEBACK,
    Sitting,
)

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("go", 5, {"preset": "japanese", "dead_stones": "cleanup"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("othello", 4, None),
    ("peace", 4, None),
)
TABLES = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, ANN), (AI, AI), (ANN, NOBODY))
CONTROLS = (None, MINUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE)

players = st.sampled_from(COLORS)
requests = st.sampled_from(RequestKind)


class Model:
    """What a match must be, told with a Game and without events, clocks or numbers."""

    def __init__(self, game: Game, first: Seat, second: Seat) -> None:
        self.game = game
        self.seats = [first, second]
        self.verdict: Outcome | None = None
        self.offers: dict[RequestKind, Color] = {}
        self.is_paused = False
        self.has_rematch = False
        self.has_estimates = False
        self.moved: set[int] = set()

    @property
    def outcome(self) -> Outcome | None:
        return self.verdict or self.game.state.outcome

    @property
    def has_ai(self) -> bool:
        return not all(seat.is_human for seat in self.seats)

    @property
    def is_between_people(self) -> bool:
        first, second = self.seats
        return not self.has_ai and (first.is_open or second.is_open or first.owner != second.owner)

    def seat_of(self, color: Color, state: GameState | None = None) -> int:
        """0 for the first seat, 1 for the second."""
        swapped = (state or self.game.state).swapped
        return int((color is BLACK) == swapped)

    @property
    def has_begun(self) -> bool:
        """Whether both have moved, whatever was taken back."""
        return len(self.moved) == 2

    def flag(self, loser: Color) -> ErrorCode | None:
        """Time is up: nobody loses by it what two people have not begun."""
        is_cancelled = self.is_between_people and not self.has_begun
        return self.end(Outcome.cancelled() if is_cancelled else Outcome.won(loser.other, Reason.TIME))

    def end(self, outcome: Outcome) -> ErrorCode | None:
        if self.outcome:
            return ErrorCode.GAME_OVER
        self.verdict = outcome
        self.offers.clear()
        self.is_paused = False
        return None

    def answer(self, command: Command) -> ErrorCode | None:
        """Why the command is refused, or None after it has been carried out."""
        match command:
            case Request():
                return self.ask(command.kind, command.player)
            case Decline():
                return ErrorCode.NO_OFFER if self.offers.pop(command.kind, None) is None else None
            case Unpause():
                refusal = None if self.is_paused else ErrorCode.NO_EFFECT
                self.is_paused = False
                return refusal
            case Join():
                if self.outcome:
                    return ErrorCode.GAME_OVER
                place = self.seat_of(command.player)
                if not self.seats[place].is_open:
                    return ErrorCode.NOT_YOUR_SEAT
                self.seats[place] = Seat(command.name, owner=command.owner)
                return None
            case Claim():
                return self.end(Outcome.won(command.player, Reason.ABANDONED))
            case Abandon():
                return self.end(Outcome.won(command.player.other, Reason.ABANDONED))
            case Forfeit():
                return self.end(Outcome.won(command.player.other, Reason.FORFEIT))
            case Cancel():
                if not self.outcome and (self.has_begun or not self.is_between_people):
                    return ErrorCode.NO_EFFECT
                return self.end(Outcome.cancelled())
            case Rename():
                self.seats = [
                    replace(seat, name=command.name, is_guest=command.is_guest) if seat.owner == command.owner else seat
                    for seat in self.seats
                ]
                return None
            case Tick() | Excuse():
                return None
            case _:
                return self.act(command)

    def act(self, action: Action) -> ErrorCode | None:
        if self.outcome:
            return ErrorCode.GAME_OVER
        if self.is_paused:
            return ErrorCode.PAUSED
        place = self.seat_of(action.player)
        try:
            self.game.act(action)
        except GameError as refused:
            return refused.code
        self.moved.add(place)
        self.offers.clear()
        return None

    def ask(self, kind: RequestKind, player: Color) -> ErrorCode | None:
        asker = self.offers.get(kind, player)
        has_consent = asker is not player
        if kind in self.offers and not has_consent:
            return ErrorCode.NO_EFFECT
        is_agreed = kind is ESTIMATE and self.has_estimates
        must_wait = (self.is_between_people and not is_agreed) or (kind is DRAW and self.has_ai)
        rests = (self.verdict, self.is_paused, self.has_rematch, self.has_estimates)
        before = (self.game.timeline, rests, dict(self.offers))
        refusal = self.grant(kind, asker)
        if refusal or has_consent or not must_wait:
            return refusal
        self.game.timeline, rests, self.offers = before
        self.verdict, self.is_paused, self.has_rematch, self.has_estimates = rests
        if not (kind is DRAW and not self.seats[self.seat_of(player.other)].is_human):
            self.offers[kind] = player
        return None

    def grant(self, kind: RequestKind, asker: Color) -> ErrorCode | None:
        match kind:
            case RequestKind.TAKEBACK | RequestKind.REDO:
                return self.rewind(kind, asker)
            case RequestKind.RESTART:
                if self.outcome and self.is_between_people:
                    return ErrorCode.GAME_OVER
                self.game.restart()
                self.verdict, self.is_paused, self.has_rematch = None, False, False
                self.offers.clear()
            case RequestKind.DRAW:
                return self.end(Outcome.draw(Reason.AGREEMENT))
            case RequestKind.PAUSE:
                if self.outcome:
                    return ErrorCode.GAME_OVER
                if self.is_paused or any(seat.is_open for seat in self.seats):
                    return ErrorCode.NO_EFFECT
                self.is_paused = True
                self.offers.pop(kind, None)
            case RequestKind.REMATCH:
                if not self.outcome:
                    return ErrorCode.GAME_RUNNING
                if self.has_rematch:
                    return ErrorCode.NO_EFFECT
                self.has_rematch = True
                self.offers.clear()
            case RequestKind.ESTIMATE:
                if not self.game.ruleset.FEATURES.territory:
                    return ErrorCode.NO_ESTIMATE
                if self.outcome:
                    return ErrorCode.GAME_OVER
                self.has_estimates = True
                self.offers.pop(kind, None)
        return None

    def rewind(self, kind: RequestKind, asker: Color) -> ErrorCode | None:
        """Step by step, until the person who asks is to act."""
        if self.verdict or (self.outcome and self.is_between_people):
            return ErrorCode.GAME_OVER
        if self.is_paused:
            return ErrorCode.PAUSED
        people = {self.seat_of(asker)} if self.is_between_people else {i for i in (0, 1) if self.seats[i].is_human}
        before: Timeline = self.game.timeline
        step = self.game.undo if kind is RequestKind.TAKEBACK else self.game.redo
        try:
            state = step()
            while len(people) == 1 and not people & {self.seat_of(c, state) for c in self.game.ruleset.actors(state)}:
                state = step()
        except GameError as refused:
            if kind is RequestKind.TAKEBACK or self.game.timeline is before:
                self.game.timeline = before
                return refused.code
        self.offers.clear()
        self.has_rematch = False
        return None


class MatchMachine(RuleBasedStateMachine):
    """Every action, every request, every verdict, and time."""

    sitting: Sitting
    model: Model
    final: Outcome | None

    @initialize(game=st.sampled_from(GAMES), table=st.sampled_from(TABLES), control=st.sampled_from(CONTROLS))
    def begin(
        self,
        game: tuple[str, int, RulesInput],
        table: tuple[Seat, Seat],
        control: TimeControl | None,
    ) -> None:
        kind, size, rules = game
        self.sitting = Sitting(kind, *table, size=size, rules=rules, control=control, begin_ms=60_000)
        self.model = Model(Game(self.sitting.match.ruleset), *table)
        self.final = None

    def tell(self, command: Command, lag_ms: int = 0) -> None:
        """Ask both, and compare what they say."""
        flagged = self.flagged(command, lag_ms)
        expected = self.model.answer(command) if flagged is None else self.model.flag(flagged)
        before, log = self.sitting.match, list(self.sitting.log)
        refusal = None
        try:
            self.sitting.do(command, lag_ms=lag_ms)
        except GameError as refused:
            refusal = refused.code
        assert refusal is expected
        if refusal is not None:
            assert self.sitting.match is before
            assert self.sitting.log == log

    def flagged(self, command: Command, lag_ms: int) -> Color | None:
        """Whose time is up when the command comes; then the command is not carried out."""
        clock = self.sitting.match.clock
        falls = clock.deadline() if clock else None
        if clock is None or falls is None or isinstance(command, Excuse | Rename):
            return None
        is_own = isinstance(command, Action) and command.player is clock.running
        credit_ms = min(lag_ms, self.sitting.now - clock.since) if is_own else 0
        return clock.running if self.sitting.now - credit_ms >= falls else None

    # --- what can happen

    @precondition(lambda self: not self.sitting.match.is_over)
    @rule(data=st.data(), count=st.integers(1, 8), lag_ms=st.sampled_from((0, 0, 700)))
    def legal_moves(self, data: st.DataObject, count: int, lag_ms: int) -> None:
        for _ in range(count):
            self.tell(legal_action(self.sitting.match, _picker(data)), lag_ms)

    @rule(data=st.data())
    def any_move(self, data: st.DataObject) -> None:
        self.tell(any_action(self.sitting.match, _picker(data)))

    @rule(kind=requests, player=players)
    def ask(self, kind: RequestKind, player: Color) -> None:
        self.tell(Request(kind, player, "m2"))

    @rule(kind=st.sampled_from((TAKEBACK, TAKEBACK, REDO)), player=players, again=st.booleans())
    def rewind(self, kind: RequestKind, player: Color, again: bool) -> None:
        for asker in (player, player.other) * (1 + again):
            self.tell(Request(kind, asker))

    @precondition(lambda self: self.sitting.match.offers)
    @rule(data=st.data(), agrees=st.booleans(), player=players)
    def answer(self, data: st.DataObject, agrees: bool, player: Color) -> None:
        offer = data.draw(st.sampled_from(self.sitting.match.offers))
        self.tell(Request(offer.kind, offer.player.other, "m2") if agrees else Decline(offer.kind, player))

    @rule(kind=requests, player=players)
    def decline_what_may_not_be_asked(self, kind: RequestKind, player: Color) -> None:
        self.tell(Decline(kind, player))

    @precondition(lambda self: self.sitting.match.is_paused)
    @rule(player=players)
    def unpause(self, player: Color) -> None:
        self.tell(Unpause(player))
        self.tell(Unpause(player))

    @precondition(lambda self: self.sitting.match.is_waiting)
    @rule(player=players)
    def join(self, player: Color) -> None:
        self.tell(Join(player, "Cid", "cid"))

    @rule(ms=st.sampled_from((1, 900, 9_000, 40_000)))
    def time_passes(self, ms: int) -> None:
        self.sitting.wait(ms)
        self.tell(Tick())

    @rule(ms=st.sampled_from((-1, 900, 10**6)))
    def stand_still(self, ms: int) -> None:
        self.sitting.wait(max(ms, 0))
        self.tell(Excuse(ms))

    @precondition(lambda self: len(self.sitting.log) > 25)
    @rule(player=players, verdict=st.sampled_from((Abandon, Forfeit)))
    def verdict(self, player: Color, verdict: type[Abandon | Forfeit]) -> None:
        self.tell(verdict(player))

    @rule(likely=st.sampled_from((False, False, True)))
    def cancel(self, likely: bool) -> None:
        if likely or self.model.has_begun:
            self.tell(Cancel())

    @rule(owner=st.sampled_from(("ann", "ben", "cid")), name=st.sampled_from(("Ann", "Zoe")), is_guest=st.booleans())
    def rename(self, owner: str, name: str, is_guest: bool) -> None:
        before = self.sitting.match
        self.tell(Rename(owner, name, is_guest))
        assert replace(
            self.sitting.match, first=before.first, second=before.second, number=before.number, at=before.at
        ) == replace(before)

    # --- what always holds

    @invariant()
    def the_match_is_what_the_model_says(self) -> None:
        match, model = self.sitting.match, self.model
        assert match.state == model.game.state
        assert match.timeline == model.game.timeline
        assert match.outcome == model.outcome
        assert match.is_paused == model.is_paused
        assert {offer.kind: offer.player for offer in match.offers} == model.offers
        assert (match.next_id is not None) == model.has_rematch
        assert [match.first, match.second] == model.seats
        assert match.begun == model.has_begun
        assert bool(match.estimated) == model.has_estimates

    @invariant()
    def who_must_begin_is_told_how_long_they_have(self) -> None:
        match = self.sitting.match
        is_hurried = match.is_between_people and not (match.begun or match.is_over or match.is_paused)
        assert match.begin_at == (match.turn_at + 60_000 if is_hurried and not match.is_waiting else None)
        falls = match.clock.deadline() if match.clock else None
        times = [time for time in (falls, match.begin_at) if time is not None]
        assert match.deadline_at == min(times, default=None)

    @invariant()
    def what_both_have_begun_is_never_cancelled(self) -> None:
        outcome = self.sitting.match.outcome
        if outcome is not None and outcome.reason is Reason.CANCELLED:
            assert outcome.no_result
            assert not self.sitting.match.begun

    @invariant()
    def there_is_one_log_without_gaps(self) -> None:
        log, match = self.sitting.log, self.sitting.match  # a sitting folds its log after every command
        assert [event.n for event in log] == list(range(1, match.number + 1))
        assert all(earlier.at <= later.at for earlier, later in pairwise(log))
        assert match.revision <= match.number

    @invariant()
    def a_result_between_people_is_final(self) -> None:
        if self.final is not None:
            assert self.sitting.match.outcome == self.final
        if self.sitting.match.is_between_people:
            self.final = self.sitting.match.outcome

    @invariant()
    def the_clock_runs_for_whoever_alone_must_act(self) -> None:
        match = self.sitting.match
        if match.clock is None:
            return
        alone = len(match.actors()) == 1 and not match.is_waiting
        assert match.clock.running is (match.actors()[0] if alone else None)
        for color in COLORS:
            left = match.clock.left(color, self.sitting.now)
            assert min(left.main_ms, left.period_ms, left.periods, left.stones) >= 0

    @invariant()
    def every_step_has_its_thinking_time(self) -> None:
        match = self.sitting.match
        assert len(match.think_ms) == len(match.timeline.steps)
        assert min(match.think_ms, default=0) >= 0
        assert match.record().replay().game.state == match.state


def _picker(data: st.DataObject) -> Picker:
    return Picker(lambda count: data.draw(st.integers(0, count - 1)))


MatchMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=30)
TestMatchMachine = MatchMachine.TestCase
