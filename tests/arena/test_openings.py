"""Openings: random ones and those of files."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tengen.arena.games import game_text
from tengen.arena.openings import Openings, find_openings, random_openings, usual_openings
from tengen.core import BLACK, PLAY, WHITE, GameError, Record, Ruleset, Timeline, create_rules
from tengen.formats import write
from tengen.players import StopToken, native
from tests.contract.cases import playout

GO = create_rules("go", 9)
GOMOKU = create_rules("gomoku", 9)
OTHELLO = create_rules("othello")

TWO_GAMES = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gg];W[gc])(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[cg];W[gg]RE[W+R])"


def first(openings: Openings, count: int) -> list[Timeline]:
    return [openings[number] for number in range(count)]


def turned(timeline: Timeline) -> set[bytes]:
    """A board's eight forms, made the slow way."""
    board = timeline.state.position.board
    size = board.columns
    forms = set()
    for flip in (False, True):
        for turn in range(4):
            cells = bytearray(size * size)
            for point in board.points():
                x, y = (size - 1 - point.x if flip else point.x), point.y
                for _ in range(turn):
                    x, y = size - 1 - y, x
                cells[y * size + x] = board.cells[board.index(point)]
            forms.add(bytes(cells))
    return forms


# --- random ones -----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_openings() -> None:
    one, same, other = (first(find_openings("random:6", GO, seed), 5) for seed in (1, 1, 2))
    assert [opening.actions for opening in one] == [opening.actions for opening in same]
    assert [opening.actions for opening in one] != [opening.actions for opening in other]


def test_they_have_as_many_plies_as_asked_for() -> None:
    assert {len(opening.actions) for opening in first(find_openings("random:5", GOMOKU, 3), 20)} == {5}


def test_none_comes_twice_not_even_turned_or_mirrored() -> None:
    """After one disc of Othello all boards are the same; after two there are three: parallel, diagonal, beside."""
    assert len(list(random_openings(OTHELLO, 1, 1))) == 1
    assert len(list(random_openings(OTHELLO, 2, 1))) == 3
    found = list(islice(random_openings(GO, 2, 1), 60))
    shapes = [min(turned(opening)) for opening in found]
    assert len(set(shapes)) == len(found) == 60


def test_when_they_run_out_they_begin_again() -> None:
    openings = find_openings("random:2", OTHELLO, 1)
    assert [openings[number].actions for number in range(3, 6)] == [openings[number].actions for number in range(3)]
    assert openings[10_000].actions == openings[10_000 % 3].actions


def test_any_opening_can_be_asked_for_first() -> None:
    """So that an arena goes on in the middle with the openings it would have had."""
    assert find_openings("random:4", GO, 9)[7].actions == first(find_openings("random:4", GO, 9), 8)[7].actions


def test_no_opening_ends_the_game_or_wins_it_at_once() -> None:
    tiny = create_rules("gomoku", 8)
    for opening in islice(random_openings(tiny, 24, 1), 10):
        assert not opening.state.is_over
        after = [tiny.apply(opening.state, action) for action in tiny.legal_actions(opening.state)]
        assert not any(state.outcome and state.outcome.winner for state in after)


def test_no_plies_is_the_beginning() -> None:
    openings = find_openings("random:0", GO, 1)
    assert openings[0].actions == openings[5].actions == ()


def test_a_board_that_is_full_before_leaves_no_opening() -> None:
    with pytest.raises(GameError, match="no opening of 60 random plies"):
        find_openings("random:60", create_rules("othello", 4), 1)


def test_where_the_rules_have_an_opening_of_their_own_nothing_is_played_before_it() -> None:
    assert usual_openings(GOMOKU) == "random:4"
    swap2 = create_rules("gomoku", 15, {"opening": "swap2"})
    assert swap2.initial().phase != PLAY
    assert usual_openings(swap2) == "random:0"


# --- those of a file -------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "book.sgf"
    path.write_text(TWO_GAMES)
    return path


