// Clang and LLVM have bugs that odd input finds; a crash in them costs what they were at, not the process.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"

namespace chv {

// Runs `Action`; false if it crashed (a signal, a failed assertion, a fatal error, no stack or memory left). Then nothing that
// it was changing may be used again, not even destroyed.
bool guarded(llvm::function_ref<void()> Action);

} // namespace chv
