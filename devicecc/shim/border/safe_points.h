// Places that clang and LLVM come by often and where nothing is held, malloc's lock least of all: what they are at can be left there.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/PassInstrumentation.h"
#include <atomic>
#include <string>

namespace chv {

// While it lives, what clang and LLVM do on its thread, guarded, is left at the next safe point once `Stop` is set, as if it had crashed there. What the
// thread watched before it goes on to count.
class Watch {
public:
  explicit Watch(const std::atomic<bool> &Stop) : Watch(&Stop, innermost()) {}
  Watch(const Watch &) = delete;
  Watch &operator=(const Watch &) = delete;
  ~Watch();

  // The calling thread's newest; null if it is not to be stopped.
  static const Watch *innermost();
  // Has anybody asked the calling thread to stop?
  static bool stopAsked() { return isAsked(innermost()); }
  static bool isAsked(const Watch *Watching) {
    for (; Watching; Watching = Watching->Outer)
      if (Watching->Stop && Watching->Stop->load(std::memory_order_relaxed))
        return true;
    return false;
  }

private:
  friend class WatchOf;
  friend bool guarded(llvm::function_ref<void()> Action, std::string *Why);
  Watch(const std::atomic<bool> *Stop, const Watch *Outer);
  static void restore(const Watch *Innermost);

  const std::atomic<bool> *Stop;
  const Watch *Outer, *Before;
};

// Has its thread watch what another one does, for which it works.
class WatchOf : Watch {
public:
  explicit WatchOf(const Watch *Other) : Watch(nullptr, Other) {}
};

// Leaves what is done here guarded, if this has been asked to stop.
void safePoint(const Watch *Watching);
inline void safePoint() { safePoint(Watch::innermost()); }

// Makes what passes ask of this context safe points: some ask for every function, some for each thing they change.
void addSafePoints(llvm::LLVMContext &Context);
// Makes the beginning of each pass one.
void addSafePoints(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace chv
