"""T21, T30, T31, T34: two players and a watcher at a real server that falls, over lines that are cut, by chance.

Beside it runs the match as tengen.match decides it, without a server, a socket or a store. The answers, the state over
REST and the events that each of the three hears are what that match says: every event once, in order, without a gap.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    ClockKind,
    Color,
    ErrorCode,
    GameError,
    Resign,
    RulesInput,
    TimeControl,
)
from tengen.match import Decline, Excuse, Join, Match, Request, RequestKind, Seat, Unpause, advance, decide
from tengen.match.service.matches import SeatCommand
from tengen.protocol import event_frame, state_of
from tests.match.commands import Picker, any_action
from tests.match.sittings import Sitting
from tests.server.clients import Client, Cut, Frame, Table
from tests.server.messages import message_of, plain, rest_body_of, seen_by_watchers, without_times
from tests.server.process import ServerProcess
from tests.server.proxy import Proxy, Way

pytestmark = pytest.mark.long

GAMES: Final[tuple[tuple[str, int, RulesInput], ...]] = (
    ("GO", 5, {"dead_stones": "agree"}),
    ("GOMOKU", 8, {"opening": "swap2"}),
    ("OTHELLO", 4, {}),
    ("PEACE", 4, {}),
)
HOUR: Final = TimeControl(ClockKind.ABSOLUTE, main_ms=3_600_000)
OFTEN: Final = 3

players = st.sampled_from(COLORS)


cuts = st.builds(
    Cut, st.sampled_from(Way), st.integers(0, 160), st.booleans(), st.one_of(st.none(), st.none(), st.integers(0, 500))
)
hitches = st.one_of(st.none(), cuts)


class TableMachine(RuleBasedStateMachine):
    """A match between Ann and Bo; who watches knows only the watch id."""

    def __init__(self, server: ServerProcess, proxy: Proxy, most_falls: int) -> None:
        super().__init__()
        self.server, self.proxy, self.most_falls = server, proxy, most_falls
        self.answered: list[tuple[Client, str, int]] = []
        self.calls = 0

    @initialize(game=st.sampled_from(GAMES), control=st.sampled_from((None, None, HOUR)), falls=st.integers(0, 2))
    def begin(self, game: tuple[str, int, RulesInput], control: TimeControl | None, falls: int) -> None:
        kind, size, rules = game
        self.falls_left = min(falls, self.most_falls)  # a start takes longer than all the rest
        clock = {"clock": {"kind": str(control.kind), "mainMs": control.main_ms}} if control else {}
        self.table = Table(self.server, self.proxy, kind, size, rules=rules, **clock)
        self.owners: dict[Client, str | None] = {self.table.black: "black", self.table.white: "white"}
        nobody = Seat("", is_open=True)
        self.sitting = Sitting(
            kind.lower(), Seat("Ann", owner="black", is_guest=True), nobody, size=size, rules=rules, control=control
        )
        self.sitting.do(Join(WHITE, "Bo", "white", is_guest=True))

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        try:
            for client in self.table.clients:
                client.come_back()
            self.follow()
        finally:
            self.table.close()

    @property
    def match(self) -> Match:
        return self.sitting.match

    # --- asking both

    def owner_of(self, color: Color) -> Client:
        """The client of whoever has this colour now."""
        owner = self.match.seat(color).owner
        return next(client for client, name in self.owners.items() if name == owner)

    def expected(self, match: Match, client: Client, command: SeatCommand, revision: int | None) -> ErrorCode | None:
        """Why this must be refused, or None."""
        owner = self.owners.get(client)
        if owner is None or not match.may_act(owner, command.player):
            return ErrorCode.NOT_YOUR_SEAT
        if revision not in (None, match.revision):
            return ErrorCode.STALE
        try:
            decide(match, command, self.sitting.now)
        except GameError as error:
            return error.code
        return None

    def tell(
        self,
        command: SeatCommand,
        hitch: Cut | Callable[[], None] | None = None,
        *,
        client: Client | None = None,
        revision: int | None = None,
    ) -> None:
        """Have it asked over a socket by whoever has the colour, or somebody else, and compare what comes of it."""
        client = client or self.owner_of(command.player)
        expected = self.expected(self.match, client, command, revision)
        if isinstance(hitch, Cut):
            hitch.prepare(client)
        message = message_of(command) if revision is None else {**message_of(command), "revision": revision}
        name = client.send(**message)
        if callable(hitch):
            hitch()
        self.check_answer(client, name, expected)
        self.follow(*([] if expected else [command]))

    def check_answer(self, client: Client, name: str, expected: ErrorCode | None) -> None:
        answer = client.answer(name)
        assert answer.get("error") == expected
        client.forget_cuts()
        self.answered.append((client, name, self.falls_left))
        if expected is not None:
            assert (answer["revision"], answer["ply"]) == (self.match.revision, self.match.timeline.cursor)

    def follow(self, *commands: SeatCommand) -> None:
        """Have the model do what was done; everybody who is there hears of it."""
        state = self.table.game.state
        for client in self.table.clients:
            if client.is_there:
                client.catch_up(state["eventNumber"])
        heard = max(self.table.clients, key=lambda client: client.number).heard
        waiting = list(commands)
        while self.match.number < state["eventNumber"]:
            frame = heard[self.match.number]
            if frame["type"] == "excused":
                self.sitting.wait(frame["ms"]).do(Excuse(frame["ms"]))
            else:
                assert waiting, f"nobody asked for {frame}"
                self.sitting.do(as_carried_out(waiting.pop(0), heard))
        assert not waiting, f"nothing came of {waiting}"
        self.compare(state)

    # --- what can happen

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data(), hitch=hitches, count=st.integers(1, 5))
    def legal_moves(self, data: st.DataObject, hitch: Cut | None, count: int) -> None:
        for _ in range(count):
            actions = self.match.ruleset.legal_actions(self.match.state)
            if not actions or self.match.is_over:
                return
            revision = data.draw(st.sampled_from((None, self.match.revision)))
            self.tell(data.draw(st.sampled_from(actions)), hitch, revision=revision)

    @rule(data=st.data(), hitch=hitches)
    def any_move(self, data: st.DataObject, hitch: Cut | None) -> None:
        action = any_action(self.match, Picker(lambda count: data.draw(st.integers(0, count - 1))))
        if not isinstance(action, Resign) or data.draw(st.integers(0, 5)) == 0:
            self.tell(action, hitch)

    def uncut(self, kind: RequestKind, hitch: Cut | None) -> Cut | None:
        """Have everybody there while moves are played again: who misses that is told everything anew, and no events."""
        if kind is not RequestKind.REDO:
            return hitch
        for client in self.table.clients:
            client.forget_cuts()
            client.connect()
        return None

    @rule(kind=st.sampled_from(RequestKind), player=players, hitch=hitches)
    def ask(self, kind: RequestKind, player: Color, hitch: Cut | None) -> None:
        self.tell(Request(kind, player), self.uncut(kind, hitch))

    @rule(kind=st.sampled_from((RequestKind.TAKEBACK, RequestKind.REDO)), player=players, hitch=hitches)
    def ask_and_agree(self, kind: RequestKind, player: Color, hitch: Cut | None) -> None:
        for asker in (player, player.other):
            self.tell(Request(kind, asker), self.uncut(kind, hitch))

    @precondition(lambda self: self.match.offers)
    @rule(data=st.data(), player=players, agrees=st.booleans(), hitch=hitches)
    def answer_an_offer(self, data: st.DataObject, player: Color, agrees: bool, hitch: Cut | None) -> None:
        offer = data.draw(st.sampled_from(self.match.offers))
        command = Request(offer.kind, offer.player.other) if agrees else Decline(offer.kind, player)
        self.tell(command, self.uncut(offer.kind, hitch))

    @precondition(lambda self: self.match.is_paused)
    @rule(player=players, hitch=hitches)
    def unpause(self, player: Color, hitch: Cut | None) -> None:
        self.tell(Unpause(player), hitch)

    @rule(data=st.data(), off=st.sampled_from((-1, 1, 5)), hitch=hitches)
    def somebody_is_behind(self, data: st.DataObject, off: int, hitch: Cut | None) -> None:
        actions = self.match.ruleset.legal_actions(self.match.state)
        if actions:
            self.tell(data.draw(st.sampled_from(actions)), hitch, revision=self.match.revision + off)

    @rule(player=players, who=st.integers(0, 2))
    def somebody_speaks_for_another(self, player: Color, who: int) -> None:
        client = self.table.clients[who]
        if client is not self.owner_of(player):
            self.tell(Resign(player), client=client)

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), hitch=hitches)
    def send_again(self, data: st.DataObject, hitch: Cut | None) -> None:
        client, name, falls_left = data.draw(st.sampled_from(self.answered))
        first = client.answers[name]
        if "error" in first and falls_left != self.falls_left:
            return  # what was refused is remembered while the server runs; what was done, for ever
        if hitch:
            hitch.prepare(client)
        again = client.ask_again(name)
        client.forget_cuts()
        if "ok" in first:
            assert again == first
        else:
            assert (again["error"], again["detail"]) == (first["error"], first["detail"])
        self.follow()

    @precondition(lambda self: any(client.is_there for client in self.table.clients))  # who hears what comes of it
    @rule(data=st.data(), player=players, again=st.booleans())
    def ask_over_rest(self, data: st.DataObject, player: Color, again: bool) -> None:
        actions = [action for action in self.match.ruleset.legal_actions(self.match.state) if action.player is player]
        command = data.draw(st.sampled_from([*actions[:3], Request(RequestKind.DRAW, player), Unpause(player)]))
        expected = self.expected(self.match, self.owner_of(player), command, None)
        web = self.table.webs[self.match.seat(player).owner == "white"]
        self.calls += 1
        key = {"Idempotency-Key": f"call {self.calls}"}
        calls = [web.post(self.table.game.path("act"), rest_body_of(command), **key) for _ in range(1 + again)]
        for answer in calls:
            assert answer.json().get("code") == expected
        assert {answer.content for answer in calls} == {calls[0].content}
        self.follow(*([] if expected else [command]))

    @rule(data=st.data())
    def two_ask_at_once(self, data: st.DataObject) -> None:
        """Whatever comes of it, it comes of one order of the two."""
        asked = [(self.owner_of(color), self.any_wish(data, color)) for color in COLORS]
        names = [client.send(**message_of(command)) for client, command in asked]
        answers = [client.answer(name) for (client, _), name in zip(asked, names, strict=True)]
        orders = [order for order in permutations((0, 1)) if self.explains(order, asked, answers)]
        assert orders, f"no order of {asked} explains {answers}"
        self.follow(*[asked[which][1] for which in orders[0] if "ok" in answers[which]])

    def any_wish(self, data: st.DataObject, color: Color) -> SeatCommand:
        actions = [action for action in self.match.ruleset.legal_actions(self.match.state) if action.player is color]
        wishes: list[SeatCommand] = [Request(kind, color) for kind in RequestKind]
        wishes += [Request(offer.kind, color) for offer in self.match.offers] * OFTEN
        wishes += [data.draw(st.sampled_from(actions))] * OFTEN * 2 if actions else []
        return data.draw(st.sampled_from(wishes))

    def explains(self, order: tuple[int, ...], asked: list[tuple[Client, SeatCommand]], answers: list[Frame]) -> bool:
        """Whether asking in this order, one after the other, would have been answered so."""
        match = self.match
        for which in order:
            client, command = asked[which]
            code = self.expected(match, client, command, None)
            if answers[which].get("error") != code:
                return False
            if code is None:
                match, events = advance(match, command, self.sitting.now)
                if answers[which]["ok"] != events[-1].n:
                    return False
        return True

    @rule(who=st.integers(0, 2))
    def cut_off(self, who: int) -> None:
        self.table.clients[who].hang_up()

    @rule(who=st.integers(0, 2), hitch=hitches)
    def come_back(self, who: int, hitch: Cut | None) -> None:
        client = self.table.clients[who]
        if hitch:
            client.cut_next(hitch.way, hitch.octets, abruptly=hitch.abruptly)
        client.come_back()
        self.follow()
        client.forget_cuts()

    @precondition(lambda self: self.falls_left)
    @rule(by=st.sampled_from((signal.SIGTERM, signal.SIGKILL)))
    def the_server_falls(self, by: int) -> None:
        self.fall(by)
        self.follow()

    @precondition(lambda self: self.falls_left and not self.match.is_over)
    @rule(data=st.data(), by=st.sampled_from((signal.SIGTERM, signal.SIGKILL)), ms=st.sampled_from((0, 1, 2, 4, 20)))
    def the_server_falls_over_a_move(self, data: st.DataObject, by: int, ms: int) -> None:
        actions = self.match.ruleset.legal_actions(self.match.state)
        if actions:
            self.tell(data.draw(st.sampled_from(actions)), lambda: self.fall(by, ms))

    def fall(self, by: int, after_ms: int = 0) -> None:
        self.falls_left -= 1
        time.sleep(after_ms / 1000)
        self.server.stop(by=by)
        self.server.start()

    # --- what always holds

    def compare(self, state: dict[str, Any]) -> None:
        """REST, both under the id and under the watch id, says what the model says."""
        game, now = self.table.game, self.sitting.now
        says = state_of(self.match, game.id, now).model_dump(mode="json", by_alias=True)
        watched = game.web.get(f"/api/game/{game.watch_id}/state").json()
        assert watched["gameId"] == game.watch_id
        for shown in (state, {**watched, "gameId": game.id}):
            assert without_times(shown) == without_times(says)

    @invariant()
    def everybody_heard_the_same_and_what_the_model_says(self) -> None:
        if not hasattr(self, "table"):
            return
        frames = [plain(event_frame(event)) for event in self.sitting.log]
        for client in self.table.clients:
            watching = client is self.table.watcher
            assert [plain(frame) for frame in client.heard] == [
                seen_by_watchers(frame) if watching else frame for frame in frames[: client.number]
            ]

    @invariant()
    def a_rematch_has_begun_with_colours_exchanged(self) -> None:
        if hasattr(self, "table") and self.match.next_id is not None:
            following = self.table.game.web.get(f"/api/game/{self.match.next_id}/state").json()
            assert following["players"]["BLACK"]["name"] == self.match.seat(WHITE).name
            assert following["players"]["WHITE"]["name"] == self.match.seat(BLACK).name


def as_carried_out(command: SeatCommand, heard: list[Frame]) -> SeatCommand:
    """The command with the id that the server gave the rematch, if it led to one."""
    if isinstance(command, Request) and command.kind is RequestKind.REMATCH:
        ids = [frame["next"] for frame in heard if frame["type"] == "rematched"]
        return replace(command, next_id=ids[-1] if ids else "")
    return command


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may be stopped and killed."""
    server = ServerProcess(tmp_path / "data").start()
    yield server
    server.stop()


def play(server: ServerProcess, *, examples: int, steps: int, most_falls: int) -> None:
    with Proxy(server.port) as proxy:
        run_state_machine_as_test(
            lambda: TableMachine(server, proxy, most_falls),  # type: ignore[arg-type]  # whatever makes a machine will do
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],  # to shrink takes minutes; who looks for a fault may add Phase.shrink
            ),
        )


def test_a_match_over_cut_lines_and_a_falling_server_is_the_match_itself(mortal: ServerProcess) -> None:
    play(mortal, examples=4, steps=30, most_falls=1)


def test_the_same_for_longer(mortal: ServerProcess) -> None:
    play(mortal, examples=90, steps=50, most_falls=2)
