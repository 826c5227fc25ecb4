// PTX's special registers, and its instructions for a warp and a block.
#include "ptx/ptx_emitter.h"

using namespace llvm;

namespace chv {

// `lt`: the lanes before this one.
Value *PtxEmitter::laneMask(StringRef Which) {
  Value *Mine = B.CreateShl(number(32, 1), call("__chv_lane", integer(32), {}));
  Value *Before = B.CreateSub(Mine, number(32, 1));
  if (Which == "eq")
    return Mine;
  if (Which == "lt")
    return Before;
  if (Which == "le")
    return B.CreateOr(Before, Mine);
  if (Which == "ge")
    return B.CreateNot(Before);
  return Which == "gt" ? B.CreateNot(B.CreateOr(Before, Mine)) : nullptr;
}

Value *PtxEmitter::specialRegister(StringRef Name) {
  auto part = [&](StringRef Of, StringRef Axis) { return call(("__chv_" + Of + "_" + Axis).str(), integer(32), {}); };
  auto inBlock = [&](StringRef Of) {
    Value *Plane = B.CreateAdd(part("tid", "x"), B.CreateMul(part("ntid", "x"), part("tid", "y")));
    Value *Layer = B.CreateMul(B.CreateMul(part("ntid", "x"), part("ntid", "y")), part("tid", "z"));
    Value *Threads = B.CreateMul(B.CreateMul(part("ntid", "x"), part("ntid", "y")), part("ntid", "z"));
    return B.CreateLShr(Of == "mine" ? B.CreateAdd(Plane, Layer) : B.CreateAdd(Threads, number(32, 31)), 5);
  };
  if (Name.consume_front("%lanemask_"))
    return laneMask(Name);
  auto [Of, Axis] = Name.drop_front(Name.starts_with("%")).split('.');
  if (is_contained({"tid", "ntid", "ctaid", "nctaid"}, Of) && is_contained({"x", "y", "z"}, Axis))
    return part(Of, Axis);
  if (!Axis.empty())
    return nullptr;
  if (Of == "laneid")
    return call("__chv_lane", integer(32), {});
  if (Of == "WARP_SZ")
    return number(32, 32);
  if (Of == "warpid")
    return inBlock("mine");
  if (Of == "nwarpid")
    return inBlock("all");
  if (Of == "dynamic_smem_size")
    return call("__chv_dynamic_shared_bytes", integer(32), {});
  if (Of.starts_with("clock")) {
    Value *Cycles = call("__chv_clock", integer(64), {});
    return Of == "clock64" ? Cycles : Of == "clock" ? B.CreateTrunc(Cycles, integer(32)) : Of == "clock_hi" ? B.CreateLShr(Cycles, 32) : nullptr;
  }
  if (Of.starts_with("globaltimer")) {
    Value *Time = call("__chv_global_timer", integer(64), {});
    return Of == "globaltimer"      ? Time
           : Of == "globaltimer_lo" ? B.CreateTrunc(Time, integer(32))
           : Of == "globaltimer_hi" ? B.CreateLShr(Time, 32)
                                    : nullptr;
  }
  return nullptr;
}

// A shuffle's third operand has the last lane of a part and the lanes' bits that choose the part. Only those that `__shfl_sync` makes are known.
static std::optional<unsigned> widthOf(uint64_t Packed, bool Up) {
  unsigned Segment = Packed >> 8 & 31, Width = 32 - Segment;
  bool Plain = (Packed & 31) == (Up ? 0u : 31u) && isPowerOf2_32(Width) && Packed >> 13 == 0;
  return Plain ? std::optional(Width) : std::nullopt;
}

void PtxEmitter::shuffle() {
  static const StringRef Kinds[] = {"idx", "up", "down", "bfly"};
  takeType();
  if (!takeWord("sync") || !hasOperands(5, 5))
    return fail("");
  unsigned Kind = 0;
  while (Kind < 4 && !takeWord(Kinds[Kind]))
    ++Kind;
  std::optional<uint64_t> Packed = constant(operand(3));
  std::optional<unsigned> Width = Packed ? widthOf(*Packed, Kind == 1) : std::nullopt;
  if (Kind == 4 || !Width)
    return fail("only parts of a warp as `__shfl_sync` makes them are there");
  Value *By = read(2, {'u', 32}), *Mine = call("__chv_lane", integer(32), {});
  Value *Mask = B.CreateZExt(read(4, {'u', 32}), integer(64)), *Given = B.CreateZExt(read(1, {'b', 32}), integer(64));
  Value *Made = call("__chv_sync_shuffle", integer(64), {Mask, Given, By, number(32, *Width), number(32, Kind), number(32, 0)});
  write(operand(0), {'b', 32}, B.CreateTrunc(Made, integer(32)));
  if (operand(0).Parts.empty())
    return;
  // Does the value come from a lane of the same part?
  Value *InPart = B.CreateAnd(Mine, *Width - 1), *Near = B.CreateAnd(By, 31), *Last = number(32, *Width - 1);
  Value *Holds = Kind == 0   ? B.CreateICmpULE(Near, Last)
                 : Kind == 1 ? B.CreateICmpUGE(InPart, Near)
                 : Kind == 2 ? B.CreateICmpULE(B.CreateAdd(InPart, Near), Last)
                             : B.CreateICmpULE(B.CreateXor(InPart, Near), Last);
  write(operand(0).Parts.front(), {'p', 1}, Holds);
}

void PtxEmitter::vote() {
  if (!takeWord("sync") || !hasOperands(3, 3))
    return fail("");
  Value *Mask = B.CreateZExt(read(2, {'u', 32}), integer(64)), *Mine = read(1, {'p', 1});
  auto ballot = [&](Value *Predicate) {
    return call("__chv_sync_ballot", integer(64), {Mask, B.CreateZExt(Predicate, integer(32)), number(32, 0)});
  };
  if (takeWord("ballot")) {
    takeWord("b32");
    return write(operand(0), {'b', 32}, B.CreateTrunc(ballot(Mine), integer(32)));
  }
  takeWord("pred");
  if (takeWord("any"))
    return write(operand(0), {'p', 1}, B.CreateIsNotNull(ballot(Mine)));
  // A lane that has returned has no vote.
  if (takeWord("all"))
    return write(operand(0), {'p', 1}, B.CreateIsNull(ballot(B.CreateNot(Mine))));
  fail("");
}

// `bar.sync`, `barrier.sync` and `bar.warp.sync`.
void PtxEmitter::barrier() {
  bool Warp = takeWord("warp");
  takeAnyWord({"cta", "aligned"});
  if (!takeWord("sync") || !hasOperands(1, 2))
    return fail("");
  Value *First = read(0, {'u', 32});
  if (Warp)
    return (void)call("__chv_sync_warp", B.getVoidTy(), {B.CreateZExt(First, integer(64)), number(32, 0)});
  if (Now->Operands.size() == 2)
    return (void)call("__chv_sync_named", B.getVoidTy(), {First, read(1, {'u', 32}), number(32, 0)});
  std::optional<uint64_t> Which = constant(operand(0));
  if (!Which || *Which != 0)
    return fail("another barrier than 0 needs its number of threads");
  call("__chv_sync_block", B.getVoidTy(), {number(32, 0)});
}

void PtxEmitter::reduceLanes() {
  PtxType Type = takeType();
  static const StringRef Names[] = {"add", "min", "max", "and", "or", "xor"};
  if (!takeWord("sync") || !hasOperands(3, 3) || Type.Bits != 32 || Type.Kind == 'f')
    return fail("");
  const StringRef *Found = find_if(Names, [&](StringRef Name) { return takeWord(Name); });
  // What the primitive calls them: add, min u32, max u32, min s32, max s32, and, or, xor.
  static const unsigned Unsigned[] = {0, 1, 2, 5, 6, 7}, Signed[] = {0, 3, 4, 5, 6, 7};
  if (Found == std::end(Names))
    return fail("");
  unsigned Kind = (Type.Kind == 's' ? Signed : Unsigned)[Found - Names];
  Value *Mask = B.CreateZExt(read(2, {'u', 32}), integer(64));
  write(operand(0), Type, call("__chv_sync_reduce", integer(32), {Mask, read(1, Type), number(32, Kind), number(32, 0)}));
}

void PtxEmitter::activeLanes() {
  takeWord("b32");
  if (hasOperands(1, 1))
    write(operand(0), {'b', 32}, B.CreateTrunc(call("__chv_sync_active_mask", integer(64), {number(32, 0)}), integer(32)));
}

void PtxEmitter::sleep() {
  takeWord("u32");
  call("__chv_sync_yield", B.getVoidTy(), {number(32, 0)});
}

void PtxEmitter::trap() {
  call("__chv_trap", B.getVoidTy(), {});
}

PtxEmitter::Handler PtxEmitter::handlerOf(StringRef Name) {
  using E = PtxEmitter;
  static const StringMap<Handler> Handlers = {
      {"mov", &E::move},          {"add", &E::addOrSubtract},  {"addc", &E::addOrSubtract}, {"sub", &E::addOrSubtract},
      {"subc", &E::addOrSubtract}, {"mul", &E::multiply},      {"mad", &E::multiply},       {"madc", &E::multiply},
      {"div", &E::divide},        {"rem", &E::divide},         {"and", &E::logic},          {"or", &E::logic},
      {"xor", &E::logic},         {"not", &E::invert},         {"cnot", &E::invert},        {"shl", &E::shift},
      {"shr", &E::shift},         {"shf", &E::funnelShift},    {"lop3", &E::logicOfThree},  {"prmt", &E::permuteBytes},
      {"bfe", &E::extractField},  {"bfi", &E::insertField},    {"popc", &E::countBits},     {"clz", &E::countBits},
      {"brev", &E::countBits},    {"bfind", &E::findBit},      {"min", &E::smallest},       {"max", &E::smallest},
      {"abs", &E::magnitude},     {"neg", &E::magnitude},      {"sad", &E::absoluteDifference},
      {"vabsdiff4", &E::bytesDifference}, {"dp4a", &E::dotProduct}, {"selp", &E::select},   {"setp", &E::compare},
      {"fma", &E::fused},         {"rcp", &E::special},        {"sqrt", &E::special},       {"rsqrt", &E::special},
      {"ex2", &E::special},       {"lg2", &E::special},        {"sin", &E::special},        {"cos", &E::special},
      {"tanh", &E::special},      {"cvt", &E::convert},        {"copysign", &E::smallest},  {"ld", &E::load},
      {"ldu", &E::load},          {"st", &E::store},           {"atom", &E::atomic},        {"red", &E::atomic},
      {"membar", &E::fence},      {"fence", &E::fence},        {"prefetch", &E::nothing},   {"prefetchu", &E::nothing},
      {"applypriority", &E::nothing}, {"cvta", &E::addressOf}, {"isspacep", &E::isShared},  {"shfl", &E::shuffle},
      {"vote", &E::vote},         {"bar", &E::barrier},        {"barrier", &E::barrier},    {"redux", &E::reduceLanes},
      {"activemask", &E::activeLanes}, {"nanosleep", &E::sleep}, {"trap", &E::trap},        {"bra", &E::branch},
  };
  auto Found = Handlers.find(Name);
  return Found == Handlers.end() ? nullptr : Found->second;
}

} // namespace chv
