// One file that is memory of somebody else's, over other files.
#pragma once
#include "llvm/Support/VirtualFileSystem.h"

namespace chv {

// `Files`, with `Contents` at `Path`. The contents are not copied, and outlive it. LLVM's own file system in memory would hash them each time it is made,
// which takes milliseconds for a precompiled header.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withBorrowedFile(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, llvm::StringRef Path,
                                                                 llvm::StringRef Contents);

} // namespace chv
