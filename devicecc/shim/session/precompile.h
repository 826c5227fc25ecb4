// The precompiled header of the preamble.
#pragma once
#include "ast/frontend.h"

namespace chv {

struct Precompiled {
  std::string Header;
  std::string Files; // the machine's files that it was made of, as `FileRecord::text` tells them
  std::string Identifiers; // all that were read, a newline before and behind each
};

// What is kept as a precompiled header is two things, one behind the other: clang's own bytes, and the table of withheld names (`WithheldTable::text`). The
// last eight bytes are the table's size, the least significant first.
struct PrecompiledParts {
  llvm::StringRef Header, Withheld;
  static PrecompiledParts of(llvm::StringRef Bytes);
};

llvm::Expected<Precompiled> precompile(FrontendOptions Options);

// A frontend that reads a precompiled header looks at all files of it at once, and never again: one that changes while the session lasts is then no
// reason to give the header up. Their texts are in the header.
void lookAtFilesAtOnce(clang::CompilerInstance &Compiler);

} // namespace chv
