"""What cells answer: streams in order, values, errors, input, interrupts."""

import time

import pytest

from kernel import kernel


@pytest.fixture(scope="module")
def k():
    with kernel() as one:
        one.run("#include <cstdio>\n#include <unistd.h>\n#include <iostream>\n#include <string>")
        yield one


def test_what_is_printed_comes_before_values_and_errors(k):
    answer = k.run('printf("first"); fprintf(stderr, "second"); 5')
    assert answer.kinds()[-1] == "execute_result" and answer.value() == "(int) 5"
    assert answer.stream("stdout") == "first" and answer.stream("stderr") == "second"
    answer = k.run('printf("before");\nthrow 7;')
    assert answer.kinds()[-2:] == ["stream", "error"]
    assert answer.error()["ename"] == "int"


def test_streams_are_live(k):
    sent = k.client.execute('printf("now\\n"); sleep(3);')
    begin = time.time()
    k.running(sent, "now", timeout=2)
    assert time.time() - begin < 2
    k.answer(sent)


def test_several_inputs_run_as_one(k):
    answer = k.run("int sheep = 2;\n%who sheep\nsheep * 21")
    assert "sheep" in answer.stream("stdout") and answer.value() == "(int) 42"
    answer = k.run("%nonsense\nint never = 1;")
    assert answer.status == "error"
    assert k.run("never").status == "error"


def test_errors_name_lines_of_the_notebook(k):
    answer = k.run("int fine = 1;\n%who fine\n\nint bad = nothing_of_that_name;")
    number = answer.reply["content"]["execution_count"]
    assert answer.error()["ename"] == "CompileError"
    assert f"cell [{number}]:4:11:" in answer.traceback()
    assert "\x1b" not in answer.error()["evalue"] and "\x1b[" in answer.traceback()


def test_a_fault_is_the_error_of_its_cell(k):
    k.run("__global__ void faulty(int *at) {\n  *at = 1;\n}")
    answer = k.run("faulty<<<1, 1>>>(nullptr);")
    assert answer.status == "error" and "faulty" in answer.error()["evalue"]
    assert ":2 in `faulty`" in answer.traceback()


def test_a_crash_does_not_end_the_kernel(k):
    answer = k.run("int *nowhere = nullptr;\n*(volatile int *)nowhere = 1;")
    assert answer.status == "error" and answer.error()["ename"] == "SIGSEGV"
    assert k.run("1 + 1").value() == "(int) 2"
    assert k.manager.is_alive()
    answer = k.run("#include <cstdlib>\nabort();")
    assert answer.error()["ename"] == "SIGABRT"
    answer = k.run("void deeper(int n) { volatile int a[64]; a[0] = n; deeper(n + 1); }\ndeeper(0);")
    assert answer.error()["ename"] == "SIGSEGV"
    assert k.run("2 + 2").value() == "(int) 4"


def test_silent_cells_leave_nothing(k):
    before = k.run("1").reply["content"]["execution_count"]
    answer = k.run("int quiet = 3;\nquiet", silent=True)
    assert answer.status == "ok" and answer.kinds() == []
    answer = k.run("quiet", store_history=False)
    assert answer.value() == "(int) 3"
    assert k.run("quiet").reply["content"]["execution_count"] == before + 1


def test_user_expressions(k):
    answer = k.run("int apples = 4;", user_expressions={"good": "apples * 2", "bad": "pears"})
    values = answer.reply["content"]["user_expressions"]
    assert values["good"]["data"]["text/plain"] == "(int) 8"
    assert values["bad"]["status"] == "error" and "pears" in values["bad"]["evalue"]
    assert "execute_result" not in answer.kinds()


def test_a_failure_aborts_what_was_queued(k):
    sent = [k.client.execute(it) for it in ("usleep(300000); throw 1;", "int late = 1;", "late")]
    statuses = [k.answer(it).status for it in sent]
    assert statuses == ["error", "aborted", "aborted"]
    assert k.run("1").status == "ok"
    sent = [k.client.execute(it, stop_on_error=False) for it in ("usleep(300000); throw 1;", "6")]
    assert [k.answer(it).status for it in sent] == ["error", "ok"]


def test_input_is_asked_for(k):
    answer = k.run('std::string name; int age; std::cout << "Who? "; std::cin >> name >> age; name + std::to_string(age)',
                   answers=["Ada", "36"])
    assert answer.stream("stdout") == "Who? "
    assert "Ada36" in answer.value()
    long = "x" * 9000
    answer = k.run("std::string line; std::getline(std::cin >> std::ws, line); line.size()", answers=[long])
    assert answer.value().endswith("9000")
    answer = k.run('char text[8]; long got = read(0, text, 8); got', answers=["äb"])
    assert answer.value() == "(long) 4"
    answer = k.run('#include <cstdlib>\nsystem("read word; echo got:$word");', answers=["child"])
    assert "got:child" in answer.stream("stdout")


def test_where_none_is_allowed_input_has_ended(k):
    answer = k.run("char byte; read(0, &byte, 1)", timeout=5)
    assert answer.value() == "(ssize_t) 0"
    answer = k.run("read(0, &byte, 1)", timeout=5)
    assert answer.value() == "(ssize_t) 0"


def test_an_interrupt_stops_cells(k):
    for code in (
        'printf("go\\n"); while (true) { }',
        '__global__ void endless(volatile int *p) { while (*p == 0) { } }\n'
        'int *flag; cudaMallocManaged(&flag, 4); *flag = 0; printf("go\\n");\n'
        'endless<<<1, 1>>>(flag); cudaDeviceSynchronize();',
        'printf("go\\n"); sleep(60);',
        'printf("go\\n"); system("sleep 60");',
    ):
        sent = k.client.execute(code)
        k.running(sent, "go")
        begin = time.time()
        assert k.control("interrupt_request")["content"]["status"] == "ok"
        answer = k.answer(sent, timeout=10)
        assert answer.status == "error" and answer.error()["ename"] == "Interrupted", code
        assert time.time() - begin < 5, code
        assert k.run("3").value() == "(int) 3"


