//# A thread cannot be copied: while one runs there is no checkpoint, so definitions stay and values are lost, which is said. Once it has ended there are checkpoints again.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <atomic>
#include <chrono>
#include <thread>
std::atomic<bool> stop{false};
int x = 1;
x = 2;
std::thread *worker = new std::thread([] { while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
*(volatile int *)0 = 1;
//? error: cell 8 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 8:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `stop`, `x`, `worker`
//? note: there was no checkpoint to go back to: a thread of the program was running
x
//= (int) 1
worker = new std::thread([] { while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
stop = true; worker->join();
x = 5;
x = 6; abort();
//? error: cell 13 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 13:1
//? note: cell 13 is taken back: all variables are as they were before it
x
//= (int) 5
