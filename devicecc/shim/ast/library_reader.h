// The libraries of device code that cells have taken in, as one side's AST knows them.
#pragma once
#include "device/code_image.h"
#include "redefinition/redeclarations.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace chv {

struct TakenLibraries {
  llvm::StringSet<> Symbols; // functions that they define
  llvm::StringMap<std::shared_ptr<const CodeImage>> Images; // of kernels that come from files of code objects; on the device's side

  // Of the newest cell:
  bool Any = false;
  std::vector<std::unique_ptr<llvm::Module>> Modules; // on the device's side, once
  // Kernels that it declares and a library defines: they have empty bodies in the AST, so that clang makes what launches them.
  std::vector<std::string> GivenBodies;
  llvm::StringSet<> FromImages; // kernels of the files of code objects that it takes in

  // Is what the newest cell has of this kernel only there so that clang makes what launches it?
  bool isGiven(llvm::StringRef Symbol) const { return FromImages.contains(Symbol) || llvm::is_contained(GivenBodies, Symbol); }

  void beginCell() {
    Any = false;
    Modules.clear();
    GivenBodies.clear();
    FromImages.clear();
  }
};

// Takes libraries in for one side: `#pragma chevron library "scale.bc"`.
class LibraryReader {
public:
  // The context is the device's modules'.
  LibraryReader(clang::CompilerInstance &Compiler, bool OnDevice, llvm::LLVMContext &Context);

  // `Again`: the cell was read before, and its libraries' code is there.
  void beginCell(bool Again) {
    this->Again = Again;
    Taken.beginCell();
  }
  // Takes in the file's device code. What is wrong with it is an error of the cell. The device's side knows the device.
  void read(llvm::StringRef Path, clang::SourceLocation Where);
  // `extern "C" __global__ void k(float *, int);` where a library defines `k`.
  void giveBodies(clang::Decl &Declared, const Redeclarations &Redeclared, clang::CodeGenerator &Generator);
  TakenLibraries &taken() { return Taken; }

private:
  llvm::Error readImage(llvm::StringRef Path, llvm::MemoryBufferRef Bytes);

  clang::CompilerInstance &Compiler;
  const bool OnDevice;
  llvm::LLVMContext &Context;
  TakenLibraries Taken;
  bool Again = false;
};

} // namespace chv
