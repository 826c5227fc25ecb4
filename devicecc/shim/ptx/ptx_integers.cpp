// PTX's instructions on integers and bits.
#include "ptx/ptx_instructions.h"

using namespace llvm;

namespace chv::ptx {

void move(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2))
    return;
  if (Type.Kind == 'p')
    return S.write(S.operand(0), Type, S.read(1, Type));
  bool Vectors = S.operand(0).Is == PtxOperand::Vector || S.operand(1).Is == PtxOperand::Vector;
  if (Vectors)
    return S.writeVector(S.operand(0), Type, S.readVector(S.operand(1), Type));
  S.write(S.operand(0), {Type.Kind == 'f' ? 'b' : Type.Kind, Type.Bits}, S.read(1, {Type.Kind == 's' ? 's' : 'b', Type.Bits}));
}

static void carryOut(PtxStatement &S, Value *Flag, PtxType, bool Out) {
  if (!Out)
    return;
  S.B.CreateStore(S.B.CreateZExt(Flag, S.B.getInt8Ty()), S.Carry);
  S.Carried = true;
}

// `add.cc`, `addc`, `addc.cc` and those of `sub`.
static void addWithCarry(PtxStatement &S, Value *Left, Value *Right, PtxType Type, bool Minus) {
  bool Out = S.takeWord("cc"), In = StringRef(S.Now->Words.front()).ends_with("c");
  if (In && !S.Carried)
    return S.fail("no statement before it in its function makes a carry");
  // A borrow is a carry that is missing: what is kept is one where the next instruction has to add or take away one.
  Value *One = In ? S.B.CreateZExt(S.B.CreateTrunc(S.B.CreateLoad(S.B.getInt8Ty(), S.Carry), S.B.getInt1Ty()), S.integer(Type.Bits)) : S.number(Type.Bits, 0);
  Intrinsic::ID Which = Minus ? Intrinsic::usub_with_overflow : Intrinsic::uadd_with_overflow;
  Value *First = S.B.CreateBinaryIntrinsic(Which, Left, Right);
  Value *Second = S.B.CreateBinaryIntrinsic(Which, S.B.CreateExtractValue(First, 0), One);
  carryOut(S, S.B.CreateOr(S.B.CreateExtractValue(First, 1), S.B.CreateExtractValue(Second, 1)), Type, Out);
  S.write(S.operand(0), Type, S.B.CreateExtractValue(Second, 0));
}

void addOrSubtract(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(3, 3))
    return;
  StringRef Name = S.Now->Words.front();
  bool Minus = Name.starts_with("sub");
  Value *Left = S.read(1, Type), *Right = S.read(2, Type);
  if (Type.Kind == 'f')
    return floatSum(S, Left, Right, Type, Name);
  if (Name.ends_with("c") || is_contained(S.Words, "cc"))
    return addWithCarry(S, Left, Right, Type, Minus);
  if (S.takeWord("sat")) {
    Intrinsic::ID Which = Minus ? Intrinsic::ssub_sat : Intrinsic::sadd_sat;
    return S.write(S.operand(0), Type, S.B.CreateBinaryIntrinsic(Which, Left, Right));
  }
  S.write(S.operand(0), Type, Minus ? S.B.CreateSub(Left, Right) : S.B.CreateAdd(Left, Right));
}

// `mul`, `mad` and `madc`.
void multiply(PtxStatement &S) {
  PtxType Type = S.takeType();
  StringRef Name = S.Now->Words.front();
  bool Adds = Name != "mul";
  if (!S.hasOperands(Adds ? 4 : 3, Adds ? 4 : 3))
    return;
  if (Type.Kind == 'f')
    return Adds ? fused(S) : floatSum(S, S.read(1, Type), S.read(2, Type), Type, Name);
  bool Wide = S.takeWord("wide"), High = S.takeWord("hi");
  if (!Wide && !High && !S.takeWord("lo"))
    return S.fail("it lacks `.lo`, `.hi` or `.wide`");
  bool Signed = Type.Kind == 's';
  IntegerType *Double = S.integer(Type.Bits * 2);
  Value *Left = S.B.CreateIntCast(S.read(1, Type), Double, Signed), *Right = S.B.CreateIntCast(S.read(2, Type), Double, Signed);
  Value *Product = S.B.CreateMul(Left, Right);
  PtxType Made{Type.Kind, Wide ? Type.Bits * 2 : Type.Bits};
  if (Made.Bits > 64)
    return S.fail("");
  Value *Part = S.B.CreateTrunc(High ? S.B.CreateLShr(Product, Type.Bits) : Product, S.integer(Made.Bits));
  if (!Adds)
    return S.write(S.operand(0), Made, Part);
  Value *Third = S.read(3, Made);
  if (Name == "madc" || is_contained(S.Words, "cc"))
    return addWithCarry(S, Part, Third, Made, false);
  S.write(S.operand(0), Made, S.B.CreateAdd(Part, Third));
}

