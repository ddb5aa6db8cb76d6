"""Reading SGF: each rule of the format, and each habit of other programs, by an example."""

from __future__ import annotations

import pytest

from tengen.core import (
    AGREE,
    BLACK,
    WHITE,
    Action,
    ClockKind,
    Color,
    GameError,
    Mark,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resume,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.format import Notice
from tests.formats.sgf_texts import noted, option, read, reading
from tests.pictures import board


def black(x: int, y: int) -> Place:
    return Place(BLACK, Point(x, y))


def white(x: int, y: int) -> Place:
    return Place(WHITE, Point(x, y))


# --- which game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "kind", "size"),
    [("", "go", 19), ("GM[1]", "go", 19), ("GM[2]", "othello", 8), ("GM[4]", "gomoku", 15)],
)
def test_gm_names_the_game_and_each_has_its_usual_size(number: str, kind: str, size: int) -> None:
    record = read(f"(;{number})")
    assert (record.ruleset.KIND, record.ruleset.size) == (kind, size)


def test_a_square_board_may_be_told_by_both_sides() -> None:
    assert read("(;SZ[13:13])").ruleset.size == 13


def test_letters_count_columns_from_the_left_and_rows_from_the_top() -> None:
    record = read("(;SZ[9];B[ca];W[ai])")
    assert record.main_actions() == [black(2, 0), white(0, 8)]


def test_an_empty_value_and_tt_are_passes() -> None:
    assert read("(;SZ[19];B[];W[aa];B[tt])").main_actions() == [Pass(BLACK), white(0, 0), Pass(BLACK)]


def test_tt_is_a_point_on_a_board_of_twenty() -> None:
    assert read("(;GM[4]SZ[20];B[tt])").main_actions() == [black(19, 19)]


def test_a_word_for_a_pass_is_a_point_where_the_board_has_it() -> None:
    assert read("(;GM[4]SZ[20];B[pa])").main_actions() == [black(15, 0)]
    corner = "AB[oa]AW[na]PL[W];W[{}]"
    assert read(f"(;GM[2]SZ[16]{corner.format('pa')})").main_actions() == [white(15, 0)]
    _, notices = noted("(;GM[2]SZ[8]AB[aa]AW[ba][ab]PL[B];B[ca];W[PA];B[ac])")
    assert notices == []


def test_othello_has_two_dialects() -> None:
    names = read("(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[d3];W[C3];B[c4])")
    letters = read("(;GM[2];B[dc];W[cc];B[cd])")
    assert names == letters
    assert names.main_actions() == [black(3, 2), white(2, 2), black(2, 3)]


def test_gomoku_points_may_be_named_as_players_do() -> None:
    assert read("(;GM[4];B[h8];W[A1])").main_actions() == [black(7, 7), white(0, 14)]


def test_spaces_around_a_point_do_no_harm() -> None:
    assert read("(;SZ[9];B[ aa ]TR[ bb ])").nodes[1].marks == (Mark("triangle", (Point(1, 1),)),)


# --- the tree --------------------------------------------------------------------------------


def test_the_first_of_several_variations_is_the_main_line() -> None:
    record = read("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))")
    assert [node.parent for node in record.nodes] == [-1, 0, 1, 2, 1, 4, 4]
    assert record.main_actions() == [black(0, 0), white(1, 1), black(2, 2)]


def test_a_node_without_a_move_is_a_node() -> None:
    record = read("(;SZ[9]C[root];C[between];B[aa])")
    assert record.nodes == (Node(comment="root"), Node(0, comment="between"), Node(1, black(0, 0)))


def test_several_games_in_a_file_are_several_records() -> None:
    found = reading("mail (;GM[1]SZ[9]) text (;GM[2]) (;GM[4];B[hh])")
    assert [record.ruleset.KIND for record in found.records] == ["go", "othello", "gomoku"]