def test_an_interrupt_while_input_is_asked_for(k):
    sent = k.client.execute("char letter; read(0, &letter, 1);", allow_stdin=True)
    assert k.client.get_stdin_msg(timeout=5)["msg_type"] == "input_request"
    k.control("interrupt_request")
    assert k.answer(sent, timeout=10).status == "error"
    k.client.input("too late")
    assert k.run("read(0, &letter, 1)", timeout=5).value() == "(ssize_t) 0"


def test_interrupts_between_cells_mean_nothing(k):
    for _ in range(3):
        k.control("interrupt_request")
    assert k.run("8").value() == "(int) 8"


def test_much_output_is_bounded(k):
    answer = k.run('for (int i = 0; i < 1000000; i++) printf("%099d\\n", i);', timeout=60)
    assert answer.status == "ok"
    shown = len(answer.stream("stdout"))
    assert 7 << 20 < shown <= 8 << 20
    assert "write to a file" in answer.stream("stderr")
    assert f"{100_000_000 - shown} bytes more" in answer.stream("stderr")
    assert k.run('printf("again");').stream("stdout") == "again"


def test_what_is_cleared_comes_in_order_and_counts_no_longer(k):
    k.run("#include <chevron/display.h>")
    answer = k.run('printf("a"); chevron::clear_output(true); printf("b"); chevron::display(1); chevron::clear_output(); 2')
    assert answer.kinds()[1:] == ["stream", "clear_output", "stream", "display_data", "clear_output", "execute_result"]
    waits = [it["content"]["wait"] for it in answer.messages if it["msg_type"] == "clear_output"]
    assert waits == [True, False]
    lines = 'for (int i = 0; i < 60000; i++) printf("%099d\\n", i);'
    answer = k.run(f'{lines} chevron::clear_output(); {lines} printf("end\\n");', timeout=60)
    assert answer.stream("stdout").endswith("end\n") and answer.stream("stderr") == ""


def test_bytes_that_are_no_text_are_replaced(k):
    answer = k.run(r'fwrite("a\xff\xfe" "b\xc3", 1, 5, stdout); fflush(stdout); usleep(50000); fwrite("\xa4\0c", 1, 3, stdout);')
    assert answer.stream("stdout") == "a\ufffd\ufffdbä\0c"


def test_a_cell_of_a_megabyte(k):
    lines = "".join(f"int of_many_{i} = {i};\n" for i in range(100))
    text = "/* " + "comment " * 140_000 + "*/\n" + lines + "of_many_99"
    assert len(text) > 1 << 20
    assert k.run(text, timeout=60).value() == "(int) 99"


def test_completion_and_inspection_count_characters(k):
    k.run("int größer_als_alles = 1;")
    reply = k.client.complete('/* ÄÖÜ😀 */ größer_', 18, reply=True, timeout=10)["content"]
    assert reply["matches"] == ["größer_als_alles"]
    assert (reply["cursor_start"], reply["cursor_end"]) == (11, 18)


def test_commands_and_their_arguments_are_completed(k):
    k.run("__global__ void scaled(int *to) { *to = 1; }")

    def matches(code):
        return k.client.complete(code, len(code), reply=True, timeout=10)["content"]["matches"]

    assert matches("int x = 3;\n%config theme ") == ["standard", "bright", "mono"]
    assert "editing" in matches("%config ")
    assert matches("%ptx scal") == ["scaled"] and matches("%doc scale") == ["scaled"]
    assert matches("?scale") == ["scaled"]
    assert "hostname" in matches("!cat /etc/hostn")
    assert "scaled" in matches("%%time\nint y = 1;\nscale")


def test_overloads_are_one_match_and_places_are_the_notebook_s(k):
    number = k.run("/// Of many kinds.\nint manifold(int a) { return a; }\nint manifold(double a) { return 2; }").reply["content"]["execution_count"]
    reply = k.client.complete("manif", 5, reply=True, timeout=10)["content"]
    assert reply["matches"] == ["manifold"]
    (only,) = reply["metadata"]["_jupyter_types_experimental"]
    assert only["signature"].startswith("manifold(") and "one overload" in only["signature"]
    data = k.client.inspect("manifold", 3, reply=True, timeout=10)["content"]["data"]
    for form in data.values():
        assert "Of many kinds." in form and f"cell [{number}]" in form


def test_what_is_not_there_is_declined(k):
    sent = k.send("comm_open", {"comm_id": "c1", "target_name": "jupyter.widget", "data": {}})
    closed = [m for m in iter_iopub(k, sent)]
    assert closed[0]["msg_type"] == "comm_close" and closed[0]["content"]["comm_id"] == "c1"
    reply = k.control("debug_request", {"type": "request", "seq": 4, "command": "attach"})
    assert reply["content"]["success"] is False and reply["content"]["request_seq"] == 4
    k.send("no_such_request", {"a": 1})
    k.send("execute_request", {})
    assert k.run("9").value() == "(int) 9"


def iter_iopub(k, sent):
    while True:
        message = k.client.get_iopub_msg(timeout=5)
        if message["parent_header"].get("msg_id") != sent:
            continue
        if message["msg_type"] == "status":
            if message["content"]["execution_state"] == "idle":
                return
            continue
        yield message
