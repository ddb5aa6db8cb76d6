"""The start form: what there is to choose from, what follows from a choice, and the game that it begins."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.clocks import (
    CLOCK_FIELDS,
    CLOCK_NAMES,
    CLOCKS,
    FIELD_KEYS,
    ClockChoice,
    bounds,
    read_clock,
    unit_ms,
    with_kind,
    with_value,
)
from tengen.clients.sitting.people import PersonHere
from tengen.clients.sitting.start import LONGEST_NAME, SeatChoice, StartForm, Who
from tengen.core import (
    BLACK,
    COLORS,
    LANGUAGES,
    WHITE,
    ClockKind,
    Color,
    GameError,
    GameKind,
    OptionType,
    OptionValue,
    TimeControl,
    kinds,
    text,
)
from tengen.players import offered_players

ANN, BEN = PersonHere("Ann", "ann"), PersonHere("Ben", "ben")


def with_engine(kind: GameKind) -> Sequence[str]:
    """An engine plays every game here."""
    return (*offered_players(kind), "engine:wise")


def form(kept: object = None, *present: PersonHere, is_online: bool = False) -> StartForm:
    return StartForm.of(kept, with_engine, present, is_online=is_online)


def rules_of(one: StartForm) -> dict[str, object]:
    return dict(one.beginning().game.rules)


# --- any choices -------------------------------------------------------------------------------------

_values = st.booleans() | st.integers(-3, 20) | st.sampled_from([0.5, 6.5, 7.5, "agree", "none", "swap2", "free", ""])


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[str, object]]:
    """Some changes of a form."""
    one = st.one_of(
        st.tuples(st.just("kind"), st.sampled_from([kind.name for kind in kinds()])),
        st.tuples(st.just("size"), st.integers(0, 30)),
        st.tuples(st.just("preset"), st.integers(0, 20)),
        st.tuples(st.just("option"), st.tuples(st.integers(0, 20), _values)),
        st.tuples(
            st.just("seat"),
            st.tuples(
                st.sampled_from(COLORS),
                st.builds(
                    SeatChoice,
                    st.sampled_from(Who),
                    st.sampled_from(["", "Ann", "Ben", "Cat"]),
                    st.text(max_size=50),
                    st.integers(1, 12),
                    st.sampled_from(["", "engine:wise", "engine:gone"]),
                ),
            ),
        ),
        st.tuples(st.just("clock"), st.sampled_from(CLOCK_NAMES)),
        st.tuples(st.just("present"), st.sampled_from([(), (ANN,), (ANN, BEN), (BEN,)])),
        st.just(("exchange", None)),
        st.just(("usual", None)),
    )
    return draw(st.lists(one, max_size=12))


def changed(one: StartForm, what: str, value: object) -> StartForm:
    match what, value:
        case "kind", str(name):
            return one.with_kind(name)
        case "size", int(size):
            return one.with_size(size)
        case "preset", int(number):
            names = one.presets()
            return one.with_preset(names[number % len(names)]) if names else one
        case "option", (int(number), bool() | int() | float() | str() as setting):
            specs = one.kind.rules.OPTIONS
            return one.with_option(specs[number % len(specs)].name, setting) if specs else one
        case "seat", (Color() as color, SeatChoice() as seat):
            return one.with_seat(color, seat)
        case "clock", str(name):
            return one.with_clock(ClockChoice(name))
        case "present", tuple(present):
            return one.with_present(present)
        case "exchange", _:
            return one.with_seats_exchanged()
    return one.with_usual_rules()


@given(changes(), st.booleans())
async def test_any_form_either_begins_a_game_or_says_why_not(deeds: list[tuple[str, object]], is_online: bool) -> None:
    games = LocalGames(seed=1, drives=False)
    one = form(is_online=is_online)
    for what, value in deeds:
        try:
            one = changed(one, what, value)
        except GameError as error:
            assert error.text("zh")  # noqa: PT017 - what is refused says why, and the form stays
        assert all(field.spec in one.kind.rules.OPTIONS for field in one.options())
        problem = one.problem()
        if problem is not None:
            assert all(problem.text(language) for language in LANGUAGES)
            continue
        wanted = one.beginning().game
        if not one.is_online and "engine:wise" not in wanted.seats.players.values():
            game = await games.new(wanted)
            assert (game.view.kind, game.view.size) == (one.kind.name, one.picked.size)
            for field in one.options():
                assert field.is_open or game.view.rules[field.spec.name] == field.value
    await games.close()


@given(changes())
def test_what_is_remembered_comes_back(deeds: list[tuple[str, object]]) -> None:
    one = form(None, ANN, BEN)
    for what, value in deeds:
        if what in ("present", "size"):  # who is here is not remembered, nor a board that the game has not
            continue
        try:
            one = changed(one, what, value)
        except GameError:
            continue
    again = form(json.loads(json.dumps(one.kept())), ANN, BEN)
    assert again.kind == one.kind
    assert again.clock == one.clock or one.clock.name not in one.clocks()
    assert again.picked == one.picked
    for color in COLORS:
        if one.seats[color].who is not Who.ACCOUNT and one.seats[color].who is not Who.GUEST:
            assert again.seats[color].who is one.seats[color].who


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["kind", "seats", "games", "clock", "black", "who", "options", "size", "go", "custom", "level"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_json)
def test_whatever_was_kept_there_is_a_form(kept: object) -> None:
    one = form(kept)
    assert one.kind in one.kinds
    one.problem()
    json.dumps(one.kept())


# --- one by one --------------------------------------------------------------------------------------


def test_at_first_a_guest_with_black_plays_a_level() -> None:
    one = form()
    wanted = one.beginning()
    assert one.problem() is None
    assert wanted.game.seats.players == {BLACK: "human", WHITE: "level:4" if one.levels() else "random"}
    assert wanted.people == {}
    assert wanted.game.seats.clock is None


def test_who_logs_in_takes_a_guests_seat_and_leaves_it_to_one() -> None:
    one = form().with_seat(WHITE, SeatChoice(Who.GUEST, guest="Bo")).with_present([ANN])
    assert [one.seats[color].who for color in COLORS] == [Who.ACCOUNT, Who.GUEST]
    both = one.with_present([ANN, BEN])
    wanted = both.beginning()
    assert wanted.people == {BLACK: ANN, WHITE: BEN}
    assert wanted.game.seats.names == {BLACK: "Ann", WHITE: "Ben"}
    alone = both.with_present([BEN])
    assert [alone.seats[color].who for color in COLORS] == [Who.GUEST, Who.ACCOUNT]
    assert alone.beginning().game.seats.names == {WHITE: "Ben"}


def test_a_level_that_a_game_has_not_is_the_nearest_or_chance() -> None:
    unwinnable = next(kind for kind in kinds() if not kind.can_be_won)
    one = form().with_seat(WHITE, SeatChoice(Who.LEVEL, level=99))
    levels = next(kind for kind in kinds() if kind.can_be_won)
    assert one.with_kind(levels.name).beginning().game.seats.players[WHITE] == "level:10"
    without = one.with_kind(unwinnable.name)
    assert Who.LEVEL not in without.whos()
    assert without.beginning().game.seats.players[WHITE] == "random"


def said(one: StartForm) -> str:
    problem = one.problem()
    return "" if problem is None else problem.text("en")


def test_what_cannot_be_says_why() -> None:
    account = SeatChoice(Who.ACCOUNT, "Ann")
    assert said(form().with_seat(BLACK, account)) == "Log in first, or play as a guest."
    assert said(form(None, BEN).with_seat(BLACK, account)) == "Ann is not logged in here."
    twice = form(None, ANN).with_seat(BLACK, account).with_seat(WHITE, account)
    assert said(twice).startswith("Nobody plays against themselves")
    assert said(form().with_seat(WHITE, SeatChoice(Who.ENGINE, engine="engine:gone"))).startswith("There is no such")
    long = SeatChoice(Who.GUEST, guest="x" * (LONGEST_NAME + 1))
    assert str(LONGEST_NAME) in said(form().with_seat(BLACK, long))
    friend = SeatChoice(Who.FRIEND)
    assert said(form().with_seat(WHITE, friend))
    online = form(is_online=True).with_seat(WHITE, friend)
    assert said(online) == ""
    assert said(online.with_seat(BLACK, friend)) == "One of the two must be here."
    assert "board size" in said(form().with_size(29))


def test_on_a_server_seats_are_owned_and_here_they_are_not() -> None:
    level, guest = SeatChoice(Who.LEVEL), SeatChoice(Who.GUEST, guest="Bo")

    def seats(one: StartForm) -> tuple[object, bool]:
        wanted = one.beginning().game.seats
        return wanted.own, wanted.beside

    two = form(None, ANN, BEN, is_online=True)
    both = two.with_seat(BLACK, SeatChoice(Who.ACCOUNT, "Ann")).with_seat(WHITE, SeatChoice(Who.ACCOUNT, "Ben"))
    assert seats(both) == (BLACK, True)
    assert seats(both.with_seats_exchanged()) == (WHITE, True)
    assert seats(both.with_seat(WHITE, level)) == (BLACK, False)
    assert seats(both.with_seat(WHITE, guest)) == (None, False)
    online = form(is_online=True).with_seat(BLACK, guest)
    assert seats(online.with_seat(WHITE, level).with_seats_exchanged()) == (WHITE, False)
    assert seats(online.with_seat(WHITE, SeatChoice(Who.FRIEND))) == (BLACK, False)
    assert seats(form().with_seat(BLACK, guest).with_seat(WHITE, guest)) == (None, False)
    second = both.with_seat(BLACK, level)
    assert said(second) == "On a server a game against a program is for the one who logged in first."


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
def test_options_are_drawn_by_their_descriptions_alone(kind: str) -> None:
    one = form().with_kind(kind)
    assert one.picked.size in (*one.sizes(), *one.other_sizes())
    assert sorted((*one.sizes(), *one.other_sizes())) == sorted(one.kind.rules.SIZES)
    for language in LANGUAGES:
        for preset in one.presets():
            assert text(language, f"{kind}.preset.{preset}")
        for field in one.options():
            assert text(language, f"{kind}.{field.spec.text_key}")
            if field.spec.type is OptionType.CHOICE:
                assert all(text(language, f"{kind}.{field.spec.text_key}.{value}") for value in field.spec.choices)


def set_option(one: StartForm, name: str, value: OptionValue | None) -> StartForm:
    return one.with_option(name, value)


def test_an_option_that_means_nothing_is_neither_shown_nor_asked_for() -> None:
    one = form().with_kind("go").with_option("handicap", 3)
    shown = {field.spec.name for field in one.options()}
    assert "handicap_placement" in shown
    free = one.with_option("handicap_placement", "free")
    assert rules_of(free)["handicap_placement"] == "free"
    none = free.with_option("handicap", 0)
    assert "handicap_placement" not in {field.spec.name for field in none.options()}
    assert "handicap_placement" not in rules_of(none)


def test_people_are_offered_to_settle_dead_stones_and_programs_are_not() -> None:
    one = form().with_kind("go")
    assert rules_of(one)["dead_stones"] == "agree"
    programs = one.with_seat(BLACK, SeatChoice(Who.LEVEL)).with_seat(WHITE, SeatChoice(Who.LEVEL))
    assert "dead_stones" not in rules_of(programs)


def test_a_number_that_depends_on_other_options_is_left_open() -> None:
    one = form().with_kind("go").with_option("handicap", 4)
    komi = next(field for field in one.options() if field.spec.name == "komi")
    assert komi.is_open
    assert "komi" not in rules_of(one)
    assert rules_of(one.with_option("komi", 0.5))["komi"] == 0.5


def test_another_preset_replaces_what_it_speaks_of_and_the_usual_rules_come_back() -> None:
    one = form().with_kind("go").with_option("handicap", 2).with_option("komi", 0.5).with_preset("japanese")
    assert one.picked.options == {"handicap": 2}
    assert rules_of(one)["preset"] == "japanese"
    usual = one.with_usual_rules()
    assert usual.picked.options == {}
    assert usual.picked.preset == one.presets()[0]


def test_a_value_that_an_option_cannot_have_is_refused() -> None:
    one = form().with_kind("go")
    for name, value in (("komi", 1000), ("komi", 0.3), ("handicap", True), ("dead_stones", "maybe")):
        with pytest.raises(GameError):
            set_option(one, name, value)


# --- clocks ------------------------------------------------------------------------------------------


def test_every_clock_has_words() -> None:
    for language in LANGUAGES:
        assert all(text(language, f"start.clock.{name}") for name in CLOCK_NAMES)
        assert all(text(language, f"start.clock.kind.{kind}") for kind in ClockKind)
        assert all(text(language, key) for key in FIELD_KEYS.values())


def test_days_for_a_move_are_for_games_on_a_server() -> None:
    there, here = form(is_online=True), form()
    assert set(there.clocks()) - set(here.clocks()) == {"day", "days", "week"}
    chosen = there.with_clock(ClockChoice("week"))
    assert chosen.beginning().game.seats.clock == TimeControl(ClockKind.PER_MOVE, period_ms=7 * 24 * 3_600_000)
    assert form(chosen.kept(), is_online=True).clock == chosen.clock
    assert form(chosen.kept()).clock.name == "none"


def test_the_chosen_clock_is_that_of_the_game() -> None:
    one = form().with_clock(ClockChoice("quick"))
    assert one.beginning().game.seats.clock == CLOCKS["quick"]


@given(st.sampled_from(ClockKind), st.sampled_from(ClockKind))
def test_a_clock_keeps_what_another_kind_has_too(before: ClockKind, after: ClockKind) -> None:
    one = with_kind(CLOCKS["japanese"], before)
    other = with_kind(one, after)
    assert other.kind is after
    for name in CLOCK_FIELDS[after]:
        least, most = bounds(after, name)
        assert least <= getattr(other, name) // unit_ms(name) <= most
        if name in CLOCK_FIELDS[before] and getattr(one, name):
            assert getattr(other, name) == getattr(one, name)
    assert read_clock(json.loads(json.dumps(ClockChoice("custom", other).kept()))) == ClockChoice("custom", other)


def test_a_clocks_value_has_bounds() -> None:
    clock = TimeControl(ClockKind.BYOYOMI, period_ms=30_000, periods=3)
    assert with_value(clock, "main_ms", 20).main_ms == 20 * 60_000
    for name, value in (("main_ms", 601), ("main_ms", -1), ("periods", 0), ("stones", 5), ("period_ms", 0)):
        with pytest.raises(GameError):
            with_value(clock, name, value)


def test_only_games_that_are_played_here_can_be_chosen() -> None:
    def only_gomoku(kind: GameKind) -> Sequence[str]:
        return offered_players(kind) if kind.name == "gomoku" else ()

    there = StartForm.of({"kind": "go"}, only_gomoku)
    assert [kind.name for kind in there.kinds] == ["gomoku"]
    assert there.kind.name == "gomoku"
