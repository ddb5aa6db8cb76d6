"""Thinking as jobs: what is asked and answered, and the processes that do it. Knows no match and no arena."""

from tengen.jobs.action_codec import PLACE, EncodedAction, Pair, action_parts, points_of
from tengen.jobs.fair_queue import FairQueue, Priority
from tengen.jobs.followed_games import FollowedGames
from tengen.jobs.handlers import Handler, Handlers, Tell, register_handler
from tengen.jobs.job import ENGINE_LANE, MAIN_LANE, Job, JobLate, PoolClosed, PoolLimits, QueueFull, Worker
from tengen.jobs.local import LocalWorker, local_pool
from tengen.jobs.pool import Pool
from tengen.jobs.process import (
    ChildCommand,
    ChildProcess,
    child_command,
    most_processes,
    server_command,
)
from tengen.jobs.question import THINKING, EncodedGame, Question, Wanted
from tengen.jobs.replies import (
    ActionReply,
    AnalysisReply,
    DeadReply,
    EstimateReply,
    JobFailed,
    PublicReason,
    Reply,
    WorkerLost,
    action_of,
    dead_of,
    decode_reply,
    estimate_of,
)

__all__ = [
    "ENGINE_LANE",
    "MAIN_LANE",
    "PLACE",
    "THINKING",
    "ActionReply",
    "AnalysisReply",
    "ChildCommand",
    "ChildProcess",
    "DeadReply",
    "EncodedAction",
    "EncodedGame",
    "EstimateReply",
    "FairQueue",
    "FollowedGames",
    "Handler",
    "Handlers",
    "Job",
    "JobFailed",
    "JobLate",
    "LocalWorker",
    "Pair",
    "Pool",
    "PoolClosed",
    "PoolLimits",
    "Priority",
    "PublicReason",
    "Question",
    "QueueFull",
    "Reply",
    "Tell",
    "Wanted",
    "Worker",
    "WorkerLost",
    "action_of",
    "action_parts",
    "child_command",
    "dead_of",
    "decode_reply",
    "estimate_of",
    "local_pool",
    "most_processes",
    "points_of",
    "register_handler",
    "server_command",
]
