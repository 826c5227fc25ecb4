// PTX's instructions on integers and bits.
#include "ptx/ptx_emitter.h"

using namespace llvm;

namespace chv {

void PtxEmitter::move() {
  PtxType Type = takeType();
  if (!hasOperands(2, 2))
    return;
  if (Type.Kind == 'p')
    return write(operand(0), Type, read(1, Type));
  bool Vectors = operand(0).Is == PtxOperand::Vector || operand(1).Is == PtxOperand::Vector;
  if (Vectors)
    return writeVector(operand(0), Type, readVector(operand(1), Type));
  write(operand(0), {Type.Kind == 'f' ? 'b' : Type.Kind, Type.Bits}, read(1, {Type.Kind == 's' ? 's' : 'b', Type.Bits}));
}

void PtxEmitter::carryOut(Value *Flag, PtxType, bool Out) {
  if (!Out)
    return;
  B.CreateStore(B.CreateZExt(Flag, B.getInt8Ty()), Carry);
  Carried = true;
}

// `add.cc`, `addc`, `addc.cc` and those of `sub`.
void PtxEmitter::addWithCarry(Value *Left, Value *Right, PtxType Type, bool Minus) {
  bool Out = takeWord("cc"), In = StringRef(Now->Words.front()).ends_with("c");
  if (In && !Carried)
    return fail("no statement before it in its function makes a carry");
  // A borrow is a carry that is missing: what is kept is one where the next instruction has to add or take away one.
  Value *One = In ? B.CreateZExt(B.CreateTrunc(B.CreateLoad(B.getInt8Ty(), Carry), B.getInt1Ty()), integer(Type.Bits)) : number(Type.Bits, 0);
  Intrinsic::ID Which = Minus ? Intrinsic::usub_with_overflow : Intrinsic::uadd_with_overflow;
  Value *First = B.CreateBinaryIntrinsic(Which, Left, Right);
  Value *Second = B.CreateBinaryIntrinsic(Which, B.CreateExtractValue(First, 0), One);
  carryOut(B.CreateOr(B.CreateExtractValue(First, 1), B.CreateExtractValue(Second, 1)), Type, Out);
  write(operand(0), Type, B.CreateExtractValue(Second, 0));
}

void PtxEmitter::addOrSubtract() {
  PtxType Type = takeType();
  if (!hasOperands(3, 3))
    return;
  StringRef Name = Now->Words.front();
  bool Minus = Name.starts_with("sub");
  Value *Left = read(1, Type), *Right = read(2, Type);
  if (Type.Kind == 'f')
    return floatSum(Left, Right, Type, Name);
  if (Name.ends_with("c") || is_contained(Words, "cc"))
    return addWithCarry(Left, Right, Type, Minus);
  if (takeWord("sat")) {
    Intrinsic::ID Which = Minus ? Intrinsic::ssub_sat : Intrinsic::sadd_sat;
    return write(operand(0), Type, B.CreateBinaryIntrinsic(Which, Left, Right));
  }
  write(operand(0), Type, Minus ? B.CreateSub(Left, Right) : B.CreateAdd(Left, Right));
}

// `mul`, `mad` and `madc`.
void PtxEmitter::multiply() {
  PtxType Type = takeType();
  StringRef Name = Now->Words.front();
  bool Adds = Name != "mul";
  if (!hasOperands(Adds ? 4 : 3, Adds ? 4 : 3))
    return;
  if (Type.Kind == 'f')
    return Adds ? fused() : floatSum(read(1, Type), read(2, Type), Type, Name);
  bool Wide = takeWord("wide"), High = takeWord("hi");
  if (!Wide && !High && !takeWord("lo"))
    return fail("it lacks `.lo`, `.hi` or `.wide`");
  bool Signed = Type.Kind == 's';
  IntegerType *Double = integer(Type.Bits * 2);
  Value *Left = B.CreateIntCast(read(1, Type), Double, Signed), *Right = B.CreateIntCast(read(2, Type), Double, Signed);
  Value *Product = B.CreateMul(Left, Right);
  PtxType Made{Type.Kind, Wide ? Type.Bits * 2 : Type.Bits};
  if (Made.Bits > 64)
    return fail("");
  Value *Part = B.CreateTrunc(High ? B.CreateLShr(Product, Type.Bits) : Product, integer(Made.Bits));
  if (!Adds)
    return write(operand(0), Made, Part);
  Value *Third = read(3, Made);
  if (Name == "madc" || is_contained(Words, "cc"))
    return addWithCarry(Part, Third, Made, false);
  write(operand(0), Made, B.CreateAdd(Part, Third));
}

void PtxEmitter::divide() {
  PtxType Type = takeType();
  if (!hasOperands(3, 3))
    return;
  StringRef Name = Now->Words.front();
  Value *Left = read(1, Type), *Right = read(2, Type);
  if (Type.Kind == 'f' && Name == "div")
    return floatSum(Left, Right, Type, Name);
  if (Type.Kind == 'f')
    return fail("");
  // What a division by zero gives is not said; it must not end the process.
  Right = B.CreateSelect(B.CreateICmpEQ(Right, number(Type.Bits, 0)), number(Type.Bits, 1), Right);
  bool Signed = Type.Kind == 's';
  if (Signed) { // the smallest number by -1
    Value *Overflows = B.CreateAnd(B.CreateICmpEQ(Right, number(Type.Bits, -1)), B.CreateICmpEQ(Left, number(Type.Bits, uint64_t(1) << (Type.Bits - 1))));
    Right = B.CreateSelect(Overflows, number(Type.Bits, 1), Right);
  }
  bool Quotient = Name == "div";
  write(operand(0), Type, Signed ? (Quotient ? B.CreateSDiv(Left, Right) : B.CreateSRem(Left, Right))
                                 : (Quotient ? B.CreateUDiv(Left, Right) : B.CreateURem(Left, Right)));
}

void PtxEmitter::logic() {
  PtxType Type = takeType();
  if (!hasOperands(3, 3))
    return;
  Value *Left = read(1, Type), *Right = read(2, Type);
  StringRef Name = Now->Words.front();
  write(operand(0), Type, Name == "and" ? B.CreateAnd(Left, Right) : Name == "or" ? B.CreateOr(Left, Right) : B.CreateXor(Left, Right));
}

void PtxEmitter::invert() {
  PtxType Type = takeType();
  if (!hasOperands(2, 2))
    return;
  Value *From = read(1, Type);
  if (Now->Words.front() == "not")
    return write(operand(0), Type, B.CreateNot(From));
  write(operand(0), Type, B.CreateZExt(B.CreateIsNull(From), integer(Type.Bits)));
}

// Amounts beyond the width give what the last bit that is left gives.
void PtxEmitter::shift() {
  PtxType Type = takeType();
  if (!hasOperands(3, 3))
    return;
  Value *From = read(1, Type), *By = read(2, {'u', 32});
  Value *Beyond = B.CreateICmpUGE(By, number(32, Type.Bits));
  Value *Near = B.CreateZExtOrTrunc(B.CreateSelect(Beyond, number(32, Type.Bits - 1), By), integer(Type.Bits));
  if (Now->Words.front() == "shr" && Type.Kind == 's')
    return write(operand(0), Type, B.CreateAShr(From, Near));
  Value *Shifted = Now->Words.front() == "shl" ? B.CreateShl(From, Near) : B.CreateLShr(From, Near);
  write(operand(0), Type, B.CreateSelect(Beyond, number(Type.Bits, 0), Shifted));
}

void PtxEmitter::funnelShift() {
  PtxType Type = takeType();
  bool Left = takeWord("l"), Wraps = takeWord("wrap");
  if (!hasOperands(4, 4) || Type.Bits != 32 || (!Left && !takeWord("r")) || (!Wraps && !takeWord("clamp")))
    return fail("");
  Value *Low = B.CreateZExt(read(1, Type), integer(64)), *High = B.CreateZExt(read(2, Type), integer(64));
  Value *Both = B.CreateOr(Low, B.CreateShl(High, 32)), *By = read(3, {'u', 32});
  By = Wraps ? B.CreateAnd(By, 31) : B.CreateBinaryIntrinsic(Intrinsic::umin, By, number(32, 32));
  By = B.CreateZExt(By, integer(64));
  Value *Shifted = Left ? B.CreateLShr(B.CreateShl(Both, By), 32) : B.CreateLShr(Both, By);
  write(operand(0), Type, B.CreateTrunc(Shifted, integer(32)));
}

void PtxEmitter::logicOfThree() {
  PtxType Type = takeType();
  std::optional<uint64_t> Table = Now->Operands.size() == 5 ? constant(operand(4)) : std::nullopt;
  if (!Table)
    return fail("its table is no constant");
  Value *Result = number(Type.Bits, 0);
  Value *Inputs[] = {read(1, Type), read(2, Type), read(3, Type)};
  for (unsigned Case = 0; Case < 8; ++Case) {
    if (!(*Table >> Case & 1))
      continue;
    auto side = [&](unsigned At) { return Case >> (2 - At) & 1 ? Inputs[At] : B.CreateNot(Inputs[At]); };
    Result = B.CreateOr(Result, B.CreateAnd(side(0), B.CreateAnd(side(1), side(2))));
  }
  write(operand(0), Type, Result);
}

void PtxEmitter::permuteBytes() {
  PtxType Type = takeType();
  if (!hasOperands(4, 4) || Type.Bits != 32)
    return fail("");
  Value *Both = B.CreateOr(B.CreateZExt(read(1, Type), integer(64)), B.CreateShl(B.CreateZExt(read(2, Type), integer(64)), 32));
  Value *Selectors = read(3, Type), *Result = number(32, 0);
  for (unsigned At = 0; At < 4; ++At) {
    Value *Selector = B.CreateAnd(B.CreateLShr(Selectors, At * 4), 15);
    Value *By = B.CreateZExt(B.CreateShl(B.CreateAnd(Selector, 7), 3), integer(64));
    Value *Byte = B.CreateTrunc(B.CreateLShr(Both, By), B.getInt8Ty());
    Value *Sign = B.CreateAShr(Byte, 7);
    Byte = B.CreateSelect(B.CreateICmpUGE(Selector, number(32, 8)), Sign, Byte);
    Result = B.CreateOr(Result, B.CreateShl(B.CreateZExt(Byte, integer(32)), At * 8));
  }
  write(operand(0), Type, Result);
}

// As many ones as `Length` says, which is not more than the bits.
Value *PtxEmitter::fieldMask(unsigned Bits, Value *Length) {
  Value *Whole = B.CreateICmpUGE(Length, number(Bits, Bits));
  Value *Near = B.CreateSelect(Whole, number(Bits, 0), Length);
  return B.CreateSelect(Whole, number(Bits, -1), B.CreateSub(B.CreateShl(number(Bits, 1), Near), number(Bits, 1)));
}

void PtxEmitter::extractField() {
  PtxType Type = takeType();
  if (!hasOperands(4, 4) || Type.Bits < 32)
    return fail("");
  auto low = [&](size_t At) { return B.CreateZExt(B.CreateAnd(read(At, {'u', 32}), 255), integer(Type.Bits)); };
  Value *From = read(1, Type), *Start = low(2), *Length = B.CreateBinaryIntrinsic(Intrinsic::umin, low(3), number(Type.Bits, Type.Bits));
  Value *Beyond = B.CreateICmpUGE(Start, number(Type.Bits, Type.Bits));
  Value *Near = B.CreateSelect(Beyond, number(Type.Bits, Type.Bits - 1), Start);
  Value *Result = nullptr;
  if (Type.Kind == 's') {
    Value *Empty = B.CreateIsNull(Length);
    Value *Rest = B.CreateSelect(Empty, number(Type.Bits, 0), B.CreateSub(number(Type.Bits, Type.Bits), Length));
    Value *Field = B.CreateAShr(B.CreateShl(B.CreateAShr(From, Near), Rest), Rest);
    Result = B.CreateSelect(Empty, number(Type.Bits, 0), Field);
  } else {
    Value *Field = B.CreateAnd(B.CreateLShr(From, Near), fieldMask(Type.Bits, Length));
    Result = B.CreateSelect(Beyond, number(Type.Bits, 0), Field);
  }
  write(operand(0), Type, Result);
}

void PtxEmitter::insertField() {
  PtxType Type = takeType();
  if (!hasOperands(5, 5) || Type.Bits < 32)
    return fail("");
  auto low = [&](size_t At) { return B.CreateZExt(B.CreateAnd(read(At, {'u', 32}), 255), integer(Type.Bits)); };
  Value *Field = read(1, Type), *Into = read(2, Type), *Start = low(3);
  Value *Beyond = B.CreateICmpUGE(Start, number(Type.Bits, Type.Bits));
  Value *Near = B.CreateSelect(Beyond, number(Type.Bits, 0), Start);
  Value *Mask = B.CreateSelect(Beyond, number(Type.Bits, 0), B.CreateShl(fieldMask(Type.Bits, low(4)), Near));
  write(operand(0), Type, B.CreateOr(B.CreateAnd(Into, B.CreateNot(Mask)), B.CreateAnd(B.CreateShl(Field, Near), Mask)));
}

// `brev` keeps the width; `popc` and `clz` give 32 bits.
void PtxEmitter::countBits() {
  PtxType Type = takeType();
  if (!hasOperands(2, 2))
    return;
  StringRef Name = Now->Words.front();
  Value *From = read(1, Type);
  if (Name == "brev")
    return write(operand(0), Type, B.CreateUnaryIntrinsic(Intrinsic::bitreverse, From));
  Value *Count = Name == "popc" ? B.CreateUnaryIntrinsic(Intrinsic::ctpop, From) : B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, B.getFalse());
  write(operand(0), {'u', 32}, B.CreateZExtOrTrunc(Count, integer(32)));
}

