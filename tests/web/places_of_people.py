"""The places of people with accounts, each with the way there; listed with all others in `places`."""

from __future__ import annotations

from typing import Any

import pyotp
from playwright.sync_api import expect

from tests.server.people import PASSWORD
from tests.web.accounts import administer, call, has_account, new_name, panel
from tests.web.people import Person, somebody_else
from tests.web.words import Words


def sign_in(person: Person, t: Words) -> None:
    person.opens()
    expect(panel(person, t).get_by_label(t("people.password"), exact=True)).to_be_visible()


def sign_in_refused(person: Person, t: Words) -> None:
    person.forgives("status of 401")
    sign_in(person, t)
    found = panel(person, t)
    found.get_by_label(t("people.name"), exact=True).fill("Ann")
    found.get_by_label(t("people.password"), exact=True).fill("?")
    found.get_by_role("button", name=t("people.sign_in"), exact=True).click()
    expect(found.get_by_text(t("error.BAD_LOGIN"))).to_be_visible()


def register(person: Person, t: Words) -> None:
    sign_in(person, t)
    panel(person, t).get_by_role("button", name=t("people.to_register")).click()
    expect(panel(person, t).get_by_role("heading", name=t("people.register"))).to_be_visible()


def two_here(person: Person, t: Words) -> None:
    first, _ = come_together(person)
    person.opens()
    expect(panel(person, t).get_by_role("heading", name=first)).to_be_visible()


def start_two(person: Person, t: Words) -> None:
    first, second = come_together(person)
    person.opens()
    person.page.get_by_text(t("start.with.beside"), exact=True).click()
    seats = person.page.get_by_role("group", name=t("start.seats"))
    expect(seats).to_contain_text(first)
    expect(seats).to_contain_text(second)


def start_rated(person: Person, t: Words) -> None:
    has_account(person)
    person.opens()
    person.page.get_by_role("button", name=t("start.rated.clock.add")).click()
    expect(person.page.get_by_role("form").get_by_role("switch", name=t("start.rated"))).to_be_checked()


def game_two(person: Person, t: Words) -> None:
    del t
    come_together(person)
    person.opens(f"#/game/{game_of_two(person)}").arrives()


def profile(person: Person, t: Words) -> None:
    name, _ = come_together(person)
    for winner in ("WHITE", "BLACK"):
        resign(person, game_of_two(person), winner)
    person.opens(f"#/u/{name}")
    games = person.page.get_by_role("region", name=t("profile.games"))
    expect(games.get_by_role("link")).to_have_count(2)
    games.scroll_into_view_if_needed()


def profile_none(person: Person, t: Words) -> None:
    person.forgives("status of 404")
    person.opens("#/u/?")
    expect(person.page.get_by_role("heading", name=t("profile.none"))).to_be_visible()


def account(person: Person, t: Words) -> None:
    has_account(person)
    call(person, "tokens", {"label": "42", "scopes": ["read", "play"], "days": 9})
    person.opens("#/settings")
    expect(person.page.get_by_role("button", name=t("account.tokens.revoke.name", label="42"))).to_be_visible()


def account_factor(person: Person, t: Words) -> None:
    has_account(person)
    person.opens("#/settings")
    part = person.page.get_by_role("region", name=t("account.factor"))
    part.get_by_role("button", name=t("account.factor.begin")).click()
    part.get_by_label(t("account.password.current")).fill(PASSWORD)
    part.get_by_role("button", name=t("account.factor.next")).click()
    expect(part.get_by_role("img", name=t("account.factor.qr"))).to_be_visible()
    # What is written there is nobody's language.
    person.page.evaluate("document.querySelectorAll('.tg-copy input').forEach((field) => { field.lang = 'zxx'; })")


def account_signed_out(person: Person, t: Words) -> None:
    person.opens("#/settings")
    expect(person.page.get_by_text(t("account.why"))).to_be_visible()


