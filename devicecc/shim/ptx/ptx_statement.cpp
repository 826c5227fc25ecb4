// Statements of inline PTX: their operands, and the way from one instruction to the next.
#include "ptx/ptx_instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace chv {

PtxStatement::PtxStatement(CallInst &Statement, const PtxText &Text, Function &Body, bool UsesCarry, bool Carried, unsigned WarpLanes)
    : B(BasicBlock::Create(Body.getContext(), "", &Body)), Carried(Carried), Statement(Statement), Text(Text), Body(Body), WarpLanes(WarpLanes) {
  if (UsesCarry)
    Carry = Body.getArg(Body.arg_size() - 1);
}

PtxProblem PtxStatement::run() {
  takeOperands();
  for (PtxType Register : Text.Registers)
    Registers.push_back(B.CreateAlloca(integer(Register.Bits)));
  for (const PtxInstruction &Each : Text.Instructions)
    if (!Each.Label.empty())
      Labels[Each.Label] = BasicBlock::Create(B.getContext(), "", &Body);
  for (const PtxInstruction &Each : Text.Instructions) {
    if (!Problem.empty())
      break;
    if (Each.Label.empty()) {
      guarded(Each);
      continue;
    }
    BasicBlock *Next = Labels[Each.Label];
    B.CreateBr(Next);
    B.SetInsertPoint(Next);
  }
  if (Problem.empty())
    leave();
  return Problem;
}

void PtxStatement::takeOperands() {
  const auto *Asm = cast<InlineAsm>(Statement.getCalledOperand());
  SmallVector<Type *, 8> Results;
  if (auto *Struct = dyn_cast<StructType>(Statement.getType()))
    Results.append(Struct->element_begin(), Struct->element_end());
  else if (!Statement.getType()->isVoidTy())
    Results.push_back(Statement.getType());
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &Info : Asm->ParseConstraints()) {
    if (Info.Type == InlineAsm::isClobber)
      continue;
    if (Info.isIndirect || Info.Type == InlineAsm::isLabel)
      return fail("an operand lies in memory");
    if (Info.Type == InlineAsm::isOutput) {
      Type *Result = Results[Outputs.size()];
      unsigned Bits = Body.getParent()->getDataLayout().getTypeSizeInBits(Result);
      if (Bits > 64)
        return fail("an operand has " + Twine(Bits) + " bits");
      Outputs.push_back(Givens.size());
      Givens.push_back({nullptr, B.CreateAlloca(integer(Bits)), Result});
      continue;
    }
    Value *Given = Statement.getArgOperand(Argument);
    Value *Input = isa<Constant>(Given) ? Given : Body.getArg(Argument);
    ++Argument;
    Givens.push_back({Input, nullptr, Input->getType()});
    unsigned Tied = 0;
    if (!Info.Codes.empty() && !StringRef(Info.Codes.front()).getAsInteger(10, Tied)) {
      // `+r`: the output begins with it.
      Value *Plain = Input->getType()->isPointerTy() ? B.CreatePtrToInt(Input, integer(64)) : Input;
      B.CreateStore(Plain->getType()->isIntegerTy() ? Plain : B.CreateBitCast(Plain, Givens[Tied].Output->getAllocatedType()), Givens[Tied].Output);
    }
  }
}

void PtxStatement::leave() {
  auto result = [&](unsigned Index) -> Value * {
    Given &Each = Givens[Index];
    Value *Bits = B.CreateLoad(Each.Output->getAllocatedType(), Each.Output);
    return Each.Type->isPointerTy() ? B.CreateIntToPtr(Bits, Each.Type) : B.CreateBitCast(Bits, Each.Type);
  };
  if (Outputs.empty())
    B.CreateRetVoid();
  else if (!Statement.getType()->isStructTy())
    B.CreateRet(result(Outputs.front()));
  else {
    Value *All = PoisonValue::get(Statement.getType());
    for (auto [At, Index] : enumerate(Outputs))
      All = B.CreateInsertValue(All, result(Index), At);
    B.CreateRet(All);
  }
}