def test_marks_of_every_kind() -> None:
    record = read(
        "(;SZ[9]TR[aa]SQ[ab]CR[ac]MA[ad]SL[ae]DD[af][ag]VW[]TB[ah:bi]TW[ci]"
        "LB[ba:one\\: 1][bb:]LN[aa:bb]AR[cc:aa][aa:cc])"
    )
    at = Point
    assert record.nodes[0].marks == (
        Mark("triangle", (at(0, 0),)),
        Mark("square", (at(0, 1),)),
        Mark("circle", (at(0, 2),)),
        Mark("cross", (at(0, 3),)),
        Mark("selected", (at(0, 4),)),
        Mark("dim", (at(0, 5), at(0, 6))),
        Mark("view", ()),
        Mark("territory_black", (at(0, 7), at(1, 7), at(0, 8), at(1, 8))),
        Mark("territory_white", (at(2, 8),)),
        Mark("label", (at(1, 0),), "one: 1"),
        Mark("label", (at(1, 1),), ""),
        Mark("line", (at(0, 0), at(1, 1))),
        Mark("arrow", (at(2, 2), at(0, 0))),
        Mark("arrow", (at(0, 0), at(2, 2))),
    )


def test_a_compressed_list_may_name_any_two_corners_and_no_point_twice() -> None:
    (mark,) = read("(;SZ[9]TR[bb:aa][ab][cc])").nodes[0].marks
    assert mark.points == (Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1), Point(2, 2))


def test_the_letters_and_marks_of_old_files() -> None:
    assert read("(;FF[1]SZ[9]L[aa][bb]M[cc])").nodes[0].marks == (
        Mark("label", (Point(0, 0),), "a"),
        Mark("label", (Point(1, 1),), "b"),
        Mark("cross", (Point(2, 2),)),
    )
    assert read("(;FF[4]SZ[9]L[aa])").nodes[0].properties == (("L", ("aa",)),)


def test_properties_that_are_not_ours_stay_on_their_nodes_as_they_are() -> None:
    record = read("(;SZ[9]ST[2]XYZ[a\\]b][c];B[aa]BM[1]N[n]BL[12.5]OB[3]KO[])")
    assert record.nodes[0].properties == (("ST", ("2",)), ("XYZ", ("a\\]b", "c")))
    assert record.nodes[1].properties == (
        ("BM", ("1",)),
        ("N", ("n",)),
        ("BL", ("12.5",)),
        ("OB", ("3",)),
        ("KO", ("",)),
    )


def test_a_mark_that_is_not_on_the_board_is_kept_as_a_property() -> None:
    record, notices = noted("(;SZ[9]TR[aa][zz]LB[aa]LN[aa:aa:aa];B[aa]AR[])")
    assert record.nodes[0].properties == (("TR", ("aa", "zz")), ("LB", ("aa",)), ("LN", ("aa:aa:aa",)))
    assert record.nodes[1].properties == (("AR", ("",)),)
    assert notices == ["sgf.read.unused"] * 4


# --- set-up ----------------------------------------------------------------------------------


def test_a_set_up_in_the_root_is_where_the_game_begins() -> None:
    record = read("(;SZ[5]AB[aa:ba]AW[ee]PL[W];W[cc])")
    assert record.setup == Setup(board("##...\n.....\n.....\n.....\n....o"), WHITE)
    assert record.main_actions() == [white(2, 2)]


def test_without_pl_the_first_move_says_whose_turn_it_is() -> None:
    assert read("(;SZ[5]AB[aa]AW[ee];W[cc])").setup == Setup(board("#....\n.....\n.....\n.....\n....o"), WHITE)
    assert read("(;SZ[5];W[cc])").setup == Setup(board(".....\n" * 5), WHITE)
    assert read("(;SZ[5]AB[aa])").setup == Setup(board("#....\n" + ".....\n" * 4), BLACK)


def test_the_usual_beginning_is_no_set_up() -> None:
    assert read("(;GM[2]AB[ed][de]AW[dd][ee]PL[B];B[dc])").setup is None
    assert read("(;SZ[9]PL[B];B[aa])").setup is None


