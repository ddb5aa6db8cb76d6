"""What happens in games on a server, in words: moves of others, requests, presence, the connection. Prints nothing."""

from __future__ import annotations

from tengen.clients.console.facts import player_name
from tengen.clients.console.prompts import Prompts
from tengen.clients.play import Change, View, ViewEvent
from tengen.clients.sitting.table_words import estimate_lines
from tengen.core import COLORS, text


class NewsTeller:
    """Tells what is new about one board; remembers what was told of it before."""

    def __init__(self, prompts: Prompts, number: int, view: View) -> None:
        self._prompts = prompts
        self._number = number
        self._before = view

    def lines(self, change: Change, *, is_shown: bool) -> list[str]:
        """What a change is to people here; of a board that is not shown, with its number."""
        before, self._before = self._before, change.view
        found = [self._event(event, change.view) for event in change.events]
        found += [self._prompts.notice(notice) for notice in change.notices]
        found += self._presence(before, change.view)
        if before.estimate != change.view.estimate:
            found += estimate_lines(change.view, self._prompts.language)
        found.append(self._connection(before, change.view))
        told = [line for line in found if line]
        if is_shown:
            return told
        told = [self._say("on_board", number=self._number, line=line) for line in told]
        has_ended = any(event.type == "ended" for event in change.events)
        return [*told, self._prompts.say("over", number=self._number)] if has_ended else told

    def _event(self, event: ViewEvent, view: View) -> str:
        is_own = event.player in view.yours
        match event.type:
            case "moved":
                return "" if is_own else self._prompts.deed(event, view)
            case "offered" if event.request:
                return self._say("own_offer" if is_own else "offered", **self._asked(event, view))
            case "declined" if event.request:
                return "" if is_own else self._say("declined", **self._asked(event, view))
            case "joined":
                return "" if is_own else self._say("joined", name=event.name)
            case "undone" | "redone" | "restarted" | "paused" | "unpaused":
                return "" if is_own and len(view.yours) == len(COLORS) else self._say(event.type)
        return ""

    def _asked(self, event: ViewEvent, view: View) -> dict[str, str]:
        language = self._prompts.language
        name = event.name or (player_name(view, event.player, language) if event.player else "")
        return {"name": name, "request": text(language, f"request.{event.request}")}

    def _presence(self, before: View, view: View) -> list[str]:
        lines = []
        for color, now in view.presence.items():
            was = before.presence.get(color)
            if color in view.yours or (was is None and now.where == "here"):
                continue
            name = player_name(view, color, self._prompts.language)
            if was is None or was.where != now.where:
                lines.append(self._say(f"presence.{now.where}", name=name))
            if now.claim_ms is not None and view.yours and (was is None or was.claim_ms is None):
                lines.append(self._say("claim", seconds=-(-now.claim_ms // 1000)))
        return lines

    def _connection(self, before: View, view: View) -> str:
        return "" if before.connection is view.connection else self._say(f"connection.{view.connection}")

    def _say(self, key: str, **values: str | int | float) -> str:
        return text(self._prompts.language, f"console.online.{key}", **values)
