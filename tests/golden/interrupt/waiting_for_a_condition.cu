//# A wait for a condition variable that is interrupted takes the mutex again and leaves the queue of waiters: both work afterwards, and can be destroyed. Once the process hung when it destroyed the variable.
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable never; bool ready = false;
void wait() { std::unique_lock<std::mutex> lock(m); never.wait(lock, [] { return ready; }); }
wait();;
//! interrupt after 200 ms
//? error: cell 6 was interrupted; its state is kept
wait();;
//! interrupt after 200 ms
//? error: cell 7 was interrupted; its state is kept
m.try_lock()
//= (bool) true
m.unlock(); std::thread waiter(wait);
m.lock(); ready = true; m.unlock(); never.notify_one(); waiter.join();
ready
//= (bool) true
