"""Every place of the page and every state worth looking at, each with the way there. In any language.

Positions are prepared over the interface of the server; how they come about in the page is what other tests show.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import httpx2
from playwright.sync_api import expect

from tests.web.arenas import PLAYED
from tests.web.people import Person
from tests.web.places_of_lobby import PLACES_OF_LOBBY
from tests.web.places_of_people import PLACES_OF_PEOPLE
from tests.web.places_of_talk import PLACES_OF_TALK
from tests.web.words import Words

Visit = Callable[[Person, Words], None]
PLACES: Final[dict[str, Visit]] = {}

SGF: Final = """(;GM[1]FF[4]SZ[9]PB[Ann]BR[3d]PW[Ben]KM[6.5]RU[Japanese]RE[B+R]
;B[ee]C[The centre. 天元];W[ce](;B[gc]C[Wide.];W[gg];B[cc])(;B[cc]LB[gg:A]TR[ee];W[cg]))"""
"""A game with comments, marks and a variation."""

FORCED_WIN: Final = "(;GM[4]FF[4]SZ[15];B[hf];W[fg];B[ff];W[gj];B[fh];W[jh])"
"""Gomoku: Black to move wins by threats alone, and White has a choice of answers to some of them."""

SETTLED_GO: Final = (
    "(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese]"
    "AB[ba][da][ab][bb][cb][db][bc][dc][ad][bd][cd][dd][gd][de][df][dg][eg][fg][gg][hg][ig][ah][bh][ch][dh][fh][hh][bi]"
    "[di][ei][fi][gi][hi][ii]AW[ea][ga][ia][eb][fb][gb][hb][ec][hc][ic][ed][id][ee][ie][bf][ef][ff][gf][hf][if]PL[B])"
)
"""Nothing is left to play but to take what is lost: White's stone at B4, Black's at G6."""

MIDDLE: Final = "C6 E7 D7 E5 D5 F6 E6 D6 G4 C3 G7 G3 F3 H4"
"""Some moves of Go, with a capture and a ko."""

ALMOST_OVER: Final = (
    "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]TENGEN[rule.dead_stones:agree]"
    "AB[ba][ca][ab][cb][ac][cc][bd][cd][ae][be][ce]AW[da][bb][db][eb][dc][dd][ed][de])"
)
"""Nothing is left to play. The white stone at B4 is dead: Black wins by 1.5, and without taking it off White does."""


def place(visit: Visit) -> Visit:
    """Lists a place under the name of its function."""
    PLACES[visit.__name__] = visit
    return visit


# --- ways there


def start_game(person: Person, game: str, size: int, **more: Any) -> str:
    """Begin a game without the page; its id. Without `seat`, both sides are played here."""
    answer = person.context.request.post(
        f"{person.address}/api/game/start", data={"gameType": game, "boardSize": size, **more}
    )
    assert answer.ok, answer.text()
    started: str = answer.json()["gameId"]
    return started


def load_game(person: Person, save: str) -> str:
    answer = person.context.request.post(f"{person.address}/api/game/load", data={"save": save})
    assert answer.ok, answer.text()
    started: str = answer.json()["gameId"]
    return started


def act(person: Person, game_id: str, player: str, type_: str, **more: Any) -> None:
    body = {"player": player, "type": type_, **more}
    answer = person.context.request.post(f"{person.address}/api/game/{game_id}/act", data=body)
    assert answer.ok, answer.text()


def play_moves(person: Person, game_id: str, moves: str, *, size: int, letters: str = "ABCDEFGHJKLMNOPQRST") -> None:
    """Play points or `pass`, in turn; Black begins."""
    for number, name in enumerate(moves.split()):
        player = "WHITE" if number % 2 else "BLACK"
        if name == "pass":
            act(person, game_id, player, "pass")
        else:
            point = {"x": letters.index(name[0].upper()), "y": size - int(name[1:])}
            act(person, game_id, player, "place", points=[point])


def go_game(person: Person, moves: str = MIDDLE, **more: Any) -> str:
    rules = {"preset": "japanese", "dead_stones": "agree"}
    game_id = start_game(person, "GO", 9, rules=rules, **more)
    play_moves(person, game_id, moves, size=9)
    return game_id


def show_game(person: Person, game_id: str) -> None:
    person.opens(f"#/game/{game_id}").arrives()


def show_side(person: Person, t: Words, name: str) -> None:
    """A game with something opened from its menu."""
    show_game(person, go_game(person))
    actions = person.page.get_by_role("group", name=t("game.actions"))
    actions.get_by_role("button", name=t("game.more"), exact=True).click()
    person.page.get_by_role("menuitem", name=t(f"game.{name}"), exact=False).click()
    expect(person.page.get_by_role("region", name=t(f"game.{name}"), exact=True)).to_be_visible()


# --- the start


@place
def start(person: Person, t: Words) -> None:
    person.opens()
    expect(person.page.get_by_role("button", name=t("start.play"), exact=True)).to_be_visible()


@place
def start_more(person: Person, t: Words) -> None:
    start(person, t)
    person.page.get_by_role("button", name=t("start.more"), exact=True).click()
    person.page.get_by_label(t("start.clock"), exact=True).select_option("custom")
    person.page.get_by_role("button", name=t("start.all_rules")).click()
    expect(person.page.get_by_label(t("go/option.ko"), exact=True)).to_be_visible()


@place
def start_friend(person: Person, t: Words) -> None:
    start(person, t)
    person.page.get_by_role("form").get_by_text(t("othello/name"), exact=True).click()
    person.page.get_by_text(t("start.with.friend"), exact=True).click()
    expect(person.page.get_by_label(t("settings.name"))).to_be_visible()


@place
def start_beside(person: Person, t: Words) -> None:
    start(person, t)
    person.page.get_by_text(t("start.with.beside"), exact=True).click()
    expect(person.page.get_by_label(t("start.names.BLACK"), exact=True)).to_be_visible()


@place
def start_your_games(person: Person, t: Words) -> None:
    for game, size in (("OTHELLO", 8), ("GOMOKU", 15)):
        game_id = start_game(person, game, size, names={"BLACK": "Ann", "WHITE": "小林"})
        show_game(person, game_id)
    act(person, game_id, "BLACK", "resign")
    show_game(person, start_game(person, "GO", 9, seat="BLACK", players={"WHITE": "level:1"}))
    start(person, t)
    games = person.page.get_by_role("region", name=t("games.title"))
    expect(games.get_by_role("listitem").first).to_contain_text(t("games.turn.mine"))
    expect(games.get_by_role("link", name=t("game.review"))).to_have_count(1)
    games.scroll_into_view_if_needed()


@place
def settings(person: Person, t: Words) -> None:
    start(person, t)
    person.page.get_by_role("button", name=t("settings.title")).click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


# --- games


@place
def game_go(person: Person, t: Words) -> None:
    del t
    show_game(person, go_game(person))


@place
def game_clock(person: Person, t: Words) -> None:
    del t
    clock = {"kind": "byoyomi", "mainMs": 600_000, "periodMs": 30_000, "periods": 3}
    show_game(person, go_game(person, "E5", clock=clock))


@place
def game_gomoku(person: Person, t: Words) -> None:
    del t
    game_id = start_game(person, "GOMOKU", 15, rules="renju")
    moves = "I8 M12 J8 C3 H9 L4 H10 D12"  # H8 would be a double three
    play_moves(person, game_id, moves, size=15, letters="ABCDEFGHIJKLMNO")
    show_game(person, game_id)


@place
def game_won(person: Person, t: Words) -> None:
    game_id = start_game(person, "GOMOKU", 9)
    play_moves(person, game_id, "C3 C4 D4 D5 E5 E6 F6 F7 G7", size=9, letters="ABCDEFGHI")
    show_game(person, game_id)
    expect(person.page.get_by_role("gridcell", name=re.compile(t("game.point.winning")))).to_have_count(5)


@place
def game_choice(person: Person, t: Words) -> None:
    game_id = start_game(person, "GOMOKU", 15, rules={"opening": "swap2"})
    for x, y in ((7, 7), (8, 7), (7, 6)):
        act(person, game_id, "BLACK", "place", points=[{"x": x, "y": y}])
    show_game(person, game_id)
    expect(person.page.get_by_role("group", name=t("phase.choice"))).to_be_visible()


@place
def game_othello(person: Person, t: Words) -> None:
    del t
    show_game(person, load_game(person, "f5d6c3d3c4f4f6f3e6e7c6"))


@place
def game_peace(person: Person, t: Words) -> None:
    del t
    game_id = start_game(person, "PEACE", 8)
    for number, (x, y) in enumerate(((0, 0), (1, 5), (2, 2), (6, 1), (7, 7))):
        act(person, game_id, "WHITE" if number % 2 else "BLACK", "place", points=[{"x": x, "y": y}])
    show_game(person, game_id)


@place
def game_invitation(person: Person, t: Words) -> None:
    show_game(person, start_game(person, "GO", 13, seat="BLACK", name="Ann"))
    expect(person.page.get_by_role("region", name=t("game.share.invite"))).to_be_visible()


@place
def game_question(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    person.page.get_by_role("button", name=t("game.resign"), exact=True).click()
    expect(person.page.get_by_role("button", name=t("game.cancel"), exact=True)).to_be_visible()


@place
def game_menu(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    actions = person.page.get_by_role("group", name=t("game.actions"))
    actions.get_by_role("button", name=t("game.more"), exact=True).click()
    expect(person.page.get_by_role("menu")).to_be_visible()


@place
def game_looking_back(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    person.page.get_by_role("button", name=t("game.step.back")).click()
    expect(person.page.get_by_role("button", name=t("game.back"), exact=True)).to_be_visible()


@place
def game_info(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    person.page.get_by_role("tab", name=t("game.info")).click()
    expect(person.page.get_by_role("tabpanel")).to_contain_text(t("go/preset.japanese"))


@place
def game_invitation_picture(person: Person, t: Words) -> None:
    show_game(person, start_game(person, "GO", 9, seat="BLACK"))
    panel = person.page.get_by_role("region", name=t("game.share.invite"))
    panel.get_by_role("button", name=t("game.share.qr")).click()
    expect(panel.get_by_role("img")).to_be_visible()
    expect(panel.get_by_text("tengen serve --host")).to_be_visible()


@place
def game_share(person: Person, t: Words) -> None:
    show_side(person, t, "share")


@place
def game_export(person: Person, t: Words) -> None:
    show_side(person, t, "export")
    expect(person.page.get_by_text(re.compile(re.escape(t("game.export.cannot", formats=""))))).to_be_visible()


@place
def game_keys(person: Person, t: Words) -> None:
    show_side(person, t, "keys")


@place
def game_board_settings(person: Person, t: Words) -> None:
    show_side(person, t, "board_settings")


@place
def dead_stones(person: Person, t: Words) -> None:
    game_id = go_game(person, f"{MIDDLE} pass pass")
    act(person, game_id, "BLACK", "mark_dead", points=[{"x": 2, "y": 6}])
    show_game(person, game_id)
    expect(person.page.get_by_role("button", name=t("game.agree"), exact=True)).to_be_visible()


@place
def dead_stones_proposed(person: Person, t: Words) -> None:
    game_id = load_game(person, ALMOST_OVER)
    for player in ("BLACK", "WHITE"):
        act(person, game_id, player, "pass")
    show_game(person, game_id)
    expect(person.page.get_by_text(t("game.agree.proposal"))).to_be_visible()


@place
def estimated(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    person.page.keyboard.press("e")
    expect(person.page.get_by_role("button", name=t("game.estimate.hide"))).to_be_visible()


@place
def game_pass_question(person: Person, t: Words) -> None:
    show_game(person, go_game(person))
    person.page.get_by_role("button", name=t("game.pass"), exact=True).click()
    expect(person.page.get_by_role("button", name=t("game.ask.pass_open.yes"))).to_be_visible()


@place
def end(person: Person, t: Words) -> None:
    dead_stones(person, t)
    person.page.get_by_role("button", name=t("game.agree"), exact=True).click()
    expect(person.page.get_by_role("button", name=t("game.review"), exact=True)).to_be_visible()


@place
def watching(person: Person, t: Words) -> None:
    game_id = go_game(person)
    view = person.context.request.get(f"{person.address}/api/game/{game_id}/view").json()
    show_game(person, view["watchId"])
    expect(person.page.get_by_role("button", name=t("game.resign"), exact=True)).to_have_count(0)


# --- records


@place
def review_open(person: Person, t: Words) -> None:
    person.opens("#/review")
    expect(person.page.get_by_role("button", name=t("review.open.file"))).to_be_visible()


def review_text(person: Person, t: Words, text: str) -> None:
    """A record that is pasted."""
    review_open(person, t)
    person.page.get_by_label(t("review.open.text")).fill(text)
    person.page.get_by_role("button", name=t("review.open.go")).click()
    person.table.arrives()


@place
def review_game(person: Person, t: Words) -> None:
    person.opens(f"#/review/{go_game(person)}").arrives()
    person.page.get_by_role("button", name=t("game.step.last")).click()
    expect(person.page.get_by_role("button", name=t("game.step.last"))).to_be_disabled()


@place
def review_analysis(person: Person, t: Words) -> None:
    """A win by force, with its line, the answers on the way, and the worth of other moves."""
    review_text(person, t, FORCED_WIN)
    person.page.get_by_role("button", name=t("game.step.last")).click()
    person.page.keyboard.press("a")
    person.page.get_by_role("button", name=t("analysis.answers")).first.click()
    expect(person.page.get_by_role("list", name=t("analysis.answers"))).to_be_visible()


@place
def review_owners(person: Person, t: Words) -> None:
    """Whose each point of Go will be, and stones that are dead."""
    review_text(person, t, SETTLED_GO)
    person.page.keyboard.press("a")
    person.page.keyboard.press("e")
    expect(person.page.locator(".board-territory")).not_to_have_count(0)


@place
def review_file(person: Person, t: Words) -> None:
    review_text(person, t, SGF)
    for _ in range(2):
        person.page.get_by_role("button", name=t("game.step.on")).click()
    expect(person.page.get_by_role("region", name=t("review.variations"))).to_be_visible()


@place
def review_info(person: Person, t: Words) -> None:
    review_file(person, t)
    person.page.get_by_role("button", name=t("review.info"), exact=True).click()
    expect(person.page.get_by_role("region", name=t("review.side.info"))).to_be_visible()


@place
def review_keys(person: Person, t: Words) -> None:
    review_file(person, t)
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("region", name=t("review.side.keys"))).to_be_visible()


@place
def review_play_on(person: Person, t: Words) -> None:
    review_file(person, t)
    person.page.get_by_role("button", name=t("review.on"), exact=True).click()
    expect(person.page.get_by_role("region", name=t("review.side.on"))).to_be_visible()


@place
def review_marks(person: Person, t: Words) -> None:
    """A label, a variation, and both on one point."""
    review_text(person, t, SGF.replace("C[Wide.];W[gg];B[cc]", "LB[gg:A][cg:x]TR[ee](;W[cg])(;W[cc])"))
    for _ in range(3):
        person.page.get_by_role("button", name=t("game.step.on")).click()
    expect(person.page.get_by_role("region", name=t("review.variations"))).to_be_visible()


@place
def review_trouble(person: Person, t: Words) -> None:
    """A record that breaks off at an illegal move."""
    review_text(person, t, "(;GM[1]SZ[9]PB[Ann]PW[Ben];B[ee];W[ce];B[ce];W[gg])")
    person.page.get_by_role("button", name=t("review.on"), exact=True).click()
    expect(person.page.get_by_role("region", name=t("review.side.on"))).to_be_visible()


@place
def review_export(person: Person, t: Words) -> None:
    review_file(person, t)
    actions = person.page.get_by_role("group", name=t("game.actions"))
    actions.get_by_role("button", name=t("game.more"), exact=True).click()
    person.page.get_by_role("menuitem", name=t("game.export")).click()
    expect(person.page.get_by_text(re.compile(re.escape(t("game.export.cannot", formats=""))))).to_be_visible()


# --- rules


def show_rules(person: Person, t: Words, game: str) -> None:
    person.opens(f"#/rules/{game}")
    expect(person.page.get_by_role("heading", level=1)).to_have_text(t("rules.of", game=t(f"{game}/name")))


@place
def rules_go(person: Person, t: Words) -> None:
    show_rules(person, t, "go")


@place
def rules_gomoku(person: Person, t: Words) -> None:
    show_rules(person, t, "gomoku")


@place
def rules_othello(person: Person, t: Words) -> None:
    show_rules(person, t, "othello")


@place
def rules_peace(person: Person, t: Words) -> None:
    show_rules(person, t, "peace")


# --- other pages


@place
def watch(person: Person, t: Words) -> None:
    person.opens("#/watch")
    person.page.get_by_label(t("start.watch.field")).fill(go_game(person))
    person.page.get_by_role("main").get_by_role("button", name=t("start.watch.go")).click()
    person.table.arrives()
    person.opens("#/watch")
    expect(person.page.get_by_role("heading", name=t("start.watch.recent"))).to_be_visible()


@place
def join(person: Person, t: Words) -> None:
    somebodys = {"gameType": "GO", "boardSize": 9, "seat": "BLACK", "name": "Ann"}
    started = httpx2.post(f"{person.address}/api/game/start", json=somebodys, timeout=20).json()
    person.page.goto(f"{person.address}/#/join/{started['gameId']}/WHITE/{started['invite']}")
    expect(person.page.get_by_role("button", name=t("start.join.sit"))).to_be_visible()


@place
def join_refused(person: Person, t: Words) -> None:
    person.forgives("status of 403")
    somebodys = {"gameType": "GO", "boardSize": 9, "seat": "BLACK"}
    started = httpx2.post(f"{person.address}/api/game/start", json=somebodys, timeout=20).json()
    person.opens(f"#/join/{started['gameId']}/WHITE/nonsense")
    expect(person.page.get_by_role("heading", name=t("start.join.refused"))).to_be_visible()


@place
def no_game(person: Person, t: Words) -> None:
    person.forgives("status of 404")
    person.opens("#/game/nothing-of-the-kind")
    expect(person.page.get_by_role("heading", name=t("game.none.title"))).to_be_visible()


@place
def nowhere(person: Person, t: Words) -> None:
    person.opens("#/nowhere")
    expect(person.page.get_by_role("heading", name=t("page.nowhere"))).to_be_visible()


@place
def arenas_none(person: Person, t: Words) -> None:
    person.page.route("**/api/arenas", lambda route: route.fulfill(json={"arenas": []}))
    person.opens("#/arena")
    expect(person.page.get_by_text(t("watch.arena.none"))).to_be_visible()


@place
def arenas(person: Person, t: Words) -> None:
    person.opens("#/arena")
    standing = t("watch.arena.standing.ended")
    expect(person.page.get_by_role("link", name=PLAYED)).to_contain_text(standing)


@place
def arena(person: Person, t: Words) -> None:
    person.opens(f"#/arena/{PLAYED}")
    expect(person.page.get_by_role("table", name=t("watch.arena.cross"))).to_be_visible()


for visit in (*PLACES_OF_PEOPLE, *PLACES_OF_LOBBY, *PLACES_OF_TALK):
    place(visit)
