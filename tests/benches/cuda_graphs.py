#!/usr/bin/env python3
"""What graphs cost: cuda_graphs.cu by Chevron, with its own headers and with a toolkit's, beside nvcc's build of it, run in turns on one GPU.

CHEVRON=path/to/chevron python3 tests/benches/cuda_graphs.py; needs a GPU, and nvcc on the path (or NVCC). Figures are microseconds, medians over the runs of
the medians that a run prints. Exit status 1: a program failed.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
CHEVRON = os.environ.get("CHEVRON", "chevron")
NVCC = os.environ.get("NVCC", "nvcc")
SOURCE = pathlib.Path(__file__).with_name("cuda_graphs.cu")


def run(command):
    """A run's figures by name."""
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "error" in text:
        sys.exit(f"{command[0]}: {text}")
    return {name: float(figure) for name, figure in (line.rsplit(": ", 1) for line in text.splitlines() if line)}


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("CHEVRON_CACHE_DIR", f"{directory}/cache")
        subprocess.run([NVCC, "-O3", "-std=c++17", "-arch=native", "-o", f"{directory}/nvcc", str(SOURCE)], check=True)
        chevron = [CHEVRON, "--device", "cuda"]
        commands = {
            "nvcc": [f"{directory}/nvcc"],
            "embedded": [*chevron, "--headers", "embedded", "run", str(SOURCE)],
            "toolkit": [*chevron, "--headers", "toolkit", "run", str(SOURCE)],
        }
        runs = {who: [] for who in commands}
        for turn in range(ROUNDS):
            for who in sorted(commands, reverse=turn % 2 == 1):
                runs[who].append(run(commands[who]))
    print(f"{'':<24} {'nvcc':>10} {'embedded':>10} {'ratio':>7} {'toolkit':>10} {'ratio':>7}")
    for name in runs["nvcc"][0]:
        nvcc, *ours = (statistics.median(one[name] for one in runs[who]) for who in commands)
        figures = " ".join(f"{figure:10.2f} {figure / nvcc:7.3f}" for figure in ours)
        print(f"{name:<24} {nvcc:10.2f} {figures}")


if __name__ == "__main__":
    main()
