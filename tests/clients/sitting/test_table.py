"""A game as a screen shows it: what can be done, what is said in both languages, where one may play."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.clients.play.scripts import begin, place, seen
from tests.clients.sitting.people_here import guests
from tests.players.sure import SurePlayer

from tengen.clients.play import Change, Game, NoticeKind, ProgramNotice
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.hints import Choice, proven_worth, win_words
from tengen.clients.sitting.possible import COMMAND_KEYS, LETTERS, Can, TableCommand
from tengen.clients.sitting.table import Hover, Table
from tengen.clients.terminal.shown import table_shown
from tengen.core import (
    AGREE,
    BLACK,
    CHOICE,
    LANGUAGES,
    WHITE,
    ClockKind,
    Pass,
    Place,
    Point,
    TimeControl,
    find_kind,
    kinds,
    text,
)
from tengen.match import RequestKind
from tengen.players import Analysis, Candidate, ProvenWin

CLIENTS_OWN = (TableCommand.SAVE, TableCommand.LOAD, TableCommand.REPLAY, TableCommand.SETTINGS, TableCommand.NEW)
CAPTURE = ["b1", "a1", "a2"]
WALLS = ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5"]
"""Black has the left of a board of five lines, White the right."""


def table_of(game: Game) -> Table:
    return Table(game, LocalGames().now)


async def counting(people: LocalGames) -> Table:
    """A table at which the two have passed, with a white stone in Black's area, once that is judged."""
    game = await begin(people, "go", 5, rules={"dead_stones": "agree"})
    await place(game, *WALLS[:9], "a3", "b4", "d5", "b2", "pass", "pass")
    await seen(game, lambda view: view.proposal is not None)
    return table_of(game)


def at(table: Table, name: str) -> Point:
    return table.view.spec.parse(name)


def yes(table: Table) -> set[TableCommand]:
    return {command for command, can in table.can().items() if can is Can.YES} - {*CLIENTS_OWN}


def played(table: Table) -> int:
    return len(table.view.moves)


# --- commands ----------------------------------------------------------------------------------------


def test_every_command_has_words_and_the_buttons_have_their_order() -> None:
    shown = "undo redo restart pass resign save load replay hint estimate settings new"
    names = shown.split()
    assert list(map(str, TableCommand))[: len(names)] == names
    for language in LANGUAGES:
        assert all(text(language, COMMAND_KEYS[command]) for command in TableCommand)


async def test_a_new_game_can_be_passed_in_and_resigned_and_nothing_taken_back() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 9))
        can = table.can()
        assert {command for command in TableCommand if can[command] is Can.YES} == {
            *(TableCommand.RESTART, TableCommand.PASS, TableCommand.RESIGN, TableCommand.DRAW),
            *(TableCommand.SAVE, TableCommand.LOAD, TableCommand.SETTINGS, TableCommand.NEW),
            TableCommand.ESTIMATE,
        }
        off = {command for command in TableCommand if can[command] is Can.OFF}
        assert off == {TableCommand.UNDO, TableCommand.REDO, TableCommand.REPLAY, TableCommand.HINT}


async def test_undo_redo_and_restart_do_what_they_say() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "gomoku"))
        await place(table.game, "h8", "h9")
        assert {TableCommand.UNDO, TableCommand.RESTART} <= yes(table)
        assert await table.do(TableCommand.UNDO)
        assert played(table) == 1
        assert await table.do(TableCommand.REDO)
        assert played(table) == 2
        assert await table.do(TableCommand.RESTART)
        assert played(table) == 0
        for _ in range(2):
            assert not await table.do(TableCommand.UNDO)
        assert table.message is not None
        assert table.message.text("en") == "There is nothing to undo."
        assert table.message.text("zh")


