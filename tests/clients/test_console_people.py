"""Accounts and saves at the console without a server: log in, save, load, and who may go on with what."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.clients.console_session import MARK, Keyboard
from tests.clients.window import Window

from tengen.clients.console.people_words import PeopleWord
from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.folder import LocalFolder
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.core import BLACK, LANGUAGES, WHITE, text
from tengen.formats.save import dumps_unsigned, loads
from tengen.people import PeopleCode, PeopleError, Registration, SaveSigner
from tengen.people.service import Administration, HashParameters, PasswordHasher
from tengen.storage import Database, DataFolder, FolderLock, SqlPeopleStore

_Answer = TypeVar("_Answer")

CHEAP: Final = HashParameters(memory_kib=8, passes=1)
PASSWORD: Final = "correct horse battery"
OTHER: Final = "staple of horses"


class Console:
    """Sessions at a console, one after the other, over one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = DataFolder(folder / "data")

    def transcript(self, lines: Iterable[str], *, white: str = "human", lang: str = "en") -> str:
        """What is on the screen after two names, these lines and the end of the input."""
        screen = io.StringIO()
        keyboard = Keyboard((*(("Alice", "Bob") if white == "human" else ("Alice",)), *lines), screen)
        clock = count(0, 1000)
        games = LocalGames(lambda: next(clock), seed=1, drives=False)
        seating = Seating({BLACK: "human", WHITE: white}, lang, games)
        people = FolderAccounts(LocalFolder(lambda: self.folder), CHEAP)
        Session(Terminal(keyboard, screen), seating, games, lang, lambda: next(clock), people=people).play()
        return screen.getvalue()

    def administered(self, work: Callable[[Administration], Awaitable[_Answer]]) -> _Answer:
        """What the host has from keeping the accounts of the folder."""

        async def asked() -> _Answer:
            database, hasher = await Database.open(self.folder.database), PasswordHasher(CHEAP)
            try:
                return await work(Administration(SqlPeopleStore(database), hasher, lambda: time.time_ns() // 1_000_000))
            finally:
                hasher.close()
                await database.close()

        return asyncio.run(asked())

    def said(self, *lines: str, white: str = "human", lang: str = "en") -> list[str]:
        """What was written, without what was typed."""
        written = self.transcript(lines, white=white, lang=lang).splitlines()
        return [line for line in written if not line.startswith(MARK)]


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.chdir(tmp_path)
    return Console(tmp_path)


REGISTER_ANN: Final = ("register Ann", PASSWORD)
REGISTER_BOTH: Final = (*REGISTER_ANN, "register Ben", OTHER)
ANN: Final = ("login Ann", PASSWORD)
BEN: Final = ("login Ben", OTHER)
BOTH: Final = (*ANN, *BEN)
BOARD: Final = ("gomoku", "3")
"""A board after those who are logged in, which they have, and go to it."""
MOVES: Final = ("h8", "h9")


# --- coming and going ------------------------------------------------------------------------------


def test_who_registers_is_logged_in(console: Console) -> None:
    said = console.said("whoami", *REGISTER_ANN, "whoami")
    assert said.count("Nobody is logged in here.") == 1
    assert "Login successful" in said
    assert said.count("Logged in here: Ann. New boards are theirs.") == 2


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            {
                "taken": "Username already exists",
                "unknown": "Username does not exist, please register",
                "wrong": "Incorrect password",
                "done": "Login successful",
            },
        ),
        (
            "zh",
            {"taken": "用户名已存在", "unknown": "用户名不存在，请先注册", "wrong": "密码错误", "done": "登录成功"},
        ),
    ],
)
def test_a_local_client_says_what_was_wrong(console: Console, lang: str, words: dict[str, str]) -> None:
    console.said(*REGISTER_ANN)
    assert words["taken"] in console.said("register ANN", OTHER, lang=lang)
    assert words["unknown"] in console.said("login Cy", PASSWORD, lang=lang)
    assert words["wrong"] in console.said("login Ann", "nonsense", lang=lang)
    said = console.said(*ANN, lang=lang)
    assert words["done"] in said


def test_names_are_asked_for_where_none_is_typed(console: Console) -> None:
    console.said("register", "Ann", PASSWORD)
    assert "Login successful" in console.said("login", "Ann", PASSWORD)


def test_a_password_is_never_shown(console: Console) -> None:
    written = console.transcript([*REGISTER_ANN, "login Ann", PASSWORD])
    shown = [line for line in written.splitlines() if not line.startswith(MARK)]
    assert not any(PASSWORD in line for line in shown)


