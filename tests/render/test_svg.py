"""SVG that any reader takes: well-formed, self-contained, safe to put into a page."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from hypothesis import given

from tengen.render import Scene, render_svg
from tests.render.anything import any_scene
from tests.render.boards import golden_scenes, opening, scene

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> Xml.Element:
    return Xml.fromstring(svg)  # noqa: S314  # our own text


@given(any_scene())
def test_any_board_with_any_marks_and_texts_is_well_formed(drawn: Scene) -> None:
    shown = parsed(render_svg(drawn))
    assert shown.tag == f"{NAMESPACE}svg"
    assert not {element.tag for element in shown.iter()} & {f"{NAMESPACE}script", f"{NAMESPACE}foreignObject"}


def test_text_is_escaped_and_control_characters_are_dropped() -> None:
    svg = render_svg(scene(opening(1), message="<b>&\"'\x00\x1b\ud800 天元"))
    assert parsed(svg).findall(f"{NAMESPACE}text")[-1].text == "<b>&\"' 天元"
    assert "<b>" not in svg


def test_every_picture_stands_by_itself() -> None:
    for name, shown in golden_scenes().items():
        svg = render_svg(shown)
        defined = {element.get("id") for element in parsed(svg).iter() if element.get("id")}
        used = {part.split(")")[0] for part in svg.split("url(#")[1:]}
        assert used == defined, name
        assert svg.count("http") == 1, "nothing but the namespace has an address"


def test_lines_are_one_pixel_at_any_size() -> None:
    svg = render_svg(scene(opening(1)))
    assert 'stroke-width="1" vector-effect="non-scaling-stroke" shape-rendering="crispEdges"' in svg


def test_a_width_is_given_when_asked_for() -> None:
    shown = scene(opening(1), message="Your move.")
    assert parsed(render_svg(shown)).get("width") is None
    sized = parsed(render_svg(shown, 420))
    assert sized.get("width") == "420"
    assert float(sized.get("height", "0")) > 420


def test_the_title_says_what_the_picture_shows() -> None:
    title = parsed(render_svg(scene(opening(1), message="White's turn.", caption="Move 1"))).find(f"{NAMESPACE}title")
    assert title is not None
    assert title.text == "Move 1 White's turn."
