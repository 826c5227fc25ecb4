"""``%%cuda`` and its kin, with nvcc4jupyter's names and flags: each cell is a whole program, which `chevron run` runs.

Notebooks that were written for nvcc4jupyter go on when `%load_ext chevron` takes the place of `%load_ext nvcc4jupyter`.
See https://nvcc4jupyter.readthedocs.io/en/latest/magics.html.
"""

import argparse
import codecs
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class

from . import program

#: Sources of this group belong to every program.
SHARED = "shared"

#: nvcc's flags that `chevron run` has under the same name, with their value in the same word or the next one.
_WITH_VALUE = ("-I", "-D", "-U", "-L", "-l")

#: nvcc's flags, with a value in the next word, that mean nothing here.
_IGNORED_WITH_VALUE = ("-gencode", "--generate-code", "-arch", "--gpu-architecture", "-code", "--gpu-code", "-o", "--output-file",
                       "-Xcompiler", "--compiler-options", "-Xptxas", "--ptxas-options", "-Xlinker", "--linker-options",
                       "-ccbin", "--compiler-bindir", "-maxrregcount", "--maxrregcount", "-x", "--x")

#: Flags that mean nothing here: kernels are made for the device that there is, with lines, and optimised.
_IGNORED = ("-g", "-G", "-lineinfo", "--debug", "--device-debug", "--generate-line-info", "-w", "-rdc=true", "--relocatable-device-code=true",
            "-dc", "--expt-extended-lambda", "--extended-lambda", "--expt-relaxed-constexpr")


def arguments_of(flags):
    """Arguments of `chevron run` for nvcc's flags, and the flags that it has nothing for."""
    words, arguments, unknown = shlex.split(flags), [], []
    at = iter(words)
    for word in at:
        if word in ("-std", "--std"):
            arguments += ["--std", next(at, "")]
        elif word.startswith(("-std=", "--std=")):
            arguments += ["--std", word.partition("=")[2]]
        elif word in _WITH_VALUE:
            arguments += [word, next(at, "")]
        elif word.startswith(_WITH_VALUE) and not word.startswith("-lineinfo"):
            arguments += [word[:2], word[2:]]
        elif word.startswith("-O") and word[2:].isdigit():
            arguments += ["-O", word[2:]]
        elif word in _IGNORED_WITH_VALUE:
            next(at, "")
        elif word.startswith(tuple(flag + "=" for flag in _IGNORED_WITH_VALUE)) or word in _IGNORED:
            pass
        else:
            unknown.append(word)
    return arguments, unknown


#: Flags of the magics whose value is a list of flags, and how a value is attached to each.
_TAKES_FLAGS = {"-c": "", "--compiler-args": "=", "-a": "", "--profiler-args": "="}


def _with_values_attached(words):
    """The words, with lists of flags in one word with what takes them: argparse takes `-O3` behind a blank for a flag of its own."""
    words, attached = iter(words), []
    for word in words:
        value = next(words, None) if word in _TAKES_FLAGS else None
        attached.append(word if value is None else word + _TAKES_FLAGS[word] + value)
    return attached


def _cuda_parser(name):
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("-t", "--timeit", action="store_true", help="time the whole program instead of showing its output")
    parser.add_argument("-p", "--profile", action="store_true", help="run it under a profiler")
    parser.add_argument("-l", "--profiler", choices=["ncu", "nsys"], default="ncu", help="which one")
    parser.add_argument("-a", "--profiler-args", default="", help="the profiler's arguments")
    parser.add_argument("-c", "--compiler-args", default="", help="nvcc's flags")
    return parser


