// A thread that stays, for one half of a cell while the session makes the other: one that is made anew for each cell costs its start, its end, and a
// stack and a heap that are not there yet.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace chv {

// `start` and `finish` belong to one thread, by turns.
class SecondThread {
public:
  SecondThread() = default;
  SecondThread(const SecondThread &) = delete;
  SecondThread &operator=(const SecondThread &) = delete;
  // Nothing is under way.
  ~SecondThread();

  // Begins this there. What it throws ends the process.
  void start(std::function<void()> Action);
  // Returns when it is done. If the thread has not come to it yet, because the machine is busy, it is done here.
  void finish();
  // The same, for so long at most; false if it is not done by then.
  bool finishWithin(std::chrono::milliseconds Most);
  // Has something been started and not finished?
  bool busy() const { return Stage != Resting; }
  // Would `finish` return at once?
  bool done() const { return Stage == Done; }

private:
  enum Stages { Resting, Given, Taken, Done };
  void work();
  bool take();

  std::atomic<Stages> Stage = Resting;
  std::function<void()> Action;
  std::mutex Mutex; // for sleeping alone
  std::condition_variable Changed;
  bool Stop = false;
  std::thread Thread; // from the first start on
};

} // namespace chv
