"""Names in tables: short, and never the same for two players."""

from __future__ import annotations

import pytest

from tengen.arena.short_names import LONGEST, short_names

GNUGO = "gtp:gnugo --mode gtp --level {} --capture-all-dead --chinese-rules"
FAR = "gtp:/opt/engines/in/a/place/that/is/far/away/{}/with/a/long/way/further/down/engine --go"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["level:3", "random"], ["level:3", "random"]),
        ([GNUGO.format(1), "level:3"], ["gtp:gnugo --mode gt…dead --chinese-rules", "level:3"]),
        ([GNUGO.format(10), GNUGO.format(1)], ["gtp:gnugo --mo…--level 10…", "gtp:gnugo --mo…--level 1…"]),
        ([GNUGO.format("1 --quiet"), GNUGO.format(1)], ["gtp:gnugo --mo…1 --quiet…", "gtp:gnugo --mo…1…"]),
        (
            [FAR.format("one"), FAR.format("two")],
            ["gtp:/opt/engin…gtp:/opt/engines/in/a/pl…", "gtp:/opt/engines/in/a/place/that/is/…2"],
        ),
    ],
)
def test_names_are_short_and_differ(names: list[str], shown: list[str]) -> None:
    assert short_names(names) == dict(zip(names, shown, strict=True))
    assert all(len(form) <= LONGEST for form in shown)
