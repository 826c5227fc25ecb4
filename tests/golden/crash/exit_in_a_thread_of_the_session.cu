//# What `exit` calls in a thread crashes: the signal is told, and not one of a timer. (The thread waits until `t`'s destructor is registered, which is what crashes.)
//@ flags = ["--checkpoint", "off"]
#include <thread>
int kept = 4;
std::thread t([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); exit(3); }); t.join();
//? error: cell 3 ended the executor: killed by SIGABRT (abort), in a thread that cell 3 started
//?   at cell 3:1 in `lambda()::operator()() const`
//? note: a new executor runs with all definitions; the values of these variables are lost: `kept`, `t`
kept
//= (int) 4
