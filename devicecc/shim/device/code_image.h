// Files of code objects for GPUs as libraries: cubins, fat binaries, PTX, AMD's code objects. Nothing of them is compiled: a device loads the file once, and
// kernels of the session that it defines are its kernels.
#pragma once
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chv {

struct CodeImage {
  std::string Path;
  std::string Bytes;
  // Of each kernel's symbol its parameters' sizes, where the file tells them.
  llvm::StringMap<std::optional<std::vector<uint64_t>>> Kernels;

  // What speaks against a kernel that is declared with parameters of these sizes; empty if nothing does.
  std::string mistakeIn(llvm::StringRef Kernel, llvm::ArrayRef<uint32_t> ParamBytes) const;
};

// Reads such files: gives a line for each kernel, of its symbol, a tab, and sizes that are parted by blanks or `?`. Or what speaks against the file.
using ImageReader = llvm::Expected<std::string> (*)(llvm::StringRef File, llvm::StringRef Target);

// The process's reader. It is set once, before the first session.
void readImagesBy(ImageReader Reader);

// `Target` is the device's architecture as its compiler names it (`sm_90`), `cpu`, or empty if any will do.
llvm::Expected<std::shared_ptr<const CodeImage>> readImage(llvm::StringRef Path, llvm::MemoryBufferRef File, llvm::StringRef Target);

} // namespace chv