void PtxEmitter::findBit() {
  bool Amount = takeWord("shiftamt");
  PtxType Type = takeType();
  if (!hasOperands(2, 2))
    return;
  Value *From = read(1, Type);
  if (Type.Kind == 's')
    From = B.CreateSelect(B.CreateICmpSLT(From, number(Type.Bits, 0)), B.CreateNot(From), From);
  Value *Zeros = B.CreateZExtOrTrunc(B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, B.getFalse()), integer(32));
  Value *Found = Amount ? Zeros : B.CreateSub(number(32, Type.Bits - 1), Zeros);
  write(operand(0), {'u', 32}, B.CreateSelect(B.CreateIsNull(From), number(32, -1), Found));
}

void PtxEmitter::smallest() {
  PtxType Type = takeType();
  if (!hasOperands(3, 3))
    return;
  Value *Left = read(1, Type), *Right = read(2, Type);
  bool Least = Now->Words.front() == "min";
  if (Type.Kind == 'f')
    return floatSum(Left, Right, Type, Now->Words.front());
  bool Signed = Type.Kind == 's';
  Intrinsic::ID Which = Least ? (Signed ? Intrinsic::smin : Intrinsic::umin) : (Signed ? Intrinsic::smax : Intrinsic::umax);
  write(operand(0), Type, B.CreateBinaryIntrinsic(Which, Left, Right));
}

