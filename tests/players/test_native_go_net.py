"""Go's net as it plays: the same to the last digit everywhere, and playouts where its file is missing or damaged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from train.go.net.golden import OUT, answer, timeline_of

from tengen.core import BLACK, Place, create_rules
from tengen.players import StopToken, native
from tengen.players.native import Limits

pytestmark = pytest.mark.skipif(not native.available(), reason="the compiled module was not built")

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "native" / "games" / "go" / "weights"
GOLDEN = json.loads(OUT.read_text(encoding="utf-8"))

_NODES_WITHOUT = """
import sys
from pathlib import Path
from tengen.core import BLACK, Place, create_rules
from tengen.players import native

folder = Path(sys.argv[1])
native._CHECKOUT = folder
print(native.weights_fault("go"))
print(native.nodes(create_rules("go", 19), 9))
"""


def test_the_net_says_of_fifty_positions_what_it_said_when_it_was_made() -> None:
    assert len(GOLDEN) == 50
    for one in GOLDEN:
        told = {key: one[key] for key in ("win", "margin", "best", "owned")}
        assert json.loads(json.dumps(answer(timeline_of(one)))) == told


def test_the_smallest_boards_are_played_out_instead() -> None:
    small, large = (native.nodes(create_rules("go", size), 9) for size in (5, 19))
    assert small is not None
    assert large is not None
    assert small > large, "games of chance are many, answers of a net few"


@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_without_its_net_go_plays_games_out_and_that_is_told(harm: str, tmp_path: Path) -> None:
    folder = tmp_path / "native" / "games" / "go" / "weights"
    shutil.copytree(WEIGHTS, folder)
    net = folder / "go-6x96.tgn"
    if harm == "missing":
        net.unlink()
    else:
        content = bytearray(net.read_bytes())
        content[len(content) // 2] ^= 1
        net.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-c", _NODES_WITHOUT, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    fault, nodes = done.stdout.splitlines()
    assert ("damaged" if harm == "damaged" else "there is no file") in fault
    assert net.name in fault
    with_net = native.nodes(create_rules("go", 19), 9)
    assert with_net is not None
    assert int(nodes) > with_net


def test_the_lowest_levels_play_at_first_sight_and_each_of_the_others_reads_more() -> None:
    rules = create_rules("go", 9)
    nodes = [native.nodes(rules, level) or 0 for level in range(3, 10)]
    assert nodes[:3] == [1, 1, 1]
    assert nodes[2:] == sorted(set(nodes[2:]))
    search = native.searcher(rules, 1)
    assert search is not None
    search.sync(None, ())
    assert isinstance(search.choose(3, BLACK, Limits(), StopToken()), Place)
    assert search.latest().visits == 1
