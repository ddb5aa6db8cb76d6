"""Settings of the whole process that suit a service with many matches in memory. For whoever owns the process."""

from __future__ import annotations

import gc


def tune_process() -> None:
    """Have the interpreter look for lost cycles seldom; to be called once, when everything is loaded.

    Matches are values that refer to other values and never in a circle: they go when the last reference goes. A full
    collection would visit every stone of every match in memory, and everybody would wait for it; small ones suffice
    for the cycles that event loops and exceptions make.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000)