def test_a_set_up_in_the_middle_changes_the_board_it_finds() -> None:
    record = read("(;SZ[5];B[aa];W[bb];AB[cc]AE[aa]AW[ee]PL[W];W[dd])")
    expected = Setup(board(".....\n.o...\n..#..\n.....\n....o"), WHITE)
    assert record.nodes[3] == Node(2, setup=expected)
    assert record.replay().game.state.position.board == board(".....\n.o...\n..#..\n...o.\n....o")


def test_a_set_up_keeps_the_prisoners_and_the_turn_unless_a_move_tells_otherwise() -> None:
    text = "(;SZ[5];B[aa];W[ba];B[ee];W[ab];{};{}[cc])"
    assert read(text.format("AB[dd]", "B")).nodes[5].setup == Setup(
        board(".o...\no....\n.....\n...#.\n....#"), BLACK, Prisoners(0, 1)
    )
    turned = read(text.format("AB[dd]", "W")).nodes[5].setup
    assert turned is not None
    assert turned.to_move is WHITE


def test_a_node_with_set_up_and_move_is_divided() -> None:
    record, notices = noted("(;SZ[5];AB[aa]W[bb]C[both])")
    assert [(node.setup is not None, node.action, node.comment) for node in record.nodes[1:]] == [
        (True, None, ""),
        (False, white(1, 1), "both"),
    ]
    assert notices == ["sgf.read.divided"]


def test_two_moves_in_a_node_are_two_nodes() -> None:
    record, notices = noted("(;SZ[5];B[aa]W[bb]C[both];B[cc])")
    assert record.main_actions() == [black(0, 0), white(1, 1), black(2, 2)]
    assert notices == ["sgf.read.divided"]


def test_a_move_in_the_root_follows_it() -> None:
    record = read("(;SZ[5]KM[6.50]PB[a]C[first]B[aa];W[bb])")
    assert record.nodes == (
        Node(properties=(("KM", ("6.50",)),)),
        Node(0, black(0, 0), comment="first"),
        Node(1, white(1, 1)),
    )


def test_a_move_out_of_turn_changes_the_turn() -> None:
    record, notices = noted("(;SZ[5];B[aa];B[bb];W[cc])")
    assert record.nodes[2] == Node(1, black(1, 1), setup=Setup(board("#....\n" + ".....\n" * 4), BLACK))
    assert record.main_actions() == [black(0, 0), black(1, 1), white(2, 2)]
    assert notices == ["sgf.read.turn"]


# --- how the rules are helped ----------------------------------------------------------------


def test_play_after_two_passes_went_on() -> None:
    record = read("(;SZ[5]RU[Japanese];B[aa];W[];B[];W[bb];B[];W[];B[])")
    passes: list[Action] = [Pass(BLACK), Pass(WHITE)]
    assert record.main_actions() == [
        black(0, 0),
        *passes[::-1],
        Resume(BLACK),
        white(1, 1),
        *passes,
        Resume(WHITE),
        Pass(BLACK),
    ]


def test_a_game_of_go_stops_where_dead_stones_are_to_be_agreed_on() -> None:
    assert read("(;SZ[5];B[aa];W[];B[])").replay().game.state.phase == AGREE


def test_a_pass_that_othello_forces_may_be_left_out() -> None:
    text = "(;GM[2]SZ[4]AB[aa]AW[ba][ab]PL[B];B[ca]{};B[ac])"
    told = read(text.format(";W[]"))
    untold, notices = noted(text.format(""))
    assert untold == told
    assert notices == ["sgf.read.forced_pass"]


def test_a_pass_after_the_end_is_left_out() -> None:
    text = "(;GM[2]SZ[4]AB[aa]AW[ba]PL[B];B[ca];W[];B[])"
    record, notices = noted(text)
    assert record.main_actions() == [black(2, 0)]
    assert record.replay().game.state.is_over
    assert notices == ["sgf.read.late_pass"]
    assert reading(text).notices[0].text().endswith("left out. (2 times)")


