"""How kernels start, end, and stand what is sent to them."""

import json
import os
import queue
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest
import zmq
from jupyter_client import BlockingKernelClient

from kernel import Kernel, kernel


@pytest.fixture(scope="module")
def k():
    with kernel() as one:
        yield one


def shell_of(connection, identity):
    context = zmq.Context.instance()
    shell = context.socket(zmq.DEALER)
    shell.identity = identity
    shell.linger = 0
    shell.connect(f"tcp://{connection['ip']}:{connection['shell_port']}")
    return shell


def test_forged_and_malformed_messages_are_dropped(k):
    shell = shell_of(k.connection(), b"stranger")
    session = k.client.session
    good = session.serialize(session.msg("execute_request", {"code": "exit(3)"}))
    forged = list(good)
    forged[-1] = forged[-1].replace(b"exit(3)", b"exit(4)")
    unsigned = list(good)
    unsigned[1] = b""
    header = json.dumps({"no": "type"}).encode()
    for frames in (
        forged,
        unsigned,
        good[:3],
        [b"<IDS|MSG>"],
        [b""],
        [b"garbage"] * 7,
        [b"<IDS|MSG>", session.sign([b"{", b"{}", b"{}", b"{}"]), b"{", b"{}", b"{}", b"{}"],
        [b"<IDS|MSG>", session.sign([header, b"{}", b"{}", b"{}"]), header, b"{}", b"{}", b"{}"],
        [b"<IDS|MSG>", session.sign([header, b"{}", b"{}", b"[]"]), header, b"{}", b"{}", b"[]"],
    ):
        shell.send_multipart(frames)
    assert k.run("1 + 1").value() == "(int) 2"
    assert shell.poll(100) == 0
    shell.close()


def test_who_speaks_no_zeromq_does_no_harm(k):
    connection = k.connection()
    greeting = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + bytes(32)
    kinds = {"shell": b"DEALER", "stdin": b"DEALER", "control": b"DEALER", "iopub": b"SUB", "hb": b"REQ"}
    for port, kind in kinds.items():
        ready = b"\x05READY\x0bSocket-Type" + struct.pack(">I", len(kind)) + kind
        ready = bytes([4, len(ready)]) + ready
        for sent in (
            b"GET / HTTP/1.1\r\n\r\n",
            os.urandom(4096),
            b"\xff" * 64,
            greeting + b"\x02" + b"\x7f" + b"\xff" * 7,
            greeting + ready + b"\x02" + struct.pack(">Q", 1 << 62),
            greeting + ready + b"\x02" + struct.pack(">Q", 1 << 45),
            greeting + ready + b"\x02" + struct.pack(">Q", 200 << 20) + b"x",
            greeting + ready + b"\x01\x01x" * 2000,
            greeting + ready + b"\x04\x01x" * 2000,
            b"",
        ):
            with socket.create_connection((connection["ip"], connection[f"{port}_port"])) as stranger:
                stranger.sendall(sent)
                time.sleep(0.05)
    assert k.run("1 + 2").value() == "(int) 3"
    assert k.client.is_alive() and k.manager.is_alive()


def test_two_front_ends(k):
    # With a session of its own: `manager.client()` would share its identity with the first.
    other = BlockingKernelClient(connection_file=k.manager.connection_file)
    other.load_connection_file()
    other.start_channels()
    other.wait_for_ready(timeout=10)
    second = Kernel(k.manager, other)
    k.run("int shared_by_both = 5;")
    assert second.run("shared_by_both").value() == "(int) 5"
    # Who asks is asked.
    k.run("#include <unistd.h>\nchar byte;")
    answer = second.run("read(0, &byte, 1)", answers=["x"])
    assert answer.value() == "(ssize_t) 1"
    with pytest.raises(queue.Empty):
        k.client.get_stdin_msg(timeout=0.1)
    # One that vanishes in the middle of a cell.
    other.execute('for (int i = 0; i < 20; i++) { usleep(20000); write(1, "tick\\n", 5); }')
    time.sleep(0.1)
    other.stop_channels()
    assert k.run("shared_by_both").value() == "(int) 5"


def test_kernel_info_while_a_cell_runs_comes_on_control(k):
    sent = k.client.execute("#include <unistd.h>\nsleep(2);")
    begin = time.time()
    assert k.control("kernel_info_request")["content"]["protocol_version"] == "5.4"
    assert time.time() - begin < 1
    k.answer(sent)


def test_the_heartbeat_beats_while_a_cell_runs(k):
    connection = k.connection()
    beat = zmq.Context.instance().socket(zmq.REQ)
    beat.linger = 0
    beat.connect(f"tcp://{connection['ip']}:{connection['hb_port']}")
    sent = k.client.execute("while (true) { }")
    for text in (b"ping", b"", b"pong"):
        beat.send(text)
        assert beat.poll(1000) and beat.recv() == text
    k.control("interrupt_request")
    k.answer(sent)
    beat.close()


def test_signals_interrupt_too(k):
    sent = k.client.execute("while (true) { }")
    time.sleep(0.5)
    os.kill(k.manager.provisioner.pid, signal.SIGINT)
    assert k.answer(sent, timeout=10).error()["ename"] == "Interrupted"
    for _ in range(3):
        os.kill(k.manager.provisioner.pid, signal.SIGINT)
        time.sleep(0.1)
    assert k.run("4").value() == "(int) 4"


def gone(manager, seconds):
    end = time.time() + seconds
    while manager.is_alive():
        if time.time() > end:
            return False
        time.sleep(0.02)
    return True


