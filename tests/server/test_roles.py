"""T33: who may do what when. Every role, every action and request, every state of a game, over calls and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

import pytest

from tengen.protocol import MESSAGE_TYPES
from tengen.protocol.bodies import ActType
from tests.server.process import Game, ServerProcess, Web
from tests.server.scenes import (
    SCENES,
    SHORT_CALLS,
    People,
    Scene,
    Way,
    by_call,
    by_message,
    by_message_without_colour,
    by_short_call,
    other,
)

DEEDS: Final[dict[str, dict[str, Any]]] = {
    "place": {"points": [(4, 4)]},
    "choose": {"choice": "black"},
    "mark_dead": {"points": [(0, 0)]},
    "unmark_dead": {"points": [(0, 0)]},
    "decline": {"choice": "draw"},
}
"""What an action needs besides its name."""

CODES: Final = {
    "yes": None,
    "turn": "NOT_YOUR_TURN",
    "phase": "WRONG_PHASE",
    "over": "GAME_OVER",
    "running": "GAME_RUNNING",
    "paused": "PAUSED",
    "nothing": "NOTHING_TO_UNDO",
    "nothing!": "NOTHING_TO_REDO",
    "same": "NO_EFFECT",
    "none": "NO_OFFER",
    "early": "NO_CLAIM",
    "unknown": "NO_ESTIMATE",
}

PEOPLE: Final = """
             waiting   playing     asked       choosing     settling  paused   over
place        yes       yes/turn    yes/turn    phase/turn   phase     paused   over
pass         yes       yes/turn    yes/turn    phase/turn   phase     paused   over
resign       yes       yes         yes         yes          yes       paused   over
choose       phase     phase/turn  phase/turn  yes/turn     phase     paused   over
mark_dead    phase     phase/turn  phase/turn  phase/turn   yes       paused   over
unmark_dead  phase     phase/turn  phase/turn  phase/turn   same      paused   over
agree        phase     phase/turn  phase/turn  phase/turn   yes       paused   over
resume       phase     phase/turn  phase/turn  phase/turn   yes       paused   over
takeback     nothing   yes         yes/same    nothing/yes  yes       paused   over
redo         nothing!  yes         nothing!    nothing!     nothing!  paused   over
restart      yes       yes         yes         yes          yes       yes      over
draw         yes       yes         yes/same    yes          yes       yes      over
pause        same      yes         yes         yes          yes       same     over
unpause      same      same        same        same         same      yes      same
rematch      running   running     running     running      running   running  yes
estimate     yes       yes         yes         unknown      yes       yes      over
decline      none      none        yes         none         none      none     none
claim        early     early       early       early        early     paused   over
"""
"""Between two people: the owner of the seat to move / the owner of the other seat; one word where it is the same."""

ONE_SCREEN: Final = """
             playing     choosing    settling  paused   over
