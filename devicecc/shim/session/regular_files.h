// The machine's files, of which a session reads the regular ones: a cell is read on both sides, and again when the ASTs are made again, and a pipe or a
// device may give something else each time, or never come to an end.
#pragma once
#include "llvm/Support/VirtualFileSystem.h"

namespace chv {

// Opening another file than a regular one fails, and does not wait.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles();

} // namespace chv