async def test_what_is_lost_is_asked_for_first() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "gomoku"))
        assert table.confirmation(TableCommand.RESTART) is None
        await place(table.game, "h8")
        restart, resign = table.confirmation(TableCommand.RESTART), table.confirmation(TableCommand.RESIGN)
        assert restart is not None
        assert resign is not None
        assert restart.question.text("en") == "Begin this game again?"
        assert restart.yes.text("zh") == "重新开局"
        assert resign.question.text("en") == "Bo resigns this game?"
        assert table.confirmation(TableCommand.UNDO) is None
        assert await table.do(TableCommand.RESIGN)
        assert table.result("en") == ("Ann wins", "Black wins by resignation.")
        assert yes(table) >= {TableCommand.REMATCH, TableCommand.UNDO}


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
async def test_commands_that_are_offered_work_and_the_others_are_refused(kind: str) -> None:
    """Any game, many moments: whatever is called possible is done, whatever is not changes nothing."""
    rng = Random(kind)
    games = LocalGames(seed=1)
    table = table_of(await begin(games, kind, min(find_kind(kind).rules.SIZES)))
    for _ in range(60):
        can = table.can()
        command = rng.choice([one for one in TableCommand if one not in CLIENTS_OWN])
        if command in (TableCommand.RESIGN, TableCommand.DRAW) and rng.random() < 0.9:
            continue
        number = table.view.number
        done = await table.do(command)
        assert done == (can[command] is Can.YES), (command, can[command], table.message and table.message.text())
        assert done or table.view.number == number
        assert done or table.message is not None
        legal = table.view.legal
        if table.choices("en"):
            assert await table.choose(rng.choice(table.view.choices))
        elif legal and table.view.phase != AGREE:
            assert await table.click(rng.choice(legal))
        for language in LANGUAGES:
            assert table.status(language)
    await games.close()


# --- the board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
async def test_a_half_stone_is_shown_exactly_where_a_click_plays(kind: str) -> None:
    rng = Random(kind)
    games = LocalGames(seed=1)
    game = await begin(games, kind, min(find_kind(kind).rules.SIZES))
    table = table_of(game)
    for _ in range(12):
        if table.view.is_over or not table.view.legal:
            break
        for point in rng.sample(list(game.view.board.points()), 6):
            hover, stones = table.hover(point), table.view.next_stone
            number = table.view.number
            done = await table.click(point)
            assert done == (hover is not None)
            assert hover in (None, Hover(point, stones))
            if done:
                assert table.view.board[point] is not None
                await table.do(TableCommand.UNDO)
            else:
                assert table.view.number == number
        assert await table.click(rng.choice(table.view.legal))
    await games.close()


async def test_a_point_off_the_board_is_nothing() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5))
        for point in (Point(5, 0), Point(-1, 2), None):
            assert table.hover(point) is None
        assert not await table.click(Point(5, 0))


async def test_a_refused_move_says_why_in_the_language_of_now() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5))
        await place(table.game, "b2", "c2", "a1", "d1", "b1", "c3")
        assert not await table.click(at(table, "b2"))
        assert table.message is not None
        assert table.message.text("en") == "There is a stone on this point already."
        assert table.message.text("zh") != table.message.text("en")
        assert await table.click(at(table, "e5"))
        assert table.message is None


async def test_between_programs_nobody_plays() -> None:
    games = LocalGames(seed=1, pace_ms=60_000)
    table = table_of(await begin(games, "gomoku", black="random", white="random"))
    assert not await table.click(at(table, "h8"))
    assert table.hover(at(table, "h8")) is None
    assert yes(table) == {TableCommand.PAUSE}
    await games.close()


# --- dead stones and openings ------------------------------------------------------------------------


async def test_agreeing_takes_the_proposal_and_counts() -> None:
    games = LocalGames(seed=1)
    table = await counting(games)
    assert {TableCommand.AGREE, TableCommand.AS_IT_STANDS, TableCommand.RESUME} <= yes(table)
    assert table.agreement("en")[0] == "Proposal: these stones look dead."
    assert table.agreement("zh")[0] == "建议：这些子看来是死子。"
    assert await table.do(TableCommand.AGREE)
    assert table.view.is_over
    assert table.view.dead == frozenset({at(table, "a3")})
    assert table.result("en")[-1].startswith("Black: ")
    await games.close()


async def test_the_board_may_count_as_it_stands() -> None:
    games = LocalGames(seed=1)
    table = await counting(games)
    assert await table.do(TableCommand.AS_IT_STANDS)
    assert table.view.is_over
    assert not table.view.dead
    await games.close()


async def test_a_click_corrects_the_proposal_and_the_last_stone_refuses_it() -> None:
    games = LocalGames(seed=1)
    table = await counting(games)
    point = at(table, "a3")
    assert table.hover(point) == Hover(point, WHITE, is_mark=True)
    assert table.hover(at(table, "a5")) is None
    assert await table.click(point)
    assert table.view.proposal is None
    assert not table.view.dead
    assert await table.click(point)
    assert table.view.dead == {point}
    assert await table.click(point)
    assert not table.view.dead
    assert await table.do(TableCommand.RESUME)
    assert table.view.phase != AGREE
    await games.close()


