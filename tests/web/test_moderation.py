"""Who keeps order, with a browser for everybody: from the report to the act, and what is told to whom."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.server.people import PASSWORD
from tests.web.accounts import has_account, keeper_of, new_name, panel
from tests.web.conftest import NewPerson
from tests.web.judges import barriers
from tests.web.people import Person
from tests.web.places_of_people import become_admin
from tests.web.talkers import BLITZ, Talker, become_moderator, meet, post, resign, say
from tests.web.words import Words

pytestmark = pytest.mark.long

EN: Final = Words("en")
ZH: Final = Words("zh")
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
OUT_MS: Final = 5_000
"""How soon somebody is out after a ban."""


def opens_report(moderator: Person, about: str, t: Words = EN) -> Locator:
    """The page of the moderators with the first report about somebody unfolded; the row."""
    moderator.opens("#/moderation")
    row = moderator.page.get_by_role("listitem").filter(has=moderator.page.locator(".tg-report")).filter(has_text=about)
    row.get_by_role("button", name=re.compile(f"^{re.escape(about)}")).first.click()
    expect(row.get_by_role("form", name=t("moderation.handle"))).to_be_visible()
    return row.first


def acts(row: Locator, deed: str, name: str, reason: str, *, days: int | None = None, t: Words = EN) -> None:
    """Do something to whom a report is about, with a reason, and see it done."""
    page = row.page
    row.get_by_role("button", name=t("moderation.deeds", name=name)).click()
    page.get_by_role("menuitem", name=t(f"moderation.{deed}"), exact=True).click()
    form = row.get_by_role("form", name=t("moderation.deed", deed=t(f"moderation.{deed}"), name=name))
    form.get_by_label(t("admin.ban.reason"), exact=True).fill(reason)
    if days is not None:
        form.get_by_label(t("admin.ban.until")).select_option(str(days))
    form.get_by_role("button", name=t(f"moderation.{deed}"), exact=True).click()
    expect(page.get_by_text(t(f"moderation.{deed}.done", name=name))).to_be_visible()


def told(person: Person, *texts: str | re.Pattern[str]) -> None:
    """Notices that this person has, however many others there are."""
    person.opens("#/notices")
    for text in texts:
        expect(person.page.get_by_role("main").get_by_text(text).first).to_be_visible()


def audit_of(address: str, name: str) -> list[tuple[str, str, str | None]]:
    """Who did what to this account and why, by the log of the administrator, the first deed first."""
    entries: list[dict[str, Any]] = keeper_of(address).get("/api/admin/audit").json()["entries"]
    found = [
        (entry["action"], entry["actor"], entry["details"].get("reason"))
        for entry in entries
        if entry["subject"] == name and entry["action"] in {"warned", "silenced", "banned", "avatar_reset"}
    ]
    return found[::-1]


def test_from_an_insult_to_a_ban(new_person: NewPerson) -> None:
    ann, ben, cleo, mo = (new_person() for _ in range(4))
    ben.forgives("status of 403", "status of 401", "WebSocket connection")
    names = has_account(ann), has_account(ben, new_name("Ben")), has_account(cleo, new_name("Cleo"))
    moderator = become_moderator(mo)
    game_id, watch_id = meet(ann, ben)
    watcher = Talker(cleo).opens(watch_id)
    watcher.says("Nobody reports this.")
    reporter, insulter = Talker(ann).opens(game_id), Talker(ben).opens(game_id)
    insulter.says("You <b>fool</b>.")
    reporter.sees("You <b>fool</b>.")

    # The report, with what goes along.
    reporter.does("report", names[1])
    dialog = ann.page.get_by_role("dialog", name=EN("talk.report.name", name=names[1]))
    expect(dialog.get_by_text("You <b>fool</b>.", exact=True)).to_be_visible()
    expect(dialog.get_by_text("Nobody reports this.")).to_have_count(0)
    dialog.get_by_label(EN("talk.report.reason")).select_option("insult")
    dialog.get_by_label(EN("talk.report.text")).fill("He called me a fool.")
    dialog.get_by_role("button", name=EN("talk.report.go"), exact=True).click()
    expect(ann.page.get_by_text(EN("talk.report.done"))).to_be_visible()
    expect(dialog).to_be_hidden()

    # The moderator reads it, and warns.
    row = opens_report(mo, names[1])
    for text in ("He called me a fool.", "You <b>fool</b>."):
        expect(row.get_by_text(text, exact=True)).to_be_visible()
    expect(row.get_by_text("Nobody reports this.")).to_have_count(0)
    assert barriers(mo.page) == []
    acts(row, "warn", names[1], "Mind your manners.")
    expect(ben.page.locator(".tg-people-button")).to_contain_text("1")

    # Silenced: the field goes at once, and says why and until when.
    acts(row, "silence", names[1], "Again insults.", days=7)
    expect(row.get_by_text(re.compile("^May not talk until .*: Again insults.$"))).to_be_visible()
    why = re.compile(r"^A moderator does not let you talk until \d.*: Again insults\.$")
    expect(insulter.page.get_by_text(why)).to_be_visible()
    expect(insulter.field).to_have_count(0)
    reporter.says("Peace at last.")
    insulter.sees("Peace at last.")
    told(ben, "A moderator warns you: Mind your manners.", why)
    insulter.opens(game_id)

    # Banned: out within five seconds, with the reason; nor is there a way in.
    acts(row, "ban", names[1], "Enough.", days=30)
    expect(ben.page.get_by_text(re.compile(rf"^{names[1]} is banned until .*: Enough\.$"))).to_be_visible(
        timeout=OUT_MS
    )
    found = panel(ben)
    found.get_by_label("Name", exact=True).fill(names[1])
    found.get_by_label("Password", exact=True).fill(PASSWORD)
    found.get_by_role("button", name="Sign in", exact=True).click()
    expect(found.get_by_text(re.compile(r"banned until .*: Enough\."))).to_be_visible()

    # Done: the reporter hears that it was looked at; the log has all of it.
    row.get_by_role("form", name=EN("moderation.handle")).get_by_label(EN("moderation.note")).fill("Clear.")
    row.get_by_role("button", name=EN("moderation.acted"), exact=True).click()
    expect(mo.page.get_by_text(EN("moderation.handled.done"))).to_be_visible()
    expect(mo.page.get_by_role("button", name=re.compile(f"^{names[1]}"))).to_have_count(0)
    told(ann, EN("notice.report_handled"))
    assert audit_of(ann.address, names[1]) == [
        ("warned", moderator, "Mind your manners."),
        ("silenced", moderator, "Again insults."),
        ("banned", moderator, "Enough."),
    ]


def test_the_audit_log_says_in_words_what_moderators_did(new_person: NewPerson) -> None:
    ann, eve, mo = new_person(), new_person(), new_person()
    name, moderator = has_account(ann), become_moderator(mo)
    become_admin(eve, with_factor=True)
    report(new_person(), name)
    acts(opens_report(mo, name), "reset-avatar", name, "Ugly.")
    eve.opens("#/admin")
    log = eve.page.get_by_role("region", name=EN("admin.audit"), exact=True)
    row = log.get_by_role("row").filter(has_text=moderator).filter(has_text=name)
    expect(row.first).to_contain_text(EN("admin.action.avatar_reset"))
    expect(row.first).to_contain_text("Ugly.")
    told(ann, EN("notice.avatar_reset", reason="Ugly."))


def report(by: Person, about: str) -> None:
    """Somebody with an account reports somebody, without the page."""
    has_account(by, new_name("Eve"))
    post(by, "/api/reports", {"about": about, "reason": "other", "text": "!!!"})


def test_a_rated_result_is_annulled_and_both_players_are_told(new_person: NewPerson) -> None:
    ann, ben, mo = (new_person() for _ in range(3))
    names = has_account(ann), has_account(ben, new_name("Ben"))
    moderator = become_moderator(mo)
    game_id, _ = meet(ann, ben, rated=True, clock=BLITZ)
    for number in range(10):
        move = {"type": "place", "points": [{"x": number - number % 2, "y": 7 - number % 2}]}
        player, color = (ben, "WHITE") if number % 2 else (ann, "BLACK")
        post(player, f"/api/game/{game_id}/act", {"player": color, **move})
    resign(ben, game_id, "WHITE")
    mo.opens(f"#/u/{names[0]}")
    page = mo.page
    games = page.get_by_role("region", name=EN("profile.games"), exact=True)
    expect(games.get_by_text(re.compile(r"rated \+\d+"))).to_be_visible()
    expect(games.locator(".tg-card-side svg.tg-avatar, .tg-card-side .tg-avatar")).to_have_count(2)
    games.get_by_role("button", name=EN("profile.annul"), exact=True).click()
    games.get_by_label(EN("admin.ban.reason"), exact=True).fill("A program played.")
    games.get_by_role("button", name=EN("profile.annul"), exact=True).click()
    expect(page.get_by_text(EN("profile.annul.done"))).to_be_visible()
    expect(games.get_by_text(EN("profile.annulled"), exact=False)).to_be_visible()
    expect(games.get_by_role("button", name=EN("profile.annul"), exact=True)).to_have_count(0)
    for player in (ann, ben):
        told(player, EN("notice.result_annulled", reason="A program played."))
    entries = keeper_of(ann.address).get("/api/admin/audit").json()["entries"]
    annulled = next(entry for entry in entries if entry["action"] == "result_annulled")
    assert (annulled["actor"], annulled["details"]["reason"]) == (moderator, "A program played.")


def test_a_name_that_is_reset_is_another_one_for_everybody_at_once(new_person: NewPerson) -> None:
    ann, ben, mo = (new_person() for _ in range(3))
    name = has_account(ben, new_name("Ben"))
    has_account(ann), become_moderator(mo)
    game_id, _ = meet(ann, ben)
    say(ben, game_id, "Hello.")
    board, own = Talker(ann).opens(game_id), Talker(ben).opens(game_id)
    report(new_person(), name)
    acts(opens_report(mo, name), "reset-name", name, "Not a nice name.")
    for talker in (board, own):
        expect(talker.page.get_by_text(name, exact=True)).to_have_count(0)
    fresh = ben.context.request.get(f"{ben.address}/api/auth/me").json()["name"]
    expect(ann.page.locator(".tg-player-own").filter(has_text=fresh)).to_be_visible()
    told(ben, EN("notice.name_reset", name=fresh, reason="Not a nice name."))


def test_order_is_kept_in_chinese_on_a_narrow_phone_and_by_keyboard(new_person: NewPerson) -> None:
    mo, ann = new_person(locale="zh-CN", **PHONE), new_person()
    name = has_account(ann, new_name("Ann"))
    become_moderator(mo)
    report(new_person(), name)
    row = opens_report(mo, name, ZH)
    row.get_by_role("button", name=ZH("moderation.deeds", name=name)).focus()
    mo.page.keyboard.press("Enter")
    mo.page.keyboard.press("Enter")
    form = row.get_by_role("form", name=ZH("moderation.deed", deed=ZH("moderation.warn"), name=name))
    expect(form.get_by_label(ZH("admin.ban.reason"), exact=True)).to_be_focused()
    assert mo.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert barriers(mo.page) == []
    mo.page.keyboard.type("请文明用语")
    mo.page.keyboard.press("Enter")
    expect(mo.page.get_by_text(ZH("moderation.warn.done", name=name))).to_be_visible()
    expect(row.get_by_role("button", name=ZH("moderation.deeds", name=name))).to_be_focused()
    told(ann, EN("notice.warned", reason="请文明用语"))


def test_nobody_else_finds_reports_on_the_page_of_moderators(new_person: NewPerson) -> None:
    ann, stranger = new_person(), new_person()
    has_account(ann)
    for person in (ann, stranger):
        person.opens("#/moderation")
        expect(person.page.get_by_text(EN("moderation.why"))).to_be_visible()
        expect(person.page.get_by_role("heading", name=EN("moderation.reports"))).to_have_count(0)
