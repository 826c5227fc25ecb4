#!/usr/bin/env python3
"""What `%bench`, `%profile` and `%graph --times` tell on a GPU, beside what others tell of the same kernels.

CHEVRON=path/to/chevron python3 tests/benches/cuda_insight.py; needs a GPU, and nvcc on the path (or NVCC). Compared are
  `%bench` with events by hand in the same session, and in nvcc's program;
  `%profile` with what CUPTI tells of nvcc's program, run in turns; with nsys, or events by hand, where the toolkit has no CUPTI.
Then come the nodes of a graph, and how long commands take to answer. Exit status 1: a figure is off by more than 2 %, or a command failed.
"""

import csv
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
OFF_MAX = 0.02
CHEVRON = os.environ.get("CHEVRON", "chevron")
NVCC = os.environ.get("NVCC", "nvcc")

KERNELS = """
__global__ void copy(const float4 *x, float4 *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }
__global__ void triad(float a, const float *x, const float *y, float *z, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) z[i] = a * x[i] + y[i]; }
constexpr int n = 1 << 26; // floats: 256 MiB
"""
MEMORY = "float *x, *y, *z; cudaMalloc(&x, 4l * n); cudaMalloc(&y, 4l * n); cudaMalloc(&z, 4l * n); cudaMemset(x, 0, 4l * n); cudaMemset(y, 0, 4l * n);"
COPY = "copy<<<n / 4 / 256, 256>>>((const float4 *)x, (float4 *)y, n / 4)"
TRIAD = "triad<<<n / 256, 256>>>(2, x, y, z, n)"

# Events by hand: batches of launches, as `%bench` has them.
BY_HAND = """
template <class F> float by_hand(F launch) {
  cudaEvent_t begin, end; cudaEventCreate(&begin); cudaEventCreate(&end);
  std::vector<float> times;
  for (int batch = -3; batch < 21; ++batch) {
    cudaDeviceSynchronize(); cudaEventRecord(begin);
    for (int i = 0; i < 10; ++i) launch();
    cudaEventRecord(end); cudaDeviceSynchronize();
    float ms; cudaEventElapsedTime(&ms, begin, end);
    if (batch >= 0) times.push_back(ms / 10 * 1e3f);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
"""
WORK = f"for (int i = 0; i < 20; ++i) {{ {COPY}; {TRIAD}; }}"
PEER = pathlib.Path(__file__).resolve().with_name("cupti_kernel_times.h")
INCLUDES = "#include <algorithm>\n#include <cstdio>\n#include <vector>\n"
SHOW = 'printf("{who} %f\\n", by_hand([=] {{ {code}; }}));'


def microseconds(text):
    number, unit = text.split()
    return float(number) * {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}[unit]


