#!/usr/bin/env python3
"""From a kernel's text to its first finished launch, over 100 new kernels, beside CuPy, PyTorch, clang-repl and nvcc in the same run, and by stages;
what 2,000 kernels cost; how long a session takes to launch again after a fault.

CHEVRON=path/to/chevron python3 tests/benches/cuda_latency.py [PART...]; needs a GPU. Peers that are not installed are left out and named; CLANG_REPL
and NVCC tell where those are, if not in PATH.
Parts, all if none is named: chevron, cupy_raw, torch_kernel, clang_repl, nvcc, breakdown, recovery, flat.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing

KERNELS = 100
FLAT_KERNELS = 2000
FLAT_SESSIONS = 3
REST_SECONDS_MAX = 60
FAULTS = 5
MANY_KERNELS = 400
QUIET_SECONDS = 2.5
CHEVRON = os.environ.get("CHEVRON", "chevron")
CLANG_REPL = os.environ.get("CLANG_REPL", "clang-repl-22")
NVCC = os.environ.get("NVCC", "nvcc")

SMALL = """__global__ void small{i}(float *p, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; \
if (i < n) {{ float x = p[i]; x = x * {i}.5f + 1.0f; x = x * x + {i}.0f; p[i] = x * 0.5f + 2.0f; }} }}"""
TILED = """__global__ void tiled{i}(const float *a, const float *b, float *c, int n) {{ __shared__ float s[32][32], t[32][32]; \
int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x; float sum = {i}.0f; \
for (int k = 0; k < n; k += 32) {{ s[y][x] = a[row * n + k + x]; t[y][x] = b[(k + y) * n + col]; __syncthreads(); \
for (int j = 0; j < 32; ++j) sum += s[y][j] * t[j][x]; __syncthreads(); }} c[row * n + col] = sum; }}"""
LAUNCH = {
    "small": "small{i}<<<16, 256>>>(data, 4096); cudaDeviceSynchronize();",
    "tiled": "tiled{i}<<<dim3(2, 2), dim3(32, 32)>>>(data, data + 4096, data + 8192, 64); cudaDeviceSynchronize();",
}
TEXT = {"small": SMALL, "tiled": TILED}


def report(who, what, seconds):
    milliseconds = [1e3 * one for one in seconds]
    print(f"{what:<6} {who:<24} median {statistics.median(milliseconds):8.3f} ms   first {milliseconds[0]:8.3f}   "
          f"last ten {statistics.median(milliseconds[-10:]):8.3f}", flush=True)


class Session:
    """Chevron behind a pipe, which tells after each input that it has ended."""

    def __init__(self, cache):
        environment = dict(os.environ, CHEVRON_CELL_MARKS="ends", CHEVRON_CACHE_DIR=cache)
        self.process = subprocess.Popen([CHEVRON, "--device", "cuda"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment)

    def processes(self):
        """Of the session and of its executors."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            return pid, [int(child) for child in children.read().split()]

    def type(self, *lines, fails=False):
        start = time.perf_counter()
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()
        for _ in lines:
            while b"\x1echevron " not in (line := self.process.stdout.readline()):
                if not line:
                    raise RuntimeError("the session ended")
            if b"failed=1" in line and not fails:
                raise RuntimeError(f"an input failed: {lines}")
        return time.perf_counter() - start

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def resident_kib(pid):
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024


def processor_seconds(session):
    """What the session and its executors have had so far."""
    pid, executors = session.processes()
    seconds = 0
    for process in (pid, *executors):
        with open(f"/proc/{process}/stat") as stat:
            seconds += sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    return seconds


def rest(session):
    """Waits until nothing is left to do in quiet moments: optimised code takes drafts' places then."""
    until = time.perf_counter() + REST_SECONDS_MAX
    before = processor_seconds(session)
    while time.perf_counter() < until:
        time.sleep(0.5)
        now = processor_seconds(session)
        if now - before < 0.03:
            return
        before = now
    raise RuntimeError(f"a session still works after {REST_SECONDS_MAX} s of rest")


def small_kernel(session, i):
    return session.type(SMALL.format(i=i), LAUNCH["small"].format(i=i))


