"""Both players beside the board: name, captures or points, clock; whose turn it is has a mark."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from tengen.clients.sitting.clock_words import clock_face
from tengen.clients.sitting.table_words import PlayerLine
from tengen.clients.terminal.looks import Look
from tengen.core import text
from tengen.core.printing import clip, pad, width

_MARK = "▶"


class Players(Static):
    """A line for each player, Black's first; a second one where a clock says more."""

    _rows_shown = 0

    def show(self, players: tuple[PlayerLine, PlayerLine], look: Look, language: str) -> float | None:
        """Draw both; after how many seconds a running clock shows something else, None where none runs."""
        told, soonest = Text(), None
        for player in players:
            if told:
                told.append("\n")
            seconds = self._append(told, player, look, language)
            soonest = seconds if soonest is None else soonest
        rows = told.plain.count("\n") + 1
        if rows != self._rows_shown:
            # Not left to the text: the one of a wider terminal would be broken into more rows, and they would stay.
            self.styles.height = self._rows_shown = rows
        self.update(told, layout=False)
        return soonest

    def _append(self, told: Text, player: PlayerLine, look: Look, language: str) -> float | None:
        face = None if player.time is None else clock_face(player.time, language)
        mark = _MARK if player.is_due else " "
        if look.name == "plain":
            mark = ">" if player.is_due else " "
        right = "  ".join(filter(None, (player.count, "" if face is None else face.time)))
        room = max(self.content_size.width - width(right) - 6, 8)
        note = text(language, "game.thinking") if player.is_thinking else player.presence
        name = clip(player.name, room)
        if note and width(name) + 1 + width(note) <= room:
            name = f"{name} {note}"
        elif player.is_thinking and width(name) + 2 <= room:
            name = f"{name} …"
        told.append(f"{mark} {look.signs.stone(player.color)} ", "bold" if player.is_due else "")
        told.append(pad(name, room) + " ", "bold" if player.is_due else "")
        is_low = face is not None and face.is_low and player.is_running
        told.append(right, "bold red" if is_low else "bold" if player.is_running else "")
        if face is None:
            return None
        if face.more:
            told.append("\n" + " " * max(self.content_size.width - width(face.more), 0) + face.more, "dim")
        return max(face.same_ms, 50) / 1000 if player.is_running else None
