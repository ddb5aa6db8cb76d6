"""Pictures of records in files: one position, a film, or diagrams to print. Paints nothing: `tengen.render` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from tengen.clients.language import ENGLISH
from tengen.clients.records.files import InFile, pick, read_records, write_files
from tengen.clients.records.main_line import game_title, main_line, player_names
from tengen.clients.records.report import Report
from tengen.core import COLORS, Color, ErrorCode, GameError, Record, Ruleset, text
from tengen.formats import Notice
from tengen.match import Caption, caption_for, caption_letters
from tengen.render import (
    PictureOptions,
    Scene,
    Timing,
    can_write,
    diagrams_of,
    find_theme,
    frames_of,
    render_apng,
    render_gif,
    render_pdf,
    render_png,
    render_svg,
    scene_of,
)

_STILL_PX: Final = 800
_FILM_PX: Final = 480
_MOVES_A_DIAGRAM: Final = 50


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is wanted. `size_px` is its width; without one each kind of picture has its own.

    `numbers` writes the numbers of the moves on the stones; diagrams to print have them always. `caption` writes
    below the board how the game stands.
    """

    theme: str = "wood"
    coordinates: bool = True
    numbers: bool = False
    size_px: int | None = None
    delay_ms: int = 700
    language: str = ENGLISH
    caption: bool = False

    @property
    def view(self) -> PictureOptions:
        """The look for the painters. Raises BAD_RULES for a theme that there is not."""
        return PictureOptions(theme=find_theme(self.theme), coordinates=self.coordinates)

    @property
    def numbered(self) -> int | None:
        """How many of the latest moves bear their numbers; None for all."""
        return None if self.numbers else 0

    def say(self, ruleset: Ruleset) -> Caption | None:
        """What stands below the boards of this game, if anything shall."""
        return caption_for(ruleset, self.language) if self.caption else None


Painter: TypeAlias = Callable[[Record, Look], bytes]


def render(file: str, out: str, look: Look, *, game: int | None = None, move: int | None = None) -> None:
    """Write a picture of a record. Raises GameError, and then no file has changed."""
    painter = find_painter(out)
    path = Path(file)
    reading = read_records(path)
    record = main_line(pick(reading, game, path), move)
    report = Report(look.language)
    report.note(path, reading.notices)
    has_words = look.caption if painter in _OF_PIXELS else painter is _pdf
    if has_words and not can_write(caption_letters(look.language)):
        report.note(path, (Notice("render.no_letters"),))
        look = replace(look, language=ENGLISH)
    try:
        picture = painter(record, look)
    except GameError as reason:
        raise InFile(path, reason) from reason
    write_files({Path(out): picture})
    report.tell()


def find_painter(name: str) -> Painter:
    """What makes a picture of this name's ending. Raises BAD_RECORD with the endings that there are."""
    painter = _PAINTERS.get(Path(name).suffix.lower())
    if painter is None:
        endings = ", ".join(_PAINTERS)
        raise GameError(ErrorCode.BAD_RECORD, "render.unknown", name=name[-40:], endings=endings)
    return painter


def _svg(record: Record, look: Look) -> bytes:
    return render_svg(_scene(record, look), look.size_px).encode()


def _png(record: Record, look: Look) -> bytes:
    return render_png(_scene(record, look), look.size_px or _STILL_PX)


def _scene(record: Record, look: Look) -> Scene:
    return scene_of(record, len(record.nodes), look.view, numbered=look.numbered, say=look.say(record.ruleset))


def _gif(record: Record, look: Look) -> bytes:
    return render_gif(_frames(record, look), look.size_px or _FILM_PX, Timing(look.delay_ms))


def _apng(record: Record, look: Look) -> bytes:
    return render_apng(_frames(record, look), look.size_px or _FILM_PX, Timing(look.delay_ms))


def _frames(record: Record, look: Look) -> list[Scene]:
    return frames_of(record, look.view, numbered=look.numbered, say=look.say(record.ruleset))


def _pdf(record: Record, look: Look) -> bytes:
    names = player_names(record, look.language)
    black, white = (_writable(name, color, look.language) for name, color in zip(names, COLORS, strict=True))
    title = f"{black} – {white} · {game_title(record.ruleset, look.language)}"
    say = look.say(record.ruleset)
    return render_pdf(diagrams_of(record, look.view, moves_each=_MOVES_A_DIAGRAM, say=say), title=title)


def _writable(name: str, color: Color, language: str) -> str:
    """The name, or the colour where no font on this machine has its letters."""
    return name if can_write(name) else text(language, f"color.{color.word}")


_PAINTERS: Final[dict[str, Painter]] = {".svg": _svg, ".png": _png, ".gif": _gif, ".apng": _apng, ".pdf": _pdf}
_OF_PIXELS: Final = (_png, _gif, _apng)
"""Those that need a font of this machine for letters beyond ASCII."""