# --- rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "preset"),
    [
        ("Japanese", "japanese"),
        ("japanese rules", "japanese"),
        ("日本规则", "japanese"),
        ("Chinese", "chinese"),
        ("CHINESE", "chinese"),
        ("中国规则", "chinese"),
        ("chinese-kgs", "chinese-kgs"),
        ("Chinese-OGS", "chinese-kgs"),
        ("AGA", "aga"),
        ("bga", "aga"),
        ("French", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("new-zealand", "new-zealand"),
        ("Stone_Scoring", "stone-scoring"),
        ("aga button", "aga-button"),
        ("classroom", "classroom"),
        ("Tromp-Taylor", "tromp-taylor"),
    ],
)
def test_go_rules_are_known_by_their_usual_names(text: str, preset: str) -> None:
    assert read(f"(;RU[{text}])").ruleset.preset == preset


@pytest.mark.parametrize(("text", "preset"), [("GOE", "ing"), ("Ing", "ing"), ("Korean", "korean"), ("한국", "korean")])
def test_rules_that_are_the_same_under_two_names(text: str, preset: str) -> None:
    options = {"preset": preset, "komi": 0.0, "dead_stones": "agree"}
    assert read(f"(;RU[{text}])").ruleset == create_rules("go", 19, options)


def test_rules_without_a_name_as_engines_write_them() -> None:
    record = read("(;RU[koSITUATIONALscoreTERRITORYtaxALLsui1whbN-1])")
    assert {name: option(record, name) for name in ("ko", "scoring", "tax", "suicide", "handicap_bonus", "button")} == {
        "ko": "situational",
        "scoring": "territory",
        "tax": "all",
        "suicide": True,
        "handicap_bonus": "N-1",
        "button": False,
    }


def test_unknown_rules_are_kept_and_noted() -> None:
    record, notices = noted("(;RU[House rules])")
    assert record.ruleset.preset == "chinese-kgs"
    assert record.nodes[0].properties == (("RU", ("House rules",)),)
    assert notices == ["sgf.read.unused"]


@pytest.mark.parametrize(
    ("text", "line", "opening"),
    [
        ("Renju", "renju", "free"),
        ("RIF rules", "renju", "free"),
        ("Renju; swap2", "renju", "free"),
        ("Standard; pro", "standard", "pro"),
        ("caro", "caro", "free"),
        ("Freestyle, swap", "freestyle", "free"),
        ("", "freestyle", "free"),
    ],
)
def test_gomoku_rules(text: str, line: str, opening: str) -> None:
    record, notices = noted(f"(;GM[4]RU[{text}])")
    assert notices == (["sgf.read.opening"] if "swap" in text else [])
    assert (option(record, "line"), option(record, "opening")) == (line, opening)


def test_an_opening_whose_choices_no_file_tells_is_never_the_rule() -> None:
    assert option(read("(;GM[4]TENGEN[rule.opening:swap2][rule.line:renju])"), "opening") == "free"
    assert option(read("(;GM[4]TENGEN[rule.opening:pro][rule.line:no such])"), "line") == "freestyle"


def test_a_file_without_rules_is_read_by_those_that_its_moves_fit() -> None:
    moves = (
        ";B[dd];W[bc];B[be];W[ec];B[cd];W[ea];B[ac];W[ce];B[ee];W[bb];B[aa];W[ae];B[db];W[bd];B[ad];W[eb]"
        ";B[dc];W[cc];B[da];W[cb];B[ca];W[ab];B[ba];W[de];B[be];W[ce]"  # the last repeats an earlier board
    )
    record, notices = noted(f"(;SZ[5]{moves})")
    assert (option(record, "ko"), len(record.main_actions())) == ("simple", 26)
    assert notices == ["sgf.read.rules"]
    with pytest.raises(GameError):
        reading(f"(;SZ[5]RU[Chinese-KGS]{moves})")
    overline = "(;GM[4]AB[aa][ba][ca][ea][fa]PL[B];B[da];W[ao])"
    record, notices = noted(overline)
    assert option(record, "line") == "standard"
    assert notices == ["sgf.read.opening_stones", "sgf.read.rules"]


