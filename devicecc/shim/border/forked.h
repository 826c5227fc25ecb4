// Work in a copy of this process: whatever it does, or becomes of it, changes nothing here.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <string>

namespace chv {

// What a copy writes last, when it has said all. Nobody waits for its end, which takes as long as some answers do.
constexpr char EndOfAnswer = '\0';

// What `Action` writes before `EndOfAnswer` to the file descriptor it is given, in a copy of this process that ends with it. Empty if the copy crashes or
// takes longer than `Most`. Other threads are not in the copy, and what they held stays held: `Action` may wait for ever for it, and is ended then.
std::string inCopy(llvm::function_ref<void(int Out)> Action, std::chrono::milliseconds Most);

} // namespace chv