def session():
    """Figures of a session, microseconds: (`%bench` copy, by hand copy, `%profile` copy, `%profile` triad, what the profile was measured by)."""
    profiled = "{ " + WORK + " }"
    lines = [INCLUDES, *KERNELS.strip().split("\n"), MEMORY, BY_HAND.strip(), COPY + "; " + TRIAD + ";", "cudaDeviceSynchronize();",
             f"%bench --bytes 8l*n {COPY}", SHOW.format(who="hand", code=COPY), f"%bench --cold --bytes 8l*n {COPY}", f"%profile {profiled}",
             "%%graph g", "{ " + COPY + "; " + TRIAD + "; cudaMemsetAsync(z, 0, 4l * n); }", "%graph --times g 20", "%graph g 20"]
    run = subprocess.run([CHEVRON, "--device", "cuda", "--color", "never"], input="\n".join(lines) + "\n", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = run.stdout
    try:
        bench = microseconds(re.search(r"of the device ([\d.]+ \w+)", said)[1])
        hand = float(re.search(r"^hand ([\d.]+)", said, re.M)[1])
        means = [microseconds(re.search(rf"^{name} +20 +[\d.]+ \w+ +([\d.]+ \w+)", said, re.M)[1]) for name in ("copy", "triad")]
    except TypeError:
        sys.exit(f"the session did not tell what it was to:\n{said}")
    return (bench, hand, *means), said


def compile_by_nvcc(directory, name, source, *flags):
    file, program = pathlib.Path(directory, f"{name}.cu"), f"{directory}/{name}"
    file.write_text(source)
    subprocess.run([NVCC, "-O3", "-std=c++17", "-arch=native", *flags, "-o", program, str(file)], check=True)
    return program


def by_nvcc(directory):
    """Figures of nvcc's program by events by hand, microseconds: (copy, triad), and the program."""
    main = [MEMORY, f"{COPY}; {TRIAD}; cudaDeviceSynchronize();", SHOW.format(who="copy", code=COPY), SHOW.format(who="triad", code=TRIAD), WORK, "cudaDeviceSynchronize();"]
    program = compile_by_nvcc(directory, "program", INCLUDES + KERNELS + BY_HAND + "int main() {\n" + "\n".join(main) + "\n}\n")
    said = subprocess.run([program], check=True, text=True, capture_output=True).stdout
    return [float(re.search(rf"^{name} ([\d.]+)", said, re.M)[1]) for name in ("copy", "triad")], program


def cupti_program(directory):
    """nvcc's program that tells by CUPTI what `%profile` tells; None where the toolkit has no CUPTI."""
    home = pathlib.Path(shutil.which(NVCC)).resolve().parent.parent
    places = [it for it in (home / "extras/CUPTI", *home.glob("targets/*")) if (it / "include/cupti.h").exists()]
    libraries = [it for place in places for it in (place / "lib64", place / "lib") if (it / "libcupti.so").exists()]
    if not libraries:
        return None
    main = [MEMORY, f"{COPY}; {TRIAD}; cudaDeviceSynchronize();", "kernel_times::begin();", WORK, "cudaDeviceSynchronize();", "kernel_times::end();"]
    source = f'#include "{PEER}"\n' + INCLUDES + KERNELS.replace("__global__", 'extern "C" __global__') + "int main() {\n" + "\n".join(main) + "\n}\n"
    flags = ["-I", str(places[0] / "include"), "-L", str(libraries[0]), "-Xlinker", f"-rpath={libraries[0]}", "-lcupti"]
    return compile_by_nvcc(directory, "cupti", source, *flags)


def by_cupti(program):
    """What CUPTI tells, microseconds: (copy, triad), means of the launches."""
    said = subprocess.run([program], check=True, text=True, capture_output=True).stdout
    return [float(re.search(rf"^cupti {name} ([\d.]+)", said, re.M)[1]) for name in ("copy", "triad")]


def by_nsys(nsys, directory, program):
    """What nsys tells, microseconds: (copy, triad), medians of the launches."""
    subprocess.run([nsys, "profile", "-o", f"{directory}/report", "--force-overwrite", "true", program], check=True, capture_output=True)
    table = subprocess.run([nsys, "stats", "--report", "cuda_gpu_kern_sum", "--format", "csv", f"{directory}/report.nsys-rep"], check=True, capture_output=True, text=True)
    lines = table.stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if "Med (ns)" in line)
    told = {row["Name"].split("(")[0]: float(row["Med (ns)"]) / 1e3 for row in csv.DictReader(lines[head:])}
    return [told["copy"], told["triad"]]


def told_by_others(directory, program, sessions):
    """Runs sessions, and a peer of `%profile` in turns with them: what each session told, the peer's (copy, triad), microseconds, and its name."""
    with_cupti = cupti_program(directory)
    runs, told = [], []
    for _ in range(sessions):
        runs.append(session())
        if with_cupti:
            told.append(by_cupti(with_cupti))
    if told:
        return runs, [statistics.median(figures) for figures in zip(*told)], "CUPTI of nvcc's program"
    nsys = os.environ.get("NSYS") or shutil.which("nsys")
    return runs, by_nsys(nsys, directory, program) if nsys else None, "nsys"


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("CHEVRON_CACHE_DIR", f"{directory}/cache")
        nvcc, program = by_nvcc(directory)
        runs, profiled, who = told_by_others(directory, program, ROUNDS)
    print(runs[-1][1])
    ours = [statistics.median(figures) for figures in zip(*(run[0] for run in runs))]
    if profiled is None:
        profiled, who = nvcc, "events by hand (there is neither CUPTI nor nsys)"
    rows = [("%bench, events by hand in the session", ours[0], ours[1]), ("%bench, events by hand in nvcc's program", ours[0], nvcc[0]),
            (f"%profile of copy, {who}", ours[2], profiled[0]), (f"%profile of triad, {who}", ours[3], profiled[1])]
    bad = False
    for name, mine, other in rows:
        off = mine / other - 1
        bad |= abs(off) > OFF_MAX
        print(f"{name:<60} {mine:9.2f} us {other:9.2f} us {100 * off:+6.2f} %" + "   off" * (abs(off) > OFF_MAX))
    sys.stdout.flush()
    latency = subprocess.run([sys.executable, str(pathlib.Path(__file__).with_name("insight.py")), "cuda"], check=False)
    return bad or latency.returncode


if __name__ == "__main__":
    sys.exit(main())
