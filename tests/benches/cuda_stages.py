#!/usr/bin/env python3
"""Where the time from a kernel's text to its launch goes, by the stages that `%time` tells: medians of kernels 101-200 and of the last 100 of one session.

CHEVRON=path/to/chevron python3 tests/benches/cuda_stages.py [KERNELS [small|tiled]]; needs a GPU. `%time` waits for the kernel's code object, so launches here find it loaded.
"""

import collections
import os
import re
import statistics
import subprocess
import sys
import tempfile

import cuda_latency

KERNELS = 1500
WINDOW = 100


def stages(what, kernels):
    """Each stage's times in milliseconds, by the kind of cell and the stage."""
    lines = ["float *data; cudaMalloc(&data, 65536);"]
    for i in range(kernels):
        lines += [cuda_latency.TEXT[what].format(i=i), "%time", cuda_latency.LAUNCH[what].format(i=i), "%time"]
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, CHEVRON_CACHE_DIR=cache)
        session = subprocess.run([cuda_latency.CHEVRON, "--device", "cuda"], input="\n".join(lines) + "\n", text=True, check=True,
                                 stdout=subprocess.PIPE, env=environment)
    times, cells = collections.defaultdict(list), 0
    for line in session.stdout.split("\n"):
        row = re.match(r"\s*(.*?)\s+([0-9.]+) ms", line)
        if not row:
            continue
        stage = re.sub(r" ?\w*\d+$", "", row[1])
        if line.startswith("cell"):
            cells += 1
        times["definition" if cells % 2 else "launch", stage].append(float(row[2]))
    return times


def main():
    kernels = int(sys.argv[1]) if len(sys.argv) > 1 else KERNELS
    for what in sys.argv[2:] or cuda_latency.TEXT:
        for (cell, stage), times in stages(what, kernels).items():
            early, late = (statistics.median(part) for part in (times[WINDOW:2 * WINDOW] or times, times[-WINDOW:]))
            print(f"{what:<6} {cell:<11} {stage:<16} {early:8.3f} ms, last {WINDOW} {late:8.3f} ms", flush=True)


if __name__ == "__main__":
    main()
