"""Accounts as everybody sees them over REST: statistics, ratings, games, and one's own games as a file."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.members import CLOCK, Member
from tests.server.process import ServerProcess, Web

LEVELS = Path(__file__).parents[1] / "people" / "levels.toml"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that knows how strong some levels are."""
    process = ServerProcess(tmp_path_factory.mktemp("club") / "data", {"LEVELS": str(LEVELS)}).start()
    yield process
    process.stop()


NewMember = Callable[[str], Member]


@pytest.fixture
def new_member(club: ServerProcess) -> Iterator[NewMember]:
    made: list[Member] = []

    def make(name: str) -> Member:
        made.append(Member(club, name))
        return made[-1]

    yield make
    for member in made:
        member.close()


@pytest.fixture
def ann(new_member: NewMember) -> Member:
    return new_member("Ann")


@pytest.fixture
def ben(new_member: NewMember) -> Member:
    return new_member("Ben")


@pytest.fixture
def stranger(club: ServerProcess) -> Iterator[Web]:
    web = Web(club)
    yield web
    web.close()


# --- profiles


def test_a_new_account_has_played_nothing(ann: Member, stranger: Web) -> None:
    answer = stranger.get(ann.path)
    assert answer.status_code == 200
    found = answer.json()
    assert found["name"] == ann.name
    assert found["since"] > 1_600_000_000_000
    nothing = {"played": 0, "won": 0, "lost": 0, "drawn": 0, "levels": {}}
    assert {kind: found["games"][kind] for kind in ("GO", "GOMOKU", "OTHELLO", "PEACE")} == dict.fromkeys(
        ("GO", "GOMOKU", "OTHELLO", "PEACE"), nothing
    )
    assert found["ratings"] == {}


def test_a_finished_game_is_in_both_profiles(ann: Member, ben: Member, stranger: Web) -> None:
    ann.play(ben)
    won, lost = (stranger.get(member.path).json() for member in (ann, ben))
    assert won["games"]["GOMOKU"] == {"played": 1, "won": 1, "lost": 0, "drawn": 0, "levels": {}}
    assert lost["games"]["GOMOKU"]["lost"] == 1
    assert won["ratings"]["GOMOKU"]["rating"] > 1500 > lost["ratings"]["GOMOKU"]["rating"]
    assert won["ratings"]["GOMOKU"]["games"] == 1
    assert won["ratings"]["GOMOKU"]["rank"] is None


def test_ratings_of_go_are_told_as_kyu_and_dan_too(ann: Member, ben: Member, stranger: Web) -> None:
    ann.play(ben, kind="GO", size=13)
    rating = stranger.get(ann.path).json()["ratings"]["GO-13"]
    assert rating["rank"] in ("5k", "4k", "3k", "2k")
    points = stranger.get(f"{ann.path}/ratings/GO-13").json()["points"]
    assert [round(point["rating"]) for point in points] == [round(rating["rating"])]
    assert stranger.get(f"{ann.path}/ratings/GO-19").json() == {"points": []}


def test_names_are_found_however_they_are_written(ann: Member, stranger: Web) -> None:
    assert stranger.get(ann.path.upper().replace("/API/USERS", "/api/users")).json()["name"] == ann.name


@pytest.mark.parametrize("name", ["nobody-of-that-name", "Guest", "x" * 300, "%00", "."])
def test_nobody_is_found_under_other_names(stranger: Web, name: str) -> None:
    for call in ("", "/games", "/ratings/GO-19", "/games.zip"):
        answer = stranger.get(f"/api/users/{name}{call}")
        assert (answer.status_code, answer.json()["code"]) in ((404, "NO_SUCH_USER"), (404, "NO_SUCH_PAGE"))


def test_a_closed_account_is_nobody_any_more(club: ServerProcess, ann: Member, stranger: Web) -> None:
    with closing(sqlite3.connect(club.database, timeout=10)) as connection, connection:
        connection.execute("UPDATE accounts SET closed_at = 5 WHERE name = ?", (ann.name,))
    assert stranger.get(ann.path).status_code == 404


# --- lists of games


