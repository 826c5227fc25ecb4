// A text without what `#if` leaves out, before anyone knows what that is.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace chv {

// Of each `#if` the first branch is kept, or the last one, and the rest is blank; `#if 0` and `#if 1` are what they say. So brackets match in what is left.
enum class Branch { First, Last };
std::string withBranches(llvm::StringRef Text, Branch Kept);

} // namespace chv
