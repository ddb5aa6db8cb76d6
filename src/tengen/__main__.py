"""The programs `tengen` and `pbrain-tengen`, and `python -m tengen`. Ctrl-C ends them at any moment without a word."""

import sys
from importlib import import_module


def main() -> None:
    """The command line."""
    _run("main")


def brain() -> None:
    """The engine for Gomocup."""
    _run("brain")


def _run(name: str) -> None:
    try:
        getattr(import_module("tengen.cli"), name)()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
