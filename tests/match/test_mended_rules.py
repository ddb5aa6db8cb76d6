"""A rule that is mended changes nothing about what was played: old logs open, show and export; new moves obey it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec
import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    ErrorCode,
    GameError,
    GameState,
    IllegalAction,
    Move,
    Place,
    Point,
    Ruleset,
    find_kind,
)
from tengen.formats import save, write
from tengen.match import Match, Request, fold
from tengen.match.log import decode_event, encode_event
from tengen.protocol import Surroundings, Viewer, replay_of, state_of, view_of
from tengen.render import scene_of
from tests.match.services import RunningService
from tests.match.sittings import GUEST, REDO, RESTART, TAKEBACK, Sitting, one_screen

GAMES: dict[str, tuple[str, Any, str]] = {
    "go": ("go", {"size": 9}, "c3 c2 b2 d3 a1 pass pass"),
    "go, handicap": ("go", {"size": 9, "rules": {"handicap": 3}}, "c4 d4"),
    "go, territory": ("go", {"size": 5, "rules": "japanese"}, "c2 d2 b3 e3 c4 d4 d3 c3"),
    "gomoku, swap2": ("gomoku", {"rules": {"opening": "swap2"}}, "h8 h9 j7 place_two a1 b2 white h10"),
    "gomoku, won": ("gomoku", {}, "a1 a2 b1 b2 c1 c2 d1 d2 e1"),
    "othello": ("othello", {}, "d3 c3 c4"),
    "peace": ("peace", {"size": 4}, "a1 b1 c1 d1"),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def played(game: tuple[str, Any, str]) -> Sitting:
    kind, options, moves = game
    sitting = one_screen(kind, **options)
    sitting.play(moves)
    return sitting


def written(sitting: Sitting) -> list[bytes]:
    return [encode_event(event) for event in sitting.log]


def read(bodies: list[bytes]) -> Match:
    return fold([decode_event(n, body) for n, body in enumerate(bodies, start=1)])


@contextmanager
def no_rules(*, may_begin: bool = False) -> Iterator[None]:
    """Nothing that was ever played is legal any more, and no game can even begin unless that is said."""

    def refuse(_self: Ruleset, _state: GameState, action: Action) -> NoReturn:
        raise IllegalAction(ErrorCode.FORBIDDEN, action)

    def refuse_all(*_: object, **__: object) -> NoReturn:
        raise GameError(ErrorCode.BAD_RULES)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ruleset, "apply", refuse)
        patch.setattr(Ruleset, "apply_all", refuse_all)
        if not may_begin:
            patch.setattr(Ruleset, "initial", refuse_all)
        yield


@every_game
def test_a_match_is_read_without_asking_the_rules(game: tuple[str, Any, str]) -> None:
    sitting = played(game)
    bodies = written(sitting)
    with no_rules():
        assert read(bodies) == sitting.match


@every_game
def test_a_match_is_shown_and_exported_without_asking_the_rules(game: tuple[str, Any, str]) -> None:
    sitting = played(game)
    before = sitting.match.record()
    expected = (save.dumps(before), write(".json", [before]).data, replay_of(before).dumps())
    bodies = written(sitting)
    with no_rules():
        match = read(bodies)
        record = match.record()
        assert record == before
        assert (save.dumps(record), write(".json", [record]).data, replay_of(record).dumps()) == expected
        assert record.replay().game.timeline == match.timeline
        assert record.end().board == match.state.position.board
        state = state_of(match, "m1", 5)
        assert state == state_of(sitting.match, "m1", 5)
        view_of(match, Viewer("m1"), Surroundings(5))
        assert scene_of(record, len(record.nodes)) == scene_of(before, len(before.nodes))


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game[0] != "peace"], ids=lambda game: str(game[1]))
def test_a_match_is_exported_as_sgf_by_what_was_played(game: tuple[str, Any, str]) -> None:
    """Only the usual beginning is asked for, which that format leaves out."""
    sitting = played(game)
    expected = write(".sgf", [sitting.match.record()]).data
    bodies = written(sitting)
    with no_rules(may_begin=True):
        assert write(".sgf", [read(bodies).record()]).data == expected


@every_game
def test_taking_back_and_playing_again_need_no_rules(game: tuple[str, Any, str]) -> None:
    sitting = played(game)
    bodies = written(sitting)
    for kind in (TAKEBACK, TAKEBACK, REDO, RESTART):
        sitting.ask(kind)
    whole = written(sitting)
    with no_rules():
        assert read(whole) == sitting.match
        assert read(bodies).timeline.undo(2).redo().cursor == read(bodies).timeline.cursor - 1


def test_a_log_without_effects_is_played_through_by_the_rules() -> None:
    """As a log that was written before effects were kept, or one of a game that cannot follow its events."""
    sitting = played(GAMES["go"])
    old = [_without_effects(body) for body in written(sitting)]
    assert len(b"".join(old)) < len(b"".join(written(sitting)))
    assert read(old) == sitting.match
    with no_rules(), pytest.raises(GameError):
        read(old)


def test_a_game_from_outside_that_cannot_follow_its_events_goes_by_its_rules() -> None:
    sitting = one_screen("corners", size=3)
    sitting.play("b1 a2 pass c2")
    bodies = written(sitting)
    assert read(bodies) == sitting.match
    with no_rules(), pytest.raises(GameError):
        read(bodies)


def _without_effects(body: bytes) -> bytes:
    entry = msgspec.json.decode(body)
    new = {"to", "prisoners", "phase", "passes", "swapped", "marked", "agreed", "version", "start"}
    if entry["type"] == "moved":
        new |= {"outcome"}
    return msgspec.json.encode({key: value for key, value in entry.items() if key not in new})


async def test_further_moves_obey_the_rules_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since the match began somebody found out that nobody may play on the first line."""
    async with RunningService() as service:
        match_id = await service.begin("othello", GUEST, GUEST, size=4)
        await service.play(match_id, "b1 a1 a2")
        before = await service.check(match_id)
        await service.stop()

        position = type(before.state.position)
        play = position.play

        def mended(self: Any, move: Move) -> Any:
            if move is not None and move.y == 0:
                raise IllegalAction(ErrorCode.FORBIDDEN, Place(self.to_move, move))
            return play(self, move)

        monkeypatch.setattr(position, "play", mended)
        await service.start()
        assert await service.check(match_id) == before
        first_line = [Place(WHITE, Point(x, 0)) for x in range(4)]
        for action in first_line:
            assert await service.refusal(service.act(match_id, action)) is ErrorCode.FORBIDDEN
        legal = [action for action in before.ruleset.legal_actions(before.state) if action not in first_line]
        answer = await service.act(match_id, legal[0])
        assert answer.match.timeline.cursor == before.timeline.cursor + 1
        await service.act(match_id, Request(TAKEBACK, BLACK))
        assert (await service.check(match_id)).state == before.state
        await service.restart()
        assert (await service.check(match_id)).state == before.state


def test_a_log_keeps_by_which_version_of_the_rules_it_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = written(played(GAMES["peace"]))
    assert msgspec.json.decode(bodies[0])["version"] == 1
    monkeypatch.setattr(find_kind("peace").rules, "RULES_VERSION", 2)
    sitting = played(GAMES["peace"])
    assert msgspec.json.decode(written(sitting)[0])["version"] == 2
    assert read(bodies).state == sitting.match.state


def test_an_outcome_is_the_one_that_was_judged_then() -> None:
    sitting = played(GAMES["go"])
    bodies = written(sitting)
    counted = sitting.match.outcome
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find_kind("go").rules, "score", lambda *_: pytest.fail("nobody counts again"))
        match = read(bodies)
    assert match.outcome == match.state.outcome == counted
    assert match.state.passes == 2
