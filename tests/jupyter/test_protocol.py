"""The common tests of Jupyter's kernels, with what ours has to say to each."""

import unittest

import jupyter_kernel_test


class ChevronTests(jupyter_kernel_test.KernelTests):
    kernel_name = "chevron"
    language_name = "c++"
    file_extension = ".cu"
    support_iopub_welcome = True

    code_hello_world = '#include <cstdio>\nprintf("hello, world\\n");'
    code_stderr = '#include <cstdio>\nfprintf(stderr, "no wonder\\n");'
    code_page_something = "%help"
    code_generate_error = "int broken = no_such_name;"
    code_inspect_sample = "%who"

    code_execute_result = [
        {"code": "6 * 7", "result": "(int) 42"},
        {"code": "int sheep = 3;\nsheep + 1", "result": "(int) 4"},
        {"code": "6 * 7", "result": "(int) 42"},
        {
            "code": "__global__ void six(int *p) { *p = 6 * threadIdx.x; }\n"
            "int *out; cudaMallocManaged(&out, 4);\n"
            "six<<<1, 2>>>(out); cudaDeviceSynchronize();\n"
            "*out >= 0",
            "result": "(bool) true",
        },
        {"code": "6 * 7", "result": "(int) 42"},
    ]
    code_display_data = [
        {"code": '#include <chevron/display.h>\nchevron::display(chevron::html("<b>x</b>"));', "mime": "text/html"},
        {"code": "int few[] = {1, 4, 9};\nchevron::display(chevron::plot(few));", "mime": "image/svg+xml"},
        {"code": "unsigned char grey[] = {0, 80, 160, 255};\nchevron::display(chevron::image(grey, 2, 2));", "mime": "image/png"},
    ]
    code_clear_output = "#include <chevron/display.h>\nchevron::clear_output();"
    code_history_pattern = "6 ? 7"
    supported_history_operations = ("tail", "range", "search")

    completion_samples = [
        {"text": "%hist", "matches": {"history"}},
        {"text": "%sync o", "matches": {"on", "off"}},
        {"text": "nam", "matches": {"namespace"}},
    ]
    complete_code_samples = [
        "1 + 1",
        "int f() { return 1; }",
        "%who",
        "for (int i = 0; i < 2; i++) {\n}",
    ]
    incomplete_code_samples = [
        "int f() {",
        "k<<<1,",
        "/* a comment",
        "__global__ void k(int *p)",
        "%who\nstruct S {",
    ]
    invalid_code_samples = ["f(1))", "}"]


if __name__ == "__main__":
    unittest.main()
