"""`%%cuda` and its kin, in a real IPython."""

import contextlib
import io
import os
import unittest

from IPython.core.interactiveshell import InteractiveShell

from chevron.nvcc import arguments_of

PROGRAM = '#include <cstdio>\n__global__ void k() { printf("thread %d\\n", threadIdx.x); }\nint main() { k<<<1, 2>>>(); return cudaDeviceSynchronize(); }\n'


class Flags(unittest.TestCase):
    def test_those_that_chevron_has(self):
        flags = "-O3 -std=c++17 -I include -Dx=1 -lm -arch=sm_80 -gencode arch=compute_80,code=sm_80 -lineinfo -Xcompiler -fopenmp --use_fast_math"
        arguments, unknown = arguments_of(flags)
        self.assertEqual(arguments, ["-O", "3", "--std", "c++17", "-I", "include", "-D", "x=1", "-l", "m"])
        self.assertEqual(unknown, ["--use_fast_math"])


class Magics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shell = InteractiveShell.instance(colors="nocolor")
        cls.shell.run_line_magic("load_ext", "chevron")

    def run_cell(self, text):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            self.shell.run_cell(text)
        return out.getvalue()

    def test_a_program(self):
        self.assertIn("thread 1\n", self.run_cell('%%cuda -c "-O3"\n' + PROGRAM))

    def test_a_program_that_fails(self):
        said = self.run_cell("%%cuda\nint main() { return y; }")
        self.assertIn("single_file.cu:1", said)
        self.assertIn("ended with status 1", said)

    def test_long_flags_and_values_with_an_equals_sign(self):
        said = self.run_cell('%%cuda --compiler-args "-DTHREADS=2 --use_fast_math" --timeit\n' + PROGRAM.replace("1, 2", "1, THREADS"))
        self.assertIn("note: --use_fast_math", said)
        self.assertIn("per loop", said)

    def test_characters_are_not_torn(self):
        said = self.run_cell('%%cuda\n#include <cstdio>\nint main() { putchar(10); for (int i = 0; i < 100000; i++) fputs("\u20ac", stdout); }')
        self.assertEqual(said.strip(), "\u20ac" * 100000)

    def test_a_time(self):
        self.assertIn("per loop", self.run_cell("%%cuda --timeit\n" + PROGRAM))

    def test_a_group(self):
        self.run_cell('%%cuda_group_save -n "f.h" -g shared\ninline int f() { return 7; }')
        self.run_cell('%%cuda_group_save --name main.cu --group g\n#include <cstdio>\n#include "f.h"\nint main() { printf("%d\\n", f()); }')
        self.assertEqual(self.run_cell("%cuda_group_run -g g"), "7\n")
        self.run_cell("%cuda_group_delete -g g")
        self.assertIn("there is no group `g`", self.run_cell("%cuda_group_run -g g"))

    def test_mistakes(self):
        self.assertIn("unrecognized arguments: --bogus", self.run_cell("%%cuda --bogus\n" + PROGRAM))
        self.assertIn("ends in .cu or .h", self.run_cell("%%cuda_group_save -n a.txt -g g\nint x;"))


if __name__ == "__main__":
    os.environ.setdefault("CHEVRON_COLOR", "never")
    unittest.main()
