#!/usr/bin/env python3
"""What a session costs that goes on: 2,000 new kernels, by hundred; one long piped cell; `%undo` in a session with includes.

CHEVRON=path/to/chevron python3 tests/benches/growth.py [PART...] [--device DEVICE] [--kernels N] [--rounds N]; needs nothing else.
Parts, all if none is named: piped, typed, long, undo. `--device cuda` runs them on a GPU.

Processor time is of the session's process, as the system counts it for each thread, so other work on the machine disturbs it less than it does the wall.
"""

import argparse
import os
import pty
import re
import statistics
import subprocess
import tempfile
import termios
import time
from collections import defaultdict

CHEVRON = os.environ.get("CHEVRON", "chevron")
HUNDRED = 100
# The first kernels find neither threads nor pages there.
WARMING = 20
THREADS_SHOWN = 6
LONG_CELLS = (2_000, 16_000, 100_000)
PIPED_SECONDS_MAX = 60
UNDO_REPORTS = 8
UNDO_INCLUDES = ("map", "thread")
UNDO_SETTLED = 10
FIRST_PROMPT_SECONDS = 60

KERNEL = """__global__ void k{i}(float *x, int n, float a) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ float s = x[i]; \
for (int j = 0; j < {rounds}; ++j) s = s * a + {i}.0f; x[i] = s; }} }}"""
LAUNCH = "k{i}<<<16, 256>>>(d, 4096, 0.5f);"


