"""The net as it plays: batch norms folded away, all groups of a half in one go, by a CUDA graph where there is CUDA."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from train.go.net.data import unpacked
from train.go.net.model import SCORE_UNIT, Net
from train.go.net.selfplay.field import GLOBALS, HALVES, Desk, Field, Group, packed_bytes

WARM_UPS = 3
VALUES = 2


def folded(net: Net) -> Net:
    """The same answers as the net's in `eval`, without its batch norms."""
    plain: Net = copy.deepcopy(net).eval()
    with torch.no_grad():
        _fold(plain.stem, plain.stem_norm, plain.stem_globals)
        plain.stem_norm = nn.Identity()
        for block in plain.blocks:
            _fold(block.first, block.first_norm, block.whole)
            _fold(block.second, block.second_norm, None)
            block.first_norm = nn.Identity()
            block.second_norm = nn.Identity()
    return plain


def _fold(convolution: nn.Conv2d, norm: nn.BatchNorm2d, beside: nn.Linear | None) -> None:
    """`beside` is added to the convolution before the norm, and so folded as well."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    convolution.weight.mul_(scale[:, None, None, None])
    convolution.bias = nn.Parameter(norm.bias - norm.running_mean * scale)
    if beside is not None:
        beside.weight.mul_(scale[:, None])
        beside.bias.mul_(scale)


def for_play(net: Net, device: torch.device) -> Net:
    """Folded; on CUDA the convolutions in bf16, what sees the whole board in full."""
    plain = folded(net)
    plain.to(device).requires_grad_(requires_grad=False)
    if device.type == "cuda":
        for module in plain.modules():
            if isinstance(module, nn.Conv2d):
                module.to(torch.bfloat16)
    plain.to(memory_format=torch.channels_last)
    return plain


def answers(net: Net, planes: Tensor, numbers: Tensor, side: int) -> tuple[Tensor, Tensor]:
    """Logits of all moves; win and lead. `planes` are packed."""
    kind = net.stem.weight.dtype
    stones = unpacked(planes, side * side).view(len(planes), -1, side, side)
    answer = net(stones.to(kind, memory_format=torch.channels_last), numbers)
    chances = answer.result.softmax(dim=1)
    return answer.policy, torch.stack([chances[:, 0] - chances[:, 2], answer.score * SCORE_UNIT], dim=1)


class Pair(NamedTuple):
    """A tensor here and its like on the device; one and the same on the CPU."""

    here: Tensor
    there: Tensor


def pair_of(size: int, kind: torch.dtype, device: torch.device) -> Pair:
    is_cuda = device.type == "cuda"
    here = torch.zeros(size, dtype=kind, pin_memory=is_cuda)
    return Pair(here, here.to(device) if is_cuda else here)


@dataclass(frozen=True)
class Row:
    """Where the parts of a group lie among those of its half."""

    group: Group
    number: int
    planes: slice
    numbers: slice
    nets: slice
    logits: slice
    values: slice


class DeviceGraph:
    """Work on the device, recorded once and repeated on a stream of its own."""

    def __init__(self, work: Callable[[], None], device: torch.device) -> None:
        self._stream = torch.cuda.Stream(device, priority=-1)
        self._done = torch.cuda.Event()
        self._graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(self._stream):
            for _ in range(WARM_UPS):
                work()
        torch.cuda.synchronize()
        with (
            torch.no_grad(),
            torch.cuda.graph(self._graph, stream=self._stream, capture_error_mode="thread_local"),
        ):
            work()
        torch.cuda.synchronize()

    def begin(self, there: list[Pair], back: list[Pair]) -> None:
        """Copies to the device, works, and copies back; done after `wait`."""
        with torch.cuda.stream(self._stream):
            for pair in there:
                pair.there.copy_(pair.here, non_blocking=True)
            self._graph.replay()
            for pair in back:
                pair.here.copy_(pair.there, non_blocking=True)
            self._done.record(self._stream)

    def wait(self) -> None:
        self._done.synchronize()


class Half:
    """The positions of a half, evaluated together: arrays here that the field knows, and their copies on the device.

    With two nets, rows go to the one whose turn it is.
    """

    def __init__(self, field: Field, half: int, nets: list[Net], device: torch.device) -> None:
        self._nets = nets
        self._device = device
        self._rows: list[Row] = []
        sizes = [0] * 5
        for number, group in enumerate(field.groups):
            if group.half != half:
                continue
            lengths = [
                group.slots * packed_bytes(group.side), group.slots * GLOBALS, group.slots,
                group.slots * group.moves, group.slots * VALUES,
            ]  # fmt: skip
            slices = [slice(begin, begin + length) for begin, length in zip(sizes, lengths, strict=True)]
            sizes = [part.stop for part in slices]
            self._rows.append(Row(group, number, *slices))
        self._planes = pair_of(sizes[0], torch.uint8, device)
        self._numbers = pair_of(sizes[1], torch.float32, device)
        self._asked = pair_of(sizes[2], torch.uint8, device)
        self._logits = pair_of(sizes[3], torch.float32, device)
        self._values = pair_of(sizes[4], torch.float32, device)
        # With one net nobody asks which.
        self._shown = [self._planes, self._numbers, self._asked][: 3 if len(nets) > 1 else 2]
        for row in self._rows:
            desk = Desk(
                self._planes.here.numpy()[row.planes],
                self._numbers.here.numpy()[row.numbers],
                self._asked.here.numpy()[row.nets],
                self._logits.here.numpy()[row.logits],
                self._values.here.numpy()[row.values],
            )
            field.lend(row.number, desk)
        self._graph = DeviceGraph(self._compute, device) if device.type == "cuda" else None

    def _compute(self) -> None:
        for row in self._rows:
            group = row.group
            planes = self._planes.there[row.planes].view(group.slots, -1)
            numbers = self._numbers.there[row.numbers].view(group.slots, -1)
            logits, values = answers(self._nets[0], planes, numbers, group.side)
            if len(self._nets) > 1:
                is_other = (self._asked.there[row.nets] == 1)[:, None]
                other_logits, other_values = answers(self._nets[1], planes, numbers, group.side)
                logits = torch.where(is_other, other_logits, logits)
                values = torch.where(is_other, other_values, values)
            self._logits.there[row.logits].view(group.slots, -1).copy_(logits)
            self._values.there[row.values].view(group.slots, -1).copy_(values)

    def begin(self) -> None:
        """Evaluates what the field wrote. On CUDA the answers are there after `wait`."""
        if self._graph is None:
            with torch.no_grad():
                self._compute()
        else:
            self._graph.begin(self._shown, [self._logits, self._values])

    def wait(self) -> None:
        if self._graph is not None:
            self._graph.wait()

    def differences(self, net: Net) -> dict[int, tuple[float, float]]:
        """How far win and lead are from those of `net` in full precision, on the average, by size of board."""
        self.begin()
        self.wait()
        plain = folded(net).to(self._device)
        found = {}
        for row in self._rows:
            group = row.group
            planes = self._planes.there[row.planes].view(group.slots, -1)
            numbers = self._numbers.there[row.numbers].view(group.slots, -1)
            with torch.no_grad():
                _, values = answers(plain, planes, numbers, group.side)
            far = (values - self._values.there[row.values].view(group.slots, -1)).abs().mean(dim=0)
            found[group.side] = (far[0].item(), far[1].item())
        return found

    def replace(self, weights: list[Tensor]) -> None:
        """Puts other weights into the first net, in the order of its parameters; all halves share it.

        Precondition: no half has begun and not waited.
        """
        with torch.no_grad():
            for parameter, weight in zip(self._nets[0].parameters(), weights, strict=True):
                parameter.copy_(weight)
        if self._graph is not None:
            torch.cuda.current_stream().synchronize()


def halves_of(field: Field, nets: list[Net], device: torch.device) -> list[Half]:
    return [Half(field, half, nets, device) for half in range(HALVES)]