place        yes/turn    phase/turn  phase     paused   over
pass         yes/turn    phase/turn  phase     paused   over
resign       yes         yes         yes       paused   over
choose       phase/turn  yes/turn    phase     paused   over
mark_dead    phase/turn  phase/turn  yes       paused   over
unmark_dead  phase/turn  phase/turn  same      paused   over
agree        phase/turn  phase/turn  yes       paused   over
resume       phase/turn  phase/turn  yes       paused   over
takeback     yes         yes         yes       paused   yes
redo         yes         nothing!    nothing!  paused   nothing!
restart      yes         yes         yes       yes      yes
draw         yes         yes         yes       yes      over
pause        yes         yes         yes       same     over
unpause      same        same        same      yes      same
rematch      running     running     running   running  yes
estimate     yes         unknown     yes       yes      over
decline      none        none        none      none     none
claim        early       early       early     paused   over
"""
"""At one screen whoever holds the id has both seats: for the side to move / for the other side."""

Table = dict[str, dict[str, tuple[str | None, str | None]]]


def read_table(text: str) -> Table:
    """By state and deed: the code for the side to move and that for the other; None where it is allowed."""
    head, *rows = [line.split() for line in text.strip().splitlines()]
    table: Table = {state: {} for state in head}
    for deed, *cells in rows:
        for state, cell in zip(head, cells, strict=True):
            words = cell.split("/")
            table[state][deed] = (CODES[words[0]], CODES[words[-1]])
    return table


TABLES: Final = {True: read_table(PEOPLE), False: read_table(ONE_SCREEN)}
NOT_YOUR_SEAT: Final = "NOT_YOUR_SEAT"
NO_SUCH_GAME: Final = "NO_SUCH_GAME"
WAYS: Final = [
    by_call,
    by_message,
    *(pytest.param(way, marks=pytest.mark.long) for way in (by_short_call, by_message_without_colour)),
]
"""The two ways, and their shorter forms."""


@pytest.fixture(scope="module")
def people(server: ServerProcess) -> Iterator[People]:
    people = People(server, have_accounts=True)
    yield people
    people.close()


def deed_of(name: str) -> dict[str, Any]:
    return {"type": name, **DEEDS.get(name, {})}


def test_the_table_is_whole() -> None:
    assert set(get_args(ActType)) == MESSAGE_TYPES
    for table in TABLES.values():
        for deeds in table.values():
            assert set(deeds) == MESSAGE_TYPES
    assert set(TABLES[True]) == set(SCENES)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("state", TABLES[True])
def test_who_has_a_seat_may_do_what_the_table_says(people: People, state: str, way: Way) -> None:
    scene = Scene(people, state, is_owned=True)
    wrong = []
    for name, codes in TABLES[True][state].items():
        if way is by_short_call and name not in SHORT_CALLS:
            continue
        for color, expected in zip((scene.to_move, other(scene.to_move)), codes, strict=True):
            if state == "waiting" and color == "WHITE":
                continue  # nobody sits there
            code = way(scene, scene.owners[color], scene.game.id, color, deed_of(name))
            if code != expected:
                wrong.append((name, color, code, expected))
            assert scene.is_as_before() == (code is not None)
            if code is None:
                scene.close()
                scene = Scene(people, state, is_owned=True)
    scene.close()
    assert wrong == []


@pytest.mark.parametrize("way", [by_call, by_message], ids=lambda way: way.__name__)
@pytest.mark.parametrize("state", TABLES[False])
def test_who_holds_the_id_of_a_game_at_one_screen_may_do_what_the_table_says(
    people: People, state: str, way: Way
) -> None:
    scene = Scene(people, state, is_owned=False)
    wrong = []
    for name, codes in TABLES[False][state].items():
        for color, expected in zip((scene.to_move, other(scene.to_move)), codes, strict=True):
            code = way(scene, people.stranger, scene.game.id, color, deed_of(name))
            if code != expected:
                wrong.append((name, color, code, expected))
            assert scene.is_as_before() == (code is not None)
            if code is None:
                scene.close()
                scene = Scene(people, state, is_owned=False)
    scene.close()
    assert wrong == []


@pytest.mark.parametrize(
    ("state", "way"),
    [("playing", by_call), *[(state, by_message) for state in TABLES[False]]],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_two_accounts_at_one_screen_may_do_together_what_the_table_says(people: People, state: str, way: Way) -> None:
    scene = Scene(people, state, is_owned=False, side_by_side=True)
    wrong = []
    for name, codes in TABLES[False][state].items():
        for color, expected in zip((scene.to_move, other(scene.to_move)), codes, strict=True):
            for nobody in (people.stranger, people.ann):
                assert way(scene, nobody, scene.game.id, color, deed_of(name)) == NOT_YOUR_SEAT
            code = way(scene, people.account, scene.game.id, color, deed_of(name))
            if code != expected:
                wrong.append((name, color, code, expected))
            assert scene.is_as_before() == (code is not None)
            if code is None:
                scene.close()
                scene = Scene(people, state, is_owned=False, side_by_side=True)
    scene.close()
    assert wrong == []


Outsider = Callable[[People, Scene], Iterator[tuple[Web, str, str]]]


def each_for_the_other(people: People, scene: Scene) -> Iterator[tuple[Web, str, str]]:
    """Who has one seat speaks for the other one."""
    yield people.ann, scene.game.id, "WHITE"
    if scene.name != "waiting":
        yield people.bo, scene.game.id, "BLACK"


def a_guest(people: People, scene: Scene) -> Iterator[tuple[Web, str, str]]:
    """Somebody with a session and no seat here."""
    yield from ((people.guest, scene.game.id, color) for color in ("BLACK", "WHITE"))


def a_stranger(people: People, scene: Scene) -> Iterator[tuple[Web, str, str]]:
    """Somebody without a session who knows the id."""
    yield from ((people.stranger, scene.game.id, color) for color in ("BLACK", "WHITE"))


def a_watcher(people: People, scene: Scene) -> Iterator[tuple[Web, str, str]]:
    """Whoever comes by the watch id, the owners of the seats too."""
    yield from ((web, scene.game.watch_id, "BLACK") for web in (people.ann, people.stranger))
    yield people.bo, scene.game.watch_id, "WHITE"


def an_account(people: People, scene: Scene) -> Iterator[tuple[Web, str, str]]:
    """Somebody who has logged in, with a second person at the same screen, and neither has a seat here."""
    yield from ((people.account, scene.game.id, color) for color in ("BLACK", "WHITE"))


OUTSIDERS: Final[tuple[Outsider, ...]] = (each_for_the_other, a_guest, a_stranger, an_account, a_watcher)


@pytest.mark.parametrize("outsider", OUTSIDERS, ids=lambda outsider: outsider.__name__)
@pytest.mark.parametrize("state", TABLES[True])
def test_nobody_else_may_do_anything(people: People, state: str, outsider: Outsider) -> None:
    scene = Scene(people, state, is_owned=True)
    allowed = []
    for web, game_id, color in outsider(people, scene):
        for name in MESSAGE_TYPES:
            ways = [by_call, by_message]
            if outsider is not each_for_the_other:
                ways += [by_message_without_colour, *([by_short_call] if name in SHORT_CALLS else [])]
            for way in ways:
                if way(scene, web, game_id, color, deed_of(name)) != NOT_YOUR_SEAT:
                    allowed.append((name, color, way.__name__))
    assert allowed == []
    assert scene.is_as_before()
    scene.close()


def test_at_one_screen_the_watch_id_lets_nobody_do_anything(people: People) -> None:
    for state in TABLES[False]:
        scene = Scene(people, state, is_owned=False)
        for name in MESSAGE_TYPES:
            for way in (by_call, by_message, by_message_without_colour):
                code = way(scene, people.ann, scene.game.watch_id, scene.to_move, deed_of(name))
                assert code == NOT_YOUR_SEAT, (state, name)
        assert scene.is_as_before()
        scene.close()


TWO_PROGRAMS: Final[dict[str, Any]] = {
    "gameType": "GO",
    "boardSize": 19,
    "players": {"BLACK": "level:4", "WHITE": "level:4"},
}


def test_who_holds_the_id_of_a_game_of_two_programs_may_halt_it_ask_how_it_stands_and_no_more(
    people: People,
) -> None:
    scene = Scene(people, "playing", is_owned=False)
    game = Game(people.ann, people.ann.post("/api/game/start", TWO_PROGRAMS).json())
    for color in ("BLACK", "WHITE"):
        for name in MESSAGE_TYPES - {"pause", "unpause", "estimate"}:
            for way in (by_call, by_message):
                assert way(scene, people.stranger, game.id, color, deed_of(name)) == NOT_YOUR_SEAT, (name, color)
        for name in MESSAGE_TYPES:
            for way in (by_call, by_message):
                assert way(scene, people.ann, game.watch_id, color, deed_of(name)) == NOT_YOUR_SEAT, (name, color)
        for way in (by_call, by_message):
            assert way(scene, people.stranger, game.id, color, deed_of("pause")) is None
            assert way(scene, people.stranger, game.id, color, deed_of("pause")) == "NO_EFFECT"
            assert way(scene, people.stranger, game.id, color, deed_of("estimate")) is None
            assert way(scene, people.stranger, game.id, color, deed_of("unpause")) is None
    assert by_call(scene, people.stranger, game.id, "BLACK", deed_of("pause")) is None  # or it plays on meanwhile
    scene.close()


def test_who_does_not_know_an_id_finds_no_game(people: People) -> None:
    scene = Scene(people, "playing", is_owned=True)
    unknown = scene.game.id[:-1] + ("A" if scene.game.id[-1] != "A" else "B")
    for name in MESSAGE_TYPES:
        assert by_call(scene, people.ann, unknown, "BLACK", deed_of(name)) == NO_SUCH_GAME
    for name in SHORT_CALLS:
        assert by_short_call(scene, people.ann, unknown, "BLACK", deed_of(name)) == NO_SUCH_GAME
    assert scene.is_as_before()
    scene.close()


# --- taking a seat


@pytest.mark.parametrize("state", TABLES[True])
def test_a_seat_is_taken_with_its_invitation_while_it_is_open(people: People, state: str) -> None:
    scene = Scene(people, state, is_owned=True)
    for web in (people.ann, people.bo, people.guest, people.stranger):
        for seat in ("BLACK", "WHITE"):
            for body in ({"seat": seat}, {"seat": seat, "invite": "x" * 43}):
                assert web.post(scene.game.path("join"), body).status_code == 403
        wrong_seat = {"seat": "BLACK", "invite": scene.game.invite}
        assert web.post(scene.game.path("join"), wrong_seat).status_code == 403
        watched = f"/api/game/{scene.game.watch_id}/join"
        assert web.post(watched, {"seat": "WHITE", "invite": scene.game.invite}).status_code == 403
    assert scene.is_as_before()
    invited = {"seat": "WHITE", "invite": scene.game.invite, "name": "Cy"}
    answer = people.guest.post(scene.game.path("join"), invited)
    if state == "waiting":
        assert answer.status_code == 200
        assert people.bo.post(scene.game.path("join"), invited).json()["code"] == NOT_YOUR_SEAT
    else:
        assert answer.json()["code"] == ("GAME_OVER" if state == "over" else NOT_YOUR_SEAT)
        assert scene.is_as_before()
    scene.close()


def test_no_message_takes_a_seat(people: People) -> None:
    scene = Scene(people, "waiting", is_owned=True)
    answer = scene.socket(people.guest, scene.game.id).ask("join", choice=str(scene.game.invite)[:40])
    assert answer["error"] in ("BAD_BODY", NOT_YOUR_SEAT)
    assert scene.is_as_before()
    scene.close()
