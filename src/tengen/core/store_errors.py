"""Why a store did not do what it was asked. Every layer that keeps something raises and expects these."""

from __future__ import annotations


class StoreError(Exception):
    """The store did not do it."""


class Conflict(StoreError):
    """Somebody else was first: a key is taken, or what is to be changed has changed. Nothing was written."""


class Unavailable(StoreError):
    """The store cannot write or read now: disk full, database locked or closed. To be tried again later.

    Whether a unit was written is then unknown: who needs to know must read.
    """