def test_games_are_listed_as_their_player_saw_them(ann: Member, ben: Member, stranger: Web) -> None:
    game = ann.play(ben)
    (won,) = stranger.get(f"{ann.path}/games").json()["games"]
    (lost,) = stranger.get(f"{ben.path}/games").json()["games"]
    assert won["watchId"] == lost["watchId"] == game.watch_id
    assert (won["yours"], won["result"], lost["yours"], lost["result"]) == ("BLACK", "won", "WHITE", "lost")
    assert (won["winner"], won["reason"], won["moves"]) == ("BLACK", "resign", 12)
    assert won["black"] == {"name": ann.name, "player": "human", "isGuest": False}
    assert won["white"] == {"name": ben.name, "player": "human", "isGuest": False}
    assert (won["gameType"], won["boardSize"], won["rules"]) == ("GOMOKU", 15, "freestyle")
    assert (won["rated"], won["whyNot"], won["isAnnulled"]) == (True, None, False)
    assert won["ratingChange"] == -lost["ratingChange"] > 0
    assert 0 < won["begun"] <= won["ended"]
    assert game.id not in json.dumps([won, lost]), "its id lets people play"


def test_games_that_are_not_over_are_told_to_their_player_alone(ann: Member, ben: Member, stranger: Web) -> None:
    game = ann.begin(ben)
    for web in (stranger, ben.web):
        assert web.get(f"{ann.path}/games").json() == {"games": [], "after": None, "running": []}
    (running,) = ann.web.get(f"{ann.path}/games").json()["running"]
    assert (running["gameId"], running["yours"], running["rated"]) == (game.id, "BLACK", True)
    assert ben.web.get(f"{ben.path}/games").json()["running"][0]["yours"] == "WHITE"
    waiting = ann.web.start("GO", 9, seat="WHITE")
    with_guest = ann.web.start("GO", 9, seat="WHITE")
    assert stranger.post(with_guest.path("join"), {"seat": "BLACK", "invite": with_guest.invite}).status_code == 200
    found = {row["gameId"]: row["black"] for row in ann.web.get(f"{ann.path}/games").json()["running"]}
    assert (found[waiting.id]["isOpen"], found[waiting.id]["isGuest"]) == (True, False)
    assert (found[with_guest.id]["isOpen"], found[with_guest.id]["isGuest"]) == (False, True)


def test_games_are_filtered_and_come_in_pages(ann: Member, ben: Member, new_member: NewMember, stranger: Web) -> None:
    cleo = new_member("Cleo")
    for other, loser in ((ben, "WHITE"), (cleo, "BLACK"), (ben, "BLACK")):
        ann.play(other, moves=0, loser=loser, rated=False)
    ann.play(ben, moves=0, kind="OTHELLO", size=8, rated=False)

    def listed(query: str) -> list[str]:
        answer = stranger.get(f"{ann.path}/games?{query}")
        assert answer.status_code == 200, answer.text
        return [game["watchId"] for game in answer.json()["games"]]

    everything = listed("")
    assert len(everything) == 4
    assert len(listed(f"opponent={ben.name}")) == 3
    assert len(listed(f"opponent={cleo.name}&kind=GOMOKU")) == 1
    assert len(listed(f"opponent={cleo.name[1:-1].upper()}")) == 1, "part of a name will do"
    assert len(listed(f"opponent={ben.name.upper()}")) == 3
    assert listed("opponent=%25") == []
    assert len(listed("result=lost")) == 2
    assert listed("result=drawn") == []
    assert len(listed("kind=OTHELLO")) == 1
    ended = [game["ended"] for game in stranger.get(f"{ann.path}/games").json()["games"]]
    assert listed(f"from={ended[0]}") == everything[: ended.count(ended[0])]
    assert len(listed(f"until={ended[0]}")) == 4 - ended.count(ended[0])
    pages, after = [], ""
    while True:
        page = stranger.get(f"{ann.path}/games?limit=3{after}").json()
        pages.append([game["watchId"] for game in page["games"]])
        if page["after"] is None:
            break
        after = f"&after={page['after']}"
    assert [len(page) for page in pages] == [3, 1]
    assert [watch_id for page in pages for watch_id in page] == everything


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "kind=CHESS",
        "result=maybe",
        "from=-1",
        "until=soon",
        "after=yesterday",
        "after=1.",
        f"opponent={'x' * 81}",
    ],
)
def test_questions_for_games_that_make_no_sense_are_refused(ann: Member, stranger: Web, query: str) -> None:
    assert stranger.get(f"{ann.path}/games?{query}").status_code == 422