def test_two_people_log_in_and_have_new_boards_in_their_order(console: Console) -> None:
    said = console.said(*REGISTER_BOTH, "whoami", *BOARD, *MOVES)
    assert "Logged in here: Ann, Ben. New boards are theirs." in said
    board = "\n".join(said)
    assert "Player [Ann]" in board
    assert "Player Ben, please enter your move" in board
    assert "Player Alice" in board, "the boards from before stay whose they were"


def test_the_same_person_is_not_beside_herself(console: Console) -> None:
    console.said(*REGISTER_ANN)
    said = console.said(*ANN, *ANN, "whoami")
    assert "This person is logged in here already." in said
    assert said.count("Logged in here: Ann. New boards are theirs.") == 2


def test_one_of_two_or_both_leave(console: Console) -> None:
    console.said(*REGISTER_BOTH)
    said = console.said(*BOTH, "logout Ann", "whoami", "logout", "whoami", "logout")
    assert "Ann has logged out." in said
    assert "Logged in here: Ben. New boards are theirs." in said
    assert "Ben has logged out." in said
    assert "Nobody is logged in here." in said
    assert "You are not logged in." in said
    assert "Cy is not logged in here." in console.said(*ANN, "logout Cy")


def test_whoever_leaves_the_console_is_logged_out(console: Console) -> None:
    console.said(*REGISTER_ANN)
    assert "Nobody is logged in here." in console.said("whoami")


def test_a_bad_name_and_a_bad_password_are_refused(console: Console) -> None:
    said = console.said("register admin", PASSWORD, "register Ann", "short", "whoami")
    assert "Nobody is logged in here." in said
    assert "Login successful" not in said


def test_an_invitation_is_asked_for_where_it_takes_one(console: Console) -> None:
    console.said(*REGISTER_ANN)

    async def invite_only(administration: Administration) -> str:
        await administration.set_registration(None, Registration.INVITE)
        return (await administration.make_invite(None, uses=1, days=1))[1]

    code = console.administered(invite_only)
    said = console.said("register Ben", OTHER, "nonsense", "register Ben", OTHER, code, "whoami")
    assert "This invitation is used up, too old or unknown." in said
    assert "Logged in here: Ben. New boards are theirs." in said


def test_whoever_was_logged_out_from_elsewhere_is_not_there_any_more(console: Console) -> None:
    console.said(*REGISTER_ANN, *BOARD, "save Sunday")

    async def end_sessions(administration: Administration) -> None:
        await administration.end_sessions(None, "Ann")

    people = FolderAccounts(LocalFolder(lambda: console.folder), CHEAP)
    asyncio.run(people.log_in("Ann", PASSWORD))
    assert len(asyncio.run(people.saves())) == 1
    console.administered(end_sessions)
    with pytest.raises(PeopleError) as caught:
        asyncio.run(people.saves())
    assert caught.value.code is PeopleCode.NOT_LOGGED_IN
    assert people.present == ()
    asyncio.run(people.close())


# --- saves -----------------------------------------------------------------------------------------


def test_a_game_is_saved_under_a_name_and_gone_on_with(console: Console) -> None:
    console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save Sunday evening")
    said = console.said(*BOTH, "saves", "load sunday EVENING", "h10")
    (line,) = [line for line in said if line.startswith("Sunday evening: ")]
    assert "Ann - Ben" in line
    assert "moves: 2" in line
    assert "Loaded Sunday evening as game 3." in said
    assert "Player Ben, please enter your move" in "\n".join(said)


@pytest.mark.parametrize(
    "people",
    [ANN, BEN, (*BEN, *ANN), (*ANN, "register Cy", PASSWORD), ()],
    ids=["one", "the other", "in another order", "with somebody else", "nobody"],
)
def test_nobody_else_goes_on_with_it(console: Console, people: tuple[str, ...]) -> None:
    console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save Sunday", "save game.json")
    for lang, words in (("en", "The game file does not match the current user."), ("zh", "存档与当前用户不符。")):
        said = console.said(*people, "load game.json", "4", lang=lang)
        assert words in said
        assert not any("4. " in line for line in said)
    said = console.said(*people, "load Sunday")
    assert not any(line.startswith("Loaded") for line in said)


def test_a_program_needs_nobody(console: Console) -> None:
    console.said(*REGISTER_ANN, "gomoku random", "3", "h8", "save Sunday", "save game.json")
    said = console.said(*ANN, "load Sunday", "load game.json")
    assert "Loaded Sunday as game 3." in said
    assert "Loaded game.json as game 4." in said
    assert sum("random" in line for line in said)


