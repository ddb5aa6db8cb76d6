"""`/api/saves`: who may do what with which save, what is too much, and what becomes of a save."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.server.people import Person, new_name
from tests.server.process import Game, ServerProcess, Web
from tests.server.test_openapi import CASES, OPERATIONS

_names: Final = count(1)


@dataclass(frozen=True, slots=True)
class Club:
    """Two accounts, somebody else with one, a program of Ann's, a guest and a stranger."""

    ann: Person
    ben: Person
    cy: Person
    bot: Web
    guest: Web
    stranger: Web

    def __getitem__(self, role: str) -> Web:
        found: Web = getattr(self, role)
        return found

    def screen(self, first: Person, second: Person | None = None) -> Person:
        """A browser of its own in which these log in, in this order."""
        browser = first.elsewhere().log_in()
        if second is not None:
            browser.must("login", {"name": second.name, "password": second.password, "beside": True})
        return browser


@pytest.fixture(scope="module")
def club(server: ServerProcess) -> Iterator[Club]:
    with ExitStack() as clients:
        ann, ben, cy = (Person(server, new_name(name)).register() for name in ("Ann", "Ben", "Cyr"))
        bot = Web(server, token=ann.bot("read", "play", "challenge"))
        stranger = Web(server)
        guest = Web(server, token=stranger.post("/api/auth/guest", {"name": "A guest"}).json()["token"])
        stranger.http.cookies.clear()
        for client in (ann, ben, cy, bot, guest, stranger):
            clients.callback(client.close)
        yield Club(ann, ben, cy, bot, guest, stranger)


def level_game(web: Web) -> Game:
    """A game of somebody against a program, of a move."""
    game = web.start("GOMOKU", 15, seat="BLACK", players={"BLACK": "human", "WHITE": "random"})
    game.move(7, 7)
    return game


def pair_game(club: Club) -> Game:
    """A game of Ann against Ben, of two moves."""
    game = club.ann.start("GO", 9, seat="BLACK")
    answer = club.ben.post(game.path("join"), {"seat": "WHITE", "invite": game.invite})
    assert answer.status_code == 200, answer.text
    game.move(2, 2)
    Game(club.ben, {"gameId": game.id, "watchId": game.watch_id, "state": {}}).move(6, 6)
    return game