@magics_class
class CudaMagics(Magics):
    """The magics, with the folder that holds named cells."""

    def __init__(self, shell):
        super().__init__(shell)
        self._folder = tempfile.TemporaryDirectory(prefix="chevron-cuda-")

    @cell_magic
    def cuda(self, line, cell):
        """Runs the cell as a whole program: it needs a `main`."""
        options = self._options(_cuda_parser("%%cuda"), line)
        if options is not None:
            with tempfile.TemporaryDirectory(prefix="chevron-cuda-") as folder:
                path = os.path.join(folder, "single_file.cu")
                self._write(path, cell)
                self._program([path], [], options)

    @cell_magic
    def cuda_group_save(self, line, cell):
        """Keeps the cell as a source file of a group: `%%cuda_group_save -n NAME.cu -g GROUP`."""
        parser = argparse.ArgumentParser(prog="%%cuda_group_save")
        parser.add_argument("-n", "--name", required=True, help="the file's name: it ends in .cu or .h")
        parser.add_argument("-g", "--group", required=True, help=f"the group; files of `{SHARED}` belong to every one")
        options = self._options(parser, line)
        if options is None:
            return
        if os.path.splitext(options.name)[1] not in (".cu", ".h"):
            raise UsageError(f"`{options.name}`: a source file's name ends in .cu or .h")
        path = os.path.join(self._group(options.group), options.name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._write(path, cell)

    @line_magic
    def cuda_group_run(self, line):
        """Runs the source files of a group as one program: `%cuda_group_run -g GROUP`."""
        parser = _cuda_parser("%cuda_group_run")
        parser.add_argument("-g", "--group", required=True)
        options = self._options(parser, line)
        if options is None:
            return
        folders = [self._group(options.group)]
        if not os.path.isdir(folders[0]):
            raise UsageError(f"there is no group `{options.group}`: `%%cuda_group_save -n NAME.cu -g {options.group}` makes one")
        if options.group != SHARED and os.path.isdir(self._group(SHARED)):
            folders.append(self._group(SHARED))
        files = [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder)) if name.endswith(".cu")]
        if not any(file.startswith(folders[0] + os.sep) for file in files):
            raise UsageError(f"the group `{options.group}` has no source file (.cu)")
        self._program(files, folders, options)

    @line_magic
    def cuda_group_delete(self, line):
        """Forgets the source files of a group: `%cuda_group_delete -g GROUP`."""
        parser = argparse.ArgumentParser(prog="%cuda_group_delete")
        parser.add_argument("-g", "--group", required=True)
        options = self._options(parser, line)
        if options is not None:
            shutil.rmtree(self._group(options.group), ignore_errors=True)

    def _group(self, name):
        return os.path.join(self._folder.name, name)

    @staticmethod
    def _write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    @staticmethod
    def _options(parser, line):
        """The flags of a line; None if it asks for help. A value in quotes may begin with a dash: `-c "-O3 -lm"`."""
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"{parser.prog}: {error}") from None
        try:
            return parser.parse_args(_with_values_attached(words))
        except SystemExit:
            return None

    def _program(self, files, include, options):
        """Runs source files as one program, and shows what it prints while it runs."""
        arguments, unknown = arguments_of(options.compiler_args)
        if unknown:
            print(f"note: {shlex.join(unknown)}: nvcc's, and without a meaning here", file=sys.stderr)
        try:
            command = [program.find(), "run", "--quiet"]
        except program.ProgramMissing as missing:
            raise UsageError(str(missing)) from None
        for folder in include:
            arguments += ["-I", folder]
        command += [*arguments, *files]
        if options.profile:
            profiler = shutil.which(options.profiler)
            if profiler is None:
                raise UsageError(f"`{options.profiler}` is not on PATH: it is part of NVIDIA's Nsight tools")
            command = [profiler, *shlex.split(options.profiler_args), *command]
        if options.timeit:
            self._time(command)
        else:
            self._show(command)

    def _time(self, command):
        statement = f"subprocess.run({command!r}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)"
        try:
            print(self.shell.run_cell_magic("timeit", "-q -o import subprocess", statement))
        except subprocess.CalledProcessError as error:
            sys.stdout.write(error.output.decode(errors="replace"))

    @staticmethod
    def _show(command):
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
            try:
                # A chunk may end within a character.
                decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
                while chunk := child.stdout.read1(65536):
                    sys.stdout.write(decoder.decode(chunk))
                    sys.stdout.flush()
                sys.stdout.write(decoder.decode(b"", final=True))
            except KeyboardInterrupt:
                child.terminate()
                raise
            status = child.wait()
        if status:
            print(f"the program ended with status {status}", file=sys.stderr)
