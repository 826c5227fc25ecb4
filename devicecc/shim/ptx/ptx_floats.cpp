// PTX's instructions on floating-point numbers, and its conversions.
#include "ptx/ptx_emitter.h"

using namespace llvm;

namespace chv {

// `.rn` is what there is. The others would need another mode of the processor.
bool PtxEmitter::takeRounding() {
  if (takeAnyWord({"rz", "rm", "rp"}))
    fail("only rounding to the nearest is there");
  return takeWord("rn");
}

// `.ftz`: a subnormal number is zero, of its sign.
Value *PtxEmitter::flushed(Value *From, bool Flush) {
  if (!Flush || !From->getType()->isFloatTy())
    return From;
  Value *Zero = B.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(From->getType(), 0.0), From);
  return B.CreateSelect(B.createIsFPClass(From, fcSubnormal), Zero, From);
}

void PtxEmitter::writeFloat(PtxType Type, Value *Made, bool Flush, bool Saturate) {
  Made = flushed(Made, Flush);
  if (Saturate) { // not a number is zero
    Made = B.CreateMaxNum(Made, ConstantFP::get(Made->getType(), 0.0));
    Made = B.CreateMinNum(Made, ConstantFP::get(Made->getType(), 1.0));
  }
  write(operand(0), Type, Made);
}

// Every instruction of two floats.
void PtxEmitter::floatSum(Value *Left, Value *Right, PtxType Type, StringRef Name) {
  if (Type.Bits == 16)
    return fail("");
  takeRounding();
  takeAnyWord({"full", "approx"});
  bool Flush = takeWord("ftz"), Saturate = takeWord("sat"), Propagates = takeWord("NaN");
  Left = flushed(Left, Flush);
  Right = flushed(Right, Flush);
  Value *Made = nullptr;
  if (Name == "add")
    Made = B.CreateFAdd(Left, Right);
  else if (Name == "sub")
    Made = B.CreateFSub(Left, Right);
  else if (Name == "mul")
    Made = B.CreateFMul(Left, Right);
  else if (Name == "div")
    Made = B.CreateFDiv(Left, Right);
  else if (Name == "copysign") // of the first operand
    Made = B.CreateBinaryIntrinsic(Intrinsic::copysign, Right, Left);
  else if (Name == "min")
    Made = Propagates ? B.CreateMinimum(Left, Right) : B.CreateMinNum(Left, Right);
  else if (Name == "max")
    Made = Propagates ? B.CreateMaximum(Left, Right) : B.CreateMaxNum(Left, Right);
  else
    return fail("");
  writeFloat(Type, Made, Flush, Saturate);
}

// `fma`, and `mad` of floats, which is the same.
void PtxEmitter::fused() {
  if (Now->Words.front() == "fma")
    if (PtxType Type = takeType(); Type.Kind != 'f')
      return fail("");
  PtxType Type = PtxType::of(Now->Words.back());
  if (!hasOperands(4, 4) || Type.Bits == 16)
    return fail("");
  takeRounding();
  bool Flush = takeWord("ftz"), Saturate = takeWord("sat");
  Value *Parts[3];
  for (unsigned At = 0; At < 3; ++At)
    Parts[At] = flushed(read(At + 1, Type), Flush);
  writeFloat(Type, B.CreateIntrinsic(Intrinsic::fma, {typeOf(Type)}, {Parts[0], Parts[1], Parts[2]}), Flush, Saturate);
}