def test_every_game_of_a_file_is_an_opening(file: Path) -> None:
    openings = find_openings(str(file), GO, 1)
    assert [len(opening.actions) for opening in first(openings, 3)] == [4, 4, 4]
    assert openings[0].actions == openings[2].actions != openings[1].actions


def test_the_rules_are_the_arenas_not_the_files(file: Path) -> None:
    assert find_openings(str(file), GO, 1)[0].ruleset == GO


def test_only_the_first_moves_and_each_opening_once(file: Path) -> None:
    """Both games begin with the same two moves."""
    openings = find_openings(f"{file}:2", GO, 1)
    assert len(openings.fixed) == 1
    assert len(openings[0].actions) == 2


def test_a_set_up_is_an_opening_too(tmp_path: Path) -> None:
    path = tmp_path / "setup.sgf"
    path.write_text("(;GM[1]SZ[9]AB[cc][gg]AW[ee]PL[W];W[gc])")
    opening = find_openings(str(path), GO, 1)[0]
    assert opening.setup is not None
    assert len(opening.actions) == 1
    assert opening.state.position.board.cells.count(1) == 2


FREE_HANDICAP = "(;FF[4]GM[1]SZ[9]AB[cc][gg]HA[2];W[gc];B[cg];W[ee])"
USUAL_HANDICAP = "(;FF[4]GM[1]SZ[9]AB[gc][cg]HA[2];W[cc];B[gg];W[ee])"


@pytest.mark.parametrize(
    "content", [FREE_HANDICAP, USUAL_HANDICAP, FREE_HANDICAP.replace("AB[cc][gg]HA[2]", "AB[cc][gg]")]
)
def test_handicap_stones_are_where_it_begins_and_no_moves(tmp_path: Path, content: str) -> None:
    path = tmp_path / "handicap.sgf"
    path.write_text(content)
    for plies, stones in ((0, 2), (1, 3), (2, 4), (99, 5)):
        opening = find_openings(f"{path}:{plies}", GO, 1)[0]
        assert opening.setup is not None
        assert opening.setup.board.count(BLACK) == 2
        assert opening.setup.to_move is WHITE
        assert len(opening.actions) == min(plies, 3)
        assert (
            len(opening.state.position.board.stones(BLACK)) + len(opening.state.position.board.stones(WHITE)) == stones
        )
    assert len(find_openings(str(path), GO, 1)[0].actions) == 3


@pytest.mark.parametrize("placement", ["free", "fixed"])
@pytest.mark.parametrize("content", [FREE_HANDICAP, USUAL_HANDICAP])
def test_an_arena_with_the_same_handicap_begins_from_its_stones(tmp_path: Path, content: str, placement: str) -> None:
    path = tmp_path / "handicap.sgf"
    path.write_text(content)
    ours = create_rules("go", 9, {"handicap": 2, "handicap_placement": placement})
    opening = find_openings(f"{path}:1", ours, 1)[0]
    assert opening.state.position.board.count(BLACK) == 2
    assert opening.state.position.board.count(WHITE) == 1
    assert opening.ruleset == ours


def test_a_handicap_that_the_arena_does_not_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "handicap.sgf"
    for content, stones in ((FREE_HANDICAP, 2), ("(;GM[1]SZ[9];B[ee];W[cc])", 0)):
        path.write_text(content)
        with pytest.raises(GameError) as refused:
            find_openings(str(path), create_rules("go", 9, {"handicap": 3}), 1)
        assert f"Handicap stones of the game: {stones}; of the arena's rules: 3" in refused.value.text()


def test_stones_put_on_the_board_after_the_moves_asked_for_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "setup.sgf"
    path.write_text("(;GM[1]SZ[9];B[cc];W[gg];AB[ee][ec];W[ce])")
    opening = find_openings(f"{path}:2", GO, 1)[0]
    assert (opening.setup, len(opening.actions)) == (None, 2)
    later = find_openings(f"{path}:1", GO, 1)[0]
    assert (later.setup, len(later.actions)) == (None, 1)


def played(ruleset: Ruleset, count: int) -> Record:
    return Record(ruleset).with_line(playout(ruleset, 1).actions[:count])


