//# A thread that goes on after its cell and crashes: the session says so before the next cell, which runs.
//@ flags = ["--checkpoint=off"]
#include <chrono>
#include <thread>
void late() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); *(volatile int *)0 = 1; }
std::thread(late).detach();
//! pause 2000 ms
2 + 2
//= (int) 4
//? error: the executor ended between two cells: killed by SIGSEGV (write to a null pointer), in a thread that cell 4 started
//?   at cell 3:1 in `late()`
//? note: a new executor runs with all definitions