def many_kernels(session):
    """Types a session's 2,000 kernels; gives the ratio of the last 100 to the second 100."""
    times, before = [], None
    for i in range(FLAT_KERNELS):
        times.append(small_kernel(session, i))
        if i == 100:
            pid, executors = session.processes()
            before = resident_kib(pid), sum(map(resident_kib, executors))
    early, late = (1e3 * statistics.median(times[a:b]) for a, b in ((100, 200), (FLAT_KERNELS - 100, FLAT_KERNELS)))
    after = resident_kib(pid), sum(map(resident_kib, executors))
    per = [(a - b) / (FLAT_KERNELS - 101) for a, b in zip(after, before)]
    print(f"flat   kernels 101-200 {early:.3f} ms, {FLAT_KERNELS - 99}-{FLAT_KERNELS} {late:.3f} ms, ratio {late / early:.3f}; "
          f"per kernel: compiler {per[0]:.1f} KiB, executor {per[1]:.1f} KiB", flush=True)
    windows = (times[at:at + 200] for at in range(0, FLAT_KERNELS, 200))
    print("       each 200, ms:", *(f"{1e3 * statistics.median(window):.1f}" for window in windows), "  slowest of all but the first 20:",
          *(f"{1e3 * slow:.0f}" for slow in sorted(times[20:])[-4:]), flush=True)
    return late / early


def in_turns(session, young):
    """Both sessions' next 100 kernels in turns of 20: a machine's swing meets both alike. Gives the ratio."""
    young.type("float *data; cudaMalloc(&data, 65536);")
    for i in range(100):
        small_kernel(young, i)
    rest(session)
    rest(young)
    ours, youngs = [], []
    for turn in range(100, 200, 20):
        youngs += [small_kernel(young, i) for i in range(turn, turn + 20)]
        ours += [small_kernel(session, FLAT_KERNELS - 100 + i) for i in range(turn, turn + 20)]
    early, late = (1e3 * statistics.median(times) for times in (youngs, ours))
    print(f"       in turns: kernels 101-200 of a young session {early:.3f} ms, {FLAT_KERNELS + 1}-{FLAT_KERNELS + 100} of this one {late:.3f} ms, "
          f"ratio {late / early:.3f}", flush=True)
    return late / early


def flat():
    """2,000 kernels in one session, then its next 100 in turns with those of a session that has had 100; that in several sessions."""
    alone, turns = [], []
    for _ in range(FLAT_SESSIONS):
        with tempfile.TemporaryDirectory() as cache, closing(Session(cache)) as session:
            session.type("float *data; cudaMalloc(&data, 65536);")
            alone.append(many_kernels(session))
            with tempfile.TemporaryDirectory() as other_cache, closing(Session(other_cache)) as young:
                turns.append(in_turns(session, young))
    print(f"flat   medians of {FLAT_SESSIONS} sessions: ratio {statistics.median(alone):.3f}, in turns {statistics.median(turns):.3f}", flush=True)


def recovery():
    for kernels in (0, MANY_KERNELS):
        with tempfile.TemporaryDirectory() as cache, closing(Session(cache)) as session:
            faults, launches = recoveries(session, kernels)
        total = [1e3 * (fault + launch) for fault, launch in zip(faults, launches)]
        print(f"fault to the next good launch, with a spare executor, {kernels} kernels beside: median {statistics.median(total):.0f} ms, of which the "
              f"faulting cell {1e3 * statistics.median(faults):.0f} ms", flush=True)


def recoveries(session, kernels):
    """Seconds of cells that fault and of those that launch next, in a session that has so many other kernels."""
    session.type("__global__ void wild(int *p) { *p = 1; }", "int *good; cudaMalloc(&good, 4);", "float *data; cudaMalloc(&data, 65536);")
    for i in range(kernels):
        small_kernel(session, i)
    faults, launches = [], []
    for _ in range(FAULTS):
        # A session keeps a spare executor, which it starts when it has been quiet for a second.
        time.sleep(QUIET_SECONDS)
        faults.append(session.type("wild<<<1, 1>>>((int *)64);", fails=True))
        launches.append(session.type("cudaMalloc(&good, 4); wild<<<1, 1>>>(good); cudaDeviceSynchronize() ? abort() : void();"))
    return faults, launches


def chevron():
    with tempfile.TemporaryDirectory() as cache:
        for who in ("chevron", "chevron, from its cache"):
            start = time.perf_counter()
            session = Session(cache)
            session.type("float *data; cudaMalloc(&data, 65536);")
            print(f"start  {who:<24} {1e3 * (time.perf_counter() - start):8.1f} ms to the end of a first cell")
            for what in TEXT:
                report(who, what, [session.type(TEXT[what].format(i=i), LAUNCH[what].format(i=i)) for i in range(KERNELS)])
            session.close()


def cupy_raw():
    import cupy
    data = cupy.zeros(16384, dtype=cupy.float32)

    def small(i):
        kernel = cupy.RawKernel('extern "C" ' + SMALL.format(i=i), f"small{i}")
        kernel((16,), (256,), (data, 4096))

    def tiled(i):
        kernel = cupy.RawKernel('extern "C" ' + TILED.format(i=i), f"tiled{i}")
        kernel((2, 2), (32, 32), (data, data[4096:], data[8192:], 64))

    measure("CuPy RawKernel", {"small": small, "tiled": tiled}, cupy.cuda.Device().synchronize)


