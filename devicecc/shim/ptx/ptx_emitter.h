// Makes LLVM's instructions of PTX's: the body of a function that stands for one statement of inline PTX.
#pragma once
#include "ptx/ptx_text.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

namespace chv {

class PtxEmitter {
public:
  // `Body`: an empty function with the statement's parameters, and one more for the carry if that is used. `Carried`: has an earlier statement left a carry?
  PtxEmitter(llvm::CallInst &Statement, const PtxText &Text, llvm::Function &Body, bool UsesCarry, bool Carried);

  // Nothing, or what it cannot do.
  PtxProblem run();

private:
  using Handler = void (PtxEmitter::*)();
  static Handler handlerOf(llvm::StringRef Name);

  llvm::CallInst &Statement;
  const PtxText &Text;
  llvm::Function &Body;
  llvm::IRBuilder<> B;
  bool Carried;
  llvm::Value *Carry = nullptr; // an address
  PtxProblem Problem;

  struct Given {
    llvm::Value *Input = nullptr;         // what the statement gets
    llvm::AllocaInst *Output = nullptr;   // what it leaves, as an integer
    llvm::Type *Type = nullptr;           // of the C++ value
  };
  std::vector<Given> Givens;
  std::vector<unsigned> Outputs; // of Givens
  std::vector<llvm::AllocaInst *> Registers;
  llvm::StringMap<llvm::BasicBlock *> Labels;

  const PtxInstruction *Now = nullptr;
  std::vector<std::string> Words; // of it, that nobody has asked for

  // How the statement gets and leaves values (ptx_operands.cpp).
  void takeOperands();
  void leave();
  void instruction(const PtxInstruction &Next);
  void guarded(const PtxInstruction &Next);
  void branch();
  void fail(const llvm::Twine &Why);
  bool takeWord(llvm::StringRef Word);
  bool takeAnyWord(std::initializer_list<llvm::StringRef> Some);
  PtxType takeType();
  bool hasOperands(size_t Least, size_t Most);
  const PtxOperand &operand(size_t At) const { return Now->Operands[At]; }

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

  // Integers and bits (ptx_integers.cpp).
  void move();
  void addOrSubtract();
  void multiply();
  void divide();
  void logic();
  void invert();
  void shift();
  void funnelShift();
  void logicOfThree();
  void permuteBytes();
  void extractField();
  void insertField();
  void countBits();
  void findBit();
  void smallest();
  void magnitude();
  void absoluteDifference();
  void bytesDifference();
  void dotProduct();
  void select();
  void compare();
  void carryOut(llvm::Value *Value, PtxType Type, bool Out);
  void addWithCarry(llvm::Value *Left, llvm::Value *Right, PtxType Type, bool Minus);
  llvm::Value *fieldMask(unsigned Bits, llvm::Value *Length);

  // Floating point (ptx_floats.cpp).
  void floatSum(llvm::Value *Left, llvm::Value *Right, PtxType Type, llvm::StringRef Name);
  void fused();
  void special();
  void convert();
  bool takeRounding();
  llvm::Value *flushed(llvm::Value *Value, bool Flush);
  void writeFloat(PtxType Type, llvm::Value *Value, bool Flush, bool Saturate);
  llvm::Value *toInteger(llvm::Value *Value, PtxType To, PtxType From, bool Saturate);

  // Memory (ptx_memory.cpp).
  struct Access {
    bool Volatile = false;
    llvm::AtomicOrdering Order = llvm::AtomicOrdering::NotAtomic;
    unsigned Lanes = 1;
    PtxType Type;
  };
  Access takeAccess();
  void load();
  void store();
  void atomic();
  void fence();
  void nothing();
  void addressOf();
  void isShared();
  std::optional<llvm::AtomicRMWInst::BinOp> takeAtomic(PtxType Type);

  // The thread, its warp and its block (ptx_threads.cpp).
  llvm::Value *specialRegister(llvm::StringRef Name);
  llvm::Value *laneMask(llvm::StringRef Which);
  void shuffle();
  void vote();
  void barrier();
  void reduceLanes();
  void activeLanes();
  void sleep();
  void trap();
};

} // namespace chv
