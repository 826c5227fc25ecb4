// One statement of inline PTX while it is translated: what it gets and leaves, and the body of the function that stands for it.
#pragma once
#include "ptx/ptx_text.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

namespace chv {

class PtxStatement {
public:
  // `Body`: an empty function with the statement's parameters, and one more for the carry if that is used. `Carried`: has an earlier statement left a carry?
  // `WarpLanes`: of the device.
  PtxStatement(llvm::CallInst &Statement, const PtxText &Text, llvm::Function &Body, bool UsesCarry, bool Carried, unsigned WarpLanes);

  // Nothing, or what it cannot do.
  PtxProblem run();

  // What the statement's instructions are translated with.

  // An error of the instruction that it is at; empty if nobody can say more.
  void fail(const llvm::Twine &Why);
  // Words of the instruction behind its name, such as `.sat`: what nobody takes is not known.
  bool takeWord(llvm::StringRef Word);
  bool takeAnyWord(std::initializer_list<llvm::StringRef> Some);
  PtxType takeType();
  bool hasOperands(size_t Least, size_t Most);
  const PtxOperand &operand(size_t At) const { return Now->Operands[At]; }
  // Fails where a warp has not the 32 lanes that PTX counts on: says so of what it asks for.
  bool hasLanesOfPtx();
  // `bra`.
  void branch();

  llvm::IntegerType *integer(unsigned Bits) { return B.getIntNTy(Bits); }
  llvm::Type *typeOf(PtxType Type);
  llvm::Constant *number(unsigned Bits, uint64_t Value) { return llvm::ConstantInt::get(integer(Bits), Value); }
  // An operand as an integer, a float or a predicate of this type.
  llvm::Value *read(const PtxOperand &From, PtxType Type);
  llvm::Value *read(size_t At, PtxType Type) { return At < Now->Operands.size() ? read(operand(At), Type) : poison(Type); }
  llvm::Value *poison(PtxType Type);
  llvm::Value *readVector(const PtxOperand &From, PtxType Type);
  std::optional<uint64_t> constant(const PtxOperand &From);
  void write(const PtxOperand &To, PtxType Type, llvm::Value *Value);
  void writeVector(const PtxOperand &To, PtxType Type, llvm::Value *Value);
  llvm::Value *address(const PtxOperand &From);
  llvm::Value *call(llvm::StringRef Primitive, llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Arguments);

  llvm::IRBuilder<> B;
  const PtxInstruction *Now = nullptr; // that it is at
  std::vector<std::string> Words;      // of it, that nobody has asked for
  llvm::Value *Carry = nullptr;        // where the carry is
  bool Carried;                        // something has made one

private:
  struct Given {
    llvm::Value *Input = nullptr;         // what the statement gets
    llvm::AllocaInst *Output = nullptr;   // what it leaves, as an integer
    llvm::Type *Type = nullptr;           // of the C++ value
  };

  void takeOperands();
  void leave();
  void instruction(const PtxInstruction &Next);
  void guarded(const PtxInstruction &Next);

  llvm::CallInst &Statement;
  const PtxText &Text;
  llvm::Function &Body;
  PtxProblem Problem;
  std::vector<Given> Givens;
  std::vector<unsigned> Outputs; // of Givens
  std::vector<llvm::AllocaInst *> Registers;
  llvm::StringMap<llvm::BasicBlock *> Labels;
  unsigned WarpLanes;
};

} // namespace chv
