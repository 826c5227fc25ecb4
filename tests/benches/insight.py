#!/usr/bin/env python3
"""How long commands that look into kernels take to answer, typed into one session: medians, and the slowest.

CHEVRON=path/to/chevron python3 tests/benches/insight.py [DEVICE [ROUNDS]]; DEVICE is `cpu` if it is not given. Each round defines a kernel that is new, so
nothing of it is in the cache; `again` asks a second time. `%sass` is left out where NVIDIA's `ptxas` and `nvdisasm` are not (PyPI's wheels
`nvidia-cuda-nvcc` and `nvidia-cuda-nvdisasm` serve, of the environment that VIRTUAL_ENV names).
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

CHEVRON = os.environ.get("CHEVRON", "chevron")

KERNEL = """__global__ void k{i}(int n, float a, const float *x, float *y) {{ __shared__ float t[256]; int i = blockIdx.x * 256 + threadIdx.x;
  t[threadIdx.x] = i < n ? x[i] : 0; __syncthreads(); for (int d = 128; d > 0; d /= 2) {{ if (threadIdx.x < d) t[threadIdx.x] += t[threadIdx.x + d]; __syncthreads(); }}
  if (i < n) y[i] = a * t[0] + {i}; }}"""

# What is asked of the kernel `k{i}`. A goal in milliseconds stands where there is one.
ASKED = [
    ("%ptx k{i}", 100), ("%ptx k{i}", 100), ("%ptx --arch sm_80 k{i}", 100), ("%sass k{i}", 300), ("%sass k{i}", 300), ("%amdgcn k{i}", None),
    ("%ir k{i}", None), ("%asm k{i}", None), ("%doc k{i}", None), ("%occupancy k{i}", None), ("%explain k{i}", None), ("%mem", None), ("%symbols", None),
]


class Session:
    """A session that is typed into, input by input."""

    def __init__(self, device):
        self.cache = tempfile.TemporaryDirectory()
        environment = dict(os.environ, CHEVRON_CELL_MARKS="ends", CHEVRON_CACHE_DIR=self.cache.name)
        command = [CHEVRON, "--device", device, "--color", "never"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)

    def type(self, text):
        """What comes of an input, and the seconds that it takes. Its end is told on both streams."""
        start = time.perf_counter()
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        said, ends = [], 0
        while ends < 2:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the session ended: {''.join(said)}")
            if "\x1e" in line and "failed=" in line:
                ends += 1
            else:
                said.append(line)
        return "".join(said), time.perf_counter() - start

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    session = Session(device)
    session.type("float *p; cudaMalloc(&p, 4096);")
    times = {}
    for i in range(rounds + 1):
        session.type(KERNEL.format(i=i))
        seen = set()
        for asked, goal in ASKED:
            said, seconds = session.type(asked.format(i=i))
            name = asked.replace("{i}", "") + (", again" if asked in seen else "")
            seen.add(asked)
            if "error:" in said:
                times[name] = said[said.index("error:"):].splitlines()[0]
            elif i > 0 and not isinstance(times.get(name), str):
                times.setdefault(name, ([], goal))[0].append(1e3 * seconds)
    session.close()
    for name, found in times.items():
        if isinstance(found, str):
            print(f"{name:<24} {found}")
            continue
        of, goal = found
        print(f"{name:<24} {statistics.median(of):8.1f} ms, slowest {max(of):8.1f} ms" + (f"   goal {goal} ms" if goal else ""))


if __name__ == "__main__":
    main()
