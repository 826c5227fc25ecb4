// Logarithms of constants in long double.
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace chv {

// Makes the builder's pipelines evaluate `logl`, `log2l` and `log10l` of constants, with the host's own. LLVM does so for float and
// double alone, GCC for all three; without it, libstdc++'s distributions take two logarithms for each random number.
void foldLongDoubleCalls(llvm::PassBuilder &Builder);

} // namespace chv