async def test_an_opening_is_chosen_by_its_words() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "gomoku", rules={"opening": "swap2"}))
        await place(table.game, "h8", "h9", "i9")
        assert table.view.phase == CHOICE
        assert table.hover(at(table, "a1")) is None
        choices = dict(table.choices("en"))
        assert set(choices) == set(table.view.choices)
        assert all(choices.values())
        assert not await table.choose("nonsense")
        assert await table.choose(table.view.choices[0])
        assert table.choices("en") == ()


# --- words -------------------------------------------------------------------------------------------


async def test_whoever_has_one_colour_is_spoken_to() -> None:
    games = LocalGames(seed=1)
    game = await begin(games, "go", 5, white="random")
    table = table_of(game)
    assert table.status("en") == "Your move."
    assert table.status("zh") == "轮到你了。"
    assert [line.name for line in table.players("en")] == ["Ann", "Random moves"]
    assert table.round("en") == "Move 1"
    await games.close()


async def test_two_at_one_screen_are_called_by_colour_and_their_captures_are_told() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5))
        await place(table.game, *CAPTURE)
        assert table.status("en") == "Black captured 1. White to move."
        black, white = table.players("en")
        assert (black.count, white.count) == ("1 captured", "0 captured")
        assert (black.is_due, white.is_due) == (False, True)
        assert [line.text for line in table.moves("en")] == ["B1", "A1", "A2"]
        assert table.title("zh").endswith("5×5")


async def test_a_side_without_a_move_is_told_to_pass() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "othello", 4))
        rng = Random(0)
        while not table.view.is_over and not table.view.can_pass:
            assert await table.click(rng.choice(table.view.legal))
        assert not table.view.is_over, "this way leads to a forced pass"
        assert table.guidance("en") == "You have no move here: pass."
        assert await table.do(TableCommand.PASS)
        assert table.guidance("en") == ""


async def test_a_notice_of_a_program_stands_until_something_happens() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5))
        why = {"en": "it crashed", "zh": "崩溃"}
        notice = ProgramNotice(NoticeKind.SUBSTITUTE, WHITE, "engine:wise", by="level:3", why=why)
        table.heard(Change(table.view, (), (notice,)))
        assert table.message is not None
        assert table.message.text("en") == "wise failed; Level 3 plays this move instead. it crashed"
        hearing = table.changes()
        await place(table.game, "c3")
        table.heard(await anext(hearing))
        assert table.message is None


# --- clocks, pause and pace --------------------------------------------------------------------------


async def test_a_clock_can_be_paused_and_goes_on() -> None:
    async with guests() as people:
        clock = TimeControl(ClockKind.ABSOLUTE, main_ms=60_000)
        table = table_of(await begin(people.games, "go", 5, clock=clock))
        black, white = table.players("en")
        assert (black.is_running, white.is_running) == (True, False)
        assert black.time is not None
        assert await table.do(TableCommand.PAUSE)
        assert yes(table) == {TableCommand.UNPAUSE, TableCommand.RESTART, TableCommand.ESTIMATE}
        assert table.status("en") == "The game is paused."
        assert await table.do(TableCommand.UNPAUSE)
        assert TableCommand.PAUSE in yes(table)


async def test_programs_stand_still_while_they_are_paused_and_their_pace_changes_at_once() -> None:
    games = LocalGames(seed=1, pace_ms=60_000)
    game = await begin(games, "gomoku", black="random", white="random")
    table = table_of(game)
    assert table.pace_ms == 60_000
    await asyncio.sleep(0.05)
    assert not table.view.moves
    table.set_pace(1)
    await seen(game, lambda view: len(view.moves) > 3)
    assert await table.do(TableCommand.PAUSE)
    count = len(table.view.moves)
    assert yes(table) == {TableCommand.UNPAUSE}
    await asyncio.sleep(0.05)
    assert len(table.view.moves) == count
    assert await table.do(TableCommand.UNPAUSE)
    await seen(game, lambda view: view.is_over or len(view.moves) > count)
    await games.close()


# --- hints -------------------------------------------------------------------------------------------


