"""Games between players to find out who is stronger: schedule, referee, statistics, a folder of results.

No seats and no people: players of the command line against each other, in processes of their own.
"""

from tengen.arena.archive import outcome_of
from tengen.arena.command import hold_arena
from tengen.arena.documents import BoardNow, Result
from tengen.arena.folder import Folder
from tengen.arena.gallery import Gallery, Glance, Onlooker, Seen, is_name
from tengen.arena.openings import Openings, find_openings, usual_openings
from tengen.arena.pace import Pace, clock_pace, time_pace
from tengen.arena.plan import Plan, check_players, check_text, read_games, read_rules, read_sprt
from tengen.arena.readings import ArenaStatus
from tengen.arena.sprt import Verdict, Walk
from tengen.arena.summary import PairSummary, PlayerSummary
from tengen.arena.tables import clock_text

__all__ = [
    "ArenaStatus",
    "BoardNow",
    "Folder",
    "Gallery",
    "Glance",
    "Onlooker",
    "Openings",
    "Pace",
    "PairSummary",
    "Plan",
    "PlayerSummary",
    "Result",
    "Seen",
    "Verdict",
    "Walk",
    "check_players",
    "check_text",
    "clock_pace",
    "clock_text",
    "find_openings",
    "hold_arena",
    "is_name",
    "outcome_of",
    "read_games",
    "read_rules",
    "read_sprt",
    "time_pace",
    "usual_openings",
]
