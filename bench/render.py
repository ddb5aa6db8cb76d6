"""How long pictures take and how large they are: one line of JSON a figure.

    .venv/bin/python bench/render.py [--rounds 5]

The game has 60 moves on 19 lines. Times are the best of all rounds; the first round, which also loads the letters
and fills the stores of stones, is given by itself as `cold_ms`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial

from tengen.core import Participant, Place, Record, create_game
from tengen.render import (
    THEMES,
    PictureOptions,
    Scene,
    diagrams_of,
    frames_of,
    render_apng,
    render_gif,
    render_pdf,
    render_png,
    render_svg,
)

MOVES = """
q16 d4 d16 q4 o3 r6 c6 f3 c10 f17 d17 r14 q14 r13 q13 r12 r15 s15 r16 q12 p12 q11 o4 k3 q5 r4 p5 r5 m3 k16
n17 c14 c12 d14 f15 f14 g15 e15 e16 g17 g14 f13 h17 h18 h16 j17 g18 f18 g16 j18 d12 d11 e12 d13 c13 e13 b14 c15
d15 c16
"""
GIF_PX = 480
PNG_PX = 800


def game() -> Record:
    """The game that is drawn."""
    played = create_game("go", 19)
    spec = played.ruleset.board_spec()
    for name in MOVES.split():
        played.act(Place(played.state.position.to_move, spec.parse(name)))
    return Record.of(played.timeline, Participant(), Participant())


def svg_bytes(scene: Scene) -> bytes:
    """The SVG of a scene as a file."""
    return render_svg(scene).encode()


def measure(name: str, work: Callable[[], bytes | int], rounds: int, **about: object) -> None:
    """Print how long the work takes and how many bytes it makes, or how many things when it makes none."""
    times = []
    made: bytes | int = 0
    for _ in range(rounds):
        begin = time.perf_counter()
        made = work()
        times.append((time.perf_counter() - begin) * 1e3)
    size = {"bytes": len(made)} if isinstance(made, bytes) else {"count": made}
    figure = {"bench": "render", "figure": name, **about, "ms": round(min(times), 2), "cold_ms": round(times[0], 2)}
    print(json.dumps({**figure, **size}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    record = game()
    measure("frames", lambda: len(frames_of(record)), rounds, moves=60, size=19)
    for theme in THEMES.values():
        view = PictureOptions(theme=theme)
        frames = frames_of(record, view)
        about: dict[str, object] = {"theme": theme.name, "moves": 60, "size": 19}
        measure("gif", partial(render_gif, frames, GIF_PX), rounds, **about, px=GIF_PX)
        measure("apng", partial(render_apng, frames, GIF_PX), rounds, **about, px=GIF_PX)
        measure("png", partial(render_png, frames[-1], PNG_PX), rounds, **about, px=PNG_PX)
        measure("svg", partial(svg_bytes, frames[-1]), rounds, **about)
    diagrams = diagrams_of(record, PictureOptions(theme=THEMES["print"]), moves_each=10)
    measure("pdf", lambda: render_pdf(diagrams), rounds, diagrams=len(diagrams), size=19)


if __name__ == "__main__":
    main()
