"""Times of this kernel beside those of Python's kernel, in one run: several rounds that take turns.

`cpu` is what the kernel's processes worked for one request, on the mean: it tells the same on a busy machine, where all that waits takes longer.
xeus-cpp would be the other peer. Neither PyPI nor Debian has it, only conda-forge.
"""

import argparse
import math
import os
import statistics
import time

from jupyter_client.manager import KernelManager

#: Milliseconds: of what at most.
GOALS = {"ready": ("median", 300), "execute 1+1": ("median", 5), "complete": ("p95", 50)}

#: Headers that are to cost little once they are prepared.
HEADERS = ["iostream", "chrono", "cmath", "string", "algorithm", "map", "vector"]
HEADER_GOAL = 5

#: Completions that found nothing: both kernels give up after a while on a busy machine.
UNANSWERED = []

CELLS = {
    "chevron": {
        "prepare": ["#include <vector>\n#include <map>\n#include <algorithm>", "int a_number = 1;",
                    "std::map<int, float> ages;\nstd::vector<int> numbers(3);",
                    "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint *p; cudaMallocManaged(&p, 128);"],
        "execute 1+1": "1+1",
        "execute print": 'printf("x\\n");',
        # A name, members, what a header has, everything in a namespace, a runtime call, a launch's name.
        "complete": ["a_num", "numbers.", "ages.em", "std::so", "std::vec", "cudaMal", "for (auto &it : num"],
        "complete std::": ["std::"],
        "inspect": "a_number",
    },
    "python3": {
        "prepare": ["import json, random, collections", "a_number = 1", "ages = {}\nnumbers = [1, 2, 3]"],
        "execute 1+1": "1+1",
        "execute print": 'print("x")',
        "complete": ["a_num", "numbers.", "ages.po", "json.du", "collections.de", "rand", "[it for it in num"],
        "complete std::": ["random."],
        "inspect": "a_number",
    },
}


def started(name):
    """A kernel, and how long it took from the start of its process to its first reply."""
    manager = KernelManager(kernel_name=name)
    begin = time.perf_counter()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    sent = client.kernel_info()
    while client.get_shell_msg(timeout=30)["parent_header"].get("msg_id") != sent:
        pass
    return manager, client, (time.perf_counter() - begin) * 1e3


def worked(pid):
    """Milliseconds that a process and its children have had of processors."""
    ticks = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has ended
        if int(process) == pid or int(fields[1]) == pid:
            ticks += int(fields[11]) + int(fields[12])
        if int(process) == pid:
            # Children that have ended: completion asks a copy of the process.
            ticks += int(fields[13]) + int(fields[14])
    return ticks * 1e3 / os.sysconf("SC_CLK_TCK")


def execute(client, code):
    """Milliseconds until the kernel is idle again."""
    begin = time.perf_counter()
    sent = client.execute(code)
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != sent:
            continue
        assert message["msg_type"] != "error", message["content"]["traceback"]
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            break
    took = (time.perf_counter() - begin) * 1e3
    while client.get_shell_msg(timeout=30)["parent_header"].get("msg_id") != sent:
        pass
    return took


def asked(client, ask):
    """Milliseconds to a reply, and the reply."""
    begin = time.perf_counter()
    sent = ask()
    while (reply := client.get_shell_msg(timeout=30))["parent_header"].get("msg_id") != sent:
        pass
    return (time.perf_counter() - begin) * 1e3, reply["content"]


def completed(client, code, name):
    """Milliseconds to a completion."""
    took, reply = asked(client, lambda: client.complete(code, len(code)))
    if not reply["matches"]:
        UNANSWERED.append(f"{name}: {code}")
    return took


def round_of(name, times, works, count):
    """A kernel from its start to its end."""
    cells = CELLS[name]
    manager, client, ready = started(name)

    def add(kind, took):
        times.setdefault(kind, []).append(took)

    def repeat(kind, ask, each=1):
        before = worked(manager.provisioner.pid)
        for _ in range(count):
            ask()
        works.setdefault(kind, []).append((worked(manager.provisioner.pid) - before) / count / each)

    try:
        add("ready", ready)
        # Both sockets are there before anything is measured.
        client.wait_for_ready(timeout=60)
        if name == "chevron":
            execute(client, "1")
            for header in HEADERS:
                add(f"<{header}>", execute(client, f"#include <{header}>"))
        for code in cells["prepare"]:
            execute(client, code)
        for kind in ("execute 1+1", "execute print"):
            repeat(kind, lambda: add(kind, execute(client, cells[kind])))
        for kind in ("complete", "complete std::"):
            codes = cells[kind]
            repeat(kind, lambda: [add(kind, completed(client, it, name)) for it in codes], len(codes))
        for _ in range(count):
            # A person's next cell: what a completion leaves behind slows it down.
            completed(client, cells["complete"][0], name)
            add("1+1 after complete", execute(client, cells["execute 1+1"]))
        code = cells["inspect"]
        repeat("inspect", lambda: add("inspect", asked(client, lambda: client.inspect(code, len(code)))[0]))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def p95(times):
    """The time that 95 of 100 keep."""
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


def main():
    """Prints a table; with `--check` goals that are missed end it with an error."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cells", type=int, default=20)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    options = parser.parse_args()
    times = {"chevron": {}, "python3": {}}
    works = {"chevron": {}, "python3": {}}
    # The first start prepares headers.
    round_of("chevron", {}, {}, 1)
    for _ in range(options.rounds):
        for name, of in times.items():
            round_of(name, of, works[name], options.cells)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'ms':<20}{'chevron':>9}{'p95':>9}{'cpu':>7}{'ipykernel':>11}{'p95':>9}{'cpu':>7}{'ratio':>7}{'goal':>13}")
    missed = []
    for kind, ours in times["chevron"].items():
        theirs = times["python3"].get(kind)
        which, goal = GOALS.get(kind, ("median", HEADER_GOAL if kind.startswith("<") else None))
        found = statistics.median(ours) if which == "median" else p95(ours)
        if goal and found > goal:
            missed.append(kind)
        our_work, their_work = (f"{statistics.mean(it[kind]):>7.2f}" if kind in it else " " * 7 for it in works.values())
        line = f"{kind:<20}{statistics.median(ours):>9.2f}{p95(ours):>9.2f}{our_work}"
        if theirs:
            line += f"{statistics.median(theirs):>11.2f}{p95(theirs):>9.2f}{their_work}{statistics.median(ours) / statistics.median(theirs):>7.2f}"
        else:
            line += " " * 34
        print(line + (f"{which + ' ' + str(goal):>13}" if goal else ""))
    if UNANSWERED:
        print(f"the machine is busy: {len(UNANSWERED)} completions were given up, such as `{UNANSWERED[0]}`")
    if missed and options.check:
        raise SystemExit(f"over their goals: {', '.join(missed)}")


if __name__ == "__main__":
    main()
