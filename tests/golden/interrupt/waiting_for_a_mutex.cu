//# A cell that waits for a mutex, a condition variable, a pipe or a thread is stopped; a lock that a function of it held is given back.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unistd.h>
std::mutex held; held.lock();
held.lock();;
//! interrupt after 200 ms
//? error: cell 6 was interrupted; its state is kept
std::mutex other; std::condition_variable never;
void wait() { std::unique_lock<std::mutex> lock(other); never.wait(lock); }
wait();;
//! interrupt after 200 ms
//? error: cell 9 was interrupted; its state is kept
other.try_lock()
//= (bool) true
int ends[2]; pipe(ends); char byte;
read(ends[0], &byte, 1);;
//! interrupt after 200 ms
//? error: cell 12 was interrupted; its state is kept
std::thread forever([] { while (true) usleep(1000); });
forever.join();;
//! interrupt after 200 ms
//? error: cell 14 was interrupted; its state is kept
forever.joinable()
//= (bool) true
forever.detach();