# --- one's own games as a file


def test_ones_own_games_come_as_one_file(ann: Member, ben: Member) -> None:
    first, second = ann.play(ben), ann.play(ben, kind="OTHELLO", size=8, moves=0, rated=False)
    answer = ann.web.get(f"{ann.path}/games.zip?ext=sgf")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="tengen-games.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    assert len(files) == 2
    (gomoku,) = (data for name, data in files.items() if first.watch_id in name)
    assert gomoku.startswith(b"(;")
    assert ann.name.encode() in gomoku
    assert any(second.watch_id in name and name.endswith(".sgf") for name in files)
    assert first.id not in "".join(files)


def test_a_game_that_a_format_cannot_hold_comes_in_our_own(ann: Member, ben: Member) -> None:
    ann.play(ben, kind="PEACE", size=8, moves=0, rated=False)
    ann.play(ben, kind="OTHELLO", size=8, moves=0, rated=False)
    content = ann.web.get(f"{ann.path}/games.zip?ext=ggf&kind=PEACE").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (name,) = archive.namelist()
        assert json.loads(archive.read(name))["format"] == "tengen-save"
        assert name.endswith(".json")


def test_who_has_played_nothing_gets_an_empty_archive(ann: Member) -> None:
    with zipfile.ZipFile(io.BytesIO(ann.web.get(f"{ann.path}/games.zip").content)) as archive:
        assert archive.namelist() == []


def test_the_games_of_others_are_no_file(ann: Member, ben: Member, stranger: Web) -> None:
    assert stranger.get(f"{ann.path}/games.zip").json()["code"] == "NOT_LOGGED_IN"
    assert ben.web.get(f"{ann.path}/games.zip").json()["code"] == "NOT_ALLOWED"
    assert ann.web.get(f"{ann.path}/games.zip?ext=exe").status_code == 404


# --- rated games


def test_a_game_is_rated_only_where_somebody_asked_for_it(ann: Member, ben: Member) -> None:
    rated, unrated = ann.begin(ben), ann.begin(ben, rated=False)
    assert ann.web.get(rated.path("view")).json()["isRated"] is True
    assert ann.web.get(unrated.path("view")).json()["isRated"] is False


def test_in_a_rated_game_nothing_can_be_taken_back(ann: Member, ben: Member) -> None:
    game = ann.begin(ben)
    game.move(7, 7)
    for call in ("undo", "restart", "redo"):
        refused = game.post(call)
        assert (refused.status_code, refused.json()["code"]) == (400, "RATED")
    assert not {"takeback", "restart"} & set(ann.web.get(game.path("view")).json()["canAsk"])


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"gameType": "GOMOKU", "seat": "BLACK"}, "clock"),
        ({"gameType": "GOMOKU", "clock": CLOCK}, "account"),
        ({"gameType": "PEACE", "seat": "BLACK", "clock": CLOCK}, "Nobody can win"),
        ({"gameType": "GO", "seat": "BLACK", "clock": CLOCK, "handicap": 3}, "even"),
        ({"gameType": "GO", "seat": "BLACK", "clock": CLOCK, "komi": 100}, "even"),
        ({"gameType": "GO", "seat": "BLACK", "clock": CLOCK, "players": {"WHITE": "random"}}, "levels"),
        ({"gameType": "GO", "seat": "BLACK", "clock": CLOCK, "players": {"WHITE": "level:10"}}, "levels"),
        ({"gameType": "GO", "clock": CLOCK, "players": {"WHITE": "level:1", "BLACK": "level:1"}}, "account"),
    ],
)
def test_a_game_that_cannot_be_rated_does_not_begin_as_one(ann: Member, body: dict[str, object], key: str) -> None:
    refused = ann.web.post("/api/game/start", {**body, "rated": True})
    assert (refused.status_code, refused.json()["code"]) == (400, "CANNOT_BE_RATED")
    assert key in refused.json()["detail"]


