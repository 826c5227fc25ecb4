#include "tiers/block_context.h"
#include "llvm/IR/IRBuilder.h"

namespace chv {

namespace {

// A block's context that is known to be at most this large is on the stack, where it may become registers. Unit: bytes.
constexpr uint64_t StackBytesMax = 64 << 10;

} // namespace

BlockContext::BlockContext(ThreadCode &Code, const Slots &Kept, const BlockShape &Shape) : Kept(Kept) {
  llvm::IRBuilder<> Builder(Code.Prologue->getTerminator());
  llvm::Value *Threads = Builder.getInt64(1);
  for (llvm::Value *Extent : Code.Extent)
    Threads = Builder.CreateNUWMul(Threads, Builder.CreateZExt(Extent, Builder.getInt64Ty()));
  // Of each array: the block's threads, rounded up.
  llvm::Value *Elements = Builder.CreateAnd(Builder.CreateNUWAdd(Threads, Builder.getInt64(63)), Builder.getInt64(~uint64_t(63)));
  auto *Fixed = llvm::dyn_cast<llvm::ConstantInt>(Elements);
  bool OnStack = Shape && Fixed && Fixed->getZExtValue() * Kept.threadBytes() <= StackBytesMax;
  auto Place = [&](llvm::Type *Element, uint64_t Offset) -> llvm::Value * {
    if (!OnStack)
      return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Code.Kernel->getArg(1), Builder.CreateNUWMul(Elements, Builder.getInt64(Offset)));
    llvm::AllocaInst *Array = Builder.CreateAlloca(llvm::ArrayType::get(Element, Fixed->getZExtValue()));
    Array->setAlignment(llvm::Align(64));
    return Array;
  };
  llvm::DenseMap<uint64_t, llvm::Value *> Rows;
  auto PlaceSlot = [&](const Slot &Slot, llvm::Type *Element) {
    if (!Slot.Row)
      return Place(Element, Slot.Offset);
    llvm::Value *&First = Rows[Slot.Offset];
    if (!First)
      First = Place(llvm::ArrayType::get(Builder.getInt8Ty(), Slot.Row), Slot.Offset);
    return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), First, Builder.getInt64(Slot.InRow));
  };
  for (const auto &[Address, Slot] : Kept.all())
    if (Slot.Crosses && !Slot.Uniform)
      Bases[Address] = PlaceSlot(Slot, elementType(Address));
  for (const auto &[Array, Offset] : Kept.arrays())
    Bases[Array] = Place(llvm::ArrayType::get(Builder.getInt8Ty(), arrayBytes(*Array)), Offset);
  if (Kept.hasAlive())
    AliveBase = Place(Builder.getInt8Ty(), Kept.aliveOffset());
}

llvm::Value *BlockContext::element(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Slot, llvm::Value *Linear) const {
  if (uint64_t Row = Kept.find(Slot)->Row)
    return Builder.CreateInBoundsGEP(llvm::ArrayType::get(Builder.getInt8Ty(), Row), arrayOf(Slot), Linear);
  return Builder.CreateInBoundsGEP(elementType(Slot), arrayOf(Slot), Linear);
}

llvm::Value *BlockContext::ownArray(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Array, llvm::Value *Linear) const {
  return Builder.CreateInBoundsGEP(llvm::ArrayType::get(Builder.getInt8Ty(), arrayBytes(*Array)), arrayOf(Array), Linear);
}

llvm::Value *BlockContext::alive(llvm::IRBuilder<> &Builder, llvm::Value *Linear) const {
  return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), AliveBase, Linear);
}

llvm::Type *BlockContext::elementType(const llvm::AllocaInst *Slot) {
  llvm::Type *Type = Slot->getAllocatedType();
  return Type->isIntegerTy(1) ? llvm::Type::getInt8Ty(Type->getContext()) : Type;
}

uint64_t BlockContext::arrayBytes(const llvm::AllocaInst &Array) {
  uint64_t Bytes = Array.getAllocationSize(Array.getDataLayout())->getFixedValue();
  return llvm::alignTo(Bytes, Array.getAlign());
}

} // namespace chv
