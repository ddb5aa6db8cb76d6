"""The use cases of people: one's own account (`Accounts`) and keeping those of others (`Administration`).

No HTTP and no SQL, so that clients without a server have them, too.
"""

from tengen.people.service.accounts import Accounts, Exporter, OnSessionsEnded
from tengen.people.service.administration import Administration
from tengen.people.service.entered import Entered, MadeAccount, Presence, ResetLink, SecondFactorOffer
from tengen.people.service.hashing import HashParameters, PasswordHasher
from tengen.people.service.limits import LoginLimits, LoginRates

__all__ = [
    "Accounts",
    "Administration",
    "Entered",
    "Exporter",
    "HashParameters",
    "LoginLimits",
    "LoginRates",
    "MadeAccount",
    "OnSessionsEnded",
    "PasswordHasher",
    "Presence",
    "ResetLink",
    "SecondFactorOffer",
]
