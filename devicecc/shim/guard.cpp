#include "guard.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <memory>

namespace chv {

namespace {

// LLVM's handler runs on the stack that crashed, which does not work for one that is full.
void enableOnAlternateStack() {
  llvm::CrashRecoveryContext::Enable();
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0) {
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
  }
}

// This thread's, from the first use to the thread's end.
class AlternateStack {
public:
  AlternateStack() : Memory(new char[Bytes]) {
    stack_t Ours{};
    Ours.ss_sp = Memory.get();
    Ours.ss_size = Bytes;
    sigaltstack(&Ours, &Before);
  }
  ~AlternateStack() { sigaltstack(&Before, nullptr); }

private:
  static constexpr size_t Bytes = 64 << 10;
  std::unique_ptr<char[]> Memory;
  stack_t Before{};
};

} // namespace

bool guarded(llvm::function_ref<void()> Action) {
  static bool Enabled = (enableOnAlternateStack(), true);
  (void)Enabled;
  thread_local AlternateStack Stack;
  (void)Stack;
  // Where clang looks how much stack is left, it goes on on a new one.
  clang::noteBottomOfStack();
  llvm::CrashRecoveryContext Recovery;
  return Recovery.RunSafely(Action);
}

} // namespace chv
