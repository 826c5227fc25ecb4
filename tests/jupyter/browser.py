"""JupyterLab in a headless Chromium, with Chevron's kernel: what a person does in a notebook, step by step.

    browser.py PYTHON OUT

PYTHON is an environment's Python where JupyterLab, Playwright and Chevron's wheel are installed. Screenshots go to the folder OUT.
The exit status is the number of steps that failed.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

#: Milliseconds for what should take a second. The first start prepares headers.
PATIENCE = 60_000


def free_port():
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def notebook(path):
    """Writes a notebook of one empty cell."""
    cell = {"cell_type": "code", "id": "first", "source": [], "metadata": {}, "outputs": [], "execution_count": None}
    kernel = {"name": "chevron", "display_name": "Chevron (CUDA C++)", "language": "c++"}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, file)


def quiet(folder):
    """Writes settings by which JupyterLab asks nobody whether it may fetch news."""
    os.makedirs(os.path.join(folder, "@jupyterlab", "apputils-extension"))
    path = os.path.join(folder, "@jupyterlab", "apputils-extension", "notification.jupyterlab-settings")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"fetchNews": "false"}, file)


class Lab:
    """A page with a notebook in it."""

    def __init__(self, page, out):
        self.page = page
        self.out = out
        self.failed = 0

    def cells(self):
        """The notebook's cells."""
        return self.page.locator(".jp-Notebook .jp-Cell")

    def type_cell(self, text):
        """Types a text into the last cell, as it stands: no bracket is closed, nothing is indented."""
        # What the step before has open, a list of candidates say, stays open for its screenshot.
        self.page.keyboard.press("Escape")
        editor = self.cells().last.locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def run(self, text):
        """Types and runs a cell; gives it."""
        self.type_cell(text)
        number = self.cells().count() - 1
        self.page.keyboard.press("Shift+Enter")
        return self.cells().nth(number)

    def wait_idle(self):
        """Waits until the kernel has nothing to do."""
        self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(state="attached", timeout=PATIENCE)

    def wait_connected(self):
        """Waits until the page is connected to its kernel.

        JupyterLab tells `idle` of a notebook whose kernel is not started yet, and loses a cell that is run then: Python's kernel answers as little.
        """
        connected = "fetch('/api/sessions').then(it => it.json()).then(all => all.some(it => it.kernel.connections > 0))"
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(connected):
            assert time.monotonic() < end, "the kernel was not started"
            time.sleep(0.1)
        self.wait_idle()

    def says(self, cell, text):
        """Waits until a cell's output holds a text."""
        cell.locator(".jp-OutputArea-output", has_text=text).first.wait_for(timeout=PATIENCE)

    def step(self, name, work):
        """One step; a failure is told, and the next step follows."""
        start = time.monotonic()
        try:
            work()
            print(f"ok      {name} ({time.monotonic() - start:.1f} s)", flush=True)
        except (Late, AssertionError) as error:
            self.failed += 1
            print(f"FAILED  {name}: {str(error).splitlines()[0]}", flush=True)
        self.page.screenshot(path=os.path.join(self.out, f"{name.replace(' ', '-')}.png"))


def value_and_stream(lab):
    lab.says(lab.run("1 + 1"), "2")
    kernel = '__global__ void hello() { printf("thread %d\\n", threadIdx.x); }\nhello<<<1, 3>>>();\ncudaDeviceSynchronize();'
    lab.says(lab.run("#include <cstdio>\n" + kernel), "thread 2")


def mistake(lab):
    lab.says(lab.run("int broken = nothing;"), "undeclared identifier")
    lab.says(lab.run("40 + 2"), "42")


def completion(lab):
    lab.run("#include <vector>\nstd::vector<int> numbers = {3, 1, 2};")
    lab.wait_idle()
    lab.type_cell("numbers.push_b")
    lab.page.keyboard.press("Tab")
    # Overloads are listed once.
    candidates = lab.page.locator(".jp-Completer-item", has_text="push_back")
    candidates.first.wait_for(timeout=PATIENCE)
    assert candidates.count() == 1
    lab.page.keyboard.press("Enter")
    lab.cells().last.locator(".cm-content", has_text="numbers.push_back").wait_for(timeout=PATIENCE)
    lab.type_cell("numbers.e")
    lab.page.keyboard.press("Tab")
    for name in ("emplace_back", "empty", "erase"):
        lab.page.locator(".jp-Completer-item", has_text=name).first.wait_for(timeout=PATIENCE)