// `abs` and `neg`.
void PtxEmitter::magnitude() {
  PtxType Type = takeType();
  if (!hasOperands(2, 2))
    return;
  bool Negates = Now->Words.front() == "neg";
  Value *From = read(1, Type);
  if (Type.Kind == 'f') {
    bool Flush = takeWord("ftz");
    Value *Made = Negates ? B.CreateFNeg(From) : B.CreateUnaryIntrinsic(Intrinsic::fabs, From);
    return writeFloat(Type, flushed(Made, Flush), Flush, false);
  }
  write(operand(0), Type, Negates ? B.CreateNeg(From) : B.CreateBinaryIntrinsic(Intrinsic::abs, From, B.getFalse()));
}

void PtxEmitter::absoluteDifference() {
  PtxType Type = takeType();
  if (!hasOperands(4, 4))
    return;
  Value *Left = read(1, Type), *Right = read(2, Type);
  Value *Less = Type.Kind == 's' ? B.CreateICmpSLT(Left, Right) : B.CreateICmpULT(Left, Right);
  Value *Difference = B.CreateSelect(Less, B.CreateSub(Right, Left), B.CreateSub(Left, Right));
  write(operand(0), Type, B.CreateAdd(Difference, read(3, Type)));
}

// `vabsdiff4.u32.u32.u32`, with or without `.add`.
void PtxEmitter::bytesDifference() {
  bool Adds = takeWord("add");
  for (unsigned Times = 0; Times < 3; ++Times)
    if (!takeWord("u32"))
      return fail("");
  if (!hasOperands(4, 4))
    return;
  Value *Left = read(1, {'u', 32}), *Right = read(2, {'u', 32}), *Result = Adds ? read(3, {'u', 32}) : number(32, 0);
  for (unsigned At = 0; At < 32; At += 8) {
    Value *L = B.CreateAnd(B.CreateLShr(Left, At), 255), *R = B.CreateAnd(B.CreateLShr(Right, At), 255);
    Value *Difference = B.CreateBinaryIntrinsic(Intrinsic::abs, B.CreateSub(L, R), B.getFalse());
    Result = Adds ? B.CreateAdd(Result, Difference) : B.CreateOr(Result, B.CreateShl(Difference, At));
  }
  write(operand(0), {'u', 32}, Result);
}

