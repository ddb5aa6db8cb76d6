"""Writing SGF: what a record becomes, and what is said about the parts that the format cannot hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tengen
from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Board,
    Choose,
    ClockKind,
    ErrorCode,
    Game,
    GameError,
    Mark,
    MarkDead,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Resume,
    Setup,
    TimeControl,
    create_game,
    create_rules,
)
from tengen.formats.format import Writing
from tengen.formats.sgf import FORMAT
from tests.pictures import play

HEAD = f"(;FF[4]GM[{{game}}]CA[UTF-8]AP[Tengen:{tengen.__version__}]SZ[{{size}}]"


def write(record: Record) -> tuple[str, list[str]]:
    """The text of a record on one line, and the keys of the notices."""
    written: Writing = FORMAT.write([record])
    return written.data.decode().replace("\n", ""), [notice.key for notice in written.notices]


def of(game: Game) -> Record:
    return Record.of(game.timeline, Participant("Ada"), Participant("Bo"))


def go(size: int = 5, **options: object) -> Record:
    return Record(create_rules("go", size, {"preset": "japanese", "dead_stones": "agree", **options}))


def test_a_game_of_go() -> None:
    record = go(9, komi=6.5).with_line([Place(BLACK, Point(2, 3)), Pass(WHITE)])
    assert write(record) == (HEAD.format(game=1, size=9) + "RU[Japanese]KM[6.5];B[cd];W[])", [])


def test_a_game_of_gomoku() -> None:
    record = of(play(create_game("gomoku", 15, "renju"), "h8 i9"))
    assert write(record)[0] == HEAD.format(game=4, size=15) + "RU[Renju]PB[Ada]PW[Bo];B[hh];W[ig])"


def test_a_game_of_othello_has_its_discs_in_the_root() -> None:
    record = of(play(create_game("othello"), "d3 c3"))
    text = HEAD.format(game=2, size=8) + "PB[Ada]PW[Bo]AB[ed][de]AW[dd][ee]PL[B];B[dc];W[cc])"
    assert write(record) == (text, [])


def test_variations_stand_in_parentheses() -> None:
    first = Place(BLACK, Point(0, 0))
    record = (
        go().with_line([first, Place(WHITE, Point(1, 1))]).with_line([Pass(WHITE)], parent=1).with_line([Pass(BLACK)])
    )
    assert write(record)[0].endswith("KM[6.5](;B[aa](;W[bb])(;W[]))(;B[]))")


def test_the_file_is_utf_8_and_says_so() -> None:
    record = replace(go(), black=Participant("本因坊"), nodes=(Node(comment="黒先"),))
    data = FORMAT.write([record]).data
    assert b"CA[UTF-8]" in data
    assert "PB[本因坊]C[黒先]".encode() in data


def test_brackets_backslashes_and_colons_are_escaped() -> None:
    nodes = (Node(comment="a]b\\c:d", marks=(Mark("label", ((0, 0),), "x:y]"),)),)
    assert write(replace(go(), nodes=nodes))[0].endswith("C[a\\]b\\\\c:d]LB[aa:x\\:y\\]])")


def test_long_files_are_folded_between_nodes() -> None:
    record = go(19).with_line([Pass(BLACK if number % 2 else WHITE) for number in range(100)])
    lines = FORMAT.write([record]).data.decode().splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line.startswith(("(", ";")) for line in lines)


def test_a_fixed_handicap_is_a_number_and_stones() -> None:
    record = go(9, handicap=2, komi=0.5).with_line([Place(WHITE, Point(0, 0))])
    assert write(record)[0].endswith("KM[0.5]HA[2]AB[gc][cg];W[aa])")


def test_a_free_handicap_is_a_number_and_stones() -> None:
    rules = create_rules("go", 9, {"handicap": 2, "handicap_placement": "free", "komi": 0, "dead_stones": "agree"})
    stones = [Place(BLACK, Point(4, 4)), Place(BLACK, Point(0, 0))]
    record = Record(rules).with_line([*stones, Place(WHITE, Point(1, 1))])
    assert write(record)[0].endswith("HA[2]AB[ee][aa];W[bb])")
    commented = replace(record, nodes=(record.nodes[0], replace(record.nodes[1], comment="here"), *record.nodes[2:]))
    assert write(commented)[0].endswith("HA[2];B[ee]C[here];B[aa];W[bb])")


def test_a_set_up_is_told_with_the_side_to_move() -> None:
    setup = Setup(Board.empty(5).with_stones({Point(0, 0): BLACK, Point(4, 4): WHITE}), WHITE)
    assert write(replace(go(), setup=setup))[0].endswith("AB[aa]AW[ee]PL[W])")


def test_a_set_up_in_the_middle_tells_only_what_changes() -> None:
    record = go().with_line([Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 1))])
    after = Board.empty(5).with_stones({Point(1, 1): WHITE, Point(2, 2): BLACK})
    record = replace(record, nodes=(*record.nodes, Node(2, setup=Setup(after, BLACK))))
    assert write(record)[0].endswith(";B[aa];W[bb];AB[cc]AE[aa]PL[B])")


def test_a_set_up_without_any_stone_takes_the_usual_ones_away() -> None:
    record = Record(create_rules("othello", 4), Setup(Board.empty(4), BLACK))
    assert write(record)[0].endswith("AE[cb][bc][bb][cc]PL[B])")
    assert FORMAT.read(FORMAT.write([record]).data).records == (record,)


def test_rules_that_have_no_name_are_written_as_engines_do() -> None:
    text, notices = write(go(tax="none", ko="situational", handicap_bonus="N"))
    assert "RU[koSITUATIONALscoreTERRITORYtaxNONEsui0whbN]" in text
    assert notices == []


def test_what_sgf_has_no_word_for_stands_in_a_property_of_our_own() -> None:
    record = replace(
        go(dead_stones="none"),
        black=Participant("Deep", player="level:9"),
        created="2024-05-01T10:00:00+00:00",
        result=Outcome.won(BLACK, Reason.ABANDONED),
        info=(("platform", "a:b"),),
    )
    text, notices = write(record)
    assert "DT[2024-05-01]" in text
    assert "RE[B+F]" in text
    assert (
        "TENGEN[rule.dead_stones:none][created:2024-05-01T10\\:00\\:00+00\\:00][reason:abandoned]"
        "[black:level\\:9][info.platform:a\\:b]" in text
    )
    assert notices == []


def test_times_left_are_worked_out_from_the_clock() -> None:
    control = TimeControl(ClockKind.BYOYOMI, 10_000, period_ms=5_000, periods=3)
    moves = [Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 1)), Place(BLACK, Point(2, 2)), Place(WHITE, Point(3, 3))]
    record = replace(go().with_line(moves).with_times([2_500, 10_000, 13_000, 6_000]), control=control)
    text = write(record)[0]
    assert "TM[10]OT[3x5 byo-yomi]" in text
    assert ";B[aa]BL[7.5]TENGEN[ms:2500];W[bb]WL[5]OW[3]TENGEN[ms:10000]" in text
    assert ";B[cc]BL[5]OB[2]TENGEN[ms:13000];W[dd]WL[5]OW[2]TENGEN[ms:6000]" in text


def test_canadian_time_counts_the_stones_left() -> None:
    control = TimeControl(ClockKind.CANADIAN, 0, period_ms=60_000, stones=2)
    moves = [Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 1)), Place(BLACK, Point(2, 2))]
    record = replace(go().with_line(moves).with_times([10_000, 1, 20_000]), control=control)
    text = write(record)[0]
    assert ";B[aa]BL[50]OB[1]" in text
    assert ";B[cc]BL[60]OB[2]" in text


def test_texts_of_a_file_are_kept_as_long_as_they_mean_the_same() -> None:
    (record,) = FORMAT.read(b"(;SZ[9]RU[Korean]KM[6.50]RE[B+Resign]DT[2003/5/1]TM[1 hour])").records
    text = write(record)[0]
    for value in ("RU[Korean]", "KM[6.50]", "RE[B+Resign]", "DT[2003/5/1]", "TM[1 hour]"):
        assert value in text
    changed = write(replace(record, result=Outcome.won(WHITE, Reason.TIME)))[0]
    assert "RE[W+T]" in changed
    assert "Resign" not in changed


# --- what the format cannot hold -------------------------------------------------------------


def test_peace_has_no_number_and_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        FORMAT.write([Record(create_rules("peace"))])
    assert (refused.value.code, refused.value.key) == (ErrorCode.BAD_RECORD, "sgf.write.no_game")
    assert "peace" in refused.value.text("zh")


def test_a_stone_beside_the_board_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        FORMAT.write([go().with_line([Place(BLACK, Point(5, 0))])])
    assert refused.value.key == "sgf.write.off_board"


def test_choices_of_an_opening_become_comments() -> None:
    game = create_game("gomoku", 15, {"preset": "renju", "opening": "swap2"})
    actions: list[Action] = [
        *(Place(BLACK, Point(x, 7)) for x in (7, 8, 9)),
        Choose(WHITE, "place_two"),
        *(Place(WHITE, Point(x, 9)) for x in (7, 8)),
        Choose(BLACK, "white"),
        Place(WHITE, Point(0, 0)),
    ]
    for action in actions:
        game.act(action)
    text, notices = write(of(game))
    assert text.endswith(
        "RU[Renju; swap2]PB[Ada]PW[Bo];B[hh];W[ih];B[jh];C[White: Place two more];W[hj];B[ij]"
        ";C[Black: Play White];W[aa])"
    )
    assert notices == ["sgf.write.choices"]
    reading = FORMAT.read(text.encode())
    assert [notice.key for notice in reading.notices] == ["sgf.read.opening"]
    assert reading.records[0].ruleset == create_rules("gomoku", 15, "renju")
    assert reading.records[0].replay().game.state.position.board == game.state.position.board
    assert "RU[Renju; swap2]" in write(reading.records[0])[0]


def test_agreed_dead_stones_become_territory() -> None:
    game = create_game("go", 5, {"preset": "japanese", "dead_stones": "agree", "komi": 0})
    play(game, "a4 a5 b4 b5 c4 e1 d4 d5 e4 pass pass")
    for action in (
        MarkDead(BLACK, (Point(0, 0),)),
        MarkDead(WHITE, (Point(3, 0), Point(4, 4))),
        Agree(BLACK),
        Agree(WHITE),
    ):
        game.act(action)
    text, notices = write(of(game))
    assert ";W[];B[]TB[aa][ba][ca][da][ea]" in text
    assert text.endswith("[ee]TW[])")
    assert notices == ["sgf.write.agreement"]
    record = FORMAT.read(text.encode()).records[0]
    assert record.result == game.state.outcome


def test_going_on_after_two_passes_needs_no_word() -> None:
    record = go().with_line([Pass(BLACK), Pass(WHITE), Resume(WHITE), Place(BLACK, Point(0, 0))])
    text, notices = write(record)
    assert text.endswith(";B[];W[];B[aa])")
    assert notices == []
    assert FORMAT.read(text.encode()).records == (record,)


def test_a_resignation_is_told_by_the_result() -> None:
    game = create_game("go", 5)
    game.act(Place(BLACK, Point(0, 0)))
    game.act(Resign(WHITE))
    text, notices = write(of(game))
    assert "RE[B+R]" in text
    assert text.endswith(";B[aa])")
    assert notices == []
    assert write(replace(of(game), result=None))[1] == ["sgf.write.resign"]


def test_marks_and_properties_that_cannot_be_written_are_named() -> None:
    nodes = (
        Node(
            marks=(Mark("sparkle", ((0, 0),)), Mark("triangle", ((9, 9),)), Mark("line", ((0, 0),))),
            properties=(("lower", ("x",)), ("B", ("aa",)), ("FF", ("1",)), ("", ("x",)), ("XX", ("a]b\\",))),
        ),
        Node(0, properties=(("PL", ("B",)), ("C", ("x",)), ("FF", ("1",)))),
    )
    text, notices = write(replace(go(), nodes=nodes))
    assert text.endswith("KM[6.5]XX[a\\]b\\\\];FF[1])")
    assert notices == ["sgf.write.marks", "sgf.write.property"]


def test_half_a_surrogate_pair_is_replaced() -> None:
    text, notices = write(replace(go(), nodes=(Node(comment="\ud800"),)))
    assert text.endswith("C[?])")
    assert notices == ["sgf.write.text"]


def test_no_record_is_an_empty_file() -> None:
    assert FORMAT.write([]).data == b""