def saved(web: Web, game: Game, name: str | None = None, **more: Any) -> dict[str, Any]:
    answer = web.post("/api/saves", {"gameId": game.id, "name": name or f"game {next(_names)}", **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def listed(web: Web) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = web.get("/api/saves").json()["saves"]
    return found


def refusal(answer: httpx2.Response) -> tuple[int, str]:
    assert answer.status_code >= 400, answer.text
    return answer.status_code, answer.json()["code"]


# --- what becomes of a save --------------------------------------------------------------------------


def test_a_save_tells_what_it_is(club: Club) -> None:
    game = pair_game(club)
    save = saved(club.ann, game, "  Sunday 晚上 ")
    black, white = save.pop("black"), save.pop("white")
    assert (black["player"], black["isAccount"], white["isAccount"]) == ("human", True, True)
    assert (black["name"][:3], white["name"][:3], save["owner"]) == ("Ann", "Ben", black["name"])
    assert save["grid"] == game.state["grid"]
    assert (save["name"], save["gameType"], save["boardSize"], save["moves"]) == ("Sunday 晚上", "GO", 9, 2)
    assert save["created"] == save["changed"] > 1_700_000_000_000
    assert {**save, "black": black, "white": white} in listed(club.ann)
    assert listed(club.ben) == []


def test_a_save_against_a_program_becomes_a_live_game_of_its_account(club: Club) -> None:
    game = level_game(club.ann)
    save = saved(club.ann, game)
    answer = club.ann.post(f"/api/saves/{save['id']}/open")
    assert answer.status_code == 200, answer.text
    state = answer.json()["state"]
    assert state["gameId"] != game.id
    assert state["moves"][0] == game.state["moves"][0]
    players = state["players"]
    assert (players["BLACK"]["isOwned"], players["WHITE"]["player"]) == (True, "random")
    assert players["BLACK"]["name"] == save["black"]["name"]
    assert refusal(club.ben.post(f"/api/game/{state['gameId']}/resign", {"player": "BLACK"})) == (403, "NOT_YOUR_SEAT")
    assert club.ann.post(f"/api/game/{state['gameId']}/resign", {"player": "BLACK"}).status_code == 200
    known = club.ann.get(f"/api/users/{save['owner']}").json()
    assert known["games"].get("GOMOKU", {}).get("played", 0) == 0, "a loaded game counts for nothing"


def test_a_game_of_two_accounts_does_not_open_without_both(club: Club) -> None:
    save = saved(club.ann, pair_game(club))
    before = listed(club.ann)
    answer = club.ann.post(f"/api/saves/{save['id']}/open")
    assert refusal(answer) == (403, "WRONG_PLAYERS")
    assert answer.json()["detail"] == "The game file does not match the current user."
    assert listed(club.ann) == before


def test_two_at_one_screen_save_log_out_and_go_on(club: Club) -> None:
    screen = club.screen(club.ann, club.ben)
    game = screen.start("GOMOKU", 15, seat="BLACK", beside=True)
    game.moves((7, 7), (8, 8), (7, 8))
    save, file = saved(screen, game), screen.get(game.path("record.json")).json()
    assert [save[color]["isAccount"] for color in ("black", "white")] == [True, True]
    screen.must("logout")
    path = f"/api/saves/{save['id']}/open"
    assert refusal(screen.post(path)) == (401, "NOT_LOGGED_IN")
    for people in ((club.ann,), (club.ann, club.cy), (club.ben, club.ann)):
        other = club.screen(*people)
        for answer in (other.post(path), other.post("/api/game/load", {"save": file})):
            assert refusal(answer) == (403, "WRONG_PLAYERS")
            assert answer.json()["detail"] == "The game file does not match the current user."
    again = club.screen(club.ann, club.ben)
    for answer in (again.post(path), again.post("/api/game/load", {"save": file})):
        assert answer.status_code == 200, answer.text
        live = Game(again, answer.json())
        assert [live.first["players"][color]["isOwned"] for color in ("BLACK", "WHITE")] == [True, True]
        live.moves((8, 7), (7, 9))
        assert again.post(live.path("undo")).json()["state"]["moveNumber"] == 4, "nobody has to be asked"


def test_two_at_one_screen_see_the_saves_of_both(club: Club) -> None:
    anns, bens = saved(club.ann, level_game(club.ann)), saved(club.ben, level_game(club.ben))
    screen = club.screen(club.cy, club.ben)
    found = {save["id"]: save["owner"] for save in listed(screen)}
    assert (found.get(bens["id"]), anns["id"] in found) == (club.ben.name, False)
    assert screen.post(f"/api/saves/{bens['id']}/rename", {"name": f"by both {next(_names)}"}).status_code == 200
    assert screen.post(f"/api/saves/{bens['id']}/open").status_code == 200, "of the second person alone"


def test_a_game_at_one_screen_becomes_one_again(club: Club) -> None:
    game = club.ann.start("OTHELLO", 8, names={"BLACK": "Mum", "WHITE": "Dad"})
    game.move(3, 2)
    save = saved(club.ann, game)
    assert (save["black"]["name"], save["white"]["isAccount"]) == ("Mum", False)
    state = club.ann.post(f"/api/saves/{save['id']}/open").json()["state"]
    assert [state["players"][color]["name"] for color in ("BLACK", "WHITE")] == ["Mum", "Dad"]
    assert not state["players"]["BLACK"]["isOwned"]


def test_whoever_plays_on_against_a_guest_has_both_seats(club: Club) -> None:
    game = club.ann.start("GO", 9, seat="BLACK")
    assert club.guest.post(game.path("join"), {"seat": "WHITE", "invite": game.invite}).status_code == 200
    save = saved(club.ann, game)
    assert (save["black"]["isAccount"], save["white"]["isAccount"]) == (True, False)
    state = club.ann.post(f"/api/saves/{save['id']}/open").json()["state"]
    again = Game(club.ann, {"gameId": state["gameId"], "watchId": "", "state": state})
    again.moves((0, 0), (1, 1))
    assert club.ann.post(again.path("undo")).json()["state"]["moveNumber"] == 1, "nobody else is asked"
    assert refusal(club.guest.post(again.path("move"), {"x": 5, "y": 5})) == (403, "NOT_YOUR_SEAT")


def test_opening_again_with_the_same_key_begins_one_game(club: Club) -> None:
    save = saved(club.ann, level_game(club.ann))
    answers = [club.ann.post(f"/api/saves/{save['id']}/open", **{"Idempotency-Key": "once"}).json() for _ in range(2)]
    assert answers[0]["gameId"] == answers[1]["gameId"]


def test_a_name_is_overwritten_only_where_that_is_said(club: Club) -> None:
    game, other = club.ann.start("PEACE", 4), club.ann.start("PEACE", 4)
    other.move(0, 0)
    name = f"Over {next(_names)}"
    first = saved(club.ann, game, name)
    assert refusal(club.ann.post("/api/saves", {"gameId": game.id, "name": name.upper()})) == (409, "SAVE_EXISTS")
    again = saved(club.ann, other, name.upper(), overwrite=True)
    assert (again["id"], again["created"]) == (first["id"], first["created"])
    assert again["grid"] != first["grid"]


def test_a_save_is_renamed_and_deleted(club: Club) -> None:
    save, other = saved(club.ann, level_game(club.ann)), saved(club.ann, level_game(club.ann))
    path = f"/api/saves/{save['id']}"
    assert refusal(club.ann.post(f"{path}/rename", {"name": other["name"]})) == (409, "SAVE_EXISTS")
    renamed = club.ann.post(f"{path}/rename", {"name": f"{save['name']} again"}).json()
    assert (renamed["id"], renamed["name"]) == (save["id"], f"{save['name']} again")
    assert club.ann.http.delete(path).json() == {"id": save["id"]}
    assert refusal(club.ann.http.delete(path)) == (404, "NO_SUCH_SAVE")
    assert save["id"] not in [one["id"] for one in listed(club.ann)]


def test_the_file_of_a_save_is_the_game_signed(club: Club) -> None:
    game = pair_game(club)
    save = saved(club.ann, game)
    answer = club.ann.get(f"/api/saves/{save['id']}/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="tengen.json"'
    file, record = answer.json(), club.ann.get(game.path("record.json")).json()
    assert file["move_history"] == record["move_history"]
    assert file["players"] == record["players"]
    assert all(player["account"] for player in file["players"].values())
    assert len(file["signature"]) == 64


# --- who may do what -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody, and the save and the game that they try something with."""

    web: Web
    save: str
    game: Game

    def save_as_new(self, game_id: str) -> httpx2.Response:
        return self.web.post("/api/saves", {"gameId": game_id, "name": f"new {next(_names)}"})

    def post(self, call: str, body: Any = None) -> httpx2.Response:
        return self.web.post(f"/api/saves/{self.save}/{call}", body)


DEEDS: Final[dict[str, Callable[[Try], httpx2.Response]]] = {
    "list": lambda tried: tried.web.get("/api/saves"),
    "save": lambda tried: tried.save_as_new(tried.game.id),
    "save by watching": lambda tried: tried.save_as_new(tried.game.watch_id),
    "save nothing": lambda tried: tried.save_as_new("nonsense"),
    "open": lambda tried: tried.post("open"),
    "rename": lambda tried: tried.post("rename", {"name": f"new {next(_names)}"}),
    "file": lambda tried: tried.web.get(f"/api/saves/{tried.save}/file"),
    "delete": lambda tried: tried.web.http.delete(f"/api/saves/{tried.save}"),
}
CODES: Final = {
    "yes": None,
    "login": (401, "NOT_LOGGED_IN"),
    "scope": (403, "BAD_SCOPE"),
    "seat": (403, "NOT_YOUR_SEAT"),
    "players": (403, "WRONG_PLAYERS"),
    "none": (404, "NO_SUCH_SAVE"),
    "no game": (404, "NO_SUCH_GAME"),
}
TABLE: Final = """
                   ann      ben      cy       bot    guest  stranger
list               yes      yes      yes      yes    login  login
save               yes      yes      seat     scope  login  login
save by watching   seat     seat     seat     scope  login  login
save nothing       no game  no game  no game  scope  login  login
open               players  none     none     scope  login  login
rename             yes      none     none     scope  login  login
file               yes      none     none     yes    login  login
delete             yes      none     none     scope  login  login
"""
"""For a save of Ann's of a game of hers against Ben. Her program may look at what is hers."""


def cells() -> list[tuple[str, str, str]]:
    head, *rows = TABLE.strip("\n").splitlines()
    columns = [(role, head.index(role)) for role in head.split()]
    ends = [*(start for _, start in columns[1:]), None]
    return [
        (row[: columns[0][1]].strip(), role, row[start:end].strip())
        for row in rows
        for (role, start), end in zip(columns, ends, strict=True)
    ]


@pytest.fixture(scope="module")
def game_of_two(club: Club) -> Game:
    return pair_game(club)


@pytest.mark.parametrize(("deed", "role", "expected"), cells(), ids=lambda cell: cell.replace(" ", "-"))
def test_every_role_and_action(club: Club, game_of_two: Game, deed: str, role: str, expected: str) -> None:
    save = saved(club.ann, game_of_two)["id"]
    answer = DEEDS[deed](Try(club[role], save, game_of_two))
    wanted = CODES[expected]
    if wanted is None:
        assert answer.status_code == 200, answer.text
    else:
        assert refusal(answer) == wanted
    is_gone = deed == "delete" and expected == "yes"
    assert (save in [one["id"] for one in listed(club.ann)]) != is_gone
    if not is_gone:
        club.ann.http.delete(f"/api/saves/{save}")


def test_a_foreign_page_changes_no_saves(server: ServerProcess, club: Club) -> None:
    save = saved(club.ann, level_game(club.ann))
    foreign = Web(server, origin="https://evil.example")
    foreign.http.cookies.set("tengen_session", club.ann.token)
    for answer in (
        foreign.http.delete(f"/api/saves/{save['id']}"),
        foreign.post(f"/api/saves/{save['id']}/rename", {"name": "x"}),
        foreign.post(f"/api/saves/{save['id']}/open"),
    ):
        assert refusal(answer) == (403, "BAD_ORIGIN")
    foreign.close()


# --- too much, and what is no name -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 61, " ", "a\nb", "a\u202eb", "a\u200bb", "\u0000"], ids=ascii)
def test_what_is_no_name_is_refused(club: Club, name: str) -> None:
    game = level_game(club.ann)
    assert refusal(club.ann.post("/api/saves", {"gameId": game.id, "name": name})) == (422, "BAD_NAME")
    save = saved(club.ann, game)
    assert refusal(club.ann.post(f"/api/saves/{save['id']}/rename", {"name": name})) == (422, "BAD_NAME")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"gameId": "x"},
        {"gameId": "x", "name": ""},
        {"gameId": "x", "name": "y" * 201},
        {"gameId": "x" * 101, "name": "y"},
        {"gameId": "x", "name": 1},
        {"gameId": "x", "name": "y", "overwrite": "yes"},
        {"gameId": "x", "name": "y", "owner": "z"},
    ],
    ids=str,
)
def test_a_body_that_is_none_is_refused(club: Club, body: dict[str, Any]) -> None:
    assert refusal(club.ann.post("/api/saves", body)) == (422, "BAD_BODY")