def test_a_save_is_replaced_and_deleted_after_a_question(console: Console) -> None:
    console.said(*REGISTER_ANN, *BOARD, "h8", "save Sunday")
    said = console.said(*ANN, *BOARD, "save Sunday", "n", "saves", "save SUNDAY", "y", "saves")
    assert "Not saved. Choose another name, or type save! to replace it." in said
    assert [line.partition(",")[0] for line in said if "15x15" in line and ": " in line] == [
        "Sunday: Gomoku 15x15",
        "SUNDAY: Gomoku 15x15",
    ]
    said = console.said(*ANN, *BOARD, "save! sunday", "delete sunday", "", "saves", "delete sunday", "yes", "saves")
    assert "Saved under the name sunday." in said
    assert "sunday is kept." in said
    assert "Deleted sunday." in said
    assert said.count("There are no saves yet.") == 1
    assert "Deleted x." in console.said(*ANN, *BOARD, "save x", "delete! x")


def test_a_save_is_renamed(console: Console) -> None:
    said = console.said(
        *REGISTER_ANN, *BOARD, "save one", "save two", 'rename one "number one"', "rename two ONE", "saves"
    )
    assert "one is called number one now." in said
    assert "two is called ONE now." in said
    said = console.said(*ANN, "rename ONE 'Number One'", "rename", "rename nothing else")
    assert "There is a saved game of this name already." in said
    assert 'Please type the old name and the new one: rename "OLD NAME" "NEW NAME".' in said
    assert "There is no such saved game." in said


def test_saves_are_for_those_who_are_logged_in(console: Console) -> None:
    assert "You are not logged in." in console.said("saves")
    said = console.said(*REGISTER_ANN, *BOARD, "save Sunday", "logout", "register Ben", OTHER, "saves", "load Sunday")
    assert "There are no saves yet." in said
    assert "There is no such saved game." in said


@pytest.mark.parametrize("name", ["x" * 61, "a\u202eb"], ids=["long", "backwards"])
def test_a_bad_name_saves_nothing(console: Console, name: str) -> None:
    said = console.said(*REGISTER_ANN, *BOARD, f"save {name}", "saves")
    if len(name) > 60:
        assert "A save needs a name of at most 60 characters that can be seen." in said
        assert "There are no saves yet." in said
    else:  # what cannot be seen was never typed
        assert "Saved under the name ab." in said


# --- files -----------------------------------------------------------------------------------------


def test_a_file_of_accounts_is_signed(console: Console) -> None:
    said = console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save game.json", "save game.sgf")
    assert said.count("Game saved to file.") == 2
    content = json.loads(Path("game.json").read_text())
    assert set(content["players"]["black"]) == {"name", "rank", "player", "account"}
    assert len(content["signature"]) == 64
    assert "account" not in Path("game.sgf").read_text()
    said = console.said(*BOTH, "load game.json", "h10")
    assert "Game loaded from file." in said
    assert "Loaded game.json as game 3." in said
    assert "对局已保存到文件。" in console.said(*BOTH, *BOARD, "save zh.json", lang="zh")
    assert "已从文件读取对局。" in console.said(*BOTH, "load zh.json", lang="zh")


def test_what_was_loaded_is_saved_as_theirs_again(console: Console) -> None:
    console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save game.json", "save Sunday")
    console.said(*BOTH, "load game.json", "h10", "save again.json", "load Sunday", "save also.json")
    first, again, also = (json.loads(Path(name).read_text()) for name in ("game.json", "again.json", "also.json"))
    for other in (again, also):
        assert other["players"] == first["players"]
    assert again["signature"] != first["signature"]
    assert "The game file does not match the current user." in console.said(*ANN, "load again.json")


def test_a_changed_file_is_not_loaded(console: Console) -> None:
    console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save game.json")
    text = Path("game.json").read_text()
    Path("changed.json").write_text(text.replace('"Ann"', '"Eve"'))
    Path("unsigned.json").write_text(json.dumps({k: v for k, v in json.loads(text).items() if k != "signature"}))
    for name in ("changed.json", "unsigned.json"):
        said = console.said(*BOTH, f"load {name}")
        assert "This game file was changed or comes from another place; it can only be reviewed." in said
        assert not any(line.startswith("Loaded") for line in said)


def test_a_file_of_another_folder_is_not_loaded(console: Console, tmp_path: Path) -> None:
    console.said(*REGISTER_BOTH, *BOARD, *MOVES, "save game.json")
    other = Console(tmp_path / "other")
    refused = "This game file was changed or comes from another place; it can only be reviewed."
    assert refused in other.said("load game.json"), "a folder without a secret has signed nothing"
    assert not other.folder.path.exists()
    assert refused in other.said(*REGISTER_BOTH, "load game.json")


