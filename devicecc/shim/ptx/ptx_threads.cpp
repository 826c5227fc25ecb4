// PTX's special registers, and its instructions for a warp and a block.
#include "ptx/ptx_instructions.h"

using namespace llvm;

namespace chv::ptx {

// `lt`: the lanes before this one.
static Value *laneMask(PtxStatement &S, StringRef Which) {
  Value *Mine = S.B.CreateShl(S.number(32, 1), S.call("__chv_lane", S.integer(32), {}));
  Value *Before = S.B.CreateSub(Mine, S.number(32, 1));
  if (Which == "eq")
    return Mine;
  if (Which == "lt")
    return Before;
  if (Which == "le")
    return S.B.CreateOr(Before, Mine);
  if (Which == "ge")
    return S.B.CreateNot(Before);
  return Which == "gt" ? S.B.CreateNot(S.B.CreateOr(Before, Mine)) : nullptr;
}

Value *specialRegister(PtxStatement &S, StringRef Name) {
  auto part = [&](StringRef Of, StringRef Axis) { return S.call(("__chv_" + Of + "_" + Axis).str(), S.integer(32), {}); };
  auto inBlock = [&](StringRef Of) {
    Value *Plane = S.B.CreateAdd(part("tid", "x"), S.B.CreateMul(part("ntid", "x"), part("tid", "y")));
    Value *Layer = S.B.CreateMul(S.B.CreateMul(part("ntid", "x"), part("ntid", "y")), part("tid", "z"));
    Value *Threads = S.B.CreateMul(S.B.CreateMul(part("ntid", "x"), part("ntid", "y")), part("ntid", "z"));
    return S.B.CreateLShr(Of == "mine" ? S.B.CreateAdd(Plane, Layer) : S.B.CreateAdd(Threads, S.number(32, 31)), 5);
  };
  StringRef Plain = Name.drop_front(Name.starts_with("%"));
  bool OfWarp = Plain.starts_with("lanemask_") || is_contained({"laneid", "WARP_SZ", "warpid", "nwarpid"}, Plain);
  if (OfWarp && !S.hasLanesOfPtx())
    return S.number(32, 0);
  if (Name.consume_front("%lanemask_"))
    return laneMask(S, Name);
  auto [Of, Axis] = Name.drop_front(Name.starts_with("%")).split('.');
  if (is_contained({"tid", "ntid", "ctaid", "nctaid"}, Of) && is_contained({"x", "y", "z"}, Axis))
    return part(Of, Axis);
  if (!Axis.empty())
    return nullptr;
  if (Of == "laneid")
    return S.call("__chv_lane", S.integer(32), {});
  if (Of == "WARP_SZ")
    return S.number(32, 32);
  if (Of == "warpid")
    return inBlock("mine");
  if (Of == "nwarpid")
    return inBlock("all");
  if (Of == "dynamic_smem_size")
    return S.call("__chv_dynamic_shared_bytes", S.integer(32), {});
  if (Of.starts_with("clock")) {
    Value *Cycles = S.call("__chv_clock", S.integer(64), {});
    return Of == "clock64" ? Cycles : Of == "clock" ? S.B.CreateTrunc(Cycles, S.integer(32)) : Of == "clock_hi" ? S.B.CreateLShr(Cycles, 32) : nullptr;
  }
  if (Of.starts_with("globaltimer")) {
    Value *Time = S.call("__chv_global_timer", S.integer(64), {});
    return Of == "globaltimer"      ? Time
           : Of == "globaltimer_lo" ? S.B.CreateTrunc(Time, S.integer(32))
           : Of == "globaltimer_hi" ? S.B.CreateLShr(Time, 32)
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

void shuffle(PtxStatement &S) {
  static const StringRef Kinds[] = {"idx", "up", "down", "bfly"};
  S.takeType();
  if (!S.takeWord("sync") || !S.hasOperands(5, 5))
    return S.fail("");
  if (!S.hasLanesOfPtx())
    return;
  unsigned Kind = 0;
  while (Kind < 4 && !S.takeWord(Kinds[Kind]))
    ++Kind;
  std::optional<uint64_t> Packed = S.constant(S.operand(3));
  std::optional<unsigned> Width = Packed ? widthOf(*Packed, Kind == 1) : std::nullopt;
  if (Kind == 4 || !Width)
    return S.fail("only parts of a warp as `__shfl_sync` makes them are there");
  Value *By = S.read(2, {'u', 32}), *Mine = S.call("__chv_lane", S.integer(32), {});
  Value *Mask = S.B.CreateZExt(S.read(4, {'u', 32}), S.integer(64)), *Given = S.B.CreateZExt(S.read(1, {'b', 32}), S.integer(64));
  Value *Made = S.call("__chv_sync_shuffle", S.integer(64), {Mask, Given, By, S.number(32, *Width), S.number(32, Kind), S.number(32, 0)});
  S.write(S.operand(0), {'b', 32}, S.B.CreateTrunc(Made, S.integer(32)));
  if (S.operand(0).Parts.empty())
    return;
  // Does the value come from a lane of the same part?
  Value *InPart = S.B.CreateAnd(Mine, *Width - 1), *Near = S.B.CreateAnd(By, 31), *Last = S.number(32, *Width - 1);
  Value *Holds = Kind == 0   ? S.B.CreateICmpULE(Near, Last)
                 : Kind == 1 ? S.B.CreateICmpUGE(InPart, Near)
                 : Kind == 2 ? S.B.CreateICmpULE(S.B.CreateAdd(InPart, Near), Last)
                             : S.B.CreateICmpULE(S.B.CreateXor(InPart, Near), Last);
  S.write(S.operand(0).Parts.front(), {'p', 1}, Holds);
}

void vote(PtxStatement &S) {
  if (!S.takeWord("sync") || !S.hasOperands(3, 3))
    return S.fail("");
  if (!S.hasLanesOfPtx())
    return;
  Value *Mask = S.B.CreateZExt(S.read(2, {'u', 32}), S.integer(64)), *Mine = S.read(1, {'p', 1});
  auto ballot = [&](Value *Predicate) {
    return S.call("__chv_sync_ballot", S.integer(64), {Mask, S.B.CreateZExt(Predicate, S.integer(32)), S.number(32, 0)});
  };
  if (S.takeWord("ballot")) {
    S.takeWord("b32");
    return S.write(S.operand(0), {'b', 32}, S.B.CreateTrunc(ballot(Mine), S.integer(32)));
  }
  S.takeWord("pred");
  if (S.takeWord("any"))
    return S.write(S.operand(0), {'p', 1}, S.B.CreateIsNotNull(ballot(Mine)));
  // A lane that has returned has no vote.
  if (S.takeWord("all"))
    return S.write(S.operand(0), {'p', 1}, S.B.CreateIsNull(ballot(S.B.CreateNot(Mine))));
  S.fail("");
}

// `bar.sync`, `barrier.sync` and `bar.warp.sync`.
void barrier(PtxStatement &S) {
  bool Warp = S.takeWord("warp");
  S.takeAnyWord({"cta", "aligned"});
  if (!S.takeWord("sync") || !S.hasOperands(1, 2))
    return S.fail("");
  if (Warp && !S.hasLanesOfPtx())
    return;
  Value *First = S.read(0, {'u', 32});
  if (Warp)
    return (void)S.call("__chv_sync_warp", S.B.getVoidTy(), {S.B.CreateZExt(First, S.integer(64)), S.number(32, 0)});
  if (S.Now->Operands.size() == 2)
    return (void)S.call("__chv_sync_named", S.B.getVoidTy(), {First, S.read(1, {'u', 32}), S.number(32, 0)});
  std::optional<uint64_t> Which = S.constant(S.operand(0));
  if (!Which || *Which != 0)
    return S.fail("another barrier than 0 needs its number of threads");
  S.call("__chv_sync_block", S.B.getVoidTy(), {S.number(32, 0)});
}

void reduceLanes(PtxStatement &S) {
  PtxType Type = S.takeType();
  static const StringRef Names[] = {"add", "min", "max", "and", "or", "xor"};
  if (!S.takeWord("sync") || !S.hasOperands(3, 3) || Type.Bits != 32 || Type.Kind == 'f')
    return S.fail("");
  if (!S.hasLanesOfPtx())
    return;
  const StringRef *Found = find_if(Names, [&](StringRef Name) { return S.takeWord(Name); });
  // What the primitive calls them: add, min u32, max u32, min s32, max s32, and, or, xor.
  static const unsigned Unsigned[] = {0, 1, 2, 5, 6, 7}, Signed[] = {0, 3, 4, 5, 6, 7};
  if (Found == std::end(Names))
    return S.fail("");
  unsigned Kind = (Type.Kind == 's' ? Signed : Unsigned)[Found - Names];
  Value *Mask = S.B.CreateZExt(S.read(2, {'u', 32}), S.integer(64));
  S.write(S.operand(0), Type, S.call("__chv_sync_reduce", S.integer(32), {Mask, S.read(1, Type), S.number(32, Kind), S.number(32, 0)}));
}

void activeLanes(PtxStatement &S) {
  S.takeWord("b32");
  if (S.hasOperands(1, 1) && S.hasLanesOfPtx())
    S.write(S.operand(0), {'b', 32}, S.B.CreateTrunc(S.call("__chv_sync_active_mask", S.integer(64), {S.number(32, 0)}), S.integer(32)));
}

void sleep(PtxStatement &S) {
  S.takeWord("u32");
  S.call("__chv_sync_yield", S.B.getVoidTy(), {S.number(32, 0)});
}

void trap(PtxStatement &S) {
  S.call("__chv_trap", S.B.getVoidTy(), {});
}

} // namespace chv::ptx