def test_komi() -> None:
    assert option(read("(;KM[6.5])"), "komi") == 6.5
    assert option(read("(;KM[-3])"), "komi") == -3
    assert option(read("(;KM[5,5])"), "komi") == 5.5
    assert option(read("(;)"), "komi") == 0


@pytest.mark.parametrize(("text", "komi"), [("375", 7.5), ("650", 6.5), ("3.75", 7.5), ("2.75", 5.5)])
def test_komi_in_hundredths_or_in_chinese_stones_is_taken_as_points(text: str, komi: float) -> None:
    record, notices = noted(f"(;KM[{text}])")
    assert option(record, "komi") == komi
    assert notices == ["sgf.read.komi"]


@pytest.mark.parametrize("text", ["much", "1/3", "6.3", "9" * 5000])
def test_a_komi_that_is_none_is_kept_and_noted(text: str) -> None:
    record, notices = noted(f"(;KM[{text}])")
    assert option(record, "komi") == 0
    assert record.nodes[0].properties == (("KM", (text,)),)
    assert notices == ["sgf.read.unused"]


# --- handicap --------------------------------------------------------------------------------


def test_stones_on_the_usual_points_are_a_fixed_handicap() -> None:
    record = read("(;HA[4]AB[dd][pp][dp][pd];W[cc])")
    assert (option(record, "handicap"), option(record, "handicap_placement")) == (4, "fixed")
    assert record.setup is None
    assert record.main_actions() == [white(2, 2)]


def test_stones_elsewhere_are_a_free_handicap_that_black_places() -> None:
    record = read("(;SZ[9]HA[2]AB[aa][bb]C[root];W[cc])")
    assert (option(record, "handicap"), option(record, "handicap_placement")) == (2, "free")
    assert record.main_actions() == [black(0, 0), black(1, 1), white(2, 2)]
    assert record.nodes[0].comment == "root"


def test_a_handicap_may_be_moves_of_black() -> None:
    record = read("(;SZ[9]HA[3];B[aa];B[bb];B[cc];W[dd])")
    assert option(record, "handicap_placement") == "free"
    assert record.main_actions() == [black(0, 0), black(1, 1), black(2, 2), white(3, 3)]


def test_a_handicap_without_stones_stands_on_the_usual_points() -> None:
    record, notices = noted("(;HA[2];W[aa])")
    assert record.replay().game.state.position.board.count(BLACK) == 2
    assert notices == ["sgf.read.handicap"]


def test_a_handicap_that_its_moves_deny_is_none() -> None:
    record, notices = noted("(;HA[2];B[aa];W[bb])")
    assert option(record, "handicap") == 0
    assert notices == ["sgf.read.unused"]


def test_other_stones_beside_a_handicap_are_a_set_up() -> None:
    record = read("(;HA[2]AB[dd][pp]AW[qq];W[cc])")
    assert record.setup is not None
    assert (option(record, "handicap"), record.setup.to_move) == (2, WHITE)


@pytest.mark.parametrize("text", ["12", "-2", "two", "9" * 5000])
def test_a_handicap_that_is_none_is_kept_and_noted(text: str) -> None:
    record, notices = noted(f"(;HA[{text}])")
    assert option(record, "handicap") == 0
    assert record.nodes[0].properties == (("HA", (text,)),)
    assert notices == ["sgf.read.unused"]


# --- people, results, clocks -----------------------------------------------------------------


def test_people_and_the_occasion() -> None:
    record = read(
        "(;PB[A\\] b]BR[3d]BT[East]PW[C\nd]WR[9k]WT[West]DT[1846-07-21]EV[Cup]RO[2 (semi)]PC[Here]GN[Name]"
        "GC[line\nline]ON[low]US[u]SO[s]AN[a]CP[c]AP[Prog:1])"
    )
    assert record.black == Participant("A] b", "3d", "human", "East")
    assert record.white == Participant("C d", "9k", "human", "West")
    assert record.created == "1846-07-21"
    assert record.info == (
        ("event", "Cup"),
        ("round", "2 (semi)"),
        ("place", "Here"),
        ("game_name", "Name"),
        ("game_comment", "line\nline"),
        ("opening", "low"),
        ("user", "u"),
        ("source", "s"),
        ("annotator", "a"),
        ("copyright", "c"),
        ("application", "Prog:1"),
    )


