"""Times of this kernel beside those of Python's, in one run: medians of several rounds that take turns."""

import argparse
import statistics
import time

from jupyter_client.manager import KernelManager

GOALS = {"ready": 300, "execute 1+1": 5, "complete": 50}


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
    begin = time.perf_counter()
    sent = ask()
    while client.get_shell_msg(timeout=30)["parent_header"].get("msg_id") != sent:
        pass
    return (time.perf_counter() - begin) * 1e3


CELLS = {
    "chevron": {
        "prepare": ["#include <vector>\n#include <map>\n#include <algorithm>", "int a_number = 1;",
                    "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint *p; cudaMallocManaged(&p, 128);"],
        "execute 1+1": "1+1",
        "execute print": 'printf("x\\n");',
        "complete": "a_num",
        "inspect": "a_number",
    },
    "python3": {
        "prepare": ["import json, random", "a_number = 1"],
        "execute 1+1": "1+1",
        "execute print": 'print("x")',
        "complete": "a_num",
        "inspect": "a_number",
    },
}


def round_of(name, times, count):
    cells = CELLS[name]
    manager, client, ready = started(name)
    try:
        times.setdefault("ready", []).append(ready)
        # Both sockets are there before anything is measured.
        client.wait_for_ready(timeout=60)
        for code in cells["prepare"]:
            execute(client, code)
        for _ in range(count):
            for kind in ("execute 1+1", "execute print"):
                times.setdefault(kind, []).append(execute(client, cells[kind]))
            code = cells["complete"]
            took = asked(client, lambda: client.complete(code, len(code)))
            times.setdefault("complete", []).append(took)
            code = cells["inspect"]
            took = asked(client, lambda: client.inspect(code, len(code)))
            times.setdefault("inspect", []).append(took)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cells", type=int, default=20)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    options = parser.parse_args()
    times = {"chevron": {}, "python3": {}}
    for _ in range(options.rounds):
        for name in times:
            round_of(name, times[name], options.cells)
    print(f"{'ms':<16}{'chevron':>10}{'p95':>10}{'ipykernel':>11}{'p95':>10}{'ratio':>8}{'goal':>7}")
    missed = []
    for kind, ours in times["chevron"].items():
        theirs = times["python3"][kind]
        p95 = [sorted(it)[int(0.95 * (len(it) - 1))] for it in (ours, theirs)]
        medians = [statistics.median(it) for it in (ours, theirs)]
        goal = GOALS.get(kind)
        if goal and medians[0] > goal:
            missed.append(kind)
        print(f"{kind:<16}{medians[0]:>10.2f}{p95[0]:>10.2f}{medians[1]:>11.2f}{p95[1]:>10.2f}"
              f"{medians[0] / medians[1]:>8.2f}{goal or '':>7}")
    if missed and options.check:
        raise SystemExit(f"over their goals: {', '.join(missed)}")


if __name__ == "__main__":
    main()
