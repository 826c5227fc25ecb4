// Divisions of which the threads of a row have the quotient alike.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Loop;
class ScalarEvolution;
class SCEV;
class SCEVAddRecExpr;
class SCEVExpander;
} // namespace llvm

namespace chv {

// A division, or its remainder, of a number that grows from thread to thread by what the threads have alike: `(x + 1 + width) % width`, `threadIdx.x / 16`.
struct RowQuotient {
  llvm::Instruction *Division;
  const llvm::SCEVAddRecExpr *Number;
  llvm::Value *Divisor;
  bool Signed, OfRemainder;
};

// What is known of a division before the loop over a row: the quotient, and what of the number it stands for.
struct KnownQuotient {
  llvm::Value *Quotient, *Product;
};

using RowQuotients = llvm::SmallVector<RowQuotient, 8>;

// Finds them in a loop over the threads of a row. By powers of 2, which are known when it is compiled, `OfRows` alone: those of blocks with several rows, because
// longer rows have several quotients.
RowQuotients findQuotients(const llvm::Loop &Loop, bool OfRows, llvm::ScalarEvolution &Evolution);

// Computes before the loop what the first thread has; adds to `All` whether each thread up to the last one has the same quotients. `Jumps`: rounds of the loop less one.
llvm::SmallVector<KnownQuotient, 8> askForQuotients(const RowQuotients &Quotients, const llvm::SCEV *Jumps, llvm::SCEVExpander &Expander,
                                                     llvm::ScalarEvolution &Evolution, llvm::Instruction *At, llvm::Value *&All);

// Those by powers of 2 that are multiples of `Threads`, in rows of any length: `threadIdx.x % 16`, `threadIdx.x / 16`. So many threads, from a multiple on, have
// quotients alike.
RowQuotients findChunked(const llvm::Loop &Loop, unsigned Threads, llvm::ScalarEvolution &Evolution);

// Gives the first thread's numbers, computed before the loop; adds to `All` whether they are such multiples, and grow up to the last one.
llvm::SmallVector<llvm::Value *, 8> askForChunks(const RowQuotients &Quotients, unsigned Threads, const llvm::SCEV *Jumps, llvm::SCEVExpander &Expander,
                                                 llvm::ScalarEvolution &Evolution, llvm::Instruction *At, llvm::Value *&All);

// What is known in the chunk that begins so many threads, `Base`, behind the first one.
KnownQuotient knownInChunk(llvm::IRBuilder<> &Builder, const RowQuotient &Quotient, llvm::Value *First, llvm::Value *Base);

// Puts what is known in the place of a division.
void replaceDivision(llvm::Instruction &Division, bool OfRemainder, bool Signed, const KnownQuotient &Known);

} // namespace chv