void PtxEmitter::dotProduct() {
  PtxType Second = takeType(), First = takeType();
  if (!hasOperands(4, 4) || First.Bits != 32 || Second.Bits != 32)
    return fail("");
  Value *Sum = read(3, {'b', 32}), *Left = read(1, First), *Right = read(2, Second);
  for (unsigned At = 0; At < 32; At += 8) {
    auto part = [&](Value *From, PtxType Type) {
      return B.CreateIntCast(B.CreateTrunc(B.CreateLShr(From, At), B.getInt8Ty()), integer(32), Type.Kind == 's');
    };
    Sum = B.CreateAdd(Sum, B.CreateMul(part(Left, First), part(Right, Second)));
  }
  write(operand(0), {'b', 32}, Sum);
}

void PtxEmitter::select() {
  PtxType Type = takeType();
  if (!hasOperands(4, 4))
    return;
  write(operand(0), Type, B.CreateSelect(read(3, {'p', 1}), read(1, Type), read(2, Type)));
}

static std::optional<CmpInst::Predicate> comparison(StringRef Name, char Kind) {
  using P = CmpInst;
  struct Row {
    StringRef Name;
    CmpInst::Predicate Signed, Unsigned, Float;
  };
  static const Row Rows[] = {
      {"eq", P::ICMP_EQ, P::ICMP_EQ, P::FCMP_OEQ},    {"ne", P::ICMP_NE, P::ICMP_NE, P::FCMP_ONE},
      {"lt", P::ICMP_SLT, P::ICMP_ULT, P::FCMP_OLT},  {"le", P::ICMP_SLE, P::ICMP_ULE, P::FCMP_OLE},
      {"gt", P::ICMP_SGT, P::ICMP_UGT, P::FCMP_OGT},  {"ge", P::ICMP_SGE, P::ICMP_UGE, P::FCMP_OGE},
      {"lo", P::ICMP_ULT, P::ICMP_ULT, P::BAD_FCMP_PREDICATE}, {"ls", P::ICMP_ULE, P::ICMP_ULE, P::BAD_FCMP_PREDICATE},
      {"hi", P::ICMP_UGT, P::ICMP_UGT, P::BAD_FCMP_PREDICATE}, {"hs", P::ICMP_UGE, P::ICMP_UGE, P::BAD_FCMP_PREDICATE},
      {"equ", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_UEQ}, {"neu", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_UNE},
      {"ltu", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_ULT}, {"leu", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_ULE},
      {"gtu", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_UGT}, {"geu", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_UGE},
      {"num", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_ORD}, {"nan", P::BAD_ICMP_PREDICATE, P::BAD_ICMP_PREDICATE, P::FCMP_UNO},
  };
  for (const Row &Each : Rows)
    if (Each.Name == Name) {
      CmpInst::Predicate Found = Kind == 'f' ? Each.Float : Kind == 's' ? Each.Signed : Each.Unsigned;
      if (Found != P::BAD_ICMP_PREDICATE && Found != P::BAD_FCMP_PREDICATE)
        return Found;
    }
  return std::nullopt;
}

