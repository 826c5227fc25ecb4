"""Every notebook of `examples/`, executed as `jupyter nbconvert --execute` does, each by the kernel that it names."""

import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
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


@pytest.mark.parametrize("path", [it for it in NOTEBOOKS if it.stem != "python"], ids=lambda it: it.stem)
def test_example_without_jupyter(path, tmp_path):
    chevron, *options = KernelSpecManager().get_kernel_spec("chevron").argv
    device = [it for at, it in enumerate(options) if it == "--device" or at and options[at - 1] == "--device"]
    out = tmp_path / "out.ipynb"
    # A cell that is tagged `raises-exception` fails, and the run is good all the same.
    ran = subprocess.run([shutil.which(chevron) or chevron, *device, "run", path, "-o", out], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    forms, words = PUTS_OUT[path.stem]
    notebook = nbformat.read(out, as_version=4)
    nbformat.validate(notebook)
    outputs = [it for cell in notebook.cells for it in cell.get("outputs", [])]
    assert forms <= {it.output_type for it in outputs} | {form for it in outputs for form in it.get("data", {})}
    assert all(word in str(outputs) for word in words)
