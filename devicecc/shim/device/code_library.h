// Libraries of device code: bitcode files, of ours and of others'. A cell takes one in by `#pragma chevron library "scale.bc"`.
//
// A file that a session writes has a module for each kind of device, each as clang made it for that device's rules before any of LLVM's passes, and the
// declarations that a cell needs. One of clang's own has one module and no declarations.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace chv {

// What a library has for one kind of device.
struct LibraryPart {
  std::string Triple;
  std::vector<std::string> Kernels, Functions, Missing; // mangled; of a processor's module nothing tells kernels from functions
};

struct LibraryContents {
  std::string Declarations; // C++ text; empty if the file is not ours
  std::vector<LibraryPart> Parts;
};

bool isBitcode(llvm::StringRef Bytes);

// Files that were looked at lately are not parsed again.
llvm::Expected<std::shared_ptr<const LibraryContents>> contentsOf(llvm::MemoryBufferRef File);

// The module for this target, with its data layout; an error says for which ones there are some. What only the file itself may name gets names that no other
// file has.
llvm::Expected<std::unique_ptr<llvm::Module>> readLibrary(llvm::MemoryBufferRef File, const llvm::Triple &Target, const llvm::DataLayout &Layout,
                                                          llvm::LLVMContext &Context);

// Modules for several kinds of device, each as bitcode, as one file of bitcode.
std::string libraryFile(llvm::ArrayRef<llvm::StringRef> Modules, llvm::StringRef Declarations);

// Which kind of variable a library's is (`devicecc::Space`), noted by who wrote it.
void noteSpace(llvm::GlobalVariable &Variable, int Space);
int notedSpace(const llvm::GlobalVariable &Variable);

} // namespace chv
