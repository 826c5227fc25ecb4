// A template of inline PTX, read into instructions. Nothing here knows what they do.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace chv {

// `s32`: a kind (`s`, `u`, `b`, `f`, or `p` for predicates) and its bits. No bits: no type.
struct PtxType {
  char Kind = 'b';
  unsigned Bits = 0;
  static PtxType of(llvm::StringRef Word);
};

struct PtxOperand {
  enum Kind { Sink, Register, Given, Special, Integer, Float, Double, Vector, Address, Label };
  Kind Is = Sink;
  unsigned Index = 0;          // of a declared register, or of an operand of the statement
  uint64_t Bits = 0;           // of a constant; what is added to an address
  bool Negated = false;        // `!p`
  std::string Name;            // of a special register or a label
  std::vector<PtxOperand> Parts; // of a vector; an address has its base; `p|q` has `q`
};

struct PtxInstruction {
  std::string Label; // that stands before it; it may be all there is
  std::vector<PtxOperand> Guard; // none or one
  std::vector<std::string> Words; // `add`, `cc`, `u32`
  std::vector<PtxOperand> Operands;
  std::string Text;
};

// Why a statement is not taken: the instruction that is to blame, if one is, and what is wrong with it, if that is known.
struct PtxProblem {
  std::string Instruction, Reason;
  bool empty() const { return Instruction.empty() && Reason.empty(); }
};

struct PtxText {
  std::vector<PtxInstruction> Instructions;
  std::vector<PtxType> Registers;
};

// As the user has written it: LLVM writes operands as `$0`, a dollar as `$$`, and braces and bars as `$(`, `$)` and `$|` where the host's assembler knows
// variants.
std::string ptxAsWritten(llvm::StringRef Template);

// Of a template as the user has written it.
llvm::Expected<PtxText> readPtx(llvm::StringRef Written);

} // namespace chv
