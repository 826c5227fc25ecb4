// Headers of CUDA's and ROCm's libraries that Chevron does not have: what to say when a program includes one.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace chv {

// What to tell of an included file that was not found, and what to do about it; empty for a file that is the user's own.
std::string aboutAbsentHeader(llvm::StringRef Name);

} // namespace chv