void divide(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(3, 3))
    return;
  StringRef Name = S.Now->Words.front();
  Value *Left = S.read(1, Type), *Right = S.read(2, Type);
  if (Type.Kind == 'f' && Name == "div")
    return floatSum(S, Left, Right, Type, Name);
  if (Type.Kind == 'f')
    return S.fail("");
  // What a division by zero gives is not said; it must not end the process.
  Right = S.B.CreateSelect(S.B.CreateICmpEQ(Right, S.number(Type.Bits, 0)), S.number(Type.Bits, 1), Right);
  bool Signed = Type.Kind == 's';
  if (Signed) { // the smallest number by -1
    Value *Overflows = S.B.CreateAnd(S.B.CreateICmpEQ(Right, S.number(Type.Bits, -1)), S.B.CreateICmpEQ(Left, S.number(Type.Bits, uint64_t(1) << (Type.Bits - 1))));
    Right = S.B.CreateSelect(Overflows, S.number(Type.Bits, 1), Right);
  }
  bool Quotient = Name == "div";
  S.write(S.operand(0), Type, Signed ? (Quotient ? S.B.CreateSDiv(Left, Right) : S.B.CreateSRem(Left, Right))
                                 : (Quotient ? S.B.CreateUDiv(Left, Right) : S.B.CreateURem(Left, Right)));
}

void logic(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(3, 3))
    return;
  Value *Left = S.read(1, Type), *Right = S.read(2, Type);
  StringRef Name = S.Now->Words.front();
  S.write(S.operand(0), Type, Name == "and" ? S.B.CreateAnd(Left, Right) : Name == "or" ? S.B.CreateOr(Left, Right) : S.B.CreateXor(Left, Right));
}

void invert(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2))
    return;
  Value *From = S.read(1, Type);
  if (S.Now->Words.front() == "not")
    return S.write(S.operand(0), Type, S.B.CreateNot(From));
  S.write(S.operand(0), Type, S.B.CreateZExt(S.B.CreateIsNull(From), S.integer(Type.Bits)));
}

// Amounts beyond the width give what the last bit that is left gives.
void shift(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(3, 3))
    return;
  Value *From = S.read(1, Type), *By = S.read(2, {'u', 32});
  Value *Beyond = S.B.CreateICmpUGE(By, S.number(32, Type.Bits));
  Value *Near = S.B.CreateZExtOrTrunc(S.B.CreateSelect(Beyond, S.number(32, Type.Bits - 1), By), S.integer(Type.Bits));
  if (S.Now->Words.front() == "shr" && Type.Kind == 's')
    return S.write(S.operand(0), Type, S.B.CreateAShr(From, Near));
  Value *Shifted = S.Now->Words.front() == "shl" ? S.B.CreateShl(From, Near) : S.B.CreateLShr(From, Near);
  S.write(S.operand(0), Type, S.B.CreateSelect(Beyond, S.number(Type.Bits, 0), Shifted));
}

