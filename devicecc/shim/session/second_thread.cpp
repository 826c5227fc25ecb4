#include "session/second_thread.h"
#include <cstdlib>

namespace chv {

// What the thread's heap is grown by beforehand. Glibc grows heaps of threads other than the first by as little as the moment needs, with a call of the
// system each time.
static constexpr size_t HeapAhead = 1 << 20;

// How long the session's thread waits without sleeping.
static constexpr std::chrono::microseconds AwakeMax(400);

static void growHeap() {
  void *volatile Room = std::malloc(HeapAhead);
  std::free(Room);
}

SecondThread::~SecondThread() {
  if (!Thread.joinable())
    return;
  {
    std::lock_guard Lock(Mutex);
    Stop = true;
  }
  Changed.notify_all();
  Thread.join();
}

void SecondThread::start(std::function<void()> Next) {
  Action = std::move(Next);
  {
    std::lock_guard Lock(Mutex);
    Stage = Given;
  }
  if (Thread.joinable())
    Changed.notify_all();
  else
    Thread = std::thread([this] { work(); });
}

bool SecondThread::take() {
  Stages Expected = Given;
  return Stage.compare_exchange_strong(Expected, Taken);
}

void SecondThread::finish() {
  while (!finishWithin(std::chrono::hours(1))) {
  }
}

bool SecondThread::finishWithin(std::chrono::milliseconds Most) {
  if (take()) {
    Action();
  } else {
    // Both halves take about as long; a processor that goes idle meanwhile takes up to 60 µs to wake.
    auto End = std::chrono::steady_clock::now() + AwakeMax;
    while (Stage != Done && std::chrono::steady_clock::now() < End)
      std::this_thread::yield();
    std::unique_lock Lock(Mutex);
    if (!Changed.wait_for(Lock, Most, [this] { return Stage == Done; }))
      return false;
  }
  Action = nullptr;
  Stage = Resting;
  return true;
}

void SecondThread::work() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [this] { return Stop || Stage == Given; });
    if (Stop)
      return;
    Lock.unlock();
    bool Mine = take();
    if (Mine)
      Action();
    Lock.lock();
    if (!Mine)
      continue;
    Stage = Done;
    Changed.notify_all();
    Lock.unlock();
    // Nobody waits any more.
    growHeap();
    Lock.lock();
  }
}

} // namespace chv
