#!/bin/bash
# Run (b) of ../README.md on a machine with a GPU, in one command: self-play, learning and a match, ten minutes in all.
# Begins with the net and the games that lie in the folder IN (ema.npz, window-*.bin), and writes to $OUT.
#
#   train/go/net/selfplay/run-b.sh IN PEOPLE NUMBER
set -euo pipefail
cd "$(dirname "$0")/../../../.."
export PYTHONUNBUFFERED=1
nvidia-smi --query-gpu=name,memory.total --format=csv,noheader || true
nproc
shopt -s nullglob
windows=("$1"/window-*.bin)
cores=$(nproc)
python3 -m train.go.net.selfplay.run --from "$1/ema.npz" --people "$2" --run "$3" --out "$OUT/b" --build /tmp/net-build \
    --seconds 415 --match-seconds 95 --until 565 --threads "$((cores > 3 ? cores - 2 : 2))" \
    ${windows:+--window "${windows[@]}"} 2>&1 | tee "$OUT/b-log.txt"
rm -f "$OUT"/b/*.part*
ls -l "$OUT" "$OUT/b"