void funnelShift(PtxStatement &S) {
  PtxType Type = S.takeType();
  bool Left = S.takeWord("l"), Wraps = S.takeWord("wrap");
  if (!S.hasOperands(4, 4) || Type.Bits != 32 || (!Left && !S.takeWord("r")) || (!Wraps && !S.takeWord("clamp")))
    return S.fail("");
  Value *Low = S.B.CreateZExt(S.read(1, Type), S.integer(64)), *High = S.B.CreateZExt(S.read(2, Type), S.integer(64));
  Value *Both = S.B.CreateOr(Low, S.B.CreateShl(High, 32)), *By = S.read(3, {'u', 32});
  By = Wraps ? S.B.CreateAnd(By, 31) : S.B.CreateBinaryIntrinsic(Intrinsic::umin, By, S.number(32, 32));
  By = S.B.CreateZExt(By, S.integer(64));
  Value *Shifted = Left ? S.B.CreateLShr(S.B.CreateShl(Both, By), 32) : S.B.CreateLShr(Both, By);
  S.write(S.operand(0), Type, S.B.CreateTrunc(Shifted, S.integer(32)));
}

void logicOfThree(PtxStatement &S) {
  PtxType Type = S.takeType();
  std::optional<uint64_t> Table = S.Now->Operands.size() == 5 ? S.constant(S.operand(4)) : std::nullopt;
  if (!Table)
    return S.fail("its table is no constant");
  Value *Result = S.number(Type.Bits, 0);
  Value *Inputs[] = {S.read(1, Type), S.read(2, Type), S.read(3, Type)};
  for (unsigned Case = 0; Case < 8; ++Case) {
    if (!(*Table >> Case & 1))
      continue;
    auto side = [&](unsigned At) { return Case >> (2 - At) & 1 ? Inputs[At] : S.B.CreateNot(Inputs[At]); };
    Result = S.B.CreateOr(Result, S.B.CreateAnd(side(0), S.B.CreateAnd(side(1), side(2))));
  }
  S.write(S.operand(0), Type, Result);
}

void permuteBytes(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(4, 4) || Type.Bits != 32)
    return S.fail("");
  Value *Both = S.B.CreateOr(S.B.CreateZExt(S.read(1, Type), S.integer(64)), S.B.CreateShl(S.B.CreateZExt(S.read(2, Type), S.integer(64)), 32));
  Value *Selectors = S.read(3, Type), *Result = S.number(32, 0);
  for (unsigned At = 0; At < 4; ++At) {
    Value *Selector = S.B.CreateAnd(S.B.CreateLShr(Selectors, At * 4), 15);
    Value *By = S.B.CreateZExt(S.B.CreateShl(S.B.CreateAnd(Selector, 7), 3), S.integer(64));
    Value *Byte = S.B.CreateTrunc(S.B.CreateLShr(Both, By), S.B.getInt8Ty());
    Value *Sign = S.B.CreateAShr(Byte, 7);
    Byte = S.B.CreateSelect(S.B.CreateICmpUGE(Selector, S.number(32, 8)), Sign, Byte);
    Result = S.B.CreateOr(Result, S.B.CreateShl(S.B.CreateZExt(Byte, S.integer(32)), At * 8));
  }
  S.write(S.operand(0), Type, Result);
}

// As many ones as `Length` says, which is not more than the bits.
static Value *fieldMask(PtxStatement &S, unsigned Bits, Value *Length) {
  Value *Whole = S.B.CreateICmpUGE(Length, S.number(Bits, Bits));
  Value *Near = S.B.CreateSelect(Whole, S.number(Bits, 0), Length);
  return S.B.CreateSelect(Whole, S.number(Bits, -1), S.B.CreateSub(S.B.CreateShl(S.number(Bits, 1), Near), S.number(Bits, 1)));
}

void extractField(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(4, 4) || Type.Bits < 32)
    return S.fail("");
  auto low = [&](size_t At) { return S.B.CreateZExt(S.B.CreateAnd(S.read(At, {'u', 32}), 255), S.integer(Type.Bits)); };
  Value *From = S.read(1, Type), *Start = low(2), *Length = S.B.CreateBinaryIntrinsic(Intrinsic::umin, low(3), S.number(Type.Bits, Type.Bits));
  Value *Beyond = S.B.CreateICmpUGE(Start, S.number(Type.Bits, Type.Bits));
  Value *Near = S.B.CreateSelect(Beyond, S.number(Type.Bits, Type.Bits - 1), Start);
  Value *Result = nullptr;
  if (Type.Kind == 's') {
    Value *Empty = S.B.CreateIsNull(Length);
    Value *Rest = S.B.CreateSelect(Empty, S.number(Type.Bits, 0), S.B.CreateSub(S.number(Type.Bits, Type.Bits), Length));
    Value *Field = S.B.CreateAShr(S.B.CreateShl(S.B.CreateAShr(From, Near), Rest), Rest);
    Result = S.B.CreateSelect(Empty, S.number(Type.Bits, 0), Field);
  } else {
    Value *Field = S.B.CreateAnd(S.B.CreateLShr(From, Near), fieldMask(S, Type.Bits, Length));
    Result = S.B.CreateSelect(Beyond, S.number(Type.Bits, 0), Field);
  }
  S.write(S.operand(0), Type, Result);
}

