"""`engines.toml`, the players that come of it, and the words for whatever goes wrong with engines."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import tengen
from tengen.clients import doctor
from tengen.core import LANGUAGES, ErrorCode, GameError, find_kind, words
from tengen.players import ENGINES_VARIABLE, engine_catalogue, engines_file, make_player, offered_players
from tengen.players.engines import catalog as engines
from tengen.players.engines.gomocup import GomocupPlayer
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.nboard import NboardPlayer
from tengen.players.engines.spec import EngineSpec, engine_of_command, read_engines

GO, GOMOKU, OTHELLO, PEACE = (find_kind(name) for name in ("go", "gomoku", "othello", "peace"))

LIST = """
[engines.gnugo]
protocol = "gtp"
command = ["gnugo", "--mode", "gtp"]
games = ["go"]
rules = ["japanese", "chinese"]

[engines.rhino]
protocol = "gtp"
command = "gtp-rhino -l 1 'a b'"
games = ["reversi"]
memory_mb = 100
environment = { HOME = "/nowhere" }

[engines.edge]
protocol = "nboard"
command = ["edax"]
games = ["othello"]
depth = 12

[engines."five.1"]
protocol = "gomocup"
command = ["pbrain"]
games = ["gomoku"]
"""


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A list of engines that the environment names."""
    path = tmp_path / "engines.toml"
    path.write_text(LIST, encoding="utf-8")
    monkeypatch.setattr(engines, "_chosen", [])
    monkeypatch.setenv(ENGINES_VARIABLE, str(path))
    yield path
    engine_catalogue.cache_clear()


def test_a_good_list_is_read(listed: Path) -> None:
    found = read_engines(listed)
    assert list(found) == ["gnugo", "rhino", "edge", "five.1"]
    assert found["gnugo"] == EngineSpec(
        "gnugo", "gtp", ("gnugo", "--mode", "gtp"), games=("go",), rules=("japanese", "chinese")
    )
    assert found["rhino"].argv == ("gtp-rhino", "-l", "1", "a b")
    assert found["rhino"].games == ("othello",)
    assert found["rhino"].bounds()["memory_mb"] == 100
    assert found["edge"].depth == 12
    assert not found["edge"].network


def test_no_list_is_an_empty_one(tmp_path: Path) -> None:
    assert read_engines(tmp_path / "none.toml") == {}
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    assert read_engines(empty) == {}