def test_quit_ends_the_kernel():
    with kernel() as k:
        answer = k.run("1;\n%quit\nint never = 1;")
        assert answer.status == "ok"
        assert answer.reply["content"]["payload"][0]["source"] == "ask_exit"
        assert gone(k.manager, 5)


def test_shutdown_while_a_cell_runs():
    with kernel() as k:
        k.client.execute("while (true) { }")
        time.sleep(0.5)
        reply = k.control("shutdown_request", {"restart": False})
        assert reply["content"] == {"status": "ok", "restart": False}
        assert gone(k.manager, 4)


def test_a_restart_begins_anew():
    with kernel() as k:
        k.run("int old = 1;")
        k.manager.restart_kernel()
        k.client.wait_for_ready(timeout=20)
        assert k.run("old").status == "error"
        answer = k.run("int fresh = 2;\nfresh")
        assert answer.value() == "(int) 2" and answer.reply["content"]["execution_count"] == 2


def test_a_kernel_ends_with_its_front_end(tmp_path):
    script = (
        "import sys, time\nfrom jupyter_client.manager import start_new_kernel\n"
        "manager, client = start_new_kernel(kernel_name='chevron')\n"
        "print(manager.provisioner.pid, flush=True)\ntime.sleep(60)\n"
    )
    front = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(front.stdout.readline())
    front.kill()
    front.wait()
    end = time.time() + 5
    while os.path.exists(f"/proc/{pid}/stat") and " Z " not in open(f"/proc/{pid}/stat").read():
        assert time.time() < end, "the kernel lives on"
        time.sleep(0.1)


def test_a_front_end_that_stops_reading_does_not_stop_the_kernel():
    with kernel() as k:
        connection = k.connection()
        sub = zmq.Context.instance().socket(zmq.SUB)
        sub.linger = 0
        sub.set_hwm(1)
        sub.setsockopt(zmq.RCVBUF, 4096)
        sub.connect(f"tcp://{connection['ip']}:{connection['iopub_port']}")
        sub.subscribe(b"")
        time.sleep(0.2)
        k.run("#include <cstdio>")
        loop = 'for (int i = 0; i < 70000; i++) printf("%099d\\n", i);'
        for _ in range(3):
            k.run(loop, timeout=60)
        assert k.run("5").value() == "(int) 5"
        sub.close()


def test_a_session_that_cannot_start_is_an_error_of_the_cell():
    program = ["jupyter", "install", "--prefix", sys.prefix, "--name", "chevron-none"]
    with kernel() as k:
        program.insert(0, k.manager.kernel_spec.argv[0])
    subprocess.run(program + ["--device", "cuda:77"], check=True)
    with kernel("chevron-none") as k:
        answer = k.run("1")
        assert answer.status == "error" and answer.error()["ename"] == "NoSession"
        assert k.manager.is_alive()


def test_contents_of_the_wrong_kinds_are_taken_for_nothing(k):
    for kind in ("execute_request", "complete_request", "inspect_request", "is_complete_request", "history_request",
                 "comm_open", "comm_info_request", "kernel_info_request"):
        for content in ({"code": 5, "cursor_pos": "x", "silent": "no"}, {"code": None, "cursor_pos": -7, "user_expressions": [1]},
                        {"code": "1", "cursor_pos": 10**18, "n": -1, "hist_access_type": "range", "session": "a"}):
            k.send(kind, content)
    assert k.run("2 + 5").value() == "(int) 7"


def completeness(k, code):
    sent = k.client.is_complete(code)
    while (reply := k.client.get_shell_msg(timeout=20))["parent_header"].get("msg_id") != sent:
        pass
    return reply["content"]["status"]


def test_questions_about_a_megabyte(k):
    code = "int numeral = 1;\n" + "numeral += 1; // one more of many lines\n" * 27_000
    assert len(code) > 1 << 20
    assert completeness(k, code) == "complete"
    assert completeness(k, code + "f(") == "incomplete"
    begin = time.time()
    reply = k.client.complete(code + "nume", len(code) + 4, reply=True, timeout=20)["content"]
    assert reply["status"] == "ok" and time.time() - begin < 10
    deep = "(" * 500_000
    assert completeness(k, deep) == "incomplete"
    k.client.complete(deep, len(deep), reply=True, timeout=20)
    assert k.run("3 + 5").value() == "(int) 8"


def test_megabytes_that_are_no_text(k):
    k.run("#include <unistd.h>\n#include <vector>\n#include <cstdlib>")
    answer = k.run("std::vector<unsigned char> noise(4 << 20);\nfor (auto &it : noise) it = rand() >> 8;\n"
                   "write(1, noise.data(), noise.size())", timeout=60)
    assert answer.value() == "(ssize_t) 4194304"
    assert "\ufffd" in answer.stream("stdout") and len(answer.stream("stdout")) > 1 << 20
    answer = k.run(r'printf("%c]0;title%c%c[31mred%c[0m", 27, 7, 27, 27);')
    assert answer.stream("stdout") == "\x1b]0;title\x07\x1b[31mred\x1b[0m"


def test_a_front_end_that_is_asked_and_vanishes(k):
    other = BlockingKernelClient(connection_file=k.manager.connection_file)
    other.load_connection_file()
    other.start_channels()
    other.wait_for_ready(timeout=10)
    k.run("#include <unistd.h>\nchar asked;")
    other.execute("read(0, &asked, 1);", allow_stdin=True)
    assert other.get_stdin_msg(timeout=10)["msg_type"] == "input_request"
    other.stop_channels()
    # Nobody answers any more; an interrupt by whoever is there ends it.
    sent = k.client.execute("4 + 5")
    time.sleep(0.3)
    k.control("interrupt_request")
    k.answer(sent)
    assert k.run("4 + 5").value() == "(int) 9"
