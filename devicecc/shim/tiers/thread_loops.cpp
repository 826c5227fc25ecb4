#include "tiers/thread_loops.h"
#include "tiers/register_tiles.h"

namespace chv {

namespace {

llvm::MDNode *word(llvm::LLVMContext &Context, llvm::StringRef Name, llvm::Metadata *Value = nullptr) {
  llvm::SmallVector<llvm::Metadata *, 2> Parts{llvm::MDString::get(Context, Name)};
  if (Value)
    Parts.push_back(Value);
  return llvm::MDNode::get(Context, Parts);
}

llvm::Metadata *number(llvm::Type *Type, uint64_t Value) { return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(Type, Value)); }

// As in `entry_block.ll`, which says why.
llvm::MDNode *describe(llvm::LLVMContext &Context, llvm::MDNode *Group, bool OfRows, bool Innermost, bool Masks, bool OfTile) {
  llvm::SmallVector<llvm::Metadata *, 8> Parts{nullptr, word(Context, "llvm.loop.unroll.disable")};
  Parts.push_back(word(Context, "llvm.loop.parallel_accesses", Group));
  Parts.push_back(word(Context, "chv.threads"));
  if (OfRows)
    Parts.push_back(word(Context, "chv.rows"));
  if (Innermost && OfTile) {
    Parts.push_back(word(Context, "llvm.loop.vectorize.width", number(llvm::Type::getInt32Ty(Context), 1)));
    Parts.push_back(word(Context, TileLoop));
  } else if (Innermost) {
    Parts.push_back(word(Context, "llvm.loop.interleave.count", number(llvm::Type::getInt32Ty(Context), 1)));
    Parts.push_back(word(Context, "llvm.loop.vectorize.predicate.enable", number(llvm::Type::getInt1Ty(Context), Masks)));
  }
  llvm::MDNode *Loop = llvm::MDNode::getDistinct(Context, Parts);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

// A quotient of numbers up to 1024 is right with as many bits behind the point.
constexpr unsigned InverseBits = 20;

llvm::MDNode *describeWarp(llvm::LLVMContext &Context, llvm::MDNode *Group, unsigned Lanes, bool Whole) {
  llvm::Type *Number = llvm::Type::getInt32Ty(Context), *Bit = llvm::Type::getInt1Ty(Context);
  llvm::SmallVector<llvm::Metadata *, 8> Parts{nullptr, word(Context, "llvm.loop.unroll.disable")};
  Parts.push_back(word(Context, "llvm.loop.parallel_accesses", Group));
  Parts.push_back(word(Context, "chv.threads"));
  Parts.push_back(word(Context, "llvm.loop.interleave.count", number(Number, 1)));
  if (Whole) {
    Parts.push_back(word(Context, "llvm.loop.vectorize.enable", number(Bit, 1)));
    Parts.push_back(word(Context, "llvm.loop.vectorize.width", number(Number, Lanes)));
  }
  llvm::MDNode *Loop = llvm::MDNode::getDistinct(Context, Parts);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

llvm::Value *quotientBy(llvm::IRBuilder<> &Builder, llvm::Value *Index, llvm::Value *Inverse) {
  return Builder.CreateLShr(Builder.CreateMul(Index, Inverse, "", true), Builder.getInt32(InverseBits));
}

} // namespace

llvm::Value *inverseOf(llvm::IRBuilder<> &Builder, llvm::Value *Extent) {
  return Builder.CreateAdd(Builder.CreateUDiv(Builder.getInt32(1 << InverseBits), Extent), Builder.getInt32(1));
}

ThreadLoops::ThreadLoops(const ThreadCode &Code, const llvm::Twine &Name, llvm::MDNode *Group, const WarpPlace &Place, unsigned Lanes, bool Whole)
    : Lanes(Lanes), Group(Group) {
  llvm::LLVMContext &Context = Code.Kernel->getContext();
  auto Block = [&](const llvm::Twine &Part) { return llvm::BasicBlock::Create(Context, Name + Part, Code.Kernel); };
  Before = Block(".before");
  Body = Block(".lane");
  Latch = Block(".next");
  Behind = Block(".done");
  llvm::IRBuilder<> Builder(Before);
  Builder.CreateBr(Body);
  Builder.SetInsertPoint(Body);
  llvm::PHINode *Phi = Builder.CreatePHI(Builder.getInt32Ty(), 2, "lane");
  Phi->addIncoming(Builder.getInt32(0), Before);
  Lane = Phi;
  Linear = Builder.CreateAdd(Place.First, Builder.CreateZExt(Lane, Builder.getInt64Ty(), "", /*IsNonNeg=*/true), "", true, true);
  if (Place.Index[0]) {
    Index = Place.Index;
    Index[0] = Builder.CreateAdd(Place.Index[0], Lane, "", true, true);
  } else {
    llvm::Value *At = Builder.CreateTrunc(Linear, Builder.getInt32Ty());
    llvm::Value *Row = quotientBy(Builder, At, Place.Inverse[0]);
    Index[0] = Builder.CreateSub(At, Builder.CreateMul(Row, Code.Extent[0]));
    Index[2] = quotientBy(Builder, Row, Place.Inverse[1]);
    Index[1] = Builder.CreateSub(Row, Builder.CreateMul(Index[2], Code.Extent[1]));
  }
  Builder.SetInsertPoint(Latch);
  llvm::Value *Next = Builder.CreateAdd(Phi, Builder.getInt32(1), "", true, true);
  llvm::Value *GoesOn = Builder.CreateICmpULT(Next, Builder.getInt32(Lanes));
  RowEnd = llvm::cast<llvm::ICmpInst>(GoesOn);
  llvm::Instruction *Jump = Builder.CreateCondBr(GoesOn, Body, Behind);
  Jump->setMetadata(llvm::LLVMContext::MD_loop, describeWarp(Context, Group, Lanes, Whole));
  WarpEnd = Jump;
  Phi->addIncoming(Next, Latch);
}

ThreadLoops::ThreadLoops(const ThreadCode &Code, const llvm::Twine &Name, llvm::MDNode *Group, bool Masks, bool OfTile) : Group(Group) {
  llvm::LLVMContext &Context = Code.Kernel->getContext();
  auto Block = [&](const llvm::Twine &Part) { return llvm::BasicBlock::Create(Context, Name + Part, Code.Kernel); };
  llvm::IRBuilder<> Builder(Context);
  Before = Block(".before");
  constexpr const char *Names[] = {".x", ".y", ".z"};
  std::array<llvm::BasicBlock *, 3> Heads{};
  llvm::BasicBlock *Last = Before;
  std::array<llvm::PHINode *, 3> Phis{};
  unsigned Innermost = 3;
  for (unsigned Axis = 3; Axis-- > 0;) {
    auto *Fixed = llvm::dyn_cast<llvm::ConstantInt>(Code.Extent[Axis]);
    if (Fixed && Fixed->isOne()) {
      Index[Axis] = Builder.getInt32(0);
      continue;
    }
    Heads[Axis] = Block(Names[Axis]);
    Builder.SetInsertPoint(Last);
    Builder.CreateBr(Heads[Axis]);
    Builder.SetInsertPoint(Heads[Axis]);
    Index[Axis] = Phis[Axis] = Builder.CreatePHI(Builder.getInt32Ty(), 2);
    Phis[Axis]->addIncoming(Builder.getInt32(0), Last);
    Last = Heads[Axis];
    Innermost = Axis;
  }
  Body = Block(".thread");
  Latch = Block(".next");
  Builder.SetInsertPoint(Last);
  Builder.CreateBr(Body);
  Builder.SetInsertPoint(Body);
  auto Wide = [&](llvm::Value *Value) { return Builder.CreateZExt(Value, Builder.getInt64Ty(), "", /*IsNonNeg=*/true); };
  llvm::Value *Row = Builder.CreateNUWAdd(Builder.CreateNUWMul(Wide(Index[2]), Wide(Code.Extent[1])), Wide(Index[1]));
  Linear = Builder.CreateNUWAdd(Builder.CreateNUWMul(Row, Wide(Code.Extent[0])), Wide(Index[0]));
  llvm::BasicBlock *End = Latch;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (!Phis[Axis])
      continue;
    llvm::BasicBlock *Done = Block(llvm::Twine(Names[Axis]) + ".done");
    Builder.SetInsertPoint(End);
    llvm::Value *Next = Builder.CreateAdd(Phis[Axis], Builder.getInt32(1), "", true, true);
    llvm::Value *GoesOn = Builder.CreateICmpULT(Next, Code.Extent[Axis]);
    if (Axis == 0)
      RowEnd = llvm::dyn_cast<llvm::ICmpInst>(GoesOn);
    llvm::Instruction *Jump = Builder.CreateCondBr(GoesOn, Heads[Axis], Done);
    Jump->setMetadata(llvm::LLVMContext::MD_loop, describe(Context, Group, Axis == 1 && Code.HasRows, Axis == Innermost, Masks, OfTile));
    Phis[Axis]->addIncoming(Next, End);
    End = Done;
  }
  Behind = End;
  if (End == Latch) {
    Behind = Block(".done");
    Builder.SetInsertPoint(Latch);
    Builder.CreateBr(Behind);
  }
}

void ThreadLoops::limitRow(llvm::Value *Limit) {
  RowEnd->setOperand(1, Limit);
  if (WarpEnd) {
    // A few lanes are no vector of all.
    WarpEnd->setMetadata(llvm::LLVMContext::MD_loop, describeWarp(WarpEnd->getContext(), Group, Lanes, /*Whole=*/false));
    return;
  }
  llvm::Instruction *Jump = Before->getTerminator();
  llvm::IRBuilder<> Builder(Jump);
  Builder.CreateCondBr(Builder.CreateIsNull(Limit), Behind, Jump->getSuccessor(0));
  Jump->eraseFromParent();
}

} // namespace chv