def test_saves_on_lines_are_openings_with_their_choices(tmp_path: Path) -> None:
    """An arena's own games, as it keeps those that SGF cannot hold."""
    swap2 = create_rules("gomoku", 15, {"opening": "swap2"})
    path = tmp_path / "games.jsonl"
    path.write_text(game_text(played(swap2, 4), ".jsonl") + game_text(played(swap2, 6), ".jsonl"))
    openings = find_openings(str(path), swap2, 1)
    assert [opening.actions for opening in openings.fixed] == [playout(swap2, 1).actions[:count] for count in (4, 6)]
    assert path.read_bytes() == write("x.jsonl", [played(swap2, 4), played(swap2, 6)]).data


@pytest.mark.parametrize(("theirs", "ours"), [("swap2", "free"), ("free", "swap2"), ("swap", "free")])
def test_an_opening_by_other_rules_is_refused_with_both(tmp_path: Path, theirs: str, ours: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(write(path.name, [played(create_rules("gomoku", 15, {"opening": theirs}), 6)]).data)
    with pytest.raises(GameError) as refused:
        find_openings(str(path), create_rules("gomoku", 15, {"opening": ours}), 1)
    assert f"opened by other rules ({theirs}) than the arena's ({ours})" in refused.value.text()


def test_openings_of_any_format(tmp_path: Path) -> None:
    path = tmp_path / "book.ggf"
    path.write_text(
        "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        "B[D3]W[C3];)"
    )
    assert len(find_openings(str(path), OTHELLO, 1)[0].actions) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("(;GM[1]SZ[13];B[ee])", "game 1: This is a game of go 13x13"),
        ("(;GM[1]SZ[9];B[ee])(;GM[4]SZ[9];B[ee])", "game 2: This is a game of gomoku"),
        ("(;GM[1]SZ[9];B[ee];W[];B[])", "game 1: The game is over after these moves; FILE:K"),
        ("nonsense", "book.sgf: "),
    ],
)
def test_what_cannot_be_an_opening_is_refused_by_its_number(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "book.sgf"
    path.write_text(content)
    with pytest.raises(GameError) as refused:
        find_openings(str(path), GO, 1)
    assert said in refused.value.text()
    assert "book.sgf" in refused.value.text("zh")


@pytest.mark.parametrize(
    ("written", "said"),
    [("random:", "not a source"), ("random:x", "not a source"), ("random:999", "at most"), ("no/such.sgf", "No such")],
)
def test_a_source_that_is_none_is_refused(written: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        find_openings(written, GO, 1)


def test_a_changed_file_is_another_source(file: Path) -> None:
    before = find_openings(str(file), GO, 1).digest()
    file.write_text(TWO_GAMES.replace("[cg]", "[gc]"))
    assert find_openings(str(file), GO, 1).digest() != before


def test_balanced_openings_are_random_ones_that_are_open_to_either_side() -> None:
    ruleset = create_rules("gomoku")
    some = find_openings("balanced:5", ruleset, 1)
    search = native.searcher(ruleset, 0)
    assert search is not None
    for number in range(3):
        opening = some[number]
        assert len(opening.actions) == 5
        search.sync(None, opening.actions)
        win = search.think(native.Limits(nodes=20_000), StopToken()).win
        assert win is not None
        assert 0.4 <= win <= 0.6
    assert [find_openings("balanced:5", ruleset, 1)[number].actions for number in range(3)] == [
        some[number].actions for number in range(3)
    ]
    assert find_openings("balanced:5", ruleset, 2)[0].actions != some[0].actions


@pytest.mark.parametrize(
    ("ruleset", "written", "why"),
    [
        (create_rules("peace"), "balanced:4", "no search of its own"),
        (GOMOKU, "balanced:201", "at most 200"),
        (GOMOKU, "balanced:x", "balanced:K"),
    ],
)
def test_balanced_openings_that_cannot_be_had_are_refused(ruleset: Ruleset, written: str, why: str) -> None:
    with pytest.raises(GameError) as refused:
        find_openings(written, ruleset, 1)
    assert why in refused.value.text("en")
