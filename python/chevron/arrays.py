"""Values on their way between Python and a session: C++ text that makes or writes them, and files with their bytes."""

import os
import re
import tempfile

import numpy

#: NumPy's element types (kind and bytes) and what C++ calls them.
ELEMENTS = {
    "b1": "bool",
    "i1": "signed char",
    "i2": "short",
    "i4": "int",
    "i8": "long long",
    "u1": "unsigned char",
    "u2": "unsigned short",
    "u4": "unsigned int",
    "u8": "unsigned long long",
    "f2": "__half",
    "f4": "float",
    "f8": "double",
    "c8": "std::complex<float>",
    "c16": "std::complex<double>",
}

#: What the session needs once before values are exchanged.
HEADER = "#include <chevron/python.h>"

_NAME = re.compile(r"[A-Za-z_]\w*$")


class CannotExchange(ValueError):
    """A value cannot go from one side to the other. The text says why."""


def directory():
    """A new directory for the files; in memory where the system has that."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="chevron-", dir=memory if os.access(memory, os.W_OK) else None)


def as_numpy(value):
    """A NumPy array with an array's elements: NumPy's, CuPy's, torch's, or another that has `__array__`, `__array_interface__` or DLPack.

    Arrays on a GPU are copied to the host.

    Raises:
        CannotExchange: Its library does not give them to NumPy.
    """
    if isinstance(value, numpy.ndarray):
        return value
    try:
        if hasattr(value, "detach"):  # torch
            # A conjugate or a negative is a view that NumPy does not know.
            return value.detach().cpu().resolve_conj().resolve_neg().numpy()
        if hasattr(value, "__cuda_array_interface__"):
            return _from_gpu(value)
        if hasattr(value, "__dlpack__") and not _NUMPY_KNOWS.intersection(dir(value)):
            return _from_dlpack(value)
        return numpy.asarray(value)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        kind = f"{type(value).__module__}.{type(value).__name__}"
        raise CannotExchange(f"NumPy gets no array of this {kind}: {error}") from None


#: What has one of these is an array to `numpy.asarray`.
_NUMPY_KNOWS = {"__array__", "__array_interface__", "__array_struct__"}


def _from_gpu(value):
    for method in ("get", "copy_to_host"):  # CuPy and PyCUDA; Numba
        if hasattr(value, method):
            return getattr(value, method)()
    if hasattr(value, "__dlpack__"):
        return _from_dlpack(value)
    raise TypeError("it is on a GPU, and has neither `get`, `copy_to_host` nor `__dlpack__`")


def _from_dlpack(value):
    on_host = value.__dlpack_device__()[0] == _DLPACK_CPU
    return numpy.from_dlpack(value) if on_host else numpy.from_dlpack(value, device="cpu", copy=True)


#: DLPack's number for the host.
_DLPACK_CPU = 1


def declaration(name, value, folder):
    """C++ text that defines `name` with a Python value. Bytes of arrays go into a file in `folder`.

    Raises:
        CannotExchange: C++ has nothing for it.
    """
    if not _NAME.match(name):
        raise CannotExchange(f"`{name}` is no name of C++")
    scalar = _scalar(value)
    if scalar is not None:
        return f"{scalar[0]} {name} = {scalar[1]};"
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = numpy.frombuffer(bytes(value), dtype=numpy.uint8)
    try:
        array = as_numpy(value)
    except CannotExchange as error:
        raise CannotExchange(f"`{name}`: {error}") from None
    if array.dtype.kind == "O" or array.dtype.kind not in "biufc":
        raise CannotExchange(f"`{name}`: elements of {array.dtype} have no type in C++ here; numbers and bool have")
    element = ELEMENTS.get(f"{array.dtype.kind}{array.dtype.itemsize}")
    if element is None:
        raise CannotExchange(f"`{name}`: elements of {array.dtype} have no type in C++")
    if array.ndim == 0:
        return declaration(name, array[()], folder)
    path = os.path.join(folder, name)
    native = array.dtype.newbyteorder("=")
    numpy.ascontiguousarray(array, dtype=native).tofile(path)
    extents = ", ".join(f"{extent}l" for extent in array.shape)
    return f'auto {name} = chevron::__from_python<{element}, {array.ndim}>("{name}", "{path}", {{{extents}}});'


def _scalar(value):
    """Type and initialiser of a Python value that is no array; None for others."""
    if isinstance(value, (bool, numpy.bool_)):
        return "bool", "true" if value else "false"
    if isinstance(value, numpy.generic) and value.dtype.kind in "iufc":
        element = ELEMENTS.get(f"{value.dtype.kind}{value.dtype.itemsize}")
        text = _number(value.item())
        return None if element is None else (element, f"static_cast<{element}>({text})")
    if isinstance(value, int):
        if -(2**63) <= value < 2**63:
            return "long long", _number(value)
        if value < 2**64:
            return "unsigned long long", f"{value}ull"
        raise CannotExchange(f"{value} has more than 64 bits")
    if isinstance(value, float):
        return "double", _number(value)
    if isinstance(value, complex):
        return "std::complex<double>", _number(value)
    if isinstance(value, str):
        data = value.encode()
        text = "".join(f"\\{byte:03o}" if byte < 32 or byte > 126 or byte in b'\\"?' else chr(byte) for byte in data)
        return "std::string", f'std::string("{text}", {len(data)})'
    return None


def _number(value):
    if isinstance(value, complex):
        return f"std::complex<double>({_number(value.real)}, {_number(value.imag)})"
    if isinstance(value, int):
        # The least number has no literal.
        return f"({value + 1}ll - 1)" if value == -(2**63) else f"{value}ll" if value < 2**63 else f"{value}ull"
    if value != value:
        return "__builtin_nan(\"\")"
    if value in (float("inf"), float("-inf")):
        return "-__builtin_inf()" if value < 0 else "__builtin_inf()"
    return value.hex()


class Output:
    """What `-o` asks for: `c`, `p[100]`, `p[rows][columns]`, or `name=EXPRESSION`.

    Attributes:
        name: The Python variable that gets it.
        code: C++ text that writes it to a file of this name in the folder.
    """

    def __init__(self, text, folder):
        name, equals, expression = text.partition("=")
        name, expression = name.strip(), expression.strip()
        extents = []
        if not equals:
            name, *rest = text.strip().split("[")
            name = name.strip()
            extents = [extent.strip().removesuffix("]").strip() for extent in rest]
            expression = name
        if not _NAME.match(name) or not expression or not all(extents):
            raise CannotExchange(f"`-o {text}`: it takes `c`, `p[100]`, `p[rows][columns]` or `name=EXPRESSION`")
        self.name = name
        self._path = os.path.join(folder, f"{name}.npy")
        counts = ", ".join(f"static_cast<long>({extent})" for extent in extents)
        counts = f", {{{counts}}}" if extents else ""
        self.code = f'chevron::__to_python("{self._path}", {expression}{counts});'

    def read(self):
        """The value: a number, a text, or an array.

        Raises:
            CannotExchange: The session wrote none.
        """
        try:
            array = numpy.load(self._path)
        except OSError as error:
            raise CannotExchange(f"`{self.name}` did not arrive: {error}") from None
        if array.dtype.kind in "SV":  # a text: bytes of no type
            return array.tobytes().decode(errors="replace")
        return array.item() if array.ndim == 0 else array


def like(value, other):
    """An array, as the kind of array that `other` is: torch's, CuPy's, else NumPy's."""
    kind = type(other).__module__.partition(".")[0]
    if kind == "torch" and isinstance(value, numpy.ndarray):
        import torch

        return torch.from_numpy(value).to(other.device)
    if kind == "cupy" and isinstance(value, numpy.ndarray):
        import cupy

        return cupy.asarray(value)
    return value
