//# Threads of C++ started in one cell work while others run, and are joined in a later one.
#include <thread>
#include <atomic>
#include <vector>
#include <mutex>
std::atomic<long> total{0}; std::mutex lock; int guarded = 0;
std::vector<std::thread> workers;
for (int t = 1; t <= 4; ++t) workers.emplace_back([t] { for (int i = 0; i < 1000; ++i) total += t; std::lock_guard<std::mutex> hold(lock); guarded += t; });
workers.size()
//= (unsigned long) 4
for (auto &worker : workers) worker.join();
total.load()
//= (long) 10000
guarded
//= (int) 10