class Session:
    """What both sessions know of their process."""

    def __init__(self, directory):
        self.environment = dict(os.environ, CHEVRON_CACHE_DIR=f"{directory}/cache", CHEVRON_HISTORY=f"{directory}/history")

    def cpu_by_thread(self):
        """Milliseconds on a processor so far, by the threads' names; those that have ended are in 'ended'."""
        pid, found = self.pid, defaultdict(float)
        for thread in os.listdir(f"/proc/{pid}/task"):
            try:
                with open(f"/proc/{pid}/task/{thread}/comm") as name, open(f"/proc/{pid}/task/{thread}/schedstat") as spent:
                    found[name.read().strip()] += int(spent.read().split()[0]) / 1e6
            except OSError:
                continue
        found["ended"] = self.cpu() - sum(found.values())
        return found

    def cpu(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def resident_mib(self):
        """Of the session's process, and of its executors together."""
        children = []
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/children") as line:
                children += line.read().split()
        return resident_mib(self.pid), sum(map(resident_mib, children))


class Piped(Session):
    """A session behind a pipe, which tells after each input that it has ended."""

    def __init__(self, directory, *arguments):
        super().__init__(directory)
        self.process = subprocess.Popen([CHEVRON, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=dict(self.environment, CHEVRON_CELL_MARKS="ends"))
        self.pid = self.process.pid

    def line(self, text):
        start = time.perf_counter()
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()
        while b"\x1echevron " not in (line := self.process.stdout.readline()):
            if not line:
                raise RuntimeError(f"the session ended at: {text}")
        if b"failed=1" in line:
            raise RuntimeError(f"an input failed: {text}")
        return time.perf_counter() - start

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Typed(Session):
    """A session at a terminal, from Enter to the next prompt."""

    def __init__(self, directory, *arguments):
        super().__init__(directory)
        self.terminal, slave = pty.openpty()
        termios.tcsetwinsize(slave, (50, 4000))
        self.process = subprocess.Popen([CHEVRON, *arguments], stdin=slave, stdout=slave, stderr=slave,
                                        env=dict(self.environment, TERM="dumb", NO_COLOR="1"), start_new_session=True)
        os.close(slave)
        self.pid = self.process.pid
        self.await_prompt("")

    def await_prompt(self, typed):
        answer = b""
        while not re.search(rb"(^|\n)\d+> $", answer[len(typed):]):
            answer += os.read(self.terminal, 65536)
        if b"error" in answer[len(typed):]:
            raise RuntimeError(f"an input failed: {answer.decode()}")

    def line(self, text):
        start = time.perf_counter()
        os.write(self.terminal, text.encode() + b"\n")
        self.await_prompt(text)
        return time.perf_counter() - start

    def close(self):
        os.write(self.terminal, b"\x04")
        self.process.wait()
        os.close(self.terminal)


def resident_mib(pid):
    try:
        with open(f"/proc/{pid}/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0


def kernels(kind, options):
    """Defines and launches kernels one by one, and tells of each hundred what one of them took."""
    with tempfile.TemporaryDirectory() as directory:
        session = kind(directory, "--device", options.device, "--no-cache")
        session.line("float *d; cudaMalloc(&d, 4096 * sizeof(float));")
        walls, medians, processor, before = [], [], [], session.cpu_by_thread()
        print("kernels      wall ms: mean  median  slowest   processor ms a kernel   of which")
        for i in range(options.kernels):
            walls.append(session.line(KERNEL.format(i=i, rounds=i % 7 + 2)) + session.line(LAUNCH.format(i=i)))
            if (i + 1) % HUNDRED:
                continue
            now, part = session.cpu_by_thread(), [1e3 * wall for wall in walls[-HUNDRED:]]
            spent = {name: (now[name] - before.get(name, 0)) / HUNDRED for name in now}
            before = now
            medians.append(statistics.median(part))
            processor.append(sum(spent.values()))
            greatest = sorted(spent.items(), key=lambda item: -item[1])[:THREADS_SHOWN]
            print(f"{i + 2 - HUNDRED:>5}-{i + 1:<5} {statistics.mean(part):14.2f} {medians[-1]:7.2f} {max(part):8.1f} {processor[-1]:15.2f}             ",
                  " ".join(f"{name} {value:.2f}" for name, value in greatest if value >= 0.05), flush=True)
        memory = session.resident_mib()
        session.close()
    for what, figures in (("wall", medians), ("processor time", processor)):
        later = [figure / figures[1] for figure in figures[2:]]
        if later:
            print(f"{what}: later hundreds to 101-200: greatest {max(later):.3f}, last {later[-1]:.3f}, median {statistics.median(later):.3f}")
    print(f"slowest kernel but for the first {WARMING}: {1e3 * max(walls[WARMING:]):.1f} ms; memory {memory[0]:.0f} MiB, executor {memory[1]:.0f} MiB\n")


def run_piped(text, directory, options):
    """One session with this input; its wall and processor time in seconds, without those of a session that has none."""
    environment = Session(directory).environment
    start, before = time.perf_counter(), os.times()
    done = subprocess.run([CHEVRON, "--device", options.device], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, timeout=PIPED_SECONDS_MAX, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, spent, done.stdout.decode()


def long_cells(options):
    """One cell of many lines over a pipe, and the same text from a file by `%load`."""
    with tempfile.TemporaryDirectory() as directory:
        run_piped("1;\n", directory, options)
        empty = run_piped("1;\n", directory, options)
        print("lines of a cell   piped: wall s, processor s   %load: wall s, processor s   (without the session's start)")
        for lines in LONG_CELLS:
            cell = "const int table[] = {\n" + "".join(f"{n},\n" for n in range(1, lines + 1)) + "};\n"
            path = f"{directory}/table.cu"
            with open(path, "w") as file:
                file.write(cell)
            figures = []
            for text in (cell, f"%load {path}\n"):
                try:
                    wall, spent, answer = run_piped(text + "table[3] + 38\n", directory, options)
                except subprocess.TimeoutExpired:
                    figures.append(f"not done after {PIPED_SECONDS_MAX}")
                    continue
                if "(int) 42" not in answer:
                    raise RuntimeError(f"{lines} lines: {answer[-300:]}")
                figures.append(f"{wall - empty[0]:12.2f} {spent - empty[1]:12.2f}")
            print(f"{lines:>15}   {figures[0]:>26} {figures[1]:>28}", flush=True)
        print()


def undo(options):
    """Takes one cell back again and again in a session with includes: memory, and what the next cell takes."""
    with tempfile.TemporaryDirectory() as directory:
        Piped(directory, "--device", options.device).close()
        session = Piped(directory, "--device", options.device)
        for header in UNDO_INCLUDES:
            session.line(f"#include <{header}>")
        session.line("int keep = 1;")
        session.line("int gone = 0;")
        first, cells, spent = session.resident_mib(), [], session.cpu()
        print("rounds       memory MiB  executor MiB   next cell ms: median  slowest   processor ms a round")
        print(f"{0:>5} {first[0]:16.1f} {first[1]:13.1f}", flush=True)
        step = max(1, options.rounds // UNDO_REPORTS)
        for round in range(1, options.rounds + 1):
            session.line("%undo")
            cells.append(1e3 * session.line(f"int gone = {round};"))
            if round % step == 0:
                now, last = session.resident_mib(), session.cpu()
                print(f"{round:>5} {now[0]:16.1f} {now[1]:13.1f} {statistics.median(cells[-step:]):21.1f} {max(cells[-step:]):8.1f} "
                      f"{(last - spent) / step:15.0f}", flush=True)
                spent = last
        session.close()
    settled = cells[UNDO_SETTLED:] or cells
    print(f"next cell but for the first {UNDO_SETTLED}: median {statistics.median(settled):.1f} ms, slowest {max(settled):.1f} ms\n")


PARTS = {"piped": lambda options: kernels(Piped, options), "typed": lambda options: kernels(Typed, options), "long": long_cells, "undo": undo}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--kernels", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=400)
    options = parser.parse_args()
    for part in options.parts or PARTS:
        print(f"== {part}, device {options.device}", flush=True)
        PARTS[part](options)


if __name__ == "__main__":
    main()