def test_an_account_has_two_hundred_saves_and_no_more(server: ServerProcess) -> None:
    eve = Person(server, new_name("Eve")).register()
    game = eve.start("PEACE", 4)
    for number in range(200):
        saved(eve, game, f"game {number}")
    assert refusal(eve.post("/api/saves", {"gameId": game.id, "name": "one more"})) == (409, "TOO_MANY")
    saved(eve, game, "game 7", overwrite=True)
    found = listed(eve)
    assert len(found) == 200
    assert eve.http.delete(f"/api/saves/{found[0]['id']}").status_code == 200
    saved(eve, game, "one more")
    eve.close()


@pytest.mark.parametrize(("operation", "mode"), [case for case in CASES if "/api/saves" in case[0]])
def test_generated_calls_of_an_account_are_answered_as_described(
    club: Club, operation: str, mode: GenerationMode
) -> None:
    game = club.ann.start("PEACE", 4)
    save = saved(club.ann, game)["id"]
    headers = {"cookie": club.ann.cookie, "origin": club.ann.server.origin}

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[operation].as_strategy(generation_mode=mode))
    def try_one(case: schemathesis.Case[Any]) -> None:
        if mode is GenerationMode.POSITIVE and "save_id" in case.path_parameters:
            case.path_parameters["save_id"] = save
        if mode is GenerationMode.POSITIVE and operation == "POST /api/saves" and isinstance(case.body, dict):
            case.body["gameId"] = game.id
        case.call_and_validate(base_url=club.ann.server.address, headers=headers)

    try_one()