// Functions of one float. The approximate ones are the exact ones here.
void PtxEmitter::special() {
  PtxType Type = takeType();
  if (!hasOperands(2, 2) || Type.Kind != 'f' || Type.Bits == 16)
    return fail("");
  takeRounding();
  takeWord("approx");
  bool Flush = takeWord("ftz");
  Value *From = flushed(read(1, Type), Flush);
  StringRef Name = Now->Words.front();
  auto one = [&] { return ConstantFP::get(typeOf(Type), 1.0); };
  auto of = [&](Intrinsic::ID Which) { return B.CreateUnaryIntrinsic(Which, From); };
  Value *Made = nullptr;
  if (Name == "rcp")
    Made = B.CreateFDiv(one(), From);
  else if (Name == "sqrt")
    Made = of(Intrinsic::sqrt);
  else if (Name == "rsqrt")
    Made = B.CreateFDiv(one(), of(Intrinsic::sqrt));
  else if (Name == "ex2")
    Made = of(Intrinsic::exp2);
  else if (Name == "lg2")
    Made = of(Intrinsic::log2);
  else
    Made = of(Name == "sin" ? Intrinsic::sin : Name == "cos" ? Intrinsic::cos : Intrinsic::tanh);
  writeFloat(Type, Made, Flush, false);
}

// Out of range is the nearest number, and what is no number is zero, as on a GPU.
Value *PtxEmitter::toInteger(Value *From, PtxType To, PtxType Of, bool Saturate) {
  bool Signed = To.Kind == 's';
  if (Of.Kind == 'f') {
    Intrinsic::ID Which = takeWord("rni") ? Intrinsic::roundeven : takeWord("rmi") ? Intrinsic::floor : takeWord("rpi") ? Intrinsic::ceil : Intrinsic::trunc;
    if (Which == Intrinsic::trunc && !takeWord("rzi"))
      fail("it lacks a rounding");
    From = B.CreateUnaryIntrinsic(Which, From);
    return B.CreateIntrinsic(Signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {integer(To.Bits), From->getType()}, {From});
  }
  if (!Saturate)
    return B.CreateIntCast(From, integer(To.Bits), Of.Kind == 's');
  // Wide enough for both.
  Value *Wide = B.CreateIntCast(From, integer(128), Of.Kind == 's');
  APInt Least = Signed ? APInt::getSignedMinValue(To.Bits).sext(128) : APInt(128, 0);
  APInt Most = Signed ? APInt::getSignedMaxValue(To.Bits).sext(128) : APInt::getMaxValue(To.Bits).zext(128);
  Wide = B.CreateBinaryIntrinsic(Intrinsic::smax, Wide, ConstantInt::get(B.getContext(), Least));
  Wide = B.CreateBinaryIntrinsic(Intrinsic::smin, Wide, ConstantInt::get(B.getContext(), Most));
  return B.CreateTrunc(Wide, integer(To.Bits));
}

void PtxEmitter::convert() {
  PtxType Of = takeType(), To = takeType();
  bool HasHalf = (Of.Kind == 'f' && Of.Bits == 16) || (To.Kind == 'f' && To.Bits == 16);
  if (!hasOperands(2, 2) || HasHalf)
    return fail("");
  bool Flush = takeWord("ftz"), Saturate = takeWord("sat");
  Value *From = flushed(read(1, Of), Flush);
  if (To.Kind != 'f')
    return write(operand(0), To, toInteger(From, To, Of, Saturate));
  Value *Made = nullptr;
  if (Of.Kind == 'f' && Of.Bits == To.Bits) {
    Intrinsic::ID Which = takeWord("rni") ? Intrinsic::roundeven : takeWord("rmi") ? Intrinsic::floor : takeWord("rpi") ? Intrinsic::ceil : Intrinsic::trunc;
    Made = Which != Intrinsic::trunc || takeWord("rzi") ? B.CreateUnaryIntrinsic(Which, From) : From;
  } else {
    bool Rounds = takeRounding();
    if (!Rounds && (Of.Kind != 'f' || Of.Bits > To.Bits))
      return fail("it lacks a rounding");
    Made = Of.Kind == 'f'   ? B.CreateFPCast(From, typeOf(To))
           : Of.Kind == 's' ? B.CreateSIToFP(From, typeOf(To))
                            : B.CreateUIToFP(From, typeOf(To));
  }
  writeFloat(To, Made, Flush, Saturate);
}

} // namespace chv
