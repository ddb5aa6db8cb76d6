"""The places of talk and of those who keep order, each with the way there; listed with all others in `places`."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.accounts import has_account, new_name
from tests.web.people import Person, somebody_else
from tests.web.talkers import Talker, become_moderator, meet, post, resign, say
from tests.web.words import Words

INSULT = "臭棋！ http://x.example/ <b>!</b>"


def chat_end(person: Person, t: Words) -> None:
    """Players hear watchers, too."""
    talker, game_id = talk_at(person, t)
    with somebody_else(person) as watcher:
        has_account(watcher, new_name("Eve"))
        view = watcher.context.request.get(f"{person.address}/api/game/{game_id}/view").json()
        post(watcher, f"/api/game/{view['watchId']}/chat", {"word": "well_played"})
    resign(person, game_id, "BLACK")
    expect(talker.log).to_contain_text(t("talk.watching"))


def chat_watching(person: Person, t: Words) -> None:
    """A guest reads along."""
    with somebody_else(person) as ann, somebody_else(person) as ben:
        has_account(ann), has_account(ben, new_name("Ben"))
        _, watch_id = meet(ann, ben)
    with somebody_else(person) as eve:
        has_account(eve, new_name("Eve"))
        say(eve, watch_id, "黑棋稍好。")
    Talker(person, t).opens(watch_id).sees("黑棋稍好。")
    expect(person.page.get_by_text(t("error.GUESTS_CANNOT_TALK"))).to_be_visible()


def report(person: Person, t: Words) -> None:
    talker, _ = talk_at(person, t)
    talker.log.get_by_role("button").first.click()
    person.page.get_by_role("menuitem", name=t("talk.report"), exact=True).click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_text(t("talk.report.lines"))).to_be_visible()


def account_talk(person: Person, t: Words) -> None:
    """Whom one does not hear, and with whom one has nothing to do."""
    has_account(person)
    for what in ("mute", "block"):
        with somebody_else(person) as other:
            post(person, f"/api/relations/{what}", {"name": has_account(other, new_name("Ben"))})
    person.opens("#/settings")
    part = person.page.get_by_role("region", name=t("account.talk"), exact=True)
    expect(part.get_by_role("listitem")).to_have_count(2)
    part.scroll_into_view_if_needed()


def notices_of_order(person: Person, t: Words) -> None:
    name = has_account(person)
    with somebody_else(person) as mo:
        become_moderator(mo)
        post(mo, f"/api/moderation/users/{name}/warn", {"reason": "!!!"})
        post(mo, f"/api/moderation/users/{name}/silence", {"reason": "!!!", "days": 7})
    person.opens("#/notices")
    expect(person.page.get_by_text(t("notice.warned", reason="!!!")).first).to_be_visible()


def moderation(person: Person, t: Words) -> None:
    """A report, and something that is about to be done."""
    row, name = open_report(person)
    row.get_by_role("button", name=t("moderation.deeds", name=name)).click()
    person.page.get_by_role("menuitem", name=t("moderation.silence"), exact=True).click()
    expect(row.get_by_label(t("admin.ban.until"))).to_be_visible()


PLACES_OF_TALK = (
    chat_end,
    chat_watching,
    report,
    account_talk,
    notices_of_order,
    moderation,
)

# --- ways there


def talk_at(person: Person, t: Words) -> tuple[Talker, str]:
    """A game at which both have talked; its id."""
    has_account(person)
    with somebody_else(person) as ben:
        has_account(ben, new_name("Ben"))
        game_id, _ = meet(person, ben)
        post(ben, f"/api/game/{game_id}/chat", {"word": "good_luck"})
        say(person, game_id, "多谢！")
        say(ben, game_id, INSULT)
    talker = Talker(person, t).opens(game_id)
    talker.sees(INSULT)
    return talker, game_id


def open_report(person: Person) -> tuple[Locator, str]:
    """The page of the moderators with a report unfolded: its row, and whom it is about."""
    become_moderator(person)
    with somebody_else(person) as ann, somebody_else(person) as ben:
        has_account(ann)
        name = has_account(ben, new_name("Ben"))
        game_id, _ = meet(ann, ben)
        say(ben, game_id, INSULT)
        body = {"about": name, "reason": "insult", "text": "请处理。", "gameId": game_id}
        post(ann, "/api/reports", body)
    person.opens("#/moderation")
    row = person.page.get_by_role("listitem").filter(has_text=name).first
    row.get_by_role("button", name=re.compile(f"^{name} ")).click()
    expect(row.get_by_text(INSULT, exact=True)).to_be_visible()
    return row, name
