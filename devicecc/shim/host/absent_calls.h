// Calls of functions that Chevron's headers declare only to say that they are not there.
#pragma once

namespace clang {
class DiagnosticsEngine;
}
namespace llvm {
class Module;
}

namespace chv {

// Reports each call of such a function in code that was generated. A call in an inline function that nothing uses is no mistake.
void reportAbsentCalls(const llvm::Module &Module, clang::DiagnosticsEngine &Diagnostics);

} // namespace chv
