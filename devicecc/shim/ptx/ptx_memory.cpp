// PTX's instructions on memory. Every state space is the process's own memory on the CPU device.
#include "ptx/ptx_instructions.h"

using namespace llvm;

namespace chv::ptx {

namespace {

struct Access {
  bool Volatile = false;
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
  unsigned Lanes = 1;
  PtxType Type;
};

} // namespace

// The modifiers of `ld`, `st` and their kin. Hints for caches mean nothing here.
static Access takeAccess(PtxStatement &S) {
  Access Made;
  Made.Type = S.takeType();
  S.takeAnyWord({"global", "shared", "shared::cta", "local", "const"});
  bool Scoped = S.takeAnyWord({"cta", "cluster", "gpu", "sys"});
  S.takeAnyWord({"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "evict_last", "evict_first"});
  erase_if(S.Words, [](StringRef Word) { return Word.starts_with("L1::") || Word.starts_with("L2::"); });
  Made.Lanes = S.takeWord("v2") ? 2 : S.takeWord("v4") ? 4 : 1;
  Made.Volatile = S.takeWord("volatile");
  if (S.takeAnyWord({"relaxed", "mmio"}))
    Made.Order = AtomicOrdering::Monotonic;
  else if (S.takeWord("acquire"))
    Made.Order = AtomicOrdering::Acquire;
  else if (S.takeWord("release"))
    Made.Order = AtomicOrdering::Release;
  else if (Scoped)
    S.fail("it has a scope and no order");
  return Made;
}

void load(PtxStatement &S) {
  Access How = takeAccess(S);
  if (!S.hasOperands(2, 2) || How.Order == AtomicOrdering::Release)
    return S.fail("");
  bool Vector = S.operand(0).Is == PtxOperand::Vector;
  if (How.Lanes != (Vector ? S.operand(0).Parts.size() : 1))
    return S.fail("its operands are not as many as its vector has");
  Value *From = S.address(S.operand(1));
  unsigned Bytes = How.Type.Bits / 8;
  SmallVector<Value *, 4> Parts;
  for (unsigned At = 0; At < How.Lanes; ++At) {
    LoadInst *Made = S.B.CreateAlignedLoad(S.integer(How.Type.Bits), At ? S.B.CreatePtrAdd(From, S.number(64, At * Bytes)) : From, Align(Bytes), How.Volatile);
    if (How.Order != AtomicOrdering::NotAtomic)
      Made->setAtomic(How.Order);
    Parts.push_back(Made);
  }
  for (unsigned At = 0; At < How.Lanes; ++At)
    S.write(Vector ? S.operand(0).Parts[At] : S.operand(0), {How.Type.Kind == 's' ? 's' : 'b', How.Type.Bits}, Parts[At]);
}

void store(PtxStatement &S) {
  Access How = takeAccess(S);
  if (!S.hasOperands(2, 2) || How.Order == AtomicOrdering::Acquire)
    return S.fail("");
  bool Vector = S.operand(1).Is == PtxOperand::Vector;
  if (How.Lanes != (Vector ? S.operand(1).Parts.size() : 1))
    return S.fail("its operands are not as many as its vector has");
  Value *To = S.address(S.operand(0));
  unsigned Bytes = How.Type.Bits / 8;
  for (unsigned At = 0; At < How.Lanes; ++At) {
    PtxType Type{How.Type.Kind == 'f' ? 'f' : 'b', How.Type.Bits};
    Value *Part = S.read(Vector ? S.operand(1).Parts[At] : S.operand(1), Type);
    if (Type.Kind == 'f')
      Part = S.B.CreateBitCast(Part, S.integer(Type.Bits));
    StoreInst *Made = S.B.CreateAlignedStore(Part, At ? S.B.CreatePtrAdd(To, S.number(64, At * Bytes)) : To, Align(Bytes), How.Volatile);
    if (How.Order != AtomicOrdering::NotAtomic)
      Made->setAtomic(How.Order);
  }
}

static std::optional<AtomicRMWInst::BinOp> takeAtomic(PtxStatement &S, PtxType Type) {
  using RMW = AtomicRMWInst;
  bool Float = Type.Kind == 'f', Signed = Type.Kind == 's';
  if (S.takeWord("add"))
    return Float ? RMW::FAdd : RMW::Add;
  if (S.takeWord("exch"))
    return RMW::Xchg;
  if (Float)
    return std::nullopt;
  if (S.takeWord("min"))
    return Signed ? RMW::Min : RMW::UMin;
  if (S.takeWord("max"))
    return Signed ? RMW::Max : RMW::UMax;
  if (S.takeWord("inc"))
    return RMW::UIncWrap;
  if (S.takeWord("dec"))
    return RMW::UDecWrap;
  if (S.takeWord("and"))
    return RMW::And;
  if (S.takeWord("or"))
    return RMW::Or;
  return S.takeWord("xor") ? std::optional(RMW::Xor) : std::nullopt;
}

// `atom` leaves what was there; `red` does not.
void atomic(PtxStatement &S) {
  PtxType Type = S.takeType();
  unsigned First = S.Now->Words.front() == "atom";
  S.takeAnyWord({"global", "shared", "shared::cta"});
  S.takeAnyWord({"cta", "cluster", "gpu", "sys"});
  bool Weaker = S.takeWord("relaxed"), Acquires = S.takeWord("acquire"), Releases = S.takeWord("release"), Both = S.takeWord("acq_rel");
  AtomicOrdering Order = Acquires ? AtomicOrdering::Acquire : Releases ? AtomicOrdering::Release : Both ? AtomicOrdering::AcquireRelease : AtomicOrdering::Monotonic;
  (void)Weaker; // what is not said is relaxed
  bool Swaps = S.takeWord("cas");
  if (!S.hasOperands(First + (Swaps ? 3 : 2), First + (Swaps ? 3 : 2)) || Type.Bits < 32)
    return S.fail("");
  Value *At = S.address(S.operand(First));
  Value *Before = nullptr;
  if (Swaps) {
    PtxType Bits{'b', Type.Bits};
    Value *Expected = S.read(First + 1, Bits), *Next = S.read(First + 2, Bits);
    AtomicOrdering Failed = Acquires || Both ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic;
    Before = S.B.CreateExtractValue(S.B.CreateAtomicCmpXchg(At, Expected, Next, Align(Type.Bits / 8), Order, Failed), 0);
  } else {
    auto Which = takeAtomic(S, Type);
    if (!Which)
      return S.fail("");
    S.takeWord("noftz");
    Before = S.B.CreateAtomicRMW(*Which, At, S.read(First + 1, Type), Align(Type.Bits / 8), Order);
  }
  if (First)
    S.write(S.operand(0), Type, Before);
}

// `membar` and `fence`.
void fence(PtxStatement &S) {
  S.takeAnyWord({"cta", "cluster", "gl", "gpu", "sys"});
  S.takeAnyWord({"sc", "acq_rel"});
  if (S.hasOperands(0, 0))
    S.B.CreateFence(AtomicOrdering::SequentiallyConsistent);
}

// Hints for caches.
void nothing(PtxStatement &S) { S.Words.clear(); }

// `cvta` and `cvta.to`: all spaces are one.
void addressOf(PtxStatement &S) {
  S.takeWord("to");
  S.takeAnyWord({"global", "shared", "local", "const"});
  PtxType Type = S.takeType();
  if (!S.hasOperands(2, 2) || Type.Bits != 64)
    return S.fail("addresses have 64 bits here");
  S.write(S.operand(0), Type, S.B.CreatePtrToInt(S.address(S.operand(1)), S.integer(64)));
}

void isShared(PtxStatement &S) {
  if (!S.takeWord("shared") || !S.hasOperands(2, 2))
    return S.fail("");
  S.write(S.operand(0), {'p', 1}, S.B.CreateIsNotNull(S.call("__chv_is_shared", S.integer(32), {S.address(S.operand(1))})));
}

} // namespace chv::ptx
