"""No text of a person reaches an engine: names, comments and settings with commands in them change nothing it hears."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    GameError,
    Node,
    Participant,
    Place,
    Point,
    Record,
    create_game,
    create_rules,
    find_kind,
)
from tengen.match import Seat, advance, create
from tengen.players import Budget, StopToken, Turn, make_player
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.process import EngineFault, EngineProcess, UnsafeLine
from tests.match.thinkers import local_thinker
from tests.players.engine_room import EngineRoom, closing

NASTY = [
    "\nquit",
    "x\r\nkgs-chat rm -rf /",
    "Ann\x00\ngenmove white",
    "$(touch /tmp/x); `id` | cat & \"' \\",
    "\u2028quit\u2029\x85quit",
    "]\n;B[aa",
    "\x1b[2J\x07",
    "{name}{0.__class__}%s%n",
]


def script(komi: str = "7.5") -> str:
    talk = ["list_commands", "boardsize 9", "clear_board", f"komi {komi}", "play black E5", "genmove white"]
    answers = ["= genmove komi", "=", "=", "=", "=", "= D4"]
    return "\n".join(f"> {said}\n< {answer}\n<" for said, answer in zip(talk, answers, strict=True))


EXPECTED = ["list_commands", "boardsize 9", "clear_board", "komi 7.5", "play black E5", "genmove white", "quit"]


async def test_names_and_comments_are_not_told(own_list: EngineRoom) -> None:
    own_list.write_list(own_list.script_command(script()))
    rules = create_rules("go", 9)
    thinker = local_thinker()
    for text in NASTY:
        nodes = (Node(comment=text), Node(0, Place(BLACK, Point(4, 4)), comment=text))
        record = Record(rules, None, Participant(text, text), Participant(text, text), nodes)
        match, _ = create(text, rules, Seat(text, owner=text), Seat(text, player="engine:a"), 0)
        for action in record.replay().game.actions:
            match, _ = advance(match, action, 1)
        await thinker.choose(match, WHITE, "engine:a", lambda _: None, owner=text)
    assert own_list.heard() == len(NASTY) * EXPECTED


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_rules_are_checked_before_anybody_hears_of_them(text: str) -> None:
    for rules in ({"komi": text}, {"komi": f"7.5{text}"}, {"preset": text}, {text: 1}, {"ko": text}):
        with pytest.raises(GameError):
            create_rules("go", 9, rules)
    for number in (float("nan"), float("inf"), 1e300, "7.5"):
        with pytest.raises(GameError):
            create_rules("go", 9, {"komi": number})


async def test_a_komi_is_told_as_a_number(room: EngineRoom) -> None:
    player = room.scripted(
        GtpPlayer, script("-12.5").replace("> play black E5\n< =\n<\n", "").replace("white", "black")
    )
    game = create_game("go", 9, {"komi": -12.5})
    async with closing(player):
        await player.choose(Turn.of(game.timeline), Budget(), StopToken())
    assert room.heard()[3] == "komi -12.5"


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_players_with_more_than_a_name_are_refused(text: str) -> None:
    for name in (f"engine:gnugo{text}", f"engine:{text}", f"gtp:true {text}", text):
        with pytest.raises(GameError) as caught:
            make_player(name, find_kind("go"), 1)
        assert caught.value.text("en")


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "\x00", "é", "a\tb"])
async def test_what_is_no_line_of_ours_is_never_sent(room: EngineRoom, text: str) -> None:
    process = EngineProcess(room.spec("gtp", "cat"))
    await process.start()
    try:
        with pytest.raises(UnsafeLine):
            await process.send(text)
    finally:
        await process.close()


def test_what_is_no_line_of_ours_is_refused_also_where_python_leaves_assertions_out() -> None:
    program = (
        "from tengen.players.engines.process import UnsafeLine, check_line\n"
        "assert False\n"
        "for text in ('a\\nquit', 'a\\rquit', '\\0', '\\x85', '\u2028', 'a' * 70_000):\n"
        "    try:\n"
        "        check_line(text)\n"
        "    except UnsafeLine:\n"
        "        continue\n"
        "    raise SystemExit(repr(text))\n"
        "check_line('play black E5')\n"
    )
    done = subprocess.run([sys.executable, "-O", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_an_engine_says_is_shown_without_what_is_not_meant_to_be_seen() -> None:
    said = EngineFault("protocol", protocol="GTP", said="\x1b[2J" + "x" * 1000 + "\n{said}").text()
    assert said.isprintable()
    assert len(said) < 300
    assert "{said}" in EngineFault("protocol", protocol="GTP", said="{said}").text()
