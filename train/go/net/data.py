"""Records of games as tensors to train on: rows that are drawn from, and what a batch of them is. No net."""

from __future__ import annotations

import threading
from dataclasses import dataclass, fields

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from train.go.net.model import GLOBALS, PLANES, SCORE_UNIT, Target
from train.go.net.packs import ANSWERED, BLACK_WON, PLAYED, PLY, POINTS, PRISONERS, WHITE_WON, Pack, Replay

USUAL_KOMI = 6.5
KOMI_SPREAD = 8.0
MOST_ASTRAY = 6
POINTS_UNIT = 20.0
GROUPS = 8
"""Parts of a batch: each comes from one chunk and is turned one way."""


@dataclass(frozen=True)
class Rows:
    """Positions of some games: their planes in bits, facts of their moves, and each game's end.

    `lead` is Black's on the board, without komi; `won` and `owners` are 1 for Black and -1 for White. Owners count for
    games that are `settled`: where what playouts make of the last board is near what the players counted.
    """

    planes: Tensor
    facts: Tensor
    game: Tensor
    lead: Tensor
    won: Tensor
    counted: Tensor
    settled: Tensor
    owners: Tensor

    def __len__(self) -> int:
        return len(self.facts)

    def to(self, device: torch.device) -> Rows:
        return Rows(*(getattr(self, field.name).to(device) for field in fields(self)))


def rows_of(replay: Replay, pack: Pack, games: NDArray[np.int64]) -> Rows:
    replayed = replay.rows(pack, games)
    if replayed.failed:
        raise SystemExit(f"{replayed.failed} games could not be replayed")
    is_counted = pack.is_counted[games].astype(np.float32)
    winners = pack.ends[games] & (BLACK_WON | WHITE_WON)
    won = (winners == BLACK_WON).astype(np.int8) - (winners == WHITE_WON).astype(np.int8)
    lengths = pack.lengths[games].astype(np.int64)
    leads = (pack.leads[games].astype(np.float32) / 2 + USUAL_KOMI) * is_counted
    owners = np.sign(replayed.owners)
    astray = np.abs(owners.sum(axis=1, dtype=np.int32) - leads)
    return Rows(
        planes=torch.from_numpy(replayed.planes),
        facts=torch.from_numpy(replayed.facts),
        game=torch.from_numpy(np.repeat(np.arange(len(games)), lengths)),
        lead=torch.from_numpy(leads),
        won=torch.from_numpy(won),
        counted=torch.from_numpy(is_counted),
        settled=torch.from_numpy((is_counted * (astray <= MOST_ASTRAY)).astype(np.float32)),
        owners=torch.from_numpy(owners),
    )


def carried(rows: Rows, device: torch.device) -> Rows:
    """The rows on that device, by a stream of their own there: who trains meanwhile need not wait."""
    if device.type != "cuda":
        return rows.to(device)
    stream = torch.cuda.Stream(device)
    with torch.cuda.stream(stream):
        there = rows.to(device)
    stream.synchronize()
    return there


