// PTX's instructions on memory. Every state space is the process's own memory on the CPU device.
#include "ptx/ptx_emitter.h"

using namespace llvm;

namespace chv {

// The modifiers of `ld`, `st` and their kin. Hints for caches mean nothing here.
PtxEmitter::Access PtxEmitter::takeAccess() {
  Access Made;
  Made.Type = takeType();
  takeAnyWord({"global", "shared", "shared::cta", "local", "const"});
  bool Scoped = takeAnyWord({"cta", "cluster", "gpu", "sys"});
  takeAnyWord({"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "evict_last", "evict_first"});
  erase_if(Words, [](StringRef Word) { return Word.starts_with("L1::") || Word.starts_with("L2::"); });
  Made.Lanes = takeWord("v2") ? 2 : takeWord("v4") ? 4 : 1;
  Made.Volatile = takeWord("volatile");
  if (takeAnyWord({"relaxed", "mmio"}))
    Made.Order = AtomicOrdering::Monotonic;
  else if (takeWord("acquire"))
    Made.Order = AtomicOrdering::Acquire;
  else if (takeWord("release"))
    Made.Order = AtomicOrdering::Release;
  else if (Scoped)
    fail("it has a scope and no order");
  return Made;
}

void PtxEmitter::load() {
  Access How = takeAccess();
  if (!hasOperands(2, 2) || How.Order == AtomicOrdering::Release)
    return fail("");
  bool Vector = operand(0).Is == PtxOperand::Vector;
  if (How.Lanes != (Vector ? operand(0).Parts.size() : 1))
    return fail("its operands are not as many as its vector has");
  Value *From = address(operand(1));
  unsigned Bytes = How.Type.Bits / 8;
  SmallVector<Value *, 4> Parts;
  for (unsigned At = 0; At < How.Lanes; ++At) {
    LoadInst *Made = B.CreateAlignedLoad(integer(How.Type.Bits), At ? B.CreatePtrAdd(From, number(64, At * Bytes)) : From, Align(Bytes), How.Volatile);
    if (How.Order != AtomicOrdering::NotAtomic)
      Made->setAtomic(How.Order);
    Parts.push_back(Made);
  }
  for (unsigned At = 0; At < How.Lanes; ++At)
    write(Vector ? operand(0).Parts[At] : operand(0), {How.Type.Kind == 's' ? 's' : 'b', How.Type.Bits}, Parts[At]);
}

void PtxEmitter::store() {
  Access How = takeAccess();
  if (!hasOperands(2, 2) || How.Order == AtomicOrdering::Acquire)
    return fail("");
  bool Vector = operand(1).Is == PtxOperand::Vector;
  if (How.Lanes != (Vector ? operand(1).Parts.size() : 1))
    return fail("its operands are not as many as its vector has");
  Value *To = address(operand(0));
  unsigned Bytes = How.Type.Bits / 8;
  for (unsigned At = 0; At < How.Lanes; ++At) {
    PtxType Type{How.Type.Kind == 'f' ? 'f' : 'b', How.Type.Bits};
    Value *Part = read(Vector ? operand(1).Parts[At] : operand(1), Type);
    if (Type.Kind == 'f')
      Part = B.CreateBitCast(Part, integer(Type.Bits));
    StoreInst *Made = B.CreateAlignedStore(Part, At ? B.CreatePtrAdd(To, number(64, At * Bytes)) : To, Align(Bytes), How.Volatile);
    if (How.Order != AtomicOrdering::NotAtomic)
      Made->setAtomic(How.Order);
  }
}

std::optional<AtomicRMWInst::BinOp> PtxEmitter::takeAtomic(PtxType Type) {
  using RMW = AtomicRMWInst;
  bool Float = Type.Kind == 'f', Signed = Type.Kind == 's';
  if (takeWord("add"))
    return Float ? RMW::FAdd : RMW::Add;
  if (takeWord("exch"))
    return RMW::Xchg;
  if (Float)
    return std::nullopt;
  if (takeWord("min"))
    return Signed ? RMW::Min : RMW::UMin;
  if (takeWord("max"))
    return Signed ? RMW::Max : RMW::UMax;
  if (takeWord("inc"))
    return RMW::UIncWrap;
  if (takeWord("dec"))
    return RMW::UDecWrap;
  if (takeWord("and"))
    return RMW::And;
  if (takeWord("or"))
    return RMW::Or;
  return takeWord("xor") ? std::optional(RMW::Xor) : std::nullopt;
}

// `atom` leaves what was there; `red` does not.
void PtxEmitter::atomic() {
  PtxType Type = takeType();
  unsigned First = Now->Words.front() == "atom";
  takeAnyWord({"global", "shared", "shared::cta"});
  takeAnyWord({"cta", "cluster", "gpu", "sys"});
  bool Weaker = takeWord("relaxed"), Acquires = takeWord("acquire"), Releases = takeWord("release"), Both = takeWord("acq_rel");
  AtomicOrdering Order = Acquires ? AtomicOrdering::Acquire : Releases ? AtomicOrdering::Release : Both ? AtomicOrdering::AcquireRelease : AtomicOrdering::Monotonic;
  (void)Weaker; // what is not said is relaxed
  bool Swaps = takeWord("cas");
  if (!hasOperands(First + (Swaps ? 3 : 2), First + (Swaps ? 3 : 2)) || Type.Bits < 32)
    return fail("");
  Value *At = address(operand(First));
  Value *Before = nullptr;
  if (Swaps) {
    PtxType Bits{'b', Type.Bits};
    Value *Expected = read(First + 1, Bits), *Next = read(First + 2, Bits);
    AtomicOrdering Failed = Acquires || Both ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic;
    Before = B.CreateExtractValue(B.CreateAtomicCmpXchg(At, Expected, Next, Align(Type.Bits / 8), Order, Failed), 0);
  } else {
    auto Which = takeAtomic(Type);
    if (!Which)
      return fail("");
    takeWord("noftz");
    Before = B.CreateAtomicRMW(*Which, At, read(First + 1, Type), Align(Type.Bits / 8), Order);
  }
  if (First)
    write(operand(0), Type, Before);
}

// `membar` and `fence`.
void PtxEmitter::fence() {
  takeAnyWord({"cta", "cluster", "gl", "gpu", "sys"});
  takeAnyWord({"sc", "acq_rel"});
  if (hasOperands(0, 0))
    B.CreateFence(AtomicOrdering::SequentiallyConsistent);
}

// Hints for caches.
void PtxEmitter::nothing() { Words.clear(); }

// `cvta` and `cvta.to`: all spaces are one.
void PtxEmitter::addressOf() {
  takeWord("to");
  takeAnyWord({"global", "shared", "local", "const"});
  PtxType Type = takeType();
  if (!hasOperands(2, 2) || Type.Bits != 64)
    return fail("addresses have 64 bits here");
  write(operand(0), Type, B.CreatePtrToInt(address(operand(1)), integer(64)));
}

void PtxEmitter::isShared() {
  if (!takeWord("shared") || !hasOperands(2, 2))
    return fail("");
  write(operand(0), {'p', 1}, B.CreateIsNotNull(call("__chv_is_shared", integer(32), {address(operand(1))})));
}

} // namespace chv
