"""Values that go to a session and come back: each through C++ text that a real session runs."""

import importlib.util
import os
import subprocess
import tempfile
import unittest

import numpy

from chevron import arrays, program
from chevron.magics import split_names


def through_a_session(values, lines, outputs):
    """Gives a session values by name, runs lines, and returns what `-o` fetches of it."""
    with tempfile.TemporaryDirectory() as folder:
        given = [arrays.declaration(name, value, folder) for name, value in values.items()]
        asked = [arrays.Output(text, folder) for text in outputs]
        code = "\n".join([arrays.HEADER, *given, *lines, *(output.code for output in asked)]) + "\n"
        command = [program.find(), "--device", "cpu", "--quiet"]
        ran = subprocess.run(command, input=code, text=True, capture_output=True, check=False)
        if ran.returncode:
            raise AssertionError(ran.stdout + ran.stderr)
        return [output.read() for output in asked]


class Values(unittest.TestCase):
    """What arrives is what was given."""

    def test_arrays_of_every_type(self):
        types = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">i2", ">f8"]
        given = {f"a{number}": numpy.array([[0, 1, 2], [3, 4, 5]]).astype(kind) for number, kind in enumerate(types)}
        for (name, value), back in zip(given.items(), through_a_session(given, [], list(given))):
            self.assertEqual(back.dtype, value.dtype.newbyteorder("="), name)
            numpy.testing.assert_array_equal(back, value)

    def test_shapes_and_orders(self):
        given = {
            "empty": numpy.zeros((0, 3)),
            "columns": numpy.asfortranarray(numpy.arange(6.0).reshape(2, 3)),
            "every_other": numpy.arange(10)[::2],
            "cube": numpy.arange(24, dtype=numpy.int32).reshape(2, 3, 4),
        }
        for value, back in zip(given.values(), through_a_session(given, [], list(given))):
            self.assertEqual(back.shape, value.shape)
            numpy.testing.assert_array_equal(back, value)

    def test_scalars_and_texts(self):
        given = {"i": -5, "least": -(2**63), "most": 2**64 - 1, "f": 1e-300, "t": True, "z": 1 - 2j, "s": 'é"\\?\n', "e": "", "h": numpy.float16(1.5)}
        self.assertEqual(through_a_session(given, [], list(given)), list(given.values()))
        self.assertTrue(numpy.isnan(through_a_session({"n": float("nan")}, [], ["n"])[0]))

    def test_a_kernel_takes_an_array(self):
        lines = ["__global__ void twice(float *x, int n) { int i = threadIdx.x; if (i < n) x[i] *= 2; }", "twice<<<1, 32>>>(x, x.size());"]
        (back,) = through_a_session({"x": numpy.arange(8, dtype=numpy.float32)}, lines, ["x"])
        numpy.testing.assert_array_equal(back, numpy.arange(8) * 2)

    def test_what_the_session_made(self):
        lines = ["#include <vector>", "int m[2][3] = {{1, 2, 3}, {4, 5, 6}};", "double *d; cudaMalloc(&d, 32); cudaMemset(d, 0, 32);"]
        outputs = ["m", "d[2][2]", "v=std::vector<std::vector<int>>{{1, 2}, {3, 4}}", "sum=m[1][0] + m[1][2]"]
        m, d, v, total = through_a_session({}, lines, outputs)
        self.assertEqual(m.tolist(), [[1, 2, 3], [4, 5, 6]])
        self.assertEqual(d.tolist(), [[0, 0], [0, 0]])
        self.assertEqual(v.tolist(), [[1, 2], [3, 4]])
        self.assertEqual(total, 10)

    def test_an_array_given_again_keeps_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            once = arrays.declaration("a", numpy.arange(4), folder)
        self.assertIn('"a"', once)
        lines = ["auto *before = a.data();", 'auto *again = chevron::__python_allocate("a", 4 * sizeof(long long));', "bool same = before == again;"]
        (same,) = through_a_session({"a": numpy.arange(4, dtype=numpy.int64)}, lines, ["same"])
        self.assertIs(same, True)