class Stock:
    """Rows of a whole pack, filled by a thread of its own while others already draw from it."""

    def __init__(
        self, replay: Replay, pack: Pack, order: NDArray[np.int64], games_a_chunk: int, device: torch.device
    ) -> None:
        self._chunks: list[Rows] = []
        self._fault: BaseException | None = None
        self._came = threading.Condition()
        self.is_full = False
        self._filling = threading.Thread(
            target=self._fill, args=(replay, pack, order, games_a_chunk, device), daemon=True
        )
        self._filling.start()

    def _fill(
        self, replay: Replay, pack: Pack, order: NDArray[np.int64], games_a_chunk: int, device: torch.device
    ) -> None:
        try:
            for first in range(0, len(order), games_a_chunk):
                rows = rows_of(replay, pack, order[first : first + games_a_chunk])
                rows = carried(rows, device)
                with self._came:
                    self._chunks.append(rows)
                    self._came.notify_all()
        except BaseException as error:  # told to whoever draws
            self._fault = error
        with self._came:
            self.is_full = True
            self._came.notify_all()

    def wait(self, chunks: int) -> None:
        with self._came:
            self._came.wait_for(lambda: len(self._chunks) >= chunks or self.is_full)
        if self._fault is not None:
            raise self._fault

    def positions(self) -> int:
        return sum(len(chunk) for chunk in list(self._chunks))

    def draw(self, batch: int, chance: np.random.Generator) -> Drawn:
        """As many positions by chance from what has come so far. Precondition: something has; GROUPS divide `batch`."""
        if self._fault is not None:
            raise self._fault
        chunks = list(self._chunks)
        picked = [chunks[place] for place in chance.integers(len(chunks), size=GROUPS)]
        return join([draw(rows, batch // GROUPS) for rows in picked])


@dataclass(frozen=True)
class Drawn:
    """Rows by themselves, each with the end of its game."""

    planes: Tensor
    facts: Tensor
    lead: Tensor
    won: Tensor
    counted: Tensor
    settled: Tensor
    owners: Tensor


def draw(rows: Rows, count: int) -> Drawn:
    return pick(rows, torch.randint(len(rows), (count,), device=rows.facts.device))


def pick(rows: Rows, places: Tensor) -> Drawn:
    game = rows.game[places]
    return Drawn(
        rows.planes[places],
        rows.facts[places],
        rows.lead[game],
        rows.won[game],
        rows.counted[game],
        rows.settled[game],
        rows.owners[game],
    )


def join(parts: list[Drawn]) -> Drawn:
    return Drawn(*(torch.cat([getattr(part, field.name) for part in parts]) for field in fields(Drawn)))


# --- from rows to what the net takes


def turnings(side: int) -> Tensor:
    """For each of the eight symmetries, from which point each point of the turned board comes."""
    board = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(kind, times) for kind in (board, board.T) for times in range(4)]
    return torch.from_numpy(np.stack([one.reshape(-1) for one in turned]))


def unpacked(planes: Tensor, points: int = POINTS) -> Tensor:
    """Bits as numbers: [batch, PLANES, points], the ones first."""
    count = len(planes)
    octets = planes.view(count, PLANES - 1, -1)
    bits = (octets[:, :, :, None].int() >> torch.arange(8, device=planes.device, dtype=torch.int32)) & 1
    kept = bits.flatten(2)[:, :, :points]
    return torch.cat([torch.ones_like(kept[:, :1]), kept], dim=1)


def fresh_komi(drawn: Drawn) -> Tensor:
    """The usual komi, or in half of the counted games another, drawn independently of how they ended."""
    count, device = len(drawn.lead), drawn.lead.device
    other = (2 * (USUAL_KOMI + KOMI_SPREAD * torch.randn(count, device=device))).round() / 2
    is_other = (torch.rand(count, device=device) < 0.5) & (drawn.counted > 0)
    return torch.where(is_other, other, torch.full_like(other, USUAL_KOMI))


def usual_komi(drawn: Drawn) -> Tensor:
    return torch.full_like(drawn.lead, USUAL_KOMI)


def numbers_of(drawn: Drawn, komi: Tensor, territory: Tensor, ko: Tensor) -> Tensor:
    """The net's globals. `territory` is 1 where prisoners count, `ko` 0 simple, 1 positional, 2 situational."""
    facts = drawn.facts.float()
    is_black = drawn.facts[:, PLY] % 2 == 0
    beside = torch.where(is_black, -komi, komi) + facts[:, PRISONERS] * territory
    numbers = torch.zeros(len(komi), GLOBALS, device=komi.device)
    numbers[:, 0] = beside.clamp(-200, 200) / POINTS_UNIT
    numbers[:, 1] = 1
    numbers[:, 2] = 1
    numbers[:, 3] = territory
    numbers[:, 7] = (ko == 1).float()
    numbers[:, 8] = (ko == 2).float()
    return numbers


def any_rules(drawn: Drawn) -> tuple[Tensor, Tensor]:
    """Area or territory, and any ko: such games hardly differ in them."""
    count, device = len(drawn.lead), drawn.lead.device
    return (
        torch.randint(2, (count,), device=device).float(),
        torch.randint(3, (count,), device=device),
    )


def target_of(drawn: Drawn, komi: Tensor) -> Target:
    sign = torch.where(drawn.facts[:, PLY] % 2 == 0, 1.0, -1.0)
    lead = drawn.lead - komi
    result = torch.where(drawn.counted > 0, torch.sign(lead), drawn.won.float()) * sign
    return Target(
        policy=drawn.facts[:, PLAYED].long(),
        reply=drawn.facts[:, ANSWERED].long(),
        result=(1 - result).round().long(),
        score=lead * sign / SCORE_UNIT,
        ownership=drawn.owners.float() * sign[:, None],
        counted=drawn.counted,
        settled=drawn.settled,
    )


def goals(sources: Tensor) -> Tensor:
    """The other way round: to which place of the turned board each point goes; a pass stays a pass."""
    back = sources.argsort(dim=1)
    return torch.cat([back, torch.full_like(back[:, :1], sources.shape[1])], dim=1)


def turned(planes: Tensor, target: Target, sources: Tensor, back: Tensor) -> tuple[Tensor, Target]:
    """Each part of the batch turned its own way: `sources` is [parts, points], `back` its `goals`."""
    parts = len(sources)
    count = len(planes)
    group = torch.arange(count, device=planes.device) // (count // parts)

    def turned_move(move: Tensor) -> Tensor:
        return torch.where(move < 0, move, back[group, move.clamp_min(0)])

    whole = sources[group]
    return (
        planes.gather(2, whole[:, None, :].expand(-1, planes.shape[1], -1)),
        target._replace(
            policy=turned_move(target.policy),
            reply=turned_move(target.reply),
            ownership=target.ownership.gather(1, whole),
        ),
    )