void insertField(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(5, 5) || Type.Bits < 32)
    return S.fail("");
  auto low = [&](size_t At) { return S.B.CreateZExt(S.B.CreateAnd(S.read(At, {'u', 32}), 255), S.integer(Type.Bits)); };
  Value *Field = S.read(1, Type), *Into = S.read(2, Type), *Start = low(3);
  Value *Beyond = S.B.CreateICmpUGE(Start, S.number(Type.Bits, Type.Bits));
  Value *Near = S.B.CreateSelect(Beyond, S.number(Type.Bits, 0), Start);
  Value *Mask = S.B.CreateSelect(Beyond, S.number(Type.Bits, 0), S.B.CreateShl(fieldMask(S, Type.Bits, low(4)), Near));
  S.write(S.operand(0), Type, S.B.CreateOr(S.B.CreateAnd(Into, S.B.CreateNot(Mask)), S.B.CreateAnd(S.B.CreateShl(Field, Near), Mask)));
}

// `brev` keeps the width; `popc` and `clz` give 32 bits.
void countBits(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2))
    return;
  StringRef Name = S.Now->Words.front();
  Value *From = S.read(1, Type);
  if (Name == "brev")
    return S.write(S.operand(0), Type, S.B.CreateUnaryIntrinsic(Intrinsic::bitreverse, From));
  Value *Count = Name == "popc" ? S.B.CreateUnaryIntrinsic(Intrinsic::ctpop, From) : S.B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, S.B.getFalse());
  S.write(S.operand(0), {'u', 32}, S.B.CreateZExtOrTrunc(Count, S.integer(32)));
}

void findBit(PtxStatement &S) {
  bool Amount = S.takeWord("shiftamt");
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2))
    return;
  Value *From = S.read(1, Type);
  if (Type.Kind == 's')
    From = S.B.CreateSelect(S.B.CreateICmpSLT(From, S.number(Type.Bits, 0)), S.B.CreateNot(From), From);
  Value *Zeros = S.B.CreateZExtOrTrunc(S.B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, S.B.getFalse()), S.integer(32));
  Value *Found = Amount ? Zeros : S.B.CreateSub(S.number(32, Type.Bits - 1), Zeros);
  S.write(S.operand(0), {'u', 32}, S.B.CreateSelect(S.B.CreateIsNull(From), S.number(32, -1), Found));
}

void smallest(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(3, 3))
    return;
  Value *Left = S.read(1, Type), *Right = S.read(2, Type);
  bool Least = S.Now->Words.front() == "min";
  if (Type.Kind == 'f')
    return floatSum(S, Left, Right, Type, S.Now->Words.front());
  bool Signed = Type.Kind == 's';
  Intrinsic::ID Which = Least ? (Signed ? Intrinsic::smin : Intrinsic::umin) : (Signed ? Intrinsic::smax : Intrinsic::umax);
  S.write(S.operand(0), Type, S.B.CreateBinaryIntrinsic(Which, Left, Right));
}

// `abs` and `neg`.
void magnitude(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2))
    return;
  bool Negates = S.Now->Words.front() == "neg";
  Value *From = S.read(1, Type);
  if (Type.Kind == 'f') {
    bool Flush = S.takeWord("ftz");
    Value *Made = Negates ? S.B.CreateFNeg(From) : S.B.CreateUnaryIntrinsic(Intrinsic::fabs, From);
    return writeFloat(S, Type, flushed(S, Made, Flush), Flush, false);
  }
  S.write(S.operand(0), Type, Negates ? S.B.CreateNeg(From) : S.B.CreateBinaryIntrinsic(Intrinsic::abs, From, S.B.getFalse()));
}

