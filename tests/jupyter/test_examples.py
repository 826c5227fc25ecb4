"""Every notebook of `examples/`, executed as `jupyter nbconvert --execute` does, each by the kernel that it names."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))

#: What shows that the cells did their work: forms that a notebook puts out, and words in them.
PUTS_OUT = {
    "crash": ({"error"}, ["SIGSEGV"]),
    "filter": ({"image/png"}, []),
    "hip": (set(), []),
    "introduction": ({"image/png"}, []),
    "matmul": ({"image/svg+xml"}, []),
    "python": (set(), ["hello from thread 3"]),
    "reduction": (set(), ["GB/s", "of the device"]),
    "tour": (set(), []),
}


def test_all_are_known():
    assert [it.stem for it in NOTEBOOKS] == sorted(PUTS_OUT)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda it: it.stem)
def test_example(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    # A cell that is to fail is tagged `raises-exception`; another one that fails ends the run.
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    nbformat.validate(notebook)
    outputs = [it for cell in notebook.cells for it in cell.get("outputs", [])]
    assert outputs
    forms, words = PUTS_OUT[path.stem]
    seen = {it.output_type for it in outputs} | {form for it in outputs for form in it.get("data", {})}
    assert forms <= seen, seen
    text = str(outputs)
    assert all(word in text for word in words), text
