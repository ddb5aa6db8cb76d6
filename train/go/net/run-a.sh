#!/bin/bash
# Run (a) of README.md on a machine with a GPU, in one command: 19x19 from people's games, ten minutes in all. Expects the
# packs beside the folders `native` and `train`, and writes to $OUT.
#
#   train/go/net/run-a.sh PACK HELD
set -euo pipefail
cd "$(dirname "$0")/../../.."
export PYTHONUNBUFFERED=1
nvidia-smi --query-gpu=name,memory.total --format=csv,noheader || true
nproc
python3 -m train.go.net.train --pack "$1" --held "$2" --out "$OUT/a" --build /tmp/net-build --seconds 510 --until 575 \
    --threads 13 2>&1 | tee "$OUT/a-log.txt"
rm -f "$OUT"/a/*.part*
ls -l "$OUT" "$OUT/a"