@pytest.mark.parametrize(
    ("text", "created"),
    [
        ("1846-07-21", "1846-07-21"),
        ("1846-07", "1846-07"),
        ("1846", "1846"),
        ("1846-07-21,22,08-01", "1846-07-21"),
        ("2003/5/1", "2003-05-01"),
        ("2003年12月24日", "2003-12-24"),
        ("2003-13-01", ""),
        ("early summer", ""),
    ],
)
def test_the_day_of_a_game(text: str, created: str) -> None:
    record = read(f"(;DT[{text}])")
    assert record.created == created
    assert record.nodes[0].properties == (() if text == created else (("DT", (text,)),))


@pytest.mark.parametrize(
    ("text", "winner", "reason", "margin"),
    [
        ("B+3.5", BLACK, Reason.SCORE, 3.5),
        ("W+12", WHITE, Reason.SCORE, 12),
        ("W+0.5 points", WHITE, Reason.SCORE, 0.5),
        ("b+3,5", BLACK, Reason.SCORE, 3.5),
        ("B+", BLACK, Reason.SCORE, None),
        ("White", WHITE, Reason.SCORE, None),
        ("W+R", WHITE, Reason.RESIGN, None),
        ("B+Resign", BLACK, Reason.RESIGN, None),
        ("黑中盘胜", BLACK, Reason.RESIGN, None),
        ("白番中押し勝ち", WHITE, Reason.RESIGN, None),
        ("B+T", BLACK, Reason.TIME, None),
        ("W+Time", WHITE, Reason.TIME, None),
        ("B+F", BLACK, Reason.FORFEIT, None),
        ("0", None, Reason.SCORE, 0),
        ("Jigo", None, Reason.SCORE, 0),
        ("Draw", None, Reason.AGREEMENT, None),
    ],
)
def test_results(text: str, winner: Color | None, reason: Reason, margin: float | None) -> None:
    assert read(f"(;RE[{text}])").result == Outcome(winner, reason, margin)


def test_a_game_without_result() -> None:
    result = read("(;RE[Void])").result
    assert result is not None
    assert result.no_result


@pytest.mark.parametrize("text", ["?", ""])
def test_an_unknown_result_is_none(text: str) -> None:
    record = read(f"(;RE[{text}])")
    assert record.result is None
    assert record.nodes[0].properties == (("RE", (text,)),)


def test_a_result_that_is_not_understood_is_kept_and_noted() -> None:
    record, notices = noted("(;RE[B won by a lot])")
    assert record.result is None
    assert record.nodes[0].properties == (("RE", ("B won by a lot",)),)
    assert notices == ["sgf.read.unused"]


def test_a_won_game_of_gomoku_was_won_by_a_line() -> None:
    assert read("(;GM[4]RE[B+])").result == Outcome(BLACK, Reason.LINE)
    assert read("(;GM[4]RE[B+R])").result == Outcome(BLACK, Reason.RESIGN)
    assert read("(;GM[4]RE[0])").result == Outcome(None, Reason.FULL_BOARD)


def test_a_result_that_the_moves_deny_is_kept_and_noted() -> None:
    record, notices = noted("(;GM[4]AB[aa][ba][ca][da]PL[B]RE[W+];B[ea])")
    assert record.result == Outcome(WHITE, Reason.LINE)
    assert notices == ["sgf.read.result", "sgf.read.opening_stones"]


