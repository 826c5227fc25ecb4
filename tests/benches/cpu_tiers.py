#!/usr/bin/env python3
"""Kernels that everyone writes on the CPU device, beside C++ with OpenMP and OpenCL's platforms for processors, in one run.

CPU time of a launch, because it does not depend on who else uses the machine: all programs run in turns, and the best of several runs counts.
WALL=1 takes what the clock on the wall shows, for a quiet machine: some sandboxes count CPU time too coarsely for a launch.
Each program gives a sum over what each kernel wrote; the sums must agree. Needs g++ with OpenMP. CHEVRON_BINARY names the `chevron`, RUNS how often each program runs.
OpenCL's platforms are there if libOpenCL and its headers are, and the loader finds them (Debian: `pocl-opencl-icd ocl-icd-opencl-dev`; Intel's wheels `intel-opencl-rt
intel-cmplr-lib-rt` with a file that names `libintelocl.so` in the folder OCL_ICD_VENDORS).
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
CHEVRON = os.environ.get("CHEVRON_BINARY", str(HERE.parents[1] / "target/release/chevron"))
RUNS = int(os.environ.get("RUNS", "3"))
FLAGS = ["-O3", "-march=native", "-ffast-math", "-fopenmp"]
# The column, and what the platform's name has in it.
PLATFORMS = {"PoCL": "Portable Computing Language", "Intel": "Intel"}
# The status of `cpu_tiers_opencl` without the platform.
NO_PLATFORM = 3
# Sums of floats that were rounded in another order differ by less.
SUMS_DIFFER_BY = 1e-3


def measure(command, **variables):
    """What a program prints on each line: a name, microseconds, and a sum."""
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    lines = (line.split() for line in done.stdout.splitlines())
    return {words[0]: (float(words[1]), float(words[2])) for words in lines if len(words) == 3}


def platforms(folder):
    """Commands for the OpenCL platforms that are there, by column. Says which are not."""
    program = str(pathlib.Path(folder) / "opencl")
    built = subprocess.run(["g++", "-O2", str(HERE / "cpu_tiers_opencl.cpp"), "-lOpenCL", "-o", program], capture_output=True, text=True)
    if built.returncode != 0:
        print("no OpenCL: neither PoCL nor Intel's runtime is compared, because libOpenCL or its headers are not here")
        return {}
    found = {}
    for column, name in PLATFORMS.items():
        command = [program, str(HERE / "cpu_tiers.cl"), name]
        tried = subprocess.run(command, capture_output=True, text=True)
        if tried.returncode == NO_PLATFORM:
            print(f"no {column}: OpenCL's loader finds no platform called `{name}` with a processor")
        elif tried.returncode != 0:
            print(f"no {column}: the platform cannot run the kernels:\n{tried.stdout}{tried.stderr}")
        else:
            found[column] = command
    return found


def check_sums(columns):
    """Ends the bench if two programs did not do the same work."""
    for column, rows in columns.items():
        for name, (_, found) in rows.items():
            wanted = columns["OpenMP"][name][1]
            if abs(found - wanted) > SUMS_DIFFER_BY * abs(wanted):
                sys.exit(f"{column} computes something else in {name}: the sum is {found}, with OpenMP {wanted}")


def run_all(folder):
    """Runs all programs in turns; the best time of each kernel, and its sum, by column."""
    peer = str(pathlib.Path(folder) / "peer")
    subprocess.run(["g++", *FLAGS, str(HERE / "cpu_tiers_peer.cpp"), "-o", peer], check=True)
    kernels = [CHEVRON, "run", "--device", "cpu", str(HERE / "cpu_tiers.cu")]
    programs = {"Chevron": (kernels, {"CHEVRON_CPU_TIER": "regions"}), "OpenMP": ([peer], {"OMP_WAIT_POLICY": "passive"})}
    programs |= {column: (command, {}) for column, command in platforms(folder).items()}
    columns = {column: {} for column in programs}
    for _ in range(RUNS):
        for column, (command, variables) in programs.items():
            for name, row in measure(command, **variables).items():
                columns[column][name] = min(row, columns[column].get(name, row))
    columns["fibers"] = measure(kernels, CHEVRON_CPU_TIER="fibers")
    check_sums(columns)
    return columns


def main():
    with tempfile.TemporaryDirectory() as folder:
        columns = run_all(folder)
    peers = [column for column in columns if column not in ("Chevron", "fibers")]
    ratios = {peer: [] for peer in peers}
    print(f"{'us':12}" + "".join(f"{column:>10}" for column in columns) + "".join(f"{peer + '/Chevron':>16}" for peer in peers))
    for name, (own, _) in columns["Chevron"].items():
        line = f"{name:12}" + "".join(f"{rows[name][0]:10.0f}" if name in rows else f"{'-':>10}" for rows in columns.values())
        for peer in peers:
            ratio = columns[peer][name][0] / own if name in columns[peer] else None
            line += f"{ratio:16.2f}" if ratio else f"{'-':>16}"
            ratios[peer] += [ratio] if ratio else []
        print(line)
    for peer in peers:
        print(f"geometric mean beside {peer}: {math.exp(sum(map(math.log, ratios[peer])) / len(ratios[peer])):.2f} over {len(ratios[peer])} kernels")


if __name__ == "__main__":
    main()
