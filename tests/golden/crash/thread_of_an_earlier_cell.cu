//# A thread that crashes while another cell runs: the cell that started it is told, not the one that happened to run.
//@ flags = ["--checkpoint=off"]
#include <chrono>
#include <thread>
void late() { std::this_thread::sleep_for(std::chrono::milliseconds(300)); *(volatile int *)0 = 1; }
std::thread([] { std::thread(late).detach(); }).detach();
std::this_thread::sleep_for(std::chrono::seconds(60));
//? error: the executor ended while cell 5 ran: killed by SIGSEGV (write to a null pointer), in a thread that cell 4 started
//?   at cell 3:1 in `late()`
//? note: a new executor runs with all definitions
1
//= (int) 1
