"""From a trained net to the file that plays: batch norms folded, the trunk in whole numbers. Needs torch.

    python -m train.go.net.export EMA.npz --pack GAMES.tgp --out go-6x96.tgn [--window GAMES.bin ...] [--note NOTE.json]

Scales come from what the net does on games of the pack and of self-play. The file is described in README.md, and read
by native/games/go/net.cpp.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from train.go.net.data import any_rules, draw, numbers_of, rows_of, unpacked, usual_komi
from train.go.net.halved import read_weights
from train.go.net.model import Block, Net, Shape, pooled
from train.go.net.packs import FEATURE_VERSION, POINTS, SIDE, Pack, Replay, build_replay, read_pack
from train.go.net.selfplay.field import MOST_SIDE, Field, Group, Plan, build_field
from train.go.net.selfplay.records import RecordFile

MOST_WEIGHT = 63
MOST_ACTIVATION = 127
GAMES_SEEN = 200
CHUNKS_SEEN = 16
SELF_PLAY_POSITIONS = {9: 384, 13: 96, 19: 32}
DAMPING = 0.01
BOARDS_AT_ONCE = 32
CLIPS = (0.995, 0.999, 0.9995, 0.9999, 1.0)


class Boards(NamedTuple):
    """Positions of one size, as the net takes them."""

    planes: Tensor
    numbers: Tensor


@dataclass(frozen=True)
class Folded:
    """A convolution with its batch norm in it; `shift` is what the norm makes of one more in each channel."""

    weight: Tensor
    bias: Tensor
    shift: Tensor


@dataclass
class Quantised:
    """A convolution in whole numbers: `weight` times `scale`, by output."""

    weight: Tensor
    scale: Tensor
    bias: Tensor


@dataclass
class Half:
    """One of the two convolutions of a block, as a file tells it. `into` makes activations of what comes out."""

    convolution: Quantised
    into: float


def folded(weight: Tensor, norm: torch.nn.BatchNorm2d) -> Folded:
    assert norm.running_var is not None
    assert norm.running_mean is not None
    gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return Folded(weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain, gain)


def into_of(values: list[Tensor]) -> float:
    """What the values are multiplied with to be activations: by the clip that spoils them least."""
    flat = torch.cat([one.flatten() for one in values])
    flat = flat[torch.randperm(len(flat), generator=torch.Generator().manual_seed(1))[:2_000_000]]
    best, least = 1.0, float("inf")
    positive = flat[flat > 0]
    for clip in CLIPS:
        most = float(np.quantile(positive.numpy(), clip)) if clip < 1 else float(positive.max())
        into = MOST_ACTIVATION / most
        error = float(((flat * into).clamp(0, MOST_ACTIVATION).round() / into - flat).square().mean())
        if error < least:
            best, least = into, error
    return best


def spoiled(values: list[Tensor], into: float) -> list[Tensor]:
    """As activations tell them."""
    return [(one * into).clamp(0, MOST_ACTIVATION).round() / into for one in values]


def mean_difference(wanted: list[Tensor], found: list[Tensor]) -> Tensor:
    """By channel, over all points of all boards."""
    total = torch.stack([(one - other).sum(dim=(0, 2, 3)) for one, other in zip(wanted, found, strict=True)]).sum(dim=0)
    return total / sum(one.shape[0] * one.shape[2] * one.shape[3] for one in wanted)


def products_of(seen: list[Tensor], size: int) -> Tensor:
    """Of every input of a convolution with every other, summed up over all points."""
    products = torch.zeros(size, size, dtype=torch.double)
    for boards in seen:
        for part in boards.split(BOARDS_AT_ONCE):
            columns = functional.unfold(part, 3, padding=1).transpose(0, 1).flatten(1)
            products += (columns @ columns.T).double()
    return products


def rounded(weight: Tensor, bias: Tensor, seen: list[Tensor]) -> Quantised:
    """Weights by output to whole numbers; what one loses by rounding, those not yet rounded make good on inputs like
    `seen` (optimal brain quantisation, in the order of the inputs: Frantar 2022)."""
    outputs = len(weight)
    flat = weight.reshape(outputs, -1).double().clone()
    scale = (flat.abs().amax(dim=1) / MOST_WEIGHT).clamp_min(1e-12)
    size = flat.shape[1]
    products = products_of(seen, size)
    products += torch.eye(size, dtype=torch.double) * (DAMPING * products.diagonal().mean() + 1e-9)
    inverse = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(products)), upper=True)
    whole = torch.zeros_like(flat)
    for column in range(size):
        whole[:, column] = (flat[:, column] / scale).round().clamp(-MOST_WEIGHT, MOST_WEIGHT)
        lost = (flat[:, column] - whole[:, column] * scale) / inverse[column, column]
        flat[:, column:] -= lost[:, None] * inverse[column, column:][None, :]
    return Quantised(whole.reshape(weight.shape).float(), scale.float(), bias.clone())


class Trunk:
    """Goes through a net twice side by side, in floats and in whole numbers, and makes the latter on the way."""

    def __init__(self, net: Net, boards: list[Boards]) -> None:
        stem = folded(net.stem.weight, net.stem_norm)
        self.stem = stem
        self.globals_weight = net.stem_globals.weight * stem.shift[:, None]
        self.globals_bias = net.stem_globals.bias * stem.shift + stem.bias
        self.exact = []
        for one in boards:
            bias = one.numbers @ self.globals_weight.T + self.globals_bias
            near = functional.conv2d(one.planes, stem.weight, padding=1)
            self.exact.append(functional.relu(near + bias[:, :, None, None]))
        self.stream = self.exact
        self.into = into_of(self.exact)
        self.stem_into = self.into
        self.halves: list[tuple[Half, Half]] = []
        self.wholes: list[tuple[Tensor, Tensor] | None] = []

    def add(self, block: Block) -> None:
        first = folded(block.first.weight, block.first_norm)
        second = folded(block.second.weight, block.second_norm)
        whole = None
        if block.whole is not None:
            whole = (block.whole.weight * first.shift[:, None], block.whole.bias * first.shift)

        def with_shift(sums: list[Tensor], streams: list[Tensor]) -> list[Tensor]:
            if whole is None:
                return sums
            shifts = [(pooled(stream) @ whole[0].T + whole[1])[:, :, None, None] for stream in streams]
            return [one + shift for one, shift in zip(sums, shifts, strict=True)]

        wanted_first = with_shift(convolved(self.exact, first.weight, first.bias), self.exact)
        wanted_second = convolved(rectified(wanted_first), second.weight, second.bias)

        inputs = spoiled(self.stream, self.into)
        made_first = rounded(first.weight, first.bias, inputs)
        made_first.bias += mean_difference(wanted_first, with_shift(run(made_first, inputs), self.stream))
        inner = rectified(with_shift(run(made_first, inputs), self.stream))

        into = into_of(inner)
        inputs = spoiled(inner, into)
        made_second = rounded(second.weight, second.bias, inputs)
        made_second.bias += mean_difference(wanted_second, run(made_second, inputs))
        self.stream = rectified([a + b for a, b in zip(self.stream, run(made_second, inputs), strict=True)])
        self.exact = rectified([a + b for a, b in zip(self.exact, wanted_second, strict=True)])
        before, self.into = self.into, into_of(self.stream)
        self.halves.append(
            (Half(scaled(made_first, before, into), into), Half(scaled(made_second, into, 1), self.into))
        )
        self.wholes.append(None if whole is None else (whole[0] * into, whole[1] * into))

    def errors(self) -> list[float]:
        """How far the whole numbers have strayed, by boards."""
        return [float((a - b).norm() / b.norm()) for a, b in zip(self.stream, self.exact, strict=True)]


def rectified(values: list[Tensor]) -> list[Tensor]:
    return [functional.relu(one) for one in values]


def convolved(values: list[Tensor], weight: Tensor, bias: Tensor) -> list[Tensor]:
    return [functional.conv2d(one, weight, bias, padding=1) for one in values]


def run(made: Quantised, inputs: list[Tensor]) -> list[Tensor]:
    return convolved(inputs, made.weight * made.scale[:, None, None, None], made.bias)


def scaled(made: Quantised, before: float, after: float) -> Quantised:
    """For inputs that are activations of the scale `before`, with results as those of the scale `after`."""
    return Quantised(made.weight, made.scale * (after / before), made.bias * after)


# --- the file


def floats(*tensors: Tensor) -> bytes:
    return b"".join(tensor.detach().float().contiguous().numpy().astype("<f4").tobytes() for tensor in tensors)


def layer(weight: Tensor, bias: Tensor) -> bytes:
    """By input, then by output; a Linear's weights lie the other way round."""
    return floats(weight.reshape(len(weight), -1).T, bias)