class OnlyDlpack:
    """An array of a library that shares it by DLPack alone."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


class OnGpu:
    """An array on a GPU, as its interfaces tell it."""

    __cuda_array_interface__ = {"shape": (2,), "typestr": "<f4", "data": (4096, False), "version": 3}

    def __init__(self, method=None, host=None):
        if method:
            setattr(self, method, lambda: host)


class OtherLibraries(unittest.TestCase):
    """Arrays that are not NumPy's."""

    def test_by_dlpack(self):
        host = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
        (back,) = through_a_session({"a": OnlyDlpack(host)}, [], ["a"])
        numpy.testing.assert_array_equal(back, host)
        transposed = arrays.as_numpy(OnlyDlpack(host.T))
        numpy.testing.assert_array_equal(transposed, host.T)

    def test_on_a_gpu(self):
        host = numpy.array([1, 2], dtype=numpy.float32)
        for method in ("get", "copy_to_host"):
            self.assertIs(arrays.as_numpy(OnGpu(method, host)), host)
        with self.assertRaisesRegex(arrays.CannotExchange, "`a`: .*OnGpu: it is on a GPU"):
            arrays.declaration("a", OnGpu(), ".")

    @unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not installed")
    def test_torch(self):
        import torch

        given = {
            "plain": torch.arange(6, dtype=torch.float32).reshape(2, 3),
            "learnt": torch.ones(3, requires_grad=True),
            "every_other": torch.arange(10, dtype=torch.int16)[::2],
            "conjugate": torch.tensor([1 + 2j, 3 - 4j]).conj(),
            "one": torch.tensor(2.5, dtype=torch.float64),
        }
        backs = through_a_session(given, [], list(given))
        for (name, value), back in zip(given.items(), backs):
            wanted = value.detach().resolve_conj().numpy()
            numpy.testing.assert_array_equal(back, wanted, name)
        again = arrays.like(backs[0], given["plain"])
        self.assertIsInstance(again, torch.Tensor)
        self.assertTrue(torch.equal(again, given["plain"]))
        with self.assertRaisesRegex(arrays.CannotExchange, "`b`: NumPy gets no array of this torch.Tensor: .*BFloat16"):
            arrays.declaration("b", torch.ones(2, dtype=torch.bfloat16), ".")


class Refusals(unittest.TestCase):
    """What cannot go is refused by name."""

    def test_python_values_without_a_type(self):
        for value in (numpy.array(["a"]), numpy.array([object()]), {"a": 1}, 2**64, numpy.zeros(2, dtype=[("x", "f4")])):
            with self.assertRaises(arrays.CannotExchange, msg=repr(value)):
                arrays.declaration("a", value, ".")

    def test_outputs_that_say_nothing(self):
        for text in ("", "1a", "a[", "a[]", "=1", "a="):
            with self.assertRaises(arrays.CannotExchange, msg=text):
                arrays.Output(text, ".")

    def test_a_pointer_needs_a_count(self):
        with self.assertRaisesRegex(AssertionError, "how many elements"):
            through_a_session({}, ["int *p = nullptr;"], ["p"])

    def test_uneven_rows(self):
        with self.assertRaisesRegex(AssertionError, "different lengths"):
            through_a_session({}, ["#include <vector>"], ["v=std::vector<std::vector<int>>{{1}, {2, 3}}"])


class Names(unittest.TestCase):
    def test_commas_within_brackets_part_nothing(self):
        self.assertEqual(split_names(["a, b[2][3]", "c=f(x, y)"]), ["a", "b[2][3]", "c=f(x, y)"])


if __name__ == "__main__":
    os.environ.setdefault("CHEVRON_COLOR", "never")
    unittest.main()
