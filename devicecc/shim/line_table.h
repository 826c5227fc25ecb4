// Where in the user's text a place in a host object's code comes from.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace chv {

// What a module's line table calls the text of a cell that was typed: the same in each session, so that equal cells have equal
// code objects.
std::string textName(llvm::StringRef Text);

// Gives the files of a module's line table other names.
void renameFiles(llvm::Module &Module, llvm::function_ref<std::string(llvm::StringRef)> Rename);

struct SourceFrame {
  std::string Function; // for people; empty if it is none of the user's
  std::string File;     // empty if unknown
  unsigned Line = 0;
};

struct CodePlace {
  uint32_t Section;
  uint64_t Offset;
};

// One list for each place: what was inlined there first, then the function itself. `WithLines` is the same object with its line
// table; if it is empty or its code is another, there are functions and no lines.
std::vector<std::vector<SourceFrame>> framesAt(llvm::StringRef Object, llvm::StringRef WithLines,
                                               llvm::ArrayRef<CodePlace> Places);

} // namespace chv