def torch_kernel():
    import torch
    data = torch.zeros(16384, device="cuda")

    def small(i):
        kernel = torch.cuda._compile_kernel('extern "C" ' + SMALL.format(i=i), f"small{i}")
        kernel((16, 1, 1), (256, 1, 1), (data, 4096))

    def tiled(i):
        kernel = torch.cuda._compile_kernel('extern "C" ' + TILED.format(i=i), f"tiled{i}")
        kernel((2, 2, 1), (32, 32, 1), (data, data[4096:], data[8192:], 64))

    measure("torch _compile_kernel", {"small": small, "tiled": tiled}, torch.cuda.synchronize)


def clang_repl():
    """It takes no launch at top level, so each stands in a function of its own."""
    process = subprocess.Popen([CLANG_REPL, "--cuda", "--offload-arch=sm_90", "-Xcc", "-Wno-unknown-cuda-version"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def type(*lines):
        start = time.perf_counter()
        process.stdin.write("".join(line + "\n" for line in lines).encode())
        process.stdin.flush()
        while b"ended" not in (answer := process.stdout.readline()):
            if not answer:
                raise RuntimeError("clang-repl ended")
        if b"ended 0" not in answer:
            raise RuntimeError(f"clang-repl: a launch failed: {answer}")
        return time.perf_counter() - start

    start = time.perf_counter()
    type('extern "C" int printf(const char *, ...); extern "C" int fflush(void *);', "float *data; auto got = cudaMalloc(&data, 65536);",
         'int tell(int status) { printf("ended %d\\n", status); return fflush(nullptr); }', "auto first = tell(got);")
    print(f"start  clang-repl               {1e3 * (time.perf_counter() - start):8.1f} ms to the end of a first cell")
    for what in TEXT:
        launches = (LAUNCH[what].format(i=i).replace("cudaDeviceSynchronize()", "return cudaDeviceSynchronize()") for i in range(KERNELS))
        report("clang-repl --cuda", what, [
            type(TEXT[what].format(i=i), f"int go_{what}{i}() {{ {launch} }}", f"auto told_{what}{i} = tell(go_{what}{i}());")
            for i, launch in enumerate(launches)])
    process.stdin.close()
    process.wait()


def nvcc():
    """Each kernel is a program of its own."""
    with tempfile.TemporaryDirectory() as place:
        for what in TEXT:
            seconds = []
            for i in range(KERNELS):
                start = time.perf_counter()
                with open(f"{place}/one.cu", "w") as file:
                    file.write(f"{TEXT[what].format(i=i)}\nint main() {{ float *data; cudaMalloc(&data, 65536); {LAUNCH[what].format(i=i)} }}\n")
                subprocess.run([NVCC, "-O3", "-arch=native", "-o", f"{place}/one", f"{place}/one.cu"], check=True)
                subprocess.run([f"{place}/one"], check=True)
                seconds.append(time.perf_counter() - start)
            report(f"nvcc, {KERNELS} programs", what, seconds)


def breakdown():
    """What `%time` tells of each kernel's definition and launch. Kernels are compiled beside the rest, so the stages do not add up."""
    for what in TEXT:
        cells = ["float *data; cudaMalloc(&data, 65536);", "%time on"]
        for i in range(KERNELS):
            cells += [TEXT[what].format(i=i), LAUNCH[what].format(i=i)]
        with tempfile.TemporaryDirectory() as cache:
            told = subprocess.run([CHEVRON, "--device", "cuda"], input="\n".join(cells), capture_output=True, text=True, check=True,
                                  env=dict(os.environ, CHEVRON_CACHE_DIR=cache))
        stages = {}
        for line in told.stdout.splitlines():
            if stage := re.match(r"\s*(\S.*?)\s+([\d.]+) ms", line):
                stages.setdefault(re.sub(r"\d+", "", stage[1]), []).append(float(stage[2]))
        for stage, values in stages.items():
            print(f"{what:<6} stage {stage:<18} median {statistics.median(values):8.3f} ms of {len(values)}", flush=True)


def measure(who, ways, synchronize):
    for what, launch in ways.items():
        seconds = []
        for i in range(KERNELS):
            start = time.perf_counter()
            launch(i)
            synchronize()
            seconds.append(time.perf_counter() - start)
        report(who, what, seconds)


if __name__ == "__main__":
    os.environ.setdefault("CUPY_CACHE_IN_MEMORY", "1")
    os.environ.setdefault("CUDA_CACHE_DISABLE", "1")
    parts = {part.__name__: part for part in (chevron, cupy_raw, torch_kernel, clang_repl, nvcc, breakdown, recovery, flat)}
    for peer in [parts[name] for name in sys.argv[1:]] or parts.values():
        try:
            peer()
        except Exception as error:
            print(f"{peer.__name__}: not measured: {error!r}", flush=True)
