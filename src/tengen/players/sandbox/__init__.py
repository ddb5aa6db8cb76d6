"""What keeps a foreign program confined: namespaces, Landlock, seccomp, limits; and the launcher that applies it."""

from tengen.players.sandbox.assurance import LAUNCHER, insist_on_confinement, insists_on_confinement, why_unconfined
from tengen.players.sandbox.confine import confinement, landlock_version

__all__ = [
    "LAUNCHER",
    "confinement",
    "insist_on_confinement",
    "insists_on_confinement",
    "landlock_version",
    "why_unconfined",
]