def saves(person: Person, t: Words) -> None:
    come_together(person)
    for name in ("一", "二"):
        answer = person.context.request.post(
            f"{person.address}/api/saves",
            data={"gameId": game_of_two(person), "name": name},
            headers={"origin": person.address},
        )
        assert answer.ok, answer.text()
    person.opens("#/saves")
    person.page.get_by_role("button", name=t("saves.more", name="一")).click()
    expect(person.page.get_by_role("menuitem", name=t("saves.delete"))).to_be_visible()


def game_save(person: Person, t: Words) -> None:
    come_together(person)
    person.opens(f"#/game/{game_of_two(person)}").arrives()
    actions = person.page.get_by_role("group", name=t("game.actions"))
    actions.get_by_role("button", name=t("game.more"), exact=True).click()
    person.page.get_by_role("menuitem", name=t("game.save")).click()
    expect(person.page.get_by_label(t("saves.name"))).to_be_visible()


def reset(person: Person, t: Words) -> None:
    person.opens("#/reset")
    expect(person.page.get_by_label(t("reset.code"))).to_be_visible()


def reset_link(person: Person, t: Words) -> None:
    person.opens("#/reset/0123456789")
    expect(person.page.get_by_text(t("reset.by_link"))).to_be_visible()


def admin(person: Person, t: Words) -> None:
    become_admin(person, with_factor=True)
    banned = has_account_elsewhere(person)
    administer(person, banned, "ban", reason="!!!")
    person.opens("#/admin")
    person.page.get_by_label(t("admin.search")).fill(banned)
    expect(person.page.get_by_text(t("admin.banned", reason="!!!")).first).to_be_visible()
    expect(person.page.get_by_role("region", name=t("admin.audit"), exact=True).get_by_role("table")).to_be_visible()


def admin_without_factor(person: Person, t: Words) -> None:
    become_admin(person, with_factor=False)
    person.opens("#/admin")
    expect(person.page.get_by_role("link", name=t("admin.factor.go"))).to_be_visible()


PLACES_OF_PEOPLE = (
    sign_in,
    sign_in_refused,
    register,
    two_here,
    start_two,
    start_rated,
    game_two,
    profile,
    profile_none,
    account,
    account_factor,
    account_signed_out,
    saves,
    game_save,
    reset,
    reset_link,
    admin,
    admin_without_factor,
)

# --- ways there


def has_account_elsewhere(person: Person) -> str:
    """Somebody else's account; the name."""
    with somebody_else(person) as other:
        return has_account(other, new_name("Ben"))


def come_together(person: Person) -> tuple[str, str]:
    """Two accounts at this screen; their names."""
    first, second = has_account(person), has_account_elsewhere(person)
    call(person, "login", {"name": second, "password": PASSWORD, "beside": True})
    return first, second


def game_of_two(person: Person) -> str:
    """A game of the two at this screen; its id."""
    body: dict[str, Any] = {"gameType": "GOMOKU", "boardSize": 9, "seat": "BLACK", "beside": True}
    answer = person.context.request.post(f"{person.address}/api/game/start", data=body)
    assert answer.ok, answer.text()
    game_id: str = answer.json()["gameId"]
    for number, (x, y) in enumerate([(4, 4), (3, 3), (5, 4)]):
        act = {"player": "WHITE" if number % 2 else "BLACK", "type": "place", "points": [{"x": x, "y": y}]}
        played = person.context.request.post(f"{person.address}/api/game/{game_id}/act", data=act)
        assert played.ok, played.text()
    return game_id


def resign(person: Person, game_id: str, player: str) -> None:
    answer = person.context.request.post(
        f"{person.address}/api/game/{game_id}/act", data={"player": player, "type": "resign"}
    )
    assert answer.ok, answer.text()


def become_admin(person: Person, *, with_factor: bool) -> str:
    """An administrator who is signed in here; the name."""
    name = has_account(person, new_name("Eve"))
    administer(person, name, "role", role="admin")
    call(person, "login", {"name": name, "password": PASSWORD})
    if with_factor:
        secret = call(person, "second-factor/begin", {"password": PASSWORD})["secret"]
        call(person, "second-factor/confirm", {"secret": secret, "code": pyotp.TOTP(secret).now()})
    return name