void PtxStatement::guarded(const PtxInstruction &Next) {
  Now = &Next;
  if (Next.Guard.empty())
    return instruction(Next);
  Value *Holds = read(Next.Guard.front(), {'p', 1});
  BasicBlock *Then = BasicBlock::Create(B.getContext(), "", &Body), *After = BasicBlock::Create(B.getContext(), "", &Body);
  B.CreateCondBr(Holds, Then, After);
  B.SetInsertPoint(Then);
  instruction(Next);
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

void PtxStatement::instruction(const PtxInstruction &Next) {
  Now = &Next;
  Words.assign(Next.Words.begin() + 1, Next.Words.end());
  ptx::Handler Handle = ptx::handlerOf(Next.Words.front());
  if (!Handle)
    return fail("");
  Handle(*this);
  if (!Words.empty())
    fail("`." + Words.front() + "` is not known");
}

void PtxStatement::branch() {
  takeWord("uni");
  if (!hasOperands(1, 1))
    return;
  auto To = Labels.find(operand(0).Name);
  if (operand(0).Is != PtxOperand::Label || To == Labels.end())
    return fail("there is no such label");
  B.CreateBr(To->second);
  // What follows is not reached but by its label.
  B.SetInsertPoint(BasicBlock::Create(B.getContext(), "", &Body));
}

void PtxStatement::fail(const Twine &Why) {
  if (!Problem.empty())
    return;
  Problem = {Now ? Now->Text : "", Why.str()};
}

bool PtxStatement::takeWord(StringRef Word) {
  auto At = find(Words, Word);
  if (At == Words.end())
    return false;
  Words.erase(At);
  return true;
}

bool PtxStatement::takeAnyWord(std::initializer_list<StringRef> Some) {
  bool Found = false;
  for (StringRef Word : Some)
    Found |= takeWord(Word);
  return Found;
}

PtxType PtxStatement::takeType() {
  PtxType Type = Words.empty() ? PtxType() : PtxType::of(Words.back());
  if (Type.Bits)
    Words.pop_back();
  else
    fail("its type is not known"), Type = {'b', 32};
  return Type;
}

bool PtxStatement::hasOperands(size_t Least, size_t Most) {
  bool Right = Now->Operands.size() >= Least && Now->Operands.size() <= Most;
  if (!Right)
    fail("it has " + Twine(Now->Operands.size()) + " operands");
  return Right;
}

Type *PtxStatement::typeOf(PtxType Type) {
  if (Type.Kind != 'f')
    return integer(Type.Bits);
  return Type.Bits == 64 ? B.getDoubleTy() : Type.Bits == 32 ? B.getFloatTy() : B.getHalfTy();
}

Value *PtxStatement::poison(PtxType Type) {
  fail("an operand is not known");
  return PoisonValue::get(typeOf(Type));
}

// An integer of the register's own bits, cut or widened.
static Value *fitted(IRBuilder<> &B, Value *Bits, PtxType Type) {
  IntegerType *To = B.getIntNTy(Type.Bits);
  return Type.Kind == 's' ? B.CreateSExtOrTrunc(Bits, To) : B.CreateZExtOrTrunc(Bits, To);
}

Value *PtxStatement::read(const PtxOperand &From, PtxType Type) {
  Value *Bits = nullptr;
  switch (From.Is) {
  case PtxOperand::Register:
    Bits = B.CreateLoad(Registers[From.Index]->getAllocatedType(), Registers[From.Index]);
    break;
  case PtxOperand::Given: {
    if (From.Index >= Givens.size())
      return poison(Type);
    Given &It = Givens[From.Index];
    Bits = It.Output ? B.CreateLoad(It.Output->getAllocatedType(), It.Output) : It.Input;
    if (Bits->getType()->isPointerTy())
      Bits = B.CreatePtrToInt(Bits, integer(64));
    else if (!Bits->getType()->isIntegerTy())
      Bits = B.CreateBitCast(Bits, integer(Bits->getType()->getPrimitiveSizeInBits()));
    break;
  }
  case PtxOperand::Special:
    Bits = ptx::specialRegister(*this, From.Name);
    if (!Bits)
      fail("`" + From.Name + "` is not known");
    break;
  case PtxOperand::Integer:
    if (Type.Kind == 'f')
      return poison(Type);
    return number(Type.Bits, From.Bits);
  case PtxOperand::Float:
    Bits = number(32, From.Bits);
    break;
  case PtxOperand::Double:
    Bits = Type.Bits == 32 && Type.Kind == 'f' ? number(32, bit_cast<uint32_t>(float(bit_cast<double>(From.Bits)))) : number(64, From.Bits);
    break;
  default:
    break;
  }
  if (!Bits)
    return poison(Type);
  if (Type.Kind == 'p') {
    if (Bits->getType() != B.getInt1Ty())
      return poison(Type);
    return From.Negated ? B.CreateNot(Bits) : Bits;
  }
  if (Bits->getType() == B.getInt1Ty())
    return poison(Type);
  Bits = fitted(B, Bits, Type);
  return Type.Kind == 'f' ? B.CreateBitCast(Bits, typeOf(Type)) : Bits;
}

// The first of the parts has the lowest bits.
Value *PtxStatement::readVector(const PtxOperand &From, PtxType Type) {
  if (From.Is != PtxOperand::Vector)
    return read(From, {'b', Type.Bits});
  unsigned Bits = Type.Bits / From.Parts.size();
  Value *All = number(Type.Bits, 0);
  for (auto [At, Part] : enumerate(From.Parts))
    All = B.CreateOr(All, B.CreateShl(B.CreateZExt(read(Part, {'b', Bits}), integer(Type.Bits)), At * Bits));
  return All;
}

std::optional<uint64_t> PtxStatement::constant(const PtxOperand &From) {
  if (From.Is == PtxOperand::Integer)
    return From.Bits;
  if (From.Is != PtxOperand::Given || From.Index >= Givens.size() || !isa_and_nonnull<ConstantInt>(Givens[From.Index].Input))
    return std::nullopt;
  return cast<ConstantInt>(Givens[From.Index].Input)->getZExtValue();
}

void PtxStatement::write(const PtxOperand &To, PtxType Type, Value *Value) {
  AllocaInst *Place = nullptr;
  if (To.Is == PtxOperand::Sink)
    return;
  if (To.Is == PtxOperand::Register)
    Place = Registers[To.Index];
  else if (To.Is == PtxOperand::Given && To.Index < Givens.size())
    Place = Givens[To.Index].Output;
  if (!Place)
    return fail("it writes to what is no output");
  auto *Kept = cast<IntegerType>(Place->getAllocatedType());
  bool IsPredicate = Kept->getBitWidth() == 1;
  if (IsPredicate != (Type.Kind == 'p') || Kept->getBitWidth() < Type.Bits)
    return fail("its result has " + Twine(Type.Bits) + " bits, and the operand for it " + Twine(Kept->getBitWidth()));
  if (!Value->getType()->isIntegerTy())
    Value = B.CreateBitCast(Value, integer(Type.Bits));
  B.CreateStore(IsPredicate ? Value : fitted(B, Value, {Type.Kind, Kept->getBitWidth()}), Place);
}

void PtxStatement::writeVector(const PtxOperand &To, PtxType Type, Value *Value) {
  if (To.Is != PtxOperand::Vector)
    return write(To, {'b', Type.Bits}, Value);
  unsigned Bits = Type.Bits / To.Parts.size();
  for (auto [At, Part] : enumerate(To.Parts))
    write(Part, {'b', Bits}, B.CreateTrunc(B.CreateLShr(Value, At * Bits), integer(Bits)));
}

Value *PtxStatement::address(const PtxOperand &From) {
  Value *Base = nullptr;
  const PtxOperand &At = From.Is == PtxOperand::Address ? From.Parts.front() : From;
  if (At.Is == PtxOperand::Given && At.Index < Givens.size()) {
    Given &It = Givens[At.Index];
    if (It.Input && It.Type->isPointerTy())
      Base = It.Input;
    else if (It.Type->getPrimitiveSizeInBits() == 64 || It.Type->isPointerTy())
      Base = B.CreateIntToPtr(read(At, {'b', 64}), B.getPtrTy());
  } else if (At.Is == PtxOperand::Register && Text.Registers[At.Index].Bits == 64) {
    Base = B.CreateIntToPtr(read(At, {'b', 64}), B.getPtrTy());
  }
  if (!Base) {
    fail("addresses have 64 bits here");
    return PoisonValue::get(B.getPtrTy());
  }
  return From.Bits ? B.CreatePtrAdd(Base, number(64, From.Bits)) : Base;
}

bool PtxStatement::hasLanesOfPtx() {
  if (WarpLanes == 32)
    return true;
  fail("PTX's warps have 32 lanes, this device's have " + Twine(WarpLanes));
  return false;
}

Value *PtxStatement::call(StringRef Primitive, Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 6> Types;
  for (Value *Each : Arguments)
    Types.push_back(Each->getType());
  FunctionCallee Callee = Body.getParent()->getOrInsertFunction(Primitive, FunctionType::get(Result, Types, false));
  auto *Declared = dyn_cast<Function>(Callee.getCallee());
  if (!Declared || Declared->getFunctionType() != Callee.getFunctionType()) {
    fail("");
    return PoisonValue::get(Result->isVoidTy() ? B.getInt32Ty() : Result);
  }
  Declared->setDoesNotThrow();
  bool Synchronises = Primitive.starts_with("__chv_sync_");
  if (Synchronises)
    Declared->setConvergent();
  CallInst *Made = B.CreateCall(Callee, Arguments);
  Made->setDoesNotThrow();
  if (Synchronises)
    Made->setConvergent();
  return Made;
}

} // namespace chv