def test_files_of_nobody_are_saved_and_loaded_as_ever(console: Console) -> None:
    said = console.said(*BOARD, *MOVES, "save game.json", "load game.json")
    assert "Saved as game.json." in said
    assert "Game saved to file." not in said
    assert "Loaded game.json as game 4." in said
    assert "signature" not in Path("game.json").read_text()
    assert not console.folder.path.exists(), "nothing of it needs the folder"
    said = console.said(*REGISTER_ANN, "load game.json", "save again.json")
    assert "Loaded game.json as game 3." in said
    assert "signature" not in Path("again.json").read_text(), "a game of nobody becomes nobody's"


def test_a_bare_name_is_a_file_where_there_is_no_save_of_it(console: Console) -> None:
    console.said(*BOARD, *MOVES, "save game")
    said = console.said(*REGISTER_ANN, "load game", *BOARD, "save game", "load game", "load ./game")
    assert "Loaded game as game 3." in said
    assert "Saved under the name game." in said
    assert "Loaded game as game 5." in said
    assert "Loaded ./game as game 6." in said


def test_no_file_starts_a_program(console: Console) -> None:
    """A save may name a command as its player; whoever loads it plays that seat."""
    console.said(*REGISTER_ANN, *BOARD, "h8", "save game.json")
    signer = SaveSigner(console.folder.secret())
    record = loads(Path("game.json").read_text())
    unsigned = dumps_unsigned(replace(record, white=replace(record.white, player="gtp:touch started")))
    Path("game.json").write_text(unsigned.signed(signer.sign(unsigned.digest)))
    said = console.said(*ANN, "load game.json", "h9")
    assert "Loaded game.json as game 3." in said
    assert not Path("started").exists()


# --- the folder --------------------------------------------------------------------------------------


def test_while_a_server_has_the_folder_the_console_says_where(console: Console) -> None:
    console.folder.path.mkdir()
    lock = FolderLock.take(console.folder.path)
    lock.tell("http://127.0.0.1:8000")
    try:
        said = console.said("login Ann", PASSWORD, "whoami", "register Ann", PASSWORD)
    finally:
        lock.release()
    told = "The server at http://127.0.0.1:8000 uses the data folder. Play there: tengen play --server http://127.0.0.1:8000"
    assert said.count(told) == 2
    assert "Nobody is logged in here." in said


def test_a_server_may_start_between_two_lines(console: Console) -> None:
    console.said(*REGISTER_ANN)
    FolderLock.take(console.folder.path).release()


def test_a_folder_that_cannot_be_used_is_one_clear_line(console: Console) -> None:
    console.folder.path.write_text("a file")
    said = console.said("login Ann", PASSWORD)
    assert any(line.startswith("The data folder cannot be used: ") for line in said)


def test_help_names_every_word(console: Console) -> None:
    for lang in LANGUAGES:
        said = "\n".join(console.said("help", lang=lang))
        assert all(word.value in said for word in PeopleWord)
    assert not console.folder.path.exists()


# --- typed by anybody ----------------------------------------------------------------------------------


def test_at_a_terminal_a_password_is_typed_unseen(tmp_path: Path) -> None:
    folder = f'TENGEN_DATA_DIR={tmp_path / "data"} exec "$@"'
    window = Window("play", "--plain", shell=folder)  # our own words
    try:
        for question, line in (
            (b"first player name", b"A"),
            (b"second player name", b"B"),
            (b"enter your move", b"login Ann"),
        ):
            window.hear(question)
            window.type(line + b"\r")
        window.hear(b"Password: ")
        window.await_prompt()
        assert not window.asks_for_lines(), "what is typed is not shown"
        window.type(b"not to be seen\r")
        window.hear(b"Username does not exist, please register")
        assert b"not to be seen" not in window.output
        window.type(b"quit\r")
        assert window.end() == 0
    finally:
        window.close()


WORDS = st.sampled_from(
    [*PeopleWord, "save", "save!", "delete!", "load", "Ann", "Ben", PASSWORD, "1", "h8", '"', "x.json", "../x"]
)
TYPED = st.one_of(
    st.lists(WORDS, max_size=3).map(" ".join), st.text(st.characters(exclude_characters="\r\n"), max_size=8)
)


@given(st.lists(TYPED, max_size=8), st.sampled_from(LANGUAGES))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_breaks_the_console(console: Console, lines: list[str], lang: str) -> None:
    said = console.transcript([*REGISTER_ANN, *ANN, *lines], lang=lang)
    assert said.endswith(text(lang, "console.exit") + "\n")
