//# An exception that leaves a thread ends the process; its type, text and origin are told.
//@ flags = ["--checkpoint=off"]
#include <stdexcept>
#include <thread>
void fail(int code) {
  if (code) throw std::runtime_error("code " + std::to_string(code));
}
std::thread(fail, 0).join();
std::thread(fail, 3).join();
//? error: cell 5 ended the executor: killed by SIGABRT (uncaught exception `std::runtime_error`: code 3; `std::terminate` was called), in a thread that cell 5 started
//?   at cell 3:2 in `fail(int)`
//? note: a new executor runs with all definitions
1
//= (int) 1