def inspection(lab):
    lab.run("/// Twice of a number.\nint twice(int number) { return 2 * number; }")
    lab.wait_idle()
    lab.type_cell("twice")
    lab.page.keyboard.press("Shift+Tab")
    lab.page.locator(".jp-Tooltip", has_text="Twice of a number").wait_for(timeout=PATIENCE)


def picture(lab):
    text = "const int side = 64;\nunsigned char *pixels;\ncudaMallocManaged(&pixels, side * side);\n"
    text += "for (int i = 0; i < side * side; i++) pixels[i] = i;"
    lab.run(text)
    cell = lab.run("%image pixels side side")
    cell.locator(".jp-OutputArea-output img").wait_for(timeout=PATIENCE)


def plot(lab):
    cell = lab.run("#include <vector>\nstd::vector<float> squares;\nfor (int i = 0; i < 20; i++) squares.push_back(i * i);\n%plot squares")
    cell.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for(timeout=PATIENCE)


def progress(lab):
    text = "#include <chevron/display.h>\n#include <unistd.h>\nfor (auto i : chevron::progress(20)) usleep(100000);"
    cell = lab.run(text)
    output = cell.locator(".jp-OutputArea-output").first
    output.wait_for(timeout=PATIENCE)
    seen = set()
    end = time.monotonic() + 4
    while time.monotonic() < end:
        seen.add(output.inner_text() + (output.inner_html() if not output.inner_text() else ""))
        time.sleep(0.1)
    assert len(seen) >= 4, f"the bar was seen in {len(seen)} states only"


def standard_input(lab):
    cell = lab.run('#include <iostream>\n#include <string>\nstd::string name;\nstd::getline(std::cin, name);\nstd::cout << "hello " << name << std::endl;')
    field = cell.locator("input.jp-Stdin-input, .jp-Stdin input")
    field.wait_for(timeout=PATIENCE)
    field.fill("Ada")
    field.press("Enter")
    lab.says(cell, "hello Ada")


def interrupt(lab):
    cell = lab.run("__global__ void forever(volatile int *stop) { while (!*stop); }\nint *stop;\ncudaMallocManaged(&stop, 4);\nforever<<<1, 1>>>(stop);\ncudaDeviceSynchronize();")
    time.sleep(3)
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("i")
    lab.page.keyboard.press("i")
    lab.says(cell, "interrupted")
    lab.says(lab.run("20 + 3"), "23")


def crash(lab):
    lab.says(lab.run("int *nowhere = nullptr;\n*nowhere = 1;"), "SIGSEGV")
    lab.says(lab.run("twice(21)"), "42")


def restart(lab):
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("0")
    lab.page.keyboard.press("0")
    lab.page.locator(".jp-Dialog .jp-mod-accept").click(timeout=PATIENCE)
    lab.wait_idle()
    lab.says(lab.run("twice(21)"), "twice")
    lab.says(lab.run("int twice(int x) { return x + x; }\ntwice(4)"), "8")


STEPS = [value_and_stream, mistake, completion, inspection, picture, plot, progress, standard_input, interrupt, crash, restart]


def main():
    python, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="chevron-lab-")
    notebook(os.path.join(folder, "notebook.ipynb"))
    settings = os.path.join(folder, ".settings")
    quiet(settings)
    port = free_port()
    command = [python, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--allow-root", "--ServerApp.token=", "--ServerApp.password=",
               "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}"]
    log = open(os.path.join(out, "jupyterlab.log"), "w", encoding="utf-8")
    server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=folder, env={**os.environ, "JUPYTERLAB_SETTINGS_DIR": settings})
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1200, "height": 900})
            address = f"http://127.0.0.1:{port}/lab/tree/notebook.ipynb?reset"
            for _ in range(60):
                try:
                    page.goto(address)
                    break
                except Exception:  # the server is on its way
                    time.sleep(0.5)
            page.locator(".jp-NotebookPanel .cm-content").first.wait_for(timeout=PATIENCE)
            lab = Lab(page, out)
            lab.step("kernel is ready", lab.wait_connected)
            for work in STEPS:
                lab.step(work.__name__.replace("_", " "), lambda: work(lab))
            browser.close()
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(lab.failed)


if __name__ == "__main__":
    main()