def blobs(net: Net, trunk: Trunk, least_side: int) -> Iterator[bytes]:
    yield floats(torch.tensor([float(least_side)]))
    yield floats(trunk.stem.weight.permute(2, 3, 1, 0))
    yield layer(trunk.globals_weight, trunk.globals_bias)
    yield floats(torch.tensor([trunk.stem_into]))
    for (first, second), whole in zip(trunk.halves, trunk.wholes, strict=True):
        yield first.convolution.weight.to(torch.int8).numpy().tobytes()
        yield floats(first.convolution.scale, first.convolution.bias)
        if whole is not None:
            yield layer(*whole)
        yield second.convolution.weight.to(torch.int8).numpy().tobytes()
        yield floats(second.convolution.scale, second.convolution.bias, torch.tensor([second.into]))
    heads = (net.policy_points, net.policy_all, net.value_points)
    yield layer(
        torch.cat([one.weight for one in heads]), torch.cat([one.bias for one in heads if one.bias is not None])
    )
    yield layer(net.policy_whole.weight, net.policy_whole.bias)
    assert net.policy_out.bias is not None
    yield layer(net.policy_out.weight[:1], net.policy_out.bias[:1])
    yield layer(net.policy_pass.weight[:1], net.policy_pass.bias[:1])
    yield layer(net.value_hidden.weight, net.value_hidden.bias)
    yield layer(net.value_out.weight, net.value_out.bias)
    assert net.ownership_out.bias is not None
    yield layer(net.ownership_out.weight, net.ownership_out.bias)


