// The libraries of device code that cells have taken in, as one side's AST knows them.
#pragma once
#include "device/code_image.h"
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

} // namespace chv