# --- files that somebody brings ----------------------------------------------------------------------------


def record_of(club: Club) -> dict[str, Any]:
    """The file of a game of Ann's against a program."""
    found: dict[str, Any] = club.ann.get(level_game(club.ann).path("record.json")).json()
    assert (bool(found["players"]["black"].get("account")), "account" in found["players"]["white"]) == (True, False)
    return found


def without_account(file: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in file["players"]["black"].items() if key != "account"}
    return {**file, "players": {**file["players"], "black": bare}}


def without_signature(file: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in file.items() if key != "signature"}


def test_the_account_of_a_file_goes_on_with_it(club: Club) -> None:
    file = record_of(club)
    for save in (file, json.dumps(file), json.dumps(file, indent=7)):
        answer = club.ann.post("/api/game/load", {"save": save})
        assert answer.status_code == 200, answer.text
        assert answer.json()["state"]["players"]["BLACK"]["isOwned"]


@pytest.mark.parametrize("role", ["ben", "guest", "stranger"])
def test_nobody_else_goes_on_with_it(club: Club, role: str) -> None:
    file = record_of(club)
    for save in (file, json.dumps(file)):
        answer = club[role].post("/api/game/load", {"save": save})
        assert refusal(answer) == (403, "WRONG_PLAYERS")


