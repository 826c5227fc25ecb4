// PTX's instructions on floating-point numbers, and its conversions.
#include "ptx/ptx_instructions.h"

using namespace llvm;

namespace chv::ptx {

// `.rn` is what there is. The others would need another mode of the processor.
static bool takeRounding(PtxStatement &S) {
  if (S.takeAnyWord({"rz", "rm", "rp"}))
    S.fail("only rounding to the nearest is there");
  return S.takeWord("rn");
}

// `.ftz`: a subnormal number is zero, of its sign.
Value *flushed(PtxStatement &S, Value *From, bool Flush) {
  if (!Flush || !From->getType()->isFloatTy())
    return From;
  Value *Zero = S.B.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(From->getType(), 0.0), From);
  return S.B.CreateSelect(S.B.createIsFPClass(From, fcSubnormal), Zero, From);
}

void writeFloat(PtxStatement &S, PtxType Type, Value *Made, bool Flush, bool Saturate) {
  Made = flushed(S, Made, Flush);
  if (Saturate) { // not a number is zero
    Made = S.B.CreateMaxNum(Made, ConstantFP::get(Made->getType(), 0.0));
    Made = S.B.CreateMinNum(Made, ConstantFP::get(Made->getType(), 1.0));
  }
  S.write(S.operand(0), Type, Made);
}

// Every instruction of two floats.
void floatSum(PtxStatement &S, Value *Left, Value *Right, PtxType Type, StringRef Name) {
  if (Type.Bits == 16)
    return S.fail("");
  takeRounding(S);
  S.takeAnyWord({"full", "approx"});
  bool Flush = S.takeWord("ftz"), Saturate = S.takeWord("sat"), Propagates = S.takeWord("NaN");
  Left = flushed(S, Left, Flush);
  Right = flushed(S, Right, Flush);
  Value *Made = nullptr;
  if (Name == "add")
    Made = S.B.CreateFAdd(Left, Right);
  else if (Name == "sub")
    Made = S.B.CreateFSub(Left, Right);
  else if (Name == "mul")
    Made = S.B.CreateFMul(Left, Right);
  else if (Name == "div")
    Made = S.B.CreateFDiv(Left, Right);
  else if (Name == "copysign") // of the first operand
    Made = S.B.CreateBinaryIntrinsic(Intrinsic::copysign, Right, Left);
  else if (Name == "min")
    Made = Propagates ? S.B.CreateMinimum(Left, Right) : S.B.CreateMinNum(Left, Right);
  else if (Name == "max")
    Made = Propagates ? S.B.CreateMaximum(Left, Right) : S.B.CreateMaxNum(Left, Right);
  else
    return S.fail("");
  writeFloat(S, Type, Made, Flush, Saturate);
}

// `fma`, and `mad` of floats, which is the same.
void fused(PtxStatement &S) {
  if (S.Now->Words.front() == "fma")
    if (PtxType Type = S.takeType(); Type.Kind != 'f')
      return S.fail("");
  PtxType Type = PtxType::of(S.Now->Words.back());
  if (!S.hasOperands(4, 4) || Type.Bits == 16)
    return S.fail("");
  takeRounding(S);
  bool Flush = S.takeWord("ftz"), Saturate = S.takeWord("sat");
  Value *Parts[3];
  for (unsigned At = 0; At < 3; ++At)
    Parts[At] = flushed(S, S.read(At + 1, Type), Flush);
  writeFloat(S, Type, S.B.CreateIntrinsic(Intrinsic::fma, {S.typeOf(Type)}, {Parts[0], Parts[1], Parts[2]}), Flush, Saturate);
}