def test_guests_and_strangers_play_no_rated_games(stranger: Web) -> None:
    body = {"gameType": "GOMOKU", "seat": "BLACK", "clock": CLOCK, "rated": True}
    refused = stranger.post("/api/game/start", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "CANNOT_BE_RATED")
    assert "set-cookie" not in refused.headers, "nobody becomes a guest by being refused"
    assert stranger.start("GOMOKU", 15, seat="BLACK").id, "now a guest"
    assert stranger.post("/api/game/start", body).json()["code"] == "CANNOT_BE_RATED"


def test_a_rated_game_is_joined_by_accounts_only(ann: Member, ben: Member, stranger: Web) -> None:
    game = ann.web.start("GOMOKU", 15, clock=CLOCK, seat="BLACK", rated=True)
    body = {"seat": "WHITE", "invite": game.invite}
    for web in (stranger, ann.web):
        refused = web.post(game.path("join"), body)
        assert (refused.status_code, refused.json()["code"]) == (400, "CANNOT_BE_RATED")
    assert stranger.start("GOMOKU", 15, seat="BLACK").id, "now a guest"
    assert stranger.post(game.path("join"), body).json()["code"] == "CANNOT_BE_RATED"
    assert ben.web.post(game.path("join"), body).status_code == 200


def test_a_rated_game_against_a_level_needs_one_that_is_rated_on_this_board(ann: Member) -> None:
    body = {"gameType": "GO", "seat": "BLACK", "clock": CLOCK, "rated": True, "players": {"WHITE": "level:1"}}
    assert ann.web.post("/api/game/start", {**body, "boardSize": 9}).status_code == 200
    assert ann.web.post("/api/game/start", {**body, "boardSize": 13}).json()["code"] == "CANNOT_BE_RATED"


# --- what a game counted for


def test_what_a_game_counted_for_is_told(ann: Member, ben: Member, stranger: Web) -> None:
    game = ann.begin(ben)
    assert game.web.get(game.path("result")).json()["isCounted"] is False
    finished = ann.play(ben)
    for game_id in (finished.id, finished.watch_id):
        told = stranger.get(f"/api/game/{game_id}/result").json()
        assert (told["isCounted"], told["isRated"], told["whyNot"]) == (True, True, None)
        assert told["ratings"]["BLACK"]["before"] == 1500
        assert told["ratings"]["BLACK"]["rating"] > 1500 > told["ratings"]["WHITE"]["rating"]
        assert told["ratings"]["WHITE"]["ratingClass"] == "GOMOKU"


def test_why_a_game_is_not_rated_is_told(ann: Member, ben: Member) -> None:
    game = ann.play(ben, moves=2)
    told = game.web.get(game.path("result")).json()
    assert (told["isCounted"], told["isRated"], told["whyNot"]) == (True, False, "rated.too_short")


def test_a_later_end_counts_nothing_and_the_view_says_so(ann: Member) -> None:
    game = ann.web.start("GOMOKU", 15, seat="BLACK", players={"WHITE": "random"})
    resign = {"player": "BLACK"}
    assert game.post("resign", resign).status_code == 200
    assert ann.web.get(game.path("view")).json()["isReopened"] is False
    assert game.post("undo").status_code == 200
    assert ann.web.get(game.path("view")).json()["isReopened"] is True
    assert game.post("resign", resign).status_code == 200
    played = ann.web.get(ann.path).json()["games"]["GOMOKU"]
    assert (played["played"], played["lost"]) == (1, 1)


def test_nobody_counts_anything_of_a_game_without_accounts(stranger: Web) -> None:
    game = stranger.start("GOMOKU", 15)
    assert game.post("resign", {"player": "BLACK"}).status_code == 200
    assert stranger.get(game.path("result")).json()["isCounted"] is False
    assert stranger.get("/api/game/nothing/result").status_code == 404
