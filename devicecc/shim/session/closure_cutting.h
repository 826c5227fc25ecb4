// The closures of the newest cell's kernels are cut on another thread, while the session goes on.
#pragma once
#include "device/kernel_closures.h"
#include "session/second_thread.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <vector>

namespace chv {

class ClosureCutting {
public:
  // Gets the kernels, and how long it took to cut them.
  using Taker = std::function<void(std::vector<Kernel> Kernels, uint64_t Ns)>;

  explicit ClosureCutting(SecondThread &Helper) : Helper(Helper) {}

  // Not while cutting is under way.
  KernelClosures &closures() { return Closures; }
  // Something has been started, and nobody has waited for it.
  bool underWay() const { return Started; }
  // Would `await` return at once?
  bool done() const { return Helper.done(); }

  // Cuts what is not cut of the newest cell's closures, gives the kernels to `Take`, once, and then has the device side prepare for the next cell.
  // Nothing else may use that side and its context until `await`.
  void start(Frontend *Device, Taker Take);
  // Waits for what is under way. False: clang or LLVM crashed there, so the device side's AST and its context are in an unknown state.
  // Who is asked to stop meanwhile gives up the kernels.
  [[nodiscard]] bool await();
  // The kernels of cells from this number on are not wanted any more. What is done by then is kept.
  void giveUp(unsigned First, std::chrono::steady_clock::time_point Until);
  // No kernels are wanted any more.
  void giveUpAll() { Stop = true; }

private:
  SecondThread &Helper;
  KernelClosures Closures;
  bool Started = false, Crashed = false;
  unsigned Cell = 0; // whose closures are cut
  std::atomic<bool> Stop = false;
};

} // namespace chv