def test_a_file_that_was_changed_is_nobodys(club: Club) -> None:
    file = record_of(club)
    for changed in (
        {**file, "created": "1999-01-01"},
        without_signature(file),
        without_account(file),
        {**file, "signature": "0" * 64},
        {**file, "later": 1},
    ):
        for role in ("ann", "stranger"):
            assert refusal(club[role].post("/api/game/load", {"save": changed})) == (403, "BAD_SIGNATURE")


def test_without_account_and_signature_it_is_a_game_of_nobody(club: Club) -> None:
    answer = club.stranger.post("/api/game/load", {"save": without_signature(without_account(record_of(club)))})
    assert answer.status_code == 200, answer.text
    assert not answer.json()["state"]["players"]["BLACK"]["isOwned"]


def test_others_may_begin_their_own_game_from_it(club: Club) -> None:
    answer = club.stranger.post("/api/game/load", {"save": record_of(club), "node": 1, "seats": {}})
    assert answer.status_code == 200, answer.text
    assert answer.json()["state"]["players"]["BLACK"] == {
        **answer.json()["state"]["players"]["BLACK"],
        "name": "",
        "isOwned": False,
    }


def opened(web: Web, file: dict[str, Any] | str, **query: str) -> dict[str, Any]:
    text = file if isinstance(file, str) else json.dumps(file)
    answer = web.http.post("/api/records/open", content=text.encode(), params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_anybody_may_review_a_file_with_a_notice_where_it_is_not_ours(club: Club) -> None:
    file = record_of(club)
    assert opened(club.stranger, file)["notices"] == []
    for changed in ({**file, "created": "1999-01-01"}, without_signature(file), without_account(file)):
        (notice,) = opened(club.stranger, changed)["notices"]
        assert notice["en"].startswith("This file names accounts, but it was changed or comes from another place")
        assert notice["zh"].startswith("该文件署有账号")


def test_a_notice_stands_beside_others(club: Club) -> None:
    file = {**record_of(club), "board": [[0] * 15 for _ in range(15)]}
    replay = opened(club.stranger, file)
    assert len(replay["notices"]) == 2
    assert replay["save"] is None


def test_what_review_has_of_a_signed_file_can_be_played_on_by_its_account(club: Club) -> None:
    """As the page does it: opened strictly, then loaded by what came back."""
    file = record_of(club)
    for text in (json.dumps(file), json.dumps(file) + "\n" + json.dumps(file) + "\n"):
        save = opened(club.ann, text, strict="true")["save"]
        assert save == file
        assert club.ann.post("/api/game/load", {"save": save}).status_code == 200
        assert refusal(club.ben.post("/api/game/load", {"save": save})) == (403, "WRONG_PLAYERS")


def test_records_without_accounts_are_not_signed(club: Club) -> None:
    for game in (club.stranger.start("GO", 9), club.guest.start("GO", 9, seat="BLACK", players={"WHITE": "random"})):
        file = game.web.get(game.path("record.json")).json()
        assert "signature" not in file
        assert not any("account" in player for player in file["players"].values())
    sgf = club.ann.get(level_game(club.ann).path("record.sgf")).text
    assert "account" not in sgf


def test_what_is_converted_names_no_accounts(club: Club) -> None:
    answer = club.ann.http.post("/api/records/convert/json", content=json.dumps(record_of(club)).encode())
    file = answer.json()
    assert "signature" not in file
    assert not any("account" in player for player in file["players"].values())