GOOD = 'protocol = "gtp"\ncommand = ["x"]\ngames = ["go"]\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[engines", "Expected"),
        ("\x00", "Invalid"),
        ("x = 1", "only [engines.NAME]"),
        ("engines = 1", "only [engines.NAME]"),
        ("[engines]\nx = 1", "engines.x"),
        ("[engines.x]", "engines.x"),
        ('[engines."a b"]\n' + GOOD, "a name has"),
        ('[engines."../x"]\n' + GOOD, "a name has"),
        ('[engines."x\\ny"]\n' + GOOD, "a name has"),
        ("[engines.x]\n" + GOOD.replace("gtp", "uci"), "uci"),
        ("[engines.x]\n" + GOOD.replace('["x"]', "[]"), "argv"),
        ("[engines.x]\n" + GOOD.replace('["x"]', '[""]'), "no program"),
        ("[engines.x]\n" + GOOD.replace('["x"]', '"\'"'), "quotation"),
        ("[engines.x]\n" + GOOD.replace('["x"]', "7"), "str"),
        ("[engines.x]\n" + GOOD.replace('["x"]', '["x\\u0000"]'), "no program"),
        ("[engines.x]\n" + GOOD.replace('"go"', ""), "it plays a game"),
        ("[engines.x]\n" + GOOD.replace('"go"', '"chess"'), "chess"),
        ("[engines.x]\n" + GOOD.replace('"go"', '"peace"'), "it plays a game"),
        ("[engines.x]\n" + GOOD.replace("gtp", "nboard"), "it plays a game"),
        ("[engines.x]\n" + GOOD + "colour = 1", "colour"),
        ("[engines.x]\n" + GOOD + 'argv = ["y"]', "the command"),
        ("[engines.x]\n" + GOOD + "memory_mb = -1", "memory_mb"),
        ("[engines.x]\n" + GOOD + "startup_s = 0", "startup_s"),
        ("[engines.x]\n" + GOOD + "niceness = 99", "niceness"),
        ("[engines.x]\n" + GOOD + 'environment = { "A=B" = "c" }', "no program"),
        ("[engines.x]\n" + GOOD + "environment = { A = 1 }", "environment"),
        ("[engines.x]\n" + GOOD + 'rules = ["Chinese"]', "'Chinese' is no preset of its games; there are: "),
        ("[engines.x]\n" + GOOD + 'rules = ["chinese", "renju"]', "'renju' is no preset"),
        ("[engines.x]\n" + GOOD.replace("go", "othello") + 'rules = ["chinese"]', "'chinese' is no preset"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "{a=" * 5000, "nested too deeply"),
        ("[engines.x]\n" + GOOD + "memory_mb = " + "9" * 5000, "digits"),
        ("[engines.x]\n" + GOOD + "memory_mb = 0x" + "f" * 20_000, "memory_mb"),
        ("[engines.x]\n" + GOOD + "startup_s = 1e999", "startup_s"),
        ("[engines.x]\n" + GOOD + "startup_s = 2026-02-30", "Invalid"),
        ("[engines.x]\n" + GOOD + ".".join("a" * 3000) + " = 1", "engines.x"),
        ("[engines.x]\n" + GOOD + "environment." + ".".join("a" * 3000) + " = 1", "environment"),
        ("[" + ".".join(["engines", *"a" * 3000]) + "]", "engines.a"),
    ],
)
def test_a_bad_list_is_refused_with_what_is_wrong(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as caught:
        read_engines(path)
    assert caught.value.code is ErrorCode.BAD_PLAYER
    assert caught.value.key == "engine.bad_list"
    assert reason in caught.value.text("en")
    assert "engines.toml" in caught.value.text("zh")


def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_bytes(b"#" * 300_000)
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    for path in (tmp_path / "large.toml", tmp_path / "latin.toml", tmp_path):
        with pytest.raises(GameError, match="list of engines"):
            read_engines(path)


def test_presets_of_any_of_its_games_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text("[engines.x]\n" + GOOD.replace('"go"', '"go", "gomoku"') + 'rules = ["chinese", "renju"]')
    assert read_engines(path)["x"].rules == ("chinese", "renju")


def test_a_list_that_was_named_must_be_there(listed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed.unlink()
    for ask in (
        lambda: offered_players(GO),
        lambda: make_player("engine:x", GO, 1),
        lambda: engines.use_engines(listed),
    ):
        with pytest.raises(GameError) as caught:
            ask()
        assert (caught.value.code, caught.value.key) == (ErrorCode.BAD_PLAYER, "engine.no_list")
        assert all(str(listed) in caught.value.text(language) for language in LANGUAGES)
    (finding,) = [finding for finding in doctor.examine() if finding.name == "Engines"]
    assert (finding.is_there, str(listed) in finding.remedy) == (False, True)
    assert make_player("level:3", GO, 1) is not None
    monkeypatch.delenv(ENGINES_VARIABLE)
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path))
    assert not [name for name in offered_players(GO) if name.startswith("engine:")]


@pytest.mark.usefixtures("listed")
def test_engines_are_players_of_the_games_they_play() -> None:
    assert offered_players(GO)[-1] == "engine:gnugo"
    assert offered_players(OTHELLO)[-2:] == ("engine:rhino", "engine:edge")
    assert offered_players(GOMOKU)[-1] == "engine:five.1"
    assert offered_players(PEACE) == ("human", "random")
    made = [make_player("engine:gnugo", GO, 1), make_player("engine:edge", OTHELLO, 1)]
    assert [type(player) for player in made] == [GtpPlayer, NboardPlayer]
    assert type(make_player("engine:five.1", GOMOKU, 1)) is GomocupPlayer


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("engine:katago", "player.no_such_engine"),
        ("engine:GNUGO", "player.no_such_engine"),
        ("engine:rhino", "player.engine_other_game"),
        ("engine:gnugo x", "error.BAD_PLAYER"),
        ("engine:gnugo\nquit", "error.BAD_PLAYER"),
        ("gtp:gnugo --mode gtp", "error.BAD_PLAYER"),
    ],
)
def test_other_engines_are_refused(text: str, key: str) -> None:
    with pytest.raises(GameError) as caught:
        make_player(text, GO, 1)
    assert (caught.value.code, caught.value.key) == (ErrorCode.BAD_PLAYER, key)
    assert all(caught.value.text(language) for language in LANGUAGES)


