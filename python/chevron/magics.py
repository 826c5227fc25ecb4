"""``%%chevron``: a CUDA C++ cell in a Python notebook."""

import argparse
import shlex
import sys

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import publish_display_data

from . import arrays, program
from .session import Session

USAGE = """%%chevron [-i NAMES] [-o NAMES] [--device DEVICE] [--restart]

Runs the cell as CUDA C++. All cells share one session: what one defines the next can use.

  -i a,b        give the session Python's `a` and `b`: arrays of numbers (NumPy, CuPy, torch), numbers, texts.
                An array becomes a `chevron::array<float, 2>`, which stands where a kernel takes a pointer.
  -o c          make Python's `c` of the session's: numbers, texts, arrays and vectors of numbers.
                Of a pointer say how much: `-o p[100]`, `-o p[rows][columns]`. `-o c=EXPRESSION` takes any value.
  --device D    begin the session on a device: auto, cpu, cuda, cuda:1
  --restart     begin a new session first

As a line, `%chevron CODE` runs C++ or one of Chevron's commands: `%chevron %who`."""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UsageError(f"{message}\n{USAGE}")


def _parser():
    parser = _Parser(prog="%%chevron", add_help=False)
    parser.add_argument("-i", "--input", action="append", default=[])
    parser.add_argument("-o", "--output", action="append", default=[])
    parser.add_argument("--device")
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


def split_names(texts):
    """Splits `a, b[2][3], c=f(x, y)` at the commas outside of brackets."""
    names, depth, name = [], 0, ""
    for letter in ",".join(texts):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            names.append(name.strip())
            name = ""
        else:
            name += letter
    names.append(name.strip())
    return [name for name in names if name]


def show(message):
    """Shows a message of the session's in the Python notebook as it came."""
    kind, content = message["msg_type"], message["content"]
    if kind == "stream":
        (sys.stderr if content["name"] == "stderr" else sys.stdout).write(content["text"])
    elif kind in ("display_data", "execute_result"):
        publish_display_data(content["data"], content.get("metadata"), transient=content.get("transient"))
    elif kind == "update_display_data":
        publish_display_data(content["data"], content.get("metadata"), transient=content.get("transient"), update=True)
    elif kind == "clear_output":
        from IPython.display import clear_output

        clear_output(wait=content.get("wait", False))


@magics_class
class ChevronMagics(Magics):
    """The magic, with the session behind all cells."""

    def __init__(self, shell):
        super().__init__(shell)
        self._session = None
        self._prepared = False
        self._device = None

    @line_cell_magic
    def chevron(self, line, cell=None):
        """Runs CUDA C++ in the session behind this notebook: see `%chevron --help`."""
        if cell is None and not line.startswith("-"):
            if not line.strip():
                print(USAGE)
                return
            self._run(line)
            return
        options = self._options(line)
        if options.help:
            print(USAGE)
            return
        self._begin(options)
        with arrays.directory() as folder:
            try:
                inputs = [self._input(text, folder) for text in split_names(options.input)]
                outputs = [arrays.Output(text, folder) for text in split_names(options.output)]
                self._exchange(inputs, needed=inputs or outputs)
                if cell and cell.strip():
                    self._run(cell)
                self._exchange([output.code for output in outputs], needed=False)
                values = {output.name: output.read() for output in outputs}
            except arrays.CannotExchange as error:
                raise UsageError(str(error)) from None
        names = self.shell.user_ns
        self.shell.push({name: arrays.like(value, names.get(name)) for name, value in values.items()})

    def end(self):
        """Ends the session, if one runs."""
        if self._session is not None:
            self._session.end()
        self._session = None
        self._prepared = False

    def _options(self, line):
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"%%chevron: {error}") from None
        return _parser().parse_args(words)

    def _begin(self, options):
        """Sees to it that the session that the options ask for runs."""
        if options.restart or (options.device and options.device != self._device):
            if self._session is not None and not options.restart:
                print(f"a new session begins on {options.device}; the one before is gone", file=sys.stderr)
            self.end()
            self._device = options.device or self._device
        self._running()

    def _running(self):
        if self._session is not None and not self._session.is_alive():
            print("the session had ended; a new one begins", file=sys.stderr)
            self.end()
        if self._session is None:
            arguments = ["--device", self._device] if self._device else []
            try:
                self._session = Session(arguments)
            except (program.ProgramMissing, RuntimeError) as error:
                raise UsageError(f"no session could be started: {error}") from None
        return self._session

    def _input(self, text, folder):
        """C++ text that defines what `-i` names."""
        name, equals, expression = text.partition("=")
        if equals:
            return arrays.declaration(name.strip(), self.shell.ev(expression), folder)
        if name not in self.shell.user_ns:
            raise arrays.CannotExchange(f"`-i {name}`: Python has no `{name}`")
        return arrays.declaration(name, self.shell.user_ns[name], folder)

    def _exchange(self, lines, needed):
        """Runs our own lines, with the header before them once."""
        if needed and not self._prepared:
            self._run(arrays.HEADER)
            self._prepared = True
        if lines:
            self._run("\n".join(lines))

    def _run(self, code):
        ask = getattr(self.shell, "kernel", None) and input
        self._running().run(code, show=show, ask=ask or None)
