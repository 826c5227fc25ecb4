"""Where the program ``chevron`` is, and starting it."""

import os
import shutil
import sys

#: The program as a wheel holds it, beside the clang headers that it needs.
BUNDLED = os.path.join(os.path.dirname(__file__), "bundle", "bin", "chevron")


class ProgramMissing(RuntimeError):
    """There is no program ``chevron``. The text says how to get it."""


def find():
    """Returns the path of the program ``chevron``.

    The first that exists of: the environment's ``CHEVRON_PROGRAM``, the one in
    this package, the one on PATH.

    Raises:
        ProgramMissing: There is none.
    """
    named = os.environ.get("CHEVRON_PROGRAM")
    if named:
        if os.access(named, os.X_OK):
            return named
        raise ProgramMissing(f"CHEVRON_PROGRAM names `{named}`, which is no program")
    if os.access(BUNDLED, os.X_OK):
        return BUNDLED
    # The script `chevron` that pip made calls this function: it does not count.
    own = os.path.join(os.path.dirname(sys.executable), "chevron")
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("chevron", path=directory)
        if found and os.path.realpath(found) != os.path.realpath(own):
            return found
    raise ProgramMissing(
        "the program `chevron` was not found: install Chevron's wheel, which holds it, "
        "put it on PATH, or name it in CHEVRON_PROGRAM"
    )


def main():
    """Becomes the program, with this process's arguments."""
    try:
        program = find()
    except ProgramMissing as missing:
        sys.exit(f"error: {missing}")
    os.execv(program, [program, *sys.argv[1:]])
