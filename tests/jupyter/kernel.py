"""A kernel under test: what a cell answers, and raw messages to it."""

import json
import queue
import time
from contextlib import contextmanager

from jupyter_client.manager import start_new_kernel


class Answer:
    """What came of one request."""

    def __init__(self, reply, messages, took):
        self.reply = reply
        self.messages = messages
        self.took = took

    @property
    def status(self):
        return self.reply["content"]["status"]

    def kinds(self):
        return [it["msg_type"] for it in self.messages]

    def stream(self, name):
        texts = [it["content"]["text"] for it in self.messages
                 if it["msg_type"] == "stream" and it["content"]["name"] == name]
        return "".join(texts)

    def value(self):
        values = [it["content"]["data"]["text/plain"] for it in self.messages
                  if it["msg_type"] == "execute_result"]
        return values[-1] if values else None

    def error(self):
        errors = [it["content"] for it in self.messages if it["msg_type"] == "error"]
        return errors[-1] if errors else None

    def traceback(self):
        return "\n".join(self.error()["traceback"])


class Kernel:
    """A kernel and one client of it."""

    def __init__(self, manager, client):
        self.manager = manager
        self.client = client
        self.others = []

    def run(self, code, timeout=30, answers=(), **options):
        """Runs a cell to its end; `answers` are given to what it reads."""
        begin = time.time()
        options.setdefault("allow_stdin", bool(answers))
        sent = self.client.execute(code, **options)
        return self.answer(sent, timeout, list(answers), begin)

    def answer(self, sent, timeout=30, answers=(), begin=None):
        """What a request that was sent is answered: all up to its idle status, and its reply."""
        begin = begin or time.time()
        end = time.time() + timeout
        messages, reply, idle = [], None, False
        while not (idle and reply):
            assert time.time() < end, f"no end of {sent}: {[it['msg_type'] for it in messages]}"
            if answers:
                try:
                    asked = self.client.get_stdin_msg(timeout=0.02)
                    assert asked["msg_type"] == "input_request"
                    self.client.input(answers.pop(0))
                except queue.Empty:
                    pass
            try:
                message = self.client.get_iopub_msg(timeout=0.02)
                if message["parent_header"].get("msg_id") == sent:
                    if message["msg_type"] != "status":
                        messages.append(message)
                    elif message["content"]["execution_state"] == "idle":
                        idle = True
            except queue.Empty:
                pass
            if reply:
                continue
            try:
                got = self.client.get_shell_msg(timeout=0.0 if not idle else 0.5)
                if got["parent_header"].get("msg_id") == sent:
                    reply = got
                else:
                    self.others.append(got)
            except queue.Empty:
                pass
            for other in self.others:
                if other["parent_header"].get("msg_id") == sent:
                    reply = other
        return Answer(reply, messages, time.time() - begin)

    def running(self, sent, text, timeout=20):
        """Waits until the cell of a request has printed this."""
        seen, end = "", time.time() + timeout
        while text not in seen:
            assert time.time() < end, f"{text!r} was not printed: {seen!r}"
            try:
                message = self.client.get_iopub_msg(timeout=0.2)
            except queue.Empty:
                continue
            if message["msg_type"] == "stream" and message["parent_header"].get("msg_id") == sent:
                seen += message["content"]["text"]

    def send(self, kind, content, channel="shell"):
        """Sends a message as it is."""
        message = self.client.session.msg(kind, content)
        getattr(self.client, f"{channel}_channel").send(message)
        return message["header"]["msg_id"]

    def control(self, kind, content=None, timeout=10):
        """The reply to a request on the control channel."""
        sent = self.send(kind, content or {}, "control")
        while True:
            reply = self.client.control_channel.get_msg(timeout=timeout)
            if reply["parent_header"].get("msg_id") == sent:
                return reply

    def connection(self):
        """What the connection file says."""
        with open(self.manager.connection_file) as file:
            return json.load(file)


@contextmanager
def kernel(name="chevron", **options):
    manager, client = start_new_kernel(kernel_name=name, **options)
    try:
        yield Kernel(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
