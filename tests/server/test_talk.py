"""Talk at the board over real sockets: who hears whom, what is refused and why."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.in_process import HOME, serving
from tests.server.members import Member
from tests.server.people import Person, code_of
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.talking import Board, Talker

NEAR: Final = "192.168.1.7"


@pytest.fixture
def board(server: ServerProcess) -> Iterator[Board]:
    with ExitStack() as opened:
        yield Board(server, opened)


def relate(member: Member, what: str, other: Member) -> dict[str, Any]:
    answer = member.web.post(f"/api/relations/{what}", {"name": other.name})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# --- rooms


def test_players_hear_each_other_and_watchers_do_not_hear_them(board: Board) -> None:
    assert board.ann.say("good luck, Bo")["ok"] == 1
    line = board.bo.hears()
    assert (line["text"], line["name"], line["room"], line["number"]) == (
        "good luck, Bo",
        board.members[0].name,
        "players",
        1,
    )
    assert board.ann.hears() == line, "who speaks hears it, too"
    board.cy.say("nice opening")
    for watcher in (board.cy, board.di, board.stranger):
        assert watcher.texts("nice opening") == ["nice opening"]
    assert board.cy.lines() == ["nice opening"]
    assert code_of(board.cy.read(room="players")) == "NOT_ALLOWED"


def test_players_do_not_hear_watchers_until_the_end(board: Board) -> None:
    board.cy.say("Black should cut")
    board.ann.say("hello")
    assert board.bo.texts("hello") == ["hello"]
    assert code_of(board.bo.read(room="watchers")) == "NOT_ALLOWED"
    board.end()
    board.di.say("well fought")
    assert board.bo.texts("well fought") == ["well fought"]
    assert board.ann.texts("well fought") == ["hello", "well fought"]
    assert board.bo.lines(room="watchers") == ["Black should cut", "well fought"]
    assert board.bo.read(room="watchers").json()["canSpeak"] is False
    board.ann.say("thanks")
    assert board.cy.texts("well fought") == ["Black should cut", "well fought"]
    assert code_of(board.cy.read(room="players")) == "NOT_ALLOWED", "what players said stays between them"


def test_a_player_at_the_link_for_watching_is_a_player_still(board: Board) -> None:
    spy = board.sit(board.members[0], watching=True)
    board.cy.say("Black is lost")
    board.bo.say("your move")
    assert spy.texts("your move") == ["your move"]
    assert code_of(spy.read(room="watchers")) == "NOT_ALLOWED"
    assert spy.read().json()["room"] == "players"


def test_what_was_missed_is_read_after_a_number(board: Board) -> None:
    for text in ("one", "two", "three"):
        board.ann.say(text)
    assert board.bo.lines() == ["one", "two", "three"]
    assert board.bo.lines(after=2) == ["three"]


def test_a_quick_word_goes_out_as_its_name(board: Board) -> None:
    assert board.ann.socket.ask("chat", word="good_luck")["ok"] == 1
    line = board.bo.hears()
    assert (line["text"], line["word"]) == (None, "good_luck")
    assert board.bo.call({"word": "thanks"}).json()["word"] == "thanks"
    assert board.ann.socket.ask("chat", word="nonsense")["error"] == "BAD_TEXT"


def test_a_line_that_is_sent_again_under_its_id_is_said_once(board: Board) -> None:
    first = board.ann.socket.ask("chat", id_="mine", text="once")
    again = board.sit(board.members[0]).socket.ask("chat", id_="mine", text="once")
    assert (first["ok"], again["ok"]) == (1, 1)
    assert board.bo.socket.ask("chat", id_="mine", text="another's id")["ok"] == 2
    assert board.bo.lines() == ["once", "another's id"]
    assert board.ann.socket.ask("chat", id_="short", text=" ")["error"] == "BAD_TEXT"
    assert board.ann.socket.ask("chat", id_="short", text="now it is one")["ok"] == 3


# --- whom somebody does not want to hear


def test_who_is_muted_is_not_heard_at_once_and_heard_again(board: Board) -> None:
    ann, bo = board.members[:2]
    assert [one["name"] for one in relate(bo, "mute", ann)["muted"]] == [ann.name]
    board.ann.say("can you hear me?")
    board.bo.say("silence is golden")
    assert board.bo.texts("silence is golden") == ["silence is golden"]
    assert board.bo.lines() == ["silence is golden"]
    assert board.ann.lines() == ["can you hear me?", "silence is golden"], "the muted do not notice"
    assert relate(bo, "unmute", ann) == {"muted": [], "blocked": []}
    board.ann.say("and now?")
    assert board.bo.texts("and now?") == ["and now?"]


def test_a_block_ends_the_talk_of_two_players_both_ways(board: Board) -> None:
    ann, bo = board.members[:2]
    board.ann.say("you are bad at this")
    relate(bo, "block", ann)
    assert board.ann.say("hello?")["error"] == "BLOCKED"
    assert board.bo.say("hello?")["error"] == "BLOCKED"
    assert board.bo.lines() == []
    answer = board.ann.read().json()
    assert (answer["canSpeak"], answer["whyNot"]["key"]) == (False, "error.BLOCKED")
    relate(bo, "unblock", ann)
    assert board.ann.say("sorry")["ok"] == 2


def test_watchers_who_are_blocked_do_not_hear_each_other(board: Board) -> None:
    cy, di = board.members[2:]
    relate(cy, "block", di)
    board.cy.say("to all but Di")
    board.di.say("to all but Cy")
    assert board.stranger.texts("to all but Cy") == ["to all but Di", "to all but Cy"]
    assert board.cy.texts("to all but Di") == ["to all but Di"]
    assert board.di.texts("to all but Cy") == ["to all but Cy"]


def test_a_guest_is_meant_by_the_game_where_they_are(server: ServerProcess) -> None:
    ann, guest = Member(server), Web(server)
    game = ann.web.start("GO", 9, seat="BLACK")
    guest.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Passer-by"})
    body = {"name": "Passer-by"}
    assert code_of(ann.web.post("/api/relations/block", body)) == "NO_SUCH_USER"
    assert code_of(ann.web.post("/api/relations/block", {**body, "gameId": "none"})) == "NO_SUCH_GAME"
    answer = ann.web.post("/api/relations/block", {**body, "gameId": game.id})
    blocked = [(one["name"], one["isGuest"]) for one in answer.json()["blocked"]]
    assert blocked == [("Passer-by", True)]
    assert code_of(ann.web.post(game.path("chat"), {"text": "bye"})) == "BLOCKED"
    assert ann.web.post("/api/relations/unblock", body).json()["blocked"] == []
    assert code_of(ann.web.post("/api/relations/marry", body)) == "BAD_BODY"
    assert code_of(ann.web.post("/api/relations/mute", {"name": ann.name})) == "BAD_FIELD"
    guest.close()
    ann.close()


def test_who_has_talk_off_neither_speaks_nor_hears(board: Board) -> None:
    ann = board.members[0]
    me = ann.web.must("talk", {"on": False})
    assert (me["talks"], me["canTalk"]) == (False, False)
    assert board.ann.say("hm")["error"] == "TALK_OFF"
    board.bo.say("are you there?")
    assert "ok" in board.ann.socket.ask("place", x=4, y=4)
    assert not any(frame.get("type") == "chat" for frame in board.ann.socket.frames)
    assert board.ann.lines() == []
    assert ann.web.must("talk", {"on": True})["canTalk"] is True
    board.bo.say("now?")
    assert board.ann.texts("now?") == ["now?"]


# --- what may be said


def test_a_line_has_200_characters_at_most_and_one_line_of_text(board: Board) -> None:
    assert board.ann.say("围" * 200)["ok"] == 1
    assert board.ann.say("围" * 201)["error"] == "BAD_TEXT"
    board.ann.socket.connection.send(json.dumps({"id": "long", "type": "chat", "text": "x" * 401}))
    assert board.ann.socket.answer(None)["error"] == "BAD_BODY"
    assert code_of(board.bo.call({"text": "x" * 201})) == "BAD_TEXT"
    assert code_of(board.bo.call({"text": "x" * 401})) == "BAD_BODY"
    assert code_of(board.bo.call({"text": "a", "word": "bye"})) == "BAD_BODY"
    assert code_of(board.bo.call({})) == "BAD_BODY"
    assert board.bo.say(" \u200b\t ")["error"] == "BAD_TEXT"
    assert board.bo.lines() == ["围" * 200]


def test_what_is_not_to_be_seen_is_left_out(board: Board) -> None:
    board.ann.say("a\u202eb\u200bc\x07d\ne\r\nf")
    line = board.bo.hears()
    assert not any(char in line["text"] for char in "\u202e\u200b\x07\n\r")
    assert line["text"].replace(" ", "").startswith("ab")


def test_html_and_links_stay_text(board: Board) -> None:
    text = '<img src=x onerror="alert(1)"> http://evil.example [x](javascript:1)'
    board.ann.say(text)
    assert board.bo.hears()["text"] == text
    answer = board.bo.read()
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["lines"][0]["text"] == text


# --- who may not talk


def test_guests_may_listen_but_not_talk(server: ServerProcess) -> None:
    ann, guest = Member(server), Web(server)
    game = ann.web.start("GO", 9, seat="BLACK")
    guest.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bo"})
    answer = guest.post(game.path("chat"), {"text": "hi"})
    assert (answer.status_code, code_of(answer)) == (403, "GUESTS_CANNOT_TALK")
    assert ann.web.post(game.path("chat"), {"text": "welcome"}).status_code == 200
    heard = guest.get(game.path("chat")).json()
    assert [line["text"] for line in heard["lines"]] == ["welcome"]
    assert (heard["canSpeak"], heard["whyNot"]["key"]) == (False, "error.GUESTS_CANNOT_TALK")
    cookie = "; ".join(f"{one.name}={one.value}" for one in guest.http.cookies.jar)
    with socket_to(server, game.id, cookie=cookie) as socket:
        refused = socket.ask("chat", text="hi")
        assert refused["error"] == "GUESTS_CANNOT_TALK"
        assert set(refused["words"]) == {"en", "zh"}
    guest.close()
    ann.close()


def test_strangers_may_not_talk(board: Board) -> None:
    assert board.stranger.say("psst")["error"] in {"GUESTS_CANNOT_TALK", "NOT_LOGGED_IN"}
    board.cy.say("hush")
    assert board.stranger.texts("hush") == ["hush"]


async def test_a_server_may_have_talk_off_or_let_guests_talk(tmp_path: Path) -> None:
    async def told(folder: str, **more: Any) -> tuple[Any, Any]:
        async with serving(tmp_path / folder, **more) as calls:
            seated = {"gameType": "GO", "boardSize": 9, "seat": "BLACK"}
            begun = await calls.post("/api/game/start", seated, NEAR, HOME)
            cookie = begun.headers["set-cookie"].partition(";")[0]
            path = f"/api/game/{begun.json()['gameId']}/chat"
            said = await calls.post(path, {"text": "hi"}, NEAR, HOME, cookie=cookie)
            heard = await calls.call("GET", path, None, NEAR, HOME, cookie=cookie)
            return said.json(), heard.json()

    said, heard = await told("off", talk=False)
    assert (said["code"], heard["whyNot"]["key"], heard["lines"]) == ("TALK_OFF", "error.TALK_OFF", [])
    said, heard = await told("guests", guests_talk=True)
    assert (said["text"], said["isGuest"]) == ("hi", True)
    assert (heard["canSpeak"], heard["lines"]) == (True, [said])


def test_who_is_silenced_is_told_why_and_until_when(board: Board) -> None:
    wu = Person(board.server, "Wu").log_in()
    ann = board.members[0]
    body = {"reason": "insults", "days": 3}
    silenced = wu.post(f"/api/moderation/users/{ann.name}/silence", body)
    assert silenced.status_code == 200, silenced.text
    until = silenced.json()["silence"]["until"]
    assert abs(until - time.time() * 1000 - 3 * 86_400_000) < 60_000
    refused = board.ann.say("why?")
    assert refused["error"] == "TALK_SILENCED"
    day = time.strftime("%Y-%m-%d", time.gmtime(until / 1000))
    for words in refused["words"].values():
        assert "insults" in words
        assert day in words
    answer = board.ann.call({"text": "why?"})
    assert (answer.status_code, code_of(answer)) == (403, "TALK_SILENCED")
    heard = board.ann.read().json()
    assert heard["canSpeak"] is False
    assert heard["whyNot"]["values"]["reason"] == "insults"
    assert day in str(heard["whyNot"]["values"]["until"])
    assert ann.web.me["canTalk"] is False
    board.bo.say("oh")
    assert board.ann.texts("oh") == ["oh"], "the silenced still hear"
    assert wu.post(f"/api/moderation/users/{ann.name}/unsilence").status_code == 200
    assert board.ann.say("thank you")["ok"] == 2
    wu.close()


def test_a_bot_talks_with_the_scope_to_play(board: Board) -> None:
    ann = board.members[0]
    for scopes, code in ((["read"], "BAD_SCOPE"), (["read", "play"], None)):
        token = ann.web.bot(*scopes)
        web = Web(board.server, origin=None, token=token)
        assert code_of(web.post(board.game.path("chat"), {"text": "beep"})) == code
        assert web.get(board.game.path("chat")).status_code == 200
        web.close()
        with socket_to(board.server, board.game.id, token=token, origin=None) as socket:
            assert socket.ask("chat", text="boop").get("error") == code


# --- how much


def test_who_talks_too_fast_waits(board: Board) -> None:
    answers = [board.ann.say(f"line {number}") for number in range(6)]
    assert [answer.get("ok") for answer in answers[:5]] == [1, 2, 3, 4, 5]
    assert answers[5]["error"] == "TALK_TOO_FAST"
    answer = board.ann.call({"text": "over another way"})
    assert (answer.status_code, code_of(answer)) == (429, "TALK_TOO_FAST")
    assert 1 <= int(answer.headers["retry-after"]) <= 10
    assert board.bo.say("my turn")["ok"] == 6, "each has a measure of their own"


def test_a_flood_of_talk_is_bounded_and_delays_no_moves(board: Board) -> None:
    """T26's way: many send as fast as they can, and two play on as if nobody did."""
    stop = threading.Event()

    def flood(talker: Talker) -> int:
        for number in count():
            if stop.is_set():
                return number
            talker.socket.ask("chat", text=f"{number}")
        raise AssertionError("never ends")

    watchers = [board.cy, board.di, *(board.sit(Member(board.server), watching=True) for _ in range(6))]
    players, took_s = (board.ann, board.bo), []
    with ThreadPoolExecutor(len(watchers)) as pool:
        floods = [pool.submit(flood, watcher) for watcher in watchers]
        try:
            for number in range(40):
                begin = time.monotonic()
                x, y = divmod(number, 15)
                assert "ok" in players[number % 2].socket.ask("place", x=3 * x + number % 2, y=y)
                took_s.append(time.monotonic() - begin)
        finally:
            stop.set()
        sent = sum(flooded.result() for flooded in floods)
    assert sent > 10 * len(watchers), "they did flood"
    assert len(board.cy.lines()) <= 5 * len(watchers), "five lines each, of however many were sent"
    assert sorted(took_s)[len(took_s) * 9 // 10] < 0.25, took_s
    assert max(took_s) < 1.0, took_s
    for watcher in watchers[2:]:
        assert watcher.member is not None
        watcher.member.close()