void absoluteDifference(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(4, 4))
    return;
  Value *Left = S.read(1, Type), *Right = S.read(2, Type);
  Value *Less = Type.Kind == 's' ? S.B.CreateICmpSLT(Left, Right) : S.B.CreateICmpULT(Left, Right);
  Value *Difference = S.B.CreateSelect(Less, S.B.CreateSub(Right, Left), S.B.CreateSub(Left, Right));
  S.write(S.operand(0), Type, S.B.CreateAdd(Difference, S.read(3, Type)));
}

// `vabsdiff4.u32.u32.u32`, with or without `.add`.
void bytesDifference(PtxStatement &S) {
  bool Adds = S.takeWord("add");
  for (unsigned Times = 0; Times < 3; ++Times)
    if (!S.takeWord("u32"))
      return S.fail("");
  if (!S.hasOperands(4, 4))
    return;
  Value *Left = S.read(1, {'u', 32}), *Right = S.read(2, {'u', 32}), *Result = Adds ? S.read(3, {'u', 32}) : S.number(32, 0);
  for (unsigned At = 0; At < 32; At += 8) {
    Value *L = S.B.CreateAnd(S.B.CreateLShr(Left, At), 255), *R = S.B.CreateAnd(S.B.CreateLShr(Right, At), 255);
    Value *Difference = S.B.CreateBinaryIntrinsic(Intrinsic::abs, S.B.CreateSub(L, R), S.B.getFalse());
    Result = Adds ? S.B.CreateAdd(Result, Difference) : S.B.CreateOr(Result, S.B.CreateShl(Difference, At));
  }
  S.write(S.operand(0), {'u', 32}, Result);
}

void dotProduct(PtxStatement &S) {
  PtxType Second = S.takeType(), First = S.takeType();
  if (!S.hasOperands(4, 4) || First.Bits != 32 || Second.Bits != 32)
    return S.fail("");
  Value *Sum = S.read(3, {'b', 32}), *Left = S.read(1, First), *Right = S.read(2, Second);
  for (unsigned At = 0; At < 32; At += 8) {
    auto part = [&](Value *From, PtxType Type) {
      return S.B.CreateIntCast(S.B.CreateTrunc(S.B.CreateLShr(From, At), S.B.getInt8Ty()), S.integer(32), Type.Kind == 's');
    };
    Sum = S.B.CreateAdd(Sum, S.B.CreateMul(part(Left, First), part(Right, Second)));
  }
  S.write(S.operand(0), {'b', 32}, Sum);
}

void select(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(4, 4))
    return;
  S.write(S.operand(0), Type, S.B.CreateSelect(S.read(3, {'p', 1}), S.read(1, Type), S.read(2, Type)));
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
void compare(PtxStatement &S) {
  PtxType Type = S.takeType();
  bool Flush = Type.Kind == 'f' && S.takeWord("ftz");
  auto Which = S.Words.empty() ? std::nullopt : comparison(S.Words.front(), Type.Kind);
  if (!Which || !S.hasOperands(3, 4))
    return S.fail("");
  S.Words.erase(S.Words.begin());
  Value *Left = flushed(S, S.read(1, Type), Flush), *Right = flushed(S, S.read(2, Type), Flush);
  Value *Holds = Type.Kind == 'f' ? S.B.CreateFCmp(*Which, Left, Right) : S.B.CreateICmp(*Which, Left, Right);
  Value *Fails = S.B.CreateNot(Holds);
  if (S.Now->Operands.size() == 4) {
    Value *Third = S.read(3, {'p', 1});
    bool And = S.takeWord("and"), Or = !And && S.takeWord("or");
    if (!And && !Or && !S.takeWord("xor"))
      return S.fail("");
    auto combine = [&](Value *First) { return And ? S.B.CreateAnd(First, Third) : Or ? S.B.CreateOr(First, Third) : S.B.CreateXor(First, Third); };
    Holds = combine(Holds);
    Fails = combine(Fails);
  }
  S.write(S.operand(0), {'p', 1}, Holds);
  for (const PtxOperand &Other : S.operand(0).Parts)
    S.write(Other, {'p', 1}, Fails);
}

} // namespace chv::ptx
