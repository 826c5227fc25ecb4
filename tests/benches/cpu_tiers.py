#!/usr/bin/env python3
"""Kernels that everyone writes on the CPU device, beside C++ with OpenMP, in one run: CPU time of a launch, and how often the peer's fits into it.

CPU time, because it does not depend on who else uses the machine. Needs g++ with OpenMP. CHEVRON_BINARY names the `chevron`.
"""
import math
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
CHEVRON = os.environ.get("CHEVRON_BINARY", str(HERE.parents[1] / "target/release/chevron"))
FLAGS = ["-O3", "-march=native", "-ffast-math", "-fopenmp"]


def times(command, **variables):
    """What a program prints: a name and microseconds on each line."""
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True, timeout=600)
    pairs = (line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
    return {name: float(value) for name, value in pairs}


def best_of(runs, command, **variables):
    """The same, the best of several runs for each name."""
    found = [times(command, **variables) for _ in range(runs)]
    return {name: min(run[name] for run in found) for name in found[0]}


def main():
    with tempfile.TemporaryDirectory() as folder:
        peer = str(pathlib.Path(folder) / "peer")
        subprocess.run(["g++", *FLAGS, str(HERE / "cpu_tiers_peer.cpp"), "-o", peer], check=True)
        kernels = [CHEVRON, "run", "--device", "cpu", str(HERE / "cpu_tiers.cu")]
        columns = {
            "OpenMP": best_of(3, [peer], OMP_WAIT_POLICY="passive"),
            "regions": best_of(3, kernels, CHEVRON_CPU_TIER="regions"),
            "fibers": best_of(1, kernels, CHEVRON_CPU_TIER="fibers"),
        }
    ratios = []
    print(f"{'kernel':12}" + "".join(f"{name + ', us':>14}" for name in columns) + f"{'OpenMP/regions':>16}")
    for name, base in columns["OpenMP"].items():
        row = [column[name] for column in columns.values()]
        print(f"{name:12}" + "".join(f"{value:14.0f}" for value in row) + f"{base / row[1]:16.3f}")
        ratios.append(base / row[1])
    print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


if __name__ == "__main__":
    main()