// Functions of one float. The approximate ones are the exact ones here.
void special(PtxStatement &S) {
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2) || Type.Kind != 'f' || Type.Bits == 16)
    return S.fail("");
  takeRounding(S);
  S.takeWord("approx");
  bool Flush = S.takeWord("ftz");
  Value *From = flushed(S, S.read(1, Type), Flush);
  StringRef Name = S.Now->Words.front();
  auto one = [&] { return ConstantFP::get(S.typeOf(Type), 1.0); };
  auto of = [&](Intrinsic::ID Which) { return S.B.CreateUnaryIntrinsic(Which, From); };
  Value *Made = nullptr;
  if (Name == "rcp")
    Made = S.B.CreateFDiv(one(), From);
  else if (Name == "sqrt")
    Made = of(Intrinsic::sqrt);
  else if (Name == "rsqrt")
    Made = S.B.CreateFDiv(one(), of(Intrinsic::sqrt));
  else if (Name == "ex2")
    Made = of(Intrinsic::exp2);
  else if (Name == "lg2")
    Made = of(Intrinsic::log2);
  else
    Made = of(Name == "sin" ? Intrinsic::sin : Name == "cos" ? Intrinsic::cos : Intrinsic::tanh);
  writeFloat(S, Type, Made, Flush, false);
}

// Out of range is the nearest number, and what is no number is zero, as on a GPU.
static Value *toInteger(PtxStatement &S, Value *From, PtxType To, PtxType Of, bool Saturate) {
  bool Signed = To.Kind == 's';
  if (Of.Kind == 'f') {
    Intrinsic::ID Which = S.takeWord("rni") ? Intrinsic::roundeven : S.takeWord("rmi") ? Intrinsic::floor : S.takeWord("rpi") ? Intrinsic::ceil : Intrinsic::trunc;
    if (Which == Intrinsic::trunc && !S.takeWord("rzi"))
      S.fail("it lacks a rounding");
    From = S.B.CreateUnaryIntrinsic(Which, From);
    return S.B.CreateIntrinsic(Signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {S.integer(To.Bits), From->getType()}, {From});
  }
  if (!Saturate)
    return S.B.CreateIntCast(From, S.integer(To.Bits), Of.Kind == 's');
  // Wide enough for both.
  Value *Wide = S.B.CreateIntCast(From, S.integer(128), Of.Kind == 's');
  APInt Least = Signed ? APInt::getSignedMinValue(To.Bits).sext(128) : APInt(128, 0);
  APInt Most = Signed ? APInt::getSignedMaxValue(To.Bits).sext(128) : APInt::getMaxValue(To.Bits).zext(128);
  Wide = S.B.CreateBinaryIntrinsic(Intrinsic::smax, Wide, ConstantInt::get(S.B.getContext(), Least));
  Wide = S.B.CreateBinaryIntrinsic(Intrinsic::smin, Wide, ConstantInt::get(S.B.getContext(), Most));
  return S.B.CreateTrunc(Wide, S.integer(To.Bits));
}

void convert(PtxStatement &S) {
  PtxType Of = S.takeType(), To = S.takeType();
  bool HasHalf = (Of.Kind == 'f' && Of.Bits == 16) || (To.Kind == 'f' && To.Bits == 16);
  if (!S.hasOperands(2, 2) || HasHalf)
    return S.fail("");
  bool Flush = S.takeWord("ftz"), Saturate = S.takeWord("sat");
  Value *From = flushed(S, S.read(1, Of), Flush);
  if (To.Kind != 'f')
    return S.write(S.operand(0), To, toInteger(S, From, To, Of, Saturate));
  Value *Made = nullptr;
  if (Of.Kind == 'f' && Of.Bits == To.Bits) {
    Intrinsic::ID Which = S.takeWord("rni") ? Intrinsic::roundeven : S.takeWord("rmi") ? Intrinsic::floor : S.takeWord("rpi") ? Intrinsic::ceil : Intrinsic::trunc;
    Made = Which != Intrinsic::trunc || S.takeWord("rzi") ? S.B.CreateUnaryIntrinsic(Which, From) : From;
  } else {
    bool Rounds = takeRounding(S);
    if (!Rounds && (Of.Kind != 'f' || Of.Bits > To.Bits))
      return S.fail("it lacks a rounding");
    Made = Of.Kind == 'f'   ? S.B.CreateFPCast(From, S.typeOf(To))
           : Of.Kind == 's' ? S.B.CreateSIToFP(From, S.typeOf(To))
                            : S.B.CreateUIToFP(From, S.typeOf(To));
  }
  writeFloat(S, To, Made, Flush, Saturate);
}

} // namespace chv::ptx
