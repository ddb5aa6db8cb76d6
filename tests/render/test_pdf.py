"""PDF that stands by itself: every offset right, every stream readable, all diagrams on paper."""

from __future__ import annotations

import os
import re
import zlib
from pathlib import Path

import pytest

from tengen.render import PageSize, Scene, chinese_font, diagrams_of, render_pdf
from tengen.render.pdf_glyphs import Glyphs
from tests.pictures import game_from
from tests.render.bare_machine import bare_machine
from tests.render.boards import DISCS, MARKS, SMALL, golden_scenes, opening, record_of, scene, view


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a file, found by its own table; every entry of the table is checked."""
    assert data.startswith(b"%PDF-1.5\n")
    assert data.endswith(b"%%EOF\n")
    start = int(data.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert data[start:].startswith(b"xref\n0 ")
    lines = data[start:].split(b"\n")
    count = int(lines[1].split()[1])
    entries = lines[2 : 2 + count]
    assert entries[0] == b"0000000000 65535 f "
    found = {}
    for number, entry in enumerate(entries[1:], 1):
        offset = int(entry[:10])
        assert entry[10:] == b" 00000 n "
        head = b"%d 0 obj\n" % number
        assert data[offset:].startswith(head)
        found[number] = data[offset + len(head) :].split(b"\nendobj\n", 1)[0]
    assert b"/Size %d/" % count in data[start:]
    return found


def pages(data: bytes) -> list[str]:
    """The operators of every page, in order."""
    found = objects(data)
    streams = []
    for content in found.values():
        if content.startswith(b"<</Type/Page/"):
            match = re.search(rb"/Contents (\d+) 0 R", content)
            assert match
            head, _, body = found[int(match[1])].partition(b"\nstream\n")
            packed = body.removesuffix(b"\nendstream")
            assert head == b"<</Length %d/Filter/FlateDecode>>" % len(packed)
            streams.append(zlib.decompress(packed).decode("ascii"))
    return streams


def hexed(text: str) -> str:
    return f"<{text.encode('cp1252').hex().upper()}>"


def diagrams(count: int) -> list[Scene]:
    return diagrams_of(record_of(opening(count * 10)), view("print"), moves_each=10)


def test_the_table_of_objects_is_right() -> None:
    found = objects(render_pdf(diagrams(2), title="A game"))
    assert sum(content.startswith(b"<</Type/Page/") for content in found.values()) == 1
    assert any(content.startswith(b"<</Type/Catalog") for content in found.values())


def test_all_references_lead_somewhere() -> None:
    data = render_pdf(list(golden_scenes().values()), title="天元")
    found = objects(data)
    used = {
        int(number) for content in found.values() for number in re.findall(rb"(\d+) 0 R", content.split(b"stream")[0])
    }
    assert used <= set(found)
    resources = b"".join(found.values())
    for operators in pages(data):
        for name in set(re.findall(r"/([GSFT]\d+) (?:gs|sh|[\d.]+ Tf)", operators)):
            assert f"/{name}".encode() in resources


def test_every_page_saves_and_restores_in_pairs() -> None:
    for operators in pages(render_pdf(list(golden_scenes().values()))):
        depth = 0
        for operator in operators.split():
            depth += (operator == "q") - (operator == "Q")
            assert depth >= 0
        assert depth == 0


@pytest.mark.parametrize(("count", "columns", "expected"), [(1, 1, 1), (4, 2, 1), (6, 2, 2), (6, 1, 6), (6, 3, 1)])
def test_diagrams_fill_pages_row_by_row(count: int, columns: int, expected: int) -> None:
    assert len(pages(render_pdf(diagrams(count), columns=columns))) == expected


@pytest.mark.parametrize(("page", "box"), [(PageSize.A4, b"595.28 841.89"), (PageSize.LETTER, b"612 792")])
def test_paper_is_a4_or_letter(page: PageSize, box: bytes) -> None:
    assert b"/MediaBox[0 0 " + box + b"]" in render_pdf(diagrams(1), page=page)


def test_nothing_lies_outside_the_paper() -> None:
    for operators in pages(render_pdf(diagrams(6), columns=2)):
        for scale, x, y, width, height in re.findall(
            r"q ([\d.]+) 0 0 [\d.]+ ([\d.]+) ([\d.]+) cm 0 0 ([\d.]+) ([\d.]+) re W n", operators
        ):
            assert float(x) + float(scale) * float(width) < 595.28 - 40
            assert float(y) + float(scale) * float(height) < 841.89 - 40


def test_numbers_captions_and_title_are_text() -> None:
    (page,) = pages(render_pdf(diagrams(2), title="Game – 1"))
    for text in ("20", "11–20", "Game – 1"):
        assert hexed(text) in page


def test_chinese_letters_are_contained_and_can_be_copied() -> None:
    if chinese_font() is None:
        assert not os.environ.get("CI"), "scripts/ci-setup installs a font with Chinese"
        pytest.skip("this machine has no font with Chinese")
    data = render_pdf([scene(game_from("go", SMALL), caption="元 Dia. 1")], title="天元")
    (page,) = pages(data)
    assert "/T0 15 Tf <0001> Tj" in page
    assert hexed(" Dia. 1") in page
    streams = [zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)]
    glyphs = [stream for stream in streams if b"BI/W" in stream]
    assert len(set(glyphs)) == 2, "each letter once"
    for glyph in glyphs:
        size = re.search(rb"BI/W (\d+)/H (\d+)/", glyph)
        assert size
        width, height = map(int, size.groups())
        assert min(width, height) > 100
        bits = glyph.split(b" ID\n")[1].split(b">")[0]
        assert len(bits) == 2 * height * -(-width // 8)
        assert set(bits) > {ord("0"), ord("F")}, "neither empty nor full"
    assert any(b"2 beginbfchar\n<00><5929>\n<01><5143>\nendbfchar" in stream for stream in streams)
    assert b"/Title<FEFF59295143>" in data


def test_many_letters_take_several_fonts() -> None:
    glyphs = Glyphs()
    assert [glyphs.code(chr(0x4E00 + index)) for index in (0, *range(300), 1)][-2:] == [(1, 43), (0, 1)]
    first, second = glyphs.fonts()
    assert (len(first.glyphs), len(second.glyphs)) == (256, 44)
    assert "/FirstChar 0/LastChar 43/" in second.dictionary(7, 8)


def test_without_a_font_there_are_question_marks_instead_of_blanks(tmp_path: Path) -> None:
    with bare_machine(tmp_path):
        data = render_pdf(diagrams(1), title="天元 Café")
    assert hexed("?? Café") in pages(data)[0]
    assert b"/Type3" not in data


def test_parentheses_and_backslashes_do_no_harm() -> None:
    (page,) = pages(render_pdf(diagrams(1), title="(a\\b) ) Tj ET"))
    assert hexed("(a\\b) ) Tj ET") in page


def test_shaded_stones_and_shadows_are_vectors_too() -> None:
    data = render_pdf([scene(game_from("othello", DISCS)), scene(game_from("go", SMALL), "dark", marks=MARKS)])
    assert b"/ShadingType 3" in data
    assert b"/Image" not in data


def test_equal_diagrams_are_equal_bytes() -> None:
    assert render_pdf(diagrams(1)) == render_pdf(diagrams(1))