def test_without_a_list_the_one_of_the_users_data_folder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_chosen", [])
    monkeypatch.delenv(ENGINES_VARIABLE, raising=False)
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path))
    assert engines_file() == tmp_path / "engines.toml"
    monkeypatch.delenv("TENGEN_DATA_DIR")
    assert engines_file().name == "engines.toml"


def test_a_list_that_is_chosen_weighs_more_than_the_environment(
    listed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(LIST.replace("gnugo", "other"))
    assert "engine:gnugo" in offered_players(GO)
    engines.use_engines(other)
    assert "engine:other" in offered_players(GO)
    bad = tmp_path / "bad.toml"
    bad.write_text("?")
    with pytest.raises(GameError):
        engines.use_engines(bad)
    assert engines_file() == other
    monkeypatch.setattr(engines, "_chosen", [])
    assert engines_file() == listed


# --- commands of the user of this machine


def test_a_command_is_an_engine_of_the_user_of_this_machine() -> None:
    player = make_player("gtp:gnugo --mode gtp '-o a b'", GO, 1, allow_commands=True)
    assert isinstance(player, GtpPlayer)
    assert player.spec.argv == ("gnugo", "--mode", "gtp", "-o a b")
    assert player.name == "gnugo"
    assert player.spec.folder == os.getcwd()  # noqa: PTH109
    assert type(make_player("gomocup:./brain", GOMOKU, 1, allow_commands=True)) is GomocupPlayer
    assert type(make_player("nboard:edax -n", OTHELLO, 1, allow_commands=True)) is NboardPlayer


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("gtp:'", "go", "engine.bad_command"),
        ("gtp: ''", "go", "engine.bad_command"),
        ("gtp:x\0y", "go", "engine.bad_command"),
        ("gomocup:brain", "go", "player.engine_other_game"),
        ("nboard:edax", "gomoku", "player.engine_other_game"),
        ("gtp:gnugo", "peace", "player.engine_other_game"),
        ("gtp:", "go", "error.BAD_PLAYER"),
        ("uci:x", "go", "error.BAD_PLAYER"),
    ],
)
def test_commands_that_are_none_are_refused(text: str, kind: str, key: str) -> None:
    with pytest.raises(GameError) as caught:
        make_player(text, find_kind(kind), 1, allow_commands=True)
    assert (caught.value.code, caught.value.key) == (ErrorCode.BAD_PLAYER, key)
    assert all(caught.value.text(language) for language in LANGUAGES)


def test_settings_of_ours_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_SECRET", "hush")
    assert not [name for name in engine_of_command("gtp", "x").environment if name.startswith("TENGEN")]


# --- words


def fault_keys() -> set[str]:
    """Every key of a fault in the code."""
    found = set()
    for path in (Path(tengen.__file__).parent / "players").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="EngineFault" | "EngineCannot" | "HostFault"),
                    args=[ast.Constant(value=str(key)), *_],
                ):
                    found.add(f"engine.fault.{key}")
                case ast.Call(func=ast.Attribute(attr="__init__"), args=[ast.Constant(value=str(key)), *_]):
                    found.add(f"engine.fault.{key}")
    return found


def test_every_fault_has_words_and_no_words_are_without_a_fault() -> None:
    keys = fault_keys()
    assert len(keys) > 15
    for language in LANGUAGES:
        assert {key for key in words(language) if key.startswith("engine.fault.")} == keys