def file_of(net: Net, trunk: Trunk, least_side: int, note: dict[str, object]) -> bytes:
    text = json.dumps({"arch": "6x96", "features": FEATURE_VERSION} | note).encode()
    body = b"TGN1" + struct.pack("<I", len(text)) + text + b"".join(blobs(net, trunk, least_side))
    return body + hashlib.sha256(body).digest()


def read_net(path: Path) -> Net:
    net = Net(Shape())
    net.load_state_dict({name: torch.from_numpy(value) for name, value in read_weights(path).items()})
    return net.eval()


def of_people(replay: Replay, pack: Pack, count: int, seed: int) -> Boards:
    """Positions from all over the pack."""
    chance = np.random.default_rng(seed)
    torch.manual_seed(seed)
    games = chance.choice(len(pack.lengths), size=min(GAMES_SEEN, len(pack.lengths)), replace=False)
    drawn = draw(rows_of(replay, pack, games), count)
    planes = unpacked(drawn.planes, POINTS).float().view(count, -1, SIDE, SIDE)
    return Boards(planes, numbers_of(drawn, usual_komi(drawn), *any_rules(drawn)))


def of_self_play(library: Path, files: list[Path], counts: dict[int, int], seed: int) -> list[Boards]:
    """Positions of games that the net played with itself, so many of each side at most."""
    field = Field(library, Plan(), [Group(0, MOST_SIDE, 1)], threads=1, seed=seed)
    chance = np.random.default_rng(seed)
    boards = []
    chunks = list(RecordFile.read(files))
    for chunk in chunks[:: len(chunks) // CHUNKS_SEEN + 1]:
        field.replay(chunk)
    for side, count in counts.items():
        samples = field.samples(side)
        places = chance.choice(len(samples), size=min(count, len(samples)), replace=False)
        planes = (
            unpacked(torch.from_numpy(samples.planes[places]), side * side).float().view(len(places), -1, side, side)
        )
        boards.append(Boards(planes, torch.from_numpy(samples.numbers[places])))
    field.close()
    return boards


def quantised(net: Net, boards: list[Boards]) -> Trunk:
    with torch.no_grad():
        trunk = Trunk(net, boards)
        for block in net.blocks:
            assert isinstance(block, Block)
            trunk.add(block)
            print(f"block {len(trunk.halves)}: errors {[round(error, 4) for error in trunk.errors()]}", flush=True)
    return trunk


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("net", type=Path)
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--build", type=Path, default=Path("build/train-tools/go"))
    parser.add_argument("--self-play", type=Path, help="the library that plays games, where it was built before")
    parser.add_argument("--note", type=Path, help="JSON that is kept in the file")
    parser.add_argument("--least-side", type=int, default=SIDE, help="of the boards it may play")
    parser.add_argument("--positions", type=int, default=192, help="of people's games")
    parser.add_argument("--window", type=Path, nargs="*", default=[], help="games of self-play")
    given = parser.parse_args()
    replay = Replay(build_replay(given.build), 2)
    pack = replay.games_by_chance(20, 1) if given.pack is None else read_pack(given.pack)
    net = read_net(given.net)
    note = {} if given.note is None else json.loads(given.note.read_text())
    note |= {"source": hashlib.sha256(given.net.read_bytes()).hexdigest()}
    boards = [of_people(replay, pack, given.positions, 1)]
    if given.window:
        boards += of_self_play(given.self_play or build_field(given.build), given.window, SELF_PLAY_POSITIONS, 1)
    made = file_of(net, quantised(net, boards), given.least_side, note)
    given.out.write_bytes(made)
    print(f"{given.out}: {len(made)} bytes, SHA-256 {hashlib.sha256(made).hexdigest()}")


if __name__ == "__main__":
    main()
