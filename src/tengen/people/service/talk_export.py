"""What is known of an account's talk, for the export of its data. Others are told by name, and no match by its id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tengen.people.service.own_account import Exporter
from tengen.people.service.parts import iso_time
from tengen.people.store import PeopleStore
from tengen.people.talk_store import TalkStore

_MOST_EXPORTED: Final = 10_000
"""So many lines and reports an export has, the latest."""


def talk_export(store: TalkStore, people: PeopleStore) -> Exporter:
    """Tells the lines, relations, reports, notices and left games of an account."""

    async def export(account_id: str) -> Mapping[str, object]:
        lines = await store.lines_of(account_id, _MOST_EXPORTED)
        relations = await store.relations_of(account_id)
        reports = await store.reports_by(account_id, _MOST_EXPORTED)
        known = await people.accounts_of({*(row.other_id for row in relations), *(row.about for row in reports)})
        names = {one.account_id: one.name for one in known.values()}
        return {
            "lines": [
                {"at": iso_time(row.at), "room": str(row.room), "text": row.text, "word": row.word} for row in lines
            ],
            "relations": [
                {"at": iso_time(row.at), "kind": str(row.kind), "name": names.get(row.other_id)} for row in relations
            ],
            "reports": [
                {
                    "at": iso_time(row.at),
                    "about": names.get(row.about),
                    "reason": str(row.reason),
                    "text": row.text,
                    "isHandled": not row.is_open,
                }
                for row in reports
            ],
            "notices": [
                {"at": iso_time(row.at), "key": str(row.key), "values": dict(row.values), "seen": iso_time(row.seen_at)}
                for row in await store.notices_of(account_id)
            ],
            "leftGames": [
                {"at": iso_time(row.at), "kind": str(row.kind)} for row in await store.leavings_of(account_id, 0)
            ],
        }

    return export
