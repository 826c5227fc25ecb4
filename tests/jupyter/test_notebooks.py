"""Notebooks, run as `jupyter nbconvert --execute` does."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


def executed(cells, **options):
    notebook = new_notebook(cells=[new_code_cell(it) if isinstance(it, str) else it for it in cells])
    NotebookClient(notebook, kernel_name="chevron", timeout=60, **options).execute()
    nbformat.validate(notebook)
    return [it.outputs for it in notebook.cells if it.cell_type == "code"]


def test_a_notebook_runs():
    outputs = executed([
        new_markdown_cell("# Squares"),
        "#include <cstdio>\n__global__ void square(int *p) { p[threadIdx.x] *= threadIdx.x; }",
        "int *p;\ncudaMallocManaged(&p, 4 * sizeof(int));\nfor (int i = 0; i < 4; i++) p[i] = i;\n"
        "square<<<1, 4>>>(p);\ncudaDeviceSynchronize();\nprintf(\"%d %d\\n\", p[2], p[3]);",
        "p[3] + 1",
        "// nothing but a comment",
    ])
    assert outputs[0] == []
    assert outputs[1][0]["text"] == "4 9\n"
    assert outputs[2][0]["data"]["text/plain"] == "(int) 10"
    assert outputs[3] == []


def test_a_failing_cell_ends_a_run():
    with pytest.raises(CellExecutionError) as failure:
        executed(["int a = 1;", "#include <stdexcept>\nthrow std::out_of_range(\"too far\");", "int never = 2;"])
    assert failure.value.ename == "std::out_of_range" and failure.value.evalue == "too far"


def test_errors_may_be_allowed():
    outputs = executed(["*(volatile int *)nullptr = 1;", "1 + 1"], allow_errors=True)
    errors = [it for it in outputs[0] if it["output_type"] == "error"]
    assert errors[0]["ename"] == "SIGSEGV"
    assert outputs[1][0]["data"]["text/plain"] == "(int) 2"


def test_cells_have_the_numbers_that_a_notebook_shows():
    outputs = executed(["broken", "%who", "int seven = 7;", "%who -v", "%replay 3"], allow_errors=True)
    assert "cell [3]" in outputs[3][0]["text"]
    assert not any(it["output_type"] == "error" for it in outputs[4])


def test_an_endless_cell_is_interrupted_in_time():
    notebook = new_notebook(cells=[new_code_cell("while (true) { }"), new_code_cell("2")])
    client = NotebookClient(notebook, kernel_name="chevron", timeout=3, interrupt_on_timeout=True,
                            allow_errors=True)
    client.execute()
    assert notebook.cells[0].outputs[0]["ename"] == "Interrupted"
    assert notebook.cells[1].outputs[0]["data"]["text/plain"] == "(int) 2"
