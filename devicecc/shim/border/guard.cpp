#include "border/guard.h"
#include "border/safe_points.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace chv {

namespace {

// What LLVM could not go on from, on this thread; empty for a crash without a word.
thread_local std::string LastWords;

// Instead of LLVM's own way, which prints and ends the process.
void onFatalError(void *, const char *Reason, bool) {
  LastWords = Reason;
  if (!llvm::CrashRecoveryContext::GetCurrent())
    std::fprintf(stderr, "LLVM ERROR: %s\n", Reason);
  std::abort();
}

// LLVM's handler runs on the stack that crashed, which does not work for one that is full.
void enableOnAlternateStack() {
  llvm::install_fatal_error_handler(onFatalError);
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

bool guarded(llvm::function_ref<void()> Action, std::string *Why) {
  static bool Enabled = (enableOnAlternateStack(), true);
  (void)Enabled;
  thread_local AlternateStack Stack;
  (void)Stack;
  // Where clang looks how much stack is left, it goes on on a new one.
  clang::noteBottomOfStack();
  LastWords.clear();
  const Watch *Watching = Watch::innermost();
  llvm::CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafely(Action);
  if (!Survived)
    Watch::restore(Watching); // newer ones were on the stack that was left
  if (!Survived && Why)
    *Why = LastWords;
  return Survived;
}

void crash(const std::string &Why) {
  LastWords = Why;
  std::abort();
}

} // namespace chv