// `setp.lt.and.s32 p|q, a, b, c`
void PtxEmitter::compare() {
  PtxType Type = takeType();
  bool Flush = Type.Kind == 'f' && takeWord("ftz");
  auto Which = Words.empty() ? std::nullopt : comparison(Words.front(), Type.Kind);
  if (!Which || !hasOperands(3, 4))
    return fail("");
  Words.erase(Words.begin());
  Value *Left = flushed(read(1, Type), Flush), *Right = flushed(read(2, Type), Flush);
  Value *Holds = Type.Kind == 'f' ? B.CreateFCmp(*Which, Left, Right) : B.CreateICmp(*Which, Left, Right);
  Value *Fails = B.CreateNot(Holds);
  if (Now->Operands.size() == 4) {
    Value *Third = read(3, {'p', 1});
    bool And = takeWord("and"), Or = !And && takeWord("or");
    if (!And && !Or && !takeWord("xor"))
      return fail("");
    auto combine = [&](Value *First) { return And ? B.CreateAnd(First, Third) : Or ? B.CreateOr(First, Third) : B.CreateXor(First, Third); };
    Holds = combine(Holds);
    Fails = combine(Fails);
  }
  write(operand(0), {'p', 1}, Holds);
  for (const PtxOperand &Other : operand(0).Parts)
    write(Other, {'p', 1}, Fails);
}

} // namespace chv
