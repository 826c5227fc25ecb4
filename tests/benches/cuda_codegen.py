#!/usr/bin/env python3
"""Device times of the sixteen kernels of cuda_codegen.cu: Chevron beside `nvcc -O3`, run in turns on one GPU.

CHEVRON=path/to/chevron python3 tests/benches/cuda_codegen.py; needs a GPU, and nvcc on the path (or NVCC). What is compared is each
compiler's median over its runs of the medians that a run prints. Exit status 1: a checksum differs.
"""

import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
FAR_ABOVE = 1.25
CHEVRON = os.environ.get("CHEVRON", "chevron")
NVCC = os.environ.get("NVCC", "nvcc")
SOURCE = pathlib.Path(__file__).with_name("cuda_codegen.cu")


def run(command):
    """A run's times and checksums by kernel."""
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return {name: (float(time), float(sum)) for name, time, sum in (line.split() for line in lines if line)}


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("CHEVRON_CACHE_DIR", f"{directory}/cache")
        subprocess.run([NVCC, "-O3", "-std=c++17", "-arch=native", "-o", f"{directory}/nvcc", str(SOURCE)], check=True)
        commands = {"nvcc": [f"{directory}/nvcc"], "Chevron": [CHEVRON, "--device", "cuda", "run", str(SOURCE)]}
        runs = {who: [] for who in commands}
        for turn in range(ROUNDS):
            for who in sorted(commands, reverse=turn % 2 == 1):
                runs[who].append(run(commands[who]))
    ratios, wrong = [], False
    print(f"{'kernel':<14} {'nvcc, us':>10} {'Chevron, us':>12} {'ratio':>7}   medians of {ROUNDS} runs each (their spread)")
    for name in runs["nvcc"][0]:
        times = {who: [one[name][0] for one in of] for who, of in runs.items()}
        nvcc, chevron = (statistics.median(times[who]) for who in ("nvcc", "Chevron"))
        spread = ", ".join(f"{100 * (max(of) / min(of) - 1):.1f} %" for of in times.values())
        sums = {one[name][1] for of in runs.values() for one in of}
        differs = any(abs(a - b) > 1e-4 * max(abs(a), abs(b)) for a in sums for b in sums)
        wrong |= differs
        ratios.append(chevron / nvcc)
        note = "   checksums differ" * differs + "   far above" * (ratios[-1] > FAR_ABOVE)
        print(f"{name:<14} {nvcc:10.2f} {chevron:12.2f} {ratios[-1]:7.3f}   ({spread}){note}")
    print(f"geometric mean {math.exp(statistics.mean(map(math.log, ratios))):.3f}, greatest {max(ratios):.3f}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
