"""The programs `tengen` and `pbrain-tengen`, and `python -m tengen`. Ctrl-C ends them at any moment without a word."""

import gc
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
    finally:
        gc.freeze()  # an interpreter that ends would look through everything that was imported, up to half a second


if __name__ == "__main__":
    main()