@pytest.mark.parametrize(
    ("main", "overtime", "control"),
    [
        ("600", "", TimeControl(ClockKind.ABSOLUTE, 600_000)),
        ("2 hours", "", TimeControl(ClockKind.ABSOLUTE, 7_200_000)),
        ("30 min", "", TimeControl(ClockKind.ABSOLUTE, 1_800_000)),
        ("0", "5x30 byo-yomi", TimeControl(ClockKind.BYOYOMI, 0, period_ms=30_000, periods=5)),
        ("1200.5", "3x60 byo-yomi", TimeControl(ClockKind.BYOYOMI, 1_200_500, period_ms=60_000, periods=3)),
        ("", "byoyomi 3x60", TimeControl(ClockKind.BYOYOMI, 0, period_ms=60_000, periods=3)),
        ("60", "15/300 Canadian", TimeControl(ClockKind.CANADIAN, 60_000, period_ms=300_000, stones=15)),
        ("60", "25 moves / 10 min", TimeControl(ClockKind.CANADIAN, 60_000, period_ms=600_000, stones=25)),
        ("60", "30 Fischer", TimeControl(ClockKind.FISCHER, 60_000, increment_ms=30_000)),
        ("0", "60 simple", TimeControl(ClockKind.PER_MOVE, period_ms=60_000)),
        ("", "", None),
        ("0", "", None),
    ],
)
def test_clocks(main: str, overtime: str, control: TimeControl | None) -> None:
    assert read(f"(;TM[{main}]OT[{overtime}])").control == control


@pytest.mark.parametrize("overtime", ["as usual", "5000x30 byo-yomi", "0x30 byo-yomi", "9" * 5000 + "x30"])
def test_an_overtime_that_is_not_understood_is_kept_and_noted(overtime: str) -> None:
    record, notices = noted(f"(;TM[60]OT[{overtime}])")
    assert record.control is None
    assert record.nodes[0].properties == (("TM", ("60",)), ("OT", (overtime,)))
    assert notices == ["sgf.read.unused"]


# --- mistakes --------------------------------------------------------------------------------


def test_a_refused_variation_ends_before_the_refusal() -> None:
    record, notices = noted("(;SZ[9];B[aa](;W[bb])(;W[cc];B[cc];W[dd]))")
    assert [node.action for node in record.nodes[1:]] == [black(0, 0), white(1, 1), white(2, 2)]
    assert notices == ["sgf.read.variation"]


def test_a_refused_first_branch_leaves_an_empty_node_so_that_no_variation_moves_up() -> None:
    record, notices = noted("(;SZ[9];B[aa](;W[aa]C[why];B[bb])(;W[cc]))", strict=False)
    assert record.nodes == (
        Node(),
        Node(0, black(0, 0)),
        Node(1, comment="why"),
        Node(1, white(2, 2)),
    )
    assert record.main_actions() == [black(0, 0)]
    assert notices == ["sgf.read.stopped"]


def test_a_lenient_reading_keeps_the_legal_beginning_of_each_game() -> None:
    found = reading("(;SZ[9];B[aa];W[aa];B[bb])(;GM[7])(;SZ[9];B[cc]", strict=False)
    assert [record.main_actions() for record in found.records] == [[black(0, 0)], [black(2, 2)]]
    assert [notice.key for notice in found.notices] == ["sgf.read.stopped", "sgf.read.skipped", "sgf.read.stopped"]
    assert "byte 14" in found.notices[0].text()
    assert "第 1 行" in found.notices[0].text("zh")


def test_after_many_different_notices_the_rest_is_only_counted() -> None:
    found = reading("".join(f"(;SZ[9]RU[odd {number}];B[aa])" for number in range(150)), strict=False)
    assert len(found.notices) == 101
    assert found.notices[-1] == Notice("sgf.read.more", {"count": 50})


def test_a_notice_that_repeats_itself_is_told_once_and_counted() -> None:
    found = reading("(;SZ[9]" + ";B[aa];W[bb]" + ";B[]" * 121 + ")")
    assert [notice.values.get("times") for notice in found.notices if notice.key == "sgf.read.turn"] == [120]
    assert found.notices[0].text().endswith("the turn was changed. (120 times)")
    assert found.notices[0].text("zh").endswith("（共 120 次）")
    broken = reading("(;SZ[9];B[aa];W[aa])" * 3, strict=False)
    assert [notice.key for notice in broken.notices] == ["sgf.read.stopped"] * 3
