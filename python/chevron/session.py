"""One Chevron session behind all ``%%chevron`` cells of a notebook."""

import sys

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

from . import program

#: Seconds that a session may take until it answers for the first time. A first start prepares headers.
START_SECONDS = 120


class CellFailed(Exception):
    """A cell failed. Its message has been shown as Chevron shows it.

    Attributes:
        name: What failed, as the kernel names it.
        lines: The message, in lines, with colours.
    """

    def __init__(self, name, text, lines):
        super().__init__(text)
        self.name = name
        self.lines = lines

    def _render_traceback_(self):
        """What IPython shows in place of the Python calls that led here, which are ours."""
        return self.lines or [f"{self.name}: {self}"]


class _OwnSpec(KernelSpecManager):
    """Finds Chevron's kernel without one being installed in Jupyter."""

    def __init__(self, arguments, **kwargs):
        super().__init__(**kwargs)
        self._arguments = arguments

    def get_kernel_spec(self, kernel_name):
        argv = [program.find(), "jupyter", "kernel", *self._arguments, "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Chevron", language="c++", interrupt_mode="signal")


class Session:
    """A running kernel, and a client of it.

    Args:
        arguments: Arguments of ``chevron jupyter kernel``, such as ``--device cpu``.
    """

    def __init__(self, arguments=()):
        self.arguments = tuple(arguments)
        specs = _OwnSpec(self.arguments)
        self._manager = KernelManager(kernel_name="chevron", kernel_spec_manager=specs)
        self._manager.start_kernel()
        self._client = self._manager.blocking_client()
        self._client.start_channels()
        try:
            self._client.wait_for_ready(timeout=START_SECONDS)
        except BaseException:
            self.end()
            raise

    def is_alive(self):
        """Whether the kernel's process runs."""
        return self._manager.is_alive()

    def run(self, code, show=None, ask=None):
        """Runs a cell to its end. Ctrl-C interrupts the cell, and the session goes on.

        Args:
            code: The cell's text.
            show: Gets each message of the kernel's output.
            ask: Gets a prompt and returns a line, for cells that read stdin.

        Raises:
            CellFailed: The cell failed.
            KeyboardInterrupt: It was interrupted.
        """
        options = {"output_hook": show or (lambda message: None), "allow_stdin": ask is not None}
        if ask is not None:
            options["stdin_hook"] = lambda message: self._client.input(ask(message["content"]["prompt"]))
        try:
            reply = self._client.execute_interactive(code, **options)
        except KeyboardInterrupt:
            self._manager.interrupt_kernel()
            self._wait_until_idle()
            raise
        except RuntimeError as error:
            raise CellFailed("dead", f"the session ended: {error}", []) from None
        content = reply["content"]
        if content["status"] == "aborted":
            raise CellFailed("aborted", "the cell was not run, because one before it failed", [])
        if content["status"] != "ok":
            raise CellFailed(content["ename"], content["evalue"], content.get("traceback", []))

    def restart(self):
        """Begins again with an empty session."""
        self._manager.restart_kernel(now=True)
        self._client.wait_for_ready(timeout=START_SECONDS)

    def end(self):
        """Ends the kernel."""
        self._client.stop_channels()
        if self._manager.has_kernel:
            self._manager.shutdown_kernel(now=True)

    def _wait_until_idle(self):
        """After an interrupt: waits for the end of what was interrupted, so that its messages are not taken for the next cell's."""
        try:
            self._client.wait_for_ready(timeout=START_SECONDS)
        except RuntimeError as error:
            print(f"the session does not answer after the interrupt: {error}; `%chevron --restart` begins again", file=sys.stderr)