@pytest.fixture
def quick_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest level thinks for a moment only."""
    monkeypatch.setattr("tengen.players.builtin.mcts.DEFAULT_MS", 50)


@pytest.mark.usefixtures("quick_levels")
async def test_the_strongest_level_is_asked_only_against_levels() -> None:
    games = LocalGames(seed=1)
    alone = table_of(await begin(games, "gomoku"))
    assert alone.can()[TableCommand.HINT] is Can.OFF
    assert not await alone.do(TableCommand.HINT)
    assert alone.message is not None
    assert alone.message.text("zh")
    table = table_of(await begin(games, "gomoku", white="level:1"))
    assert table.can()[TableCommand.HINT] is Can.YES
    assert await table.do(TableCommand.HINT)
    hint = table.hint
    assert hint in table.view.legal
    assert hint is not None
    assert table.message is not None
    assert table.message.text("en") == f"The strongest level would play {table.view.spec.name(hint)}."
    assert await table.click(hint)
    assert table.hint is None
    await games.close()


async def test_a_hint_says_what_is_proven() -> None:
    """Ten plies before the end everything is solved at once."""
    games = LocalGames(seed=1)
    game = await begin(games, "othello", 6, white="level:1")
    table = table_of(game)
    while len(game.view.moves) < 22:
        await seen(game, lambda view: view.asked is BLACK)
        await game.act(Place(BLACK, min(game.view.legal)) if game.view.legal else Pass(BLACK))
    await seen(game, lambda view: view.asked is BLACK)
    assert len(game.view.legal) > 1, "another seed"
    assert await table.do(TableCommand.HINT)
    assert table.hint is not None
    assert table.message is not None
    english, chinese = table.message.text("en"), table.message.text("zh")
    point = table.view.spec.name(table.hint)
    told = re.fullmatch(rf"The strongest level would play {point}\. This (wins|loses) by ([0-9]+), exact\.", english)
    assert told is not None, english
    how = "胜" if told[1] == "wins" else "负"
    assert chinese == f"最强的电脑会下在 {point}。此手{how} {told[2]}（精确值）。"
    await games.close()


@pytest.mark.parametrize(
    ("win", "margin", "exact", "words"),
    [
        (0.0, -8.0, 8, "This wins by 8, exact."),
        (1.0, 3.0, -3, "This loses by 3, exact."),
        (0.5, 0.0, 0, "This is a draw, exact."),
        (0.0, None, None, "This wins, proven."),
        (0.0, -8.0, None, "This wins, proven."),
        (1.0, None, None, "This loses, proven."),
        (0.5, None, None, "This is a draw, proven."),
    ],
)
def test_a_proof_is_said_for_whoever_is_to_move(
    win: float, margin: float | None, exact: int | None, words: str
) -> None:
    found = Candidate((None,), win, margin, is_certain=True)
    said = proven_worth(Choice(Pass(WHITE), Analysis(win, margin, (found,), exact=exact)))
    assert said is not None
    assert said.text("en") == words
    assert said.text("zh") != words
    open_ = replace(found, is_certain=False)
    assert proven_worth(Choice(Pass(WHITE), Analysis(win, margin, (open_,)))) is None
    assert proven_worth(Choice(Place(WHITE, Point(0, 0)), Analysis(win, margin, (found,), exact=exact))) is None


FIVE_MOVES = "H8 A1 I8 A2 J8 A3 K8 A4 L8"


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        (FIVE_MOVES, f"This wins in 5: {FIVE_MOVES}.", f"此手 5 步内必胜：{FIVE_MOVES}。"),
        ("H8 A1 I8", "This wins, proven.", "此手必胜（已证明）。"),
    ],
)
async def test_a_hint_tells_the_line_of_a_proven_win(
    line: str, english: str, chinese: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = LocalGames(seed=1)
    table = table_of(await begin(games, "gomoku", white="level:1"))
    points = tuple(at(table, name) for name in line.split())
    monkeypatch.setattr("tengen.clients.sitting.hints.make_player", lambda *_, **__: SurePlayer(points))
    assert await table.do(TableCommand.HINT)
    assert table.message is not None
    assert table.message.text("en") == f"The strongest level would play H8. {english}"
    assert table.message.text("zh") == f"最强的电脑会下在 H8。{chinese}"
    assert table.hint == points[0]
    assert table.winning_line == (points if line == FIVE_MOVES else ())
    assert table_shown(table).labels == dict(zip(table.winning_line, "123456789", strict=False))
    assert await table.click(points[0])
    assert table.winning_line == ()
    await games.close()


async def test_a_win_is_counted_in_the_moves_of_the_winner() -> None:
    games = LocalGames(seed=1)
    view = table_of(await begin(games, "gomoku")).view
    here, there = Point(7, 7), Point(8, 8)
    assert win_words(view, ProvenWin(BLACK, (here,), True)).text("en") == "This wins at once."
    assert win_words(view, ProvenWin(BLACK, (here,), True)).text("zh") == "此手立即获胜。"
    assert win_words(view, ProvenWin(WHITE, (here, there), False)).text("en") == "The opponent wins in 1: H8 I7."
    assert win_words(view, ProvenWin(WHITE, (here, there), False)).text("zh") == "对方 1 步内必胜：H8 I7。"
    await games.close()


async def test_a_hint_is_no_longer_thought_about_when_the_position_is_gone() -> None:
    games = LocalGames(seed=1)
    game = await begin(games, "go", white="level:10")
    table = table_of(game)
    asking = asyncio.create_task(table.do(TableCommand.HINT))
    await asyncio.sleep(0.05)
    assert table.is_finding_hint
    assert not await table.find_hint()  # one at a time
    changes = table.changes()
    await game.act(Place(BLACK, Point(7, 7)))
    table.heard(await anext(changes))
    async with asyncio.timeout(2):
        assert not await asking
    assert table.hint is None
    assert not await table.do(TableCommand.HINT), "it is the level's turn, and it was not thought of any more"
    await games.close()


async def test_a_hint_for_a_position_that_was_taken_back_is_not_shown() -> None:
    """It is the person's turn again, but in another position."""
    games = LocalGames(seed=1)
    game = await begin(games, "go", white="level:1")
    await place(game, "h8")
    await seen(game, lambda view: len(view.moves) == 2)
    table = table_of(game)
    asking = asyncio.create_task(table.do(TableCommand.HINT))
    await asyncio.sleep(0.05)
    changes = table.changes()
    assert await table.do(TableCommand.UNDO)
    table.heard(await anext(changes))
    async with asyncio.timeout(2):
        assert not await asking
    assert table.hint is None
    assert table.can()[TableCommand.HINT] is Can.YES
    await games.close()


async def test_a_table_is_closed_within_a_second_while_it_thinks() -> None:
    games = LocalGames(seed=1)
    table = table_of(await begin(games, "go", white="level:1"))
    asking = asyncio.create_task(table.do(TableCommand.HINT))
    await asyncio.sleep(0.05)
    before = time.monotonic()
    await table.close()
    await games.close()
    assert not await asking
    assert time.monotonic() - before < 1


async def test_a_window_is_closed_within_a_second_while_a_level_thinks() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "gomoku", white="level:10"))
        await place(table.game, "h8")
        await asyncio.sleep(0.1)
        assert table.players("en")[1].is_thinking
        before = time.monotonic()
    assert time.monotonic() - before < 1


async def test_offers_of_another_person_are_told_and_answered() -> None:
    """Here both seats are at one screen, and nobody has to be asked; what a server tells is shown all the same."""
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5))
        assert table.offers("en") == ()
        assert not await table.do(TableCommand.ACCEPT)
        assert not await table.do(TableCommand.DECLINE)
        assert table.message is not None
        assert table.message.text("en") == "There is no such offer to answer."
        assert await table.do(TableCommand.DRAW)
        assert table.view.is_over
        assert RequestKind.REMATCH in table.view.can_ask
        assert not await table.click(at(table, "a1"))
        assert not await table.do(TableCommand.PASS)


async def test_an_estimate_tells_who_leads_and_who_holds_how_much() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "go", 5, rules={"komi": 0.5}))
        await place(table.game, *WALLS)
        assert table.estimate("en") == ()
        assert await table.do(TableCommand.ESTIMATE)
        lead, points = table.estimate("en")
        assert re.fullmatch(r"Black leads by about \d(\.5)?\.", lead)
        assert points == "Points held: Black 15, White 10; open: 0."
        assert table.estimate("zh")[1] == "所占点数：黑 15，白 10；未定 0。"
        await place(table.game, "a1")
        assert table.estimate("en") == ()


async def test_where_no_points_are_surrounded_an_estimate_is_not_offered() -> None:
    async with guests() as people:
        table = table_of(await begin(people.games, "othello"))
        assert table.can()[TableCommand.ESTIMATE] is Can.HIDDEN
        assert not await table.do(TableCommand.ESTIMATE)


def test_letters_are_those_of_the_page() -> None:
    keys = Path(__file__).parents[3] / "web" / "src" / "pages" / "game" / "useGameKeys.ts"
    page = dict(re.findall(r'^  (\w): "(\w+)",$', keys.read_text(encoding="utf-8"), re.MULTILINE))
    assert {letter: str(command) for letter, command in LETTERS.items()}.items() <= page.items()
