#include "tiers/lanes.h"
#include "tiers/warp_branches.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace chv {

namespace {

constexpr unsigned Lanes = 32;
constexpr llvm::StringRef Shuffle = "__chv_sync_shuffle", Ballot = "__chv_sync_ballot", Reduce = "__chv_sync_reduce", Warp = "__chv_sync_warp";

class Exchanges {
public:
  Exchanges(ThreadCode &Code, llvm::StringRef Barrier) : Code(Code), Builder(Code.Kernel->getContext()) {
    Cut = barrierOf(Code, Barrier);
  }

  void run(llvm::ArrayRef<llvm::CallBase *> Operations) {
    for (llvm::CallBase *Call : Operations) {
      llvm::StringRef Name = Call->getCalledFunction()->getName();
      auto *Mask = llvm::dyn_cast<llvm::ConstantInt>(Call->getArgOperand(0));
      if (!Mask || (Mask->getZExtValue() & 0xffffffffu) != 0xffffffffu)
        return Code.refuse("the mask at {0} is not the number of all lanes (`0xffffffff`)", {placeOf(*Call)});
      Builder.SetInsertPoint(Call);
      if (Name == Shuffle && !shuffle(*Call))
        return Code.refuse("the width of the shuffle at {0} is known only when it runs", {placeOf(*Call)});
      if (Name == Ballot)
        gather(*Call, Builder.CreateZExt(Builder.CreateIsNotNull(Call->getArgOperand(1)), Builder.getInt8Ty()), -1);
      if (Name == Reduce) {
        auto *Kind = llvm::dyn_cast<llvm::ConstantInt>(Call->getArgOperand(2));
        if (!Kind)
          return Code.refuse("what the reduction at {0} does is known only when it runs", {placeOf(*Call)});
        gather(*Call, Call->getArgOperand(1), int(Kind->getZExtValue() & 7));
      }
      if (Name == Warp)
        cut();
      Call->eraseFromParent();
    }
  }

private:
  ThreadCode &Code;
  llvm::IRBuilder<> Builder;
  llvm::Function *Cut;

  llvm::Instruction *cut() { return Builder.CreateCall(Cut, {Builder.getInt32(OfLanes)}); }

  // In a loop an array is written again, which must not happen before all have read.
  void cutBehind(const llvm::CallBase &Call) {
    const llvm::BasicBlock *Here = Call.getParent();
    llvm::SmallPtrSet<const llvm::BasicBlock *, 32> Seen;
    llvm::SmallVector<const llvm::BasicBlock *, 16> Todo{Here};
    while (!Todo.empty())
      for (const llvm::BasicBlock *After : llvm::successors(Todo.pop_back_val())) {
        if (After == Here) {
          cut();
          return;
        }
        if (Seen.insert(After).second)
          Todo.push_back(After);
      }
  }

  llvm::AllocaInst *array(llvm::Type *Type) {
    return new llvm::AllocaInst(Type, 0, "exchange", Code.Start->getFirstInsertionPt());
  }

  // Another thread's element of the array: they lie one behind the other.
  llvm::Value *elementAt(llvm::AllocaInst *Array, llvm::Value *Distance) {
    return Builder.CreateGEP(Array->getAllocatedType(), Array, Builder.CreateSExt(Distance, Builder.getInt64Ty()));
  }

  // As `Shuffle::source` of the device has it.
  bool shuffle(llvm::CallBase &Call) {
    auto *Width = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(3)), *Kind = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(4));
    if (!Width || !Kind)
      return false;
    uint64_t Segment = Width->getZExtValue();
    if (Segment == 0 || Segment > Lanes || (Segment & (Segment - 1)))
      Segment = Lanes;
    llvm::Value *Sent = plain(Call.getArgOperand(1));
    if (auto *Fixed = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(2))) {
      exchange(Call, Sent, fixedSources(Kind->getZExtValue() & 3, Fixed->getZExtValue() & (Lanes - 1), Segment));
      return true;
    }
    llvm::AllocaInst *Array = array(Sent->getType());
    Builder.CreateStore(Sent, Array);
    cut();
    llvm::Value *Lane = Code.Lane, *In = Builder.CreateAnd(Lane, Builder.getInt32(Segment - 1));
    llvm::Value *Operand = Builder.CreateAnd(Call.getArgOperand(2), Builder.getInt32(Lanes - 1));
    llvm::Value *Distance, *Has = Builder.getTrue();
    switch (Kind->getZExtValue() & 3) {
    case 0:
      Distance = Builder.CreateSub(Builder.CreateAnd(Operand, Builder.getInt32(Segment - 1)), In);
      break;
    case 1:
      Distance = Builder.CreateNeg(Operand);
      Has = Builder.CreateICmpUGE(In, Operand);
      break;
    case 2:
      Distance = Operand;
      Has = Builder.CreateICmpULE(Builder.CreateAdd(In, Operand), Builder.getInt32(Segment - 1));
      break;
    default:
      Distance = Builder.CreateSub(Builder.CreateXor(Lane, Operand), Lane);
      Has = Builder.CreateICmpULE(Builder.CreateXor(Lane, Operand), Builder.CreateOr(Lane, Builder.getInt32(Segment - 1)));
    }
    llvm::BasicBlock *Before = Call.getParent();
    llvm::Instruction *Then = llvm::SplitBlockAndInsertIfThen(Has, Call.getIterator(), /*Unreachable=*/false);
    Builder.SetInsertPoint(Then);
    // LLVM would make two loads that meet one load, from an address that differs for each lane.
    llvm::Value *Others = Builder.CreateFreeze(Builder.CreateLoad(Sent->getType(), elementAt(Array, Distance)));
    Builder.SetInsertPoint(&Call);
    llvm::PHINode *Got = llvm::PHINode::Create(Sent->getType(), 2, "", Call.getParent()->begin());
    Got->addIncoming(Others, Then->getParent());
    Got->addIncoming(Sent, Before);
    cutBehind(Call);
    llvm::Value *Bits = Builder.CreateBitCast(Got, Builder.getIntNTy(Sent->getType()->getPrimitiveSizeInBits()));
    Call.replaceAllUsesWith(Builder.CreateZExtOrTrunc(Bits, Call.getType()));
    return true;
  }

  // Which lane each lane's value comes from.
  static llvm::SmallVector<int, 32> fixedSources(unsigned Kind, int Operand, int Segment) {
    llvm::SmallVector<int, 32> From;
    for (int Lane = 0; Lane < int(Lanes); ++Lane) {
      int In = Lane & (Segment - 1), First = Lane - In, Source = Lane ^ Operand;
      if (Kind == 0)
        Source = First + (Operand & (Segment - 1));
      else if (Kind == 1)
        Source = In >= Operand ? Lane - Operand : Lane;
      else if (Kind == 2)
        Source = In + Operand < Segment ? Lane + Operand : Lane;
      else if (Source > (Lane | (Segment - 1)))
        Source = Lane;
      From.push_back(Source);
    }
    return From;
  }

  // A shuffle that is known now: all lanes' values change places at once.
  void exchange(llvm::CallBase &Call, llvm::Value *Sent, llvm::SmallVector<int, 32> From) {
    Exchange Made;
    Made.Does = llvm::all_equal(From) ? Exchange::Broadcast : Exchange::Shuffle;
    Made.Sent = array(Sent->getType());
    Made.Got = array(Sent->getType());
    Made.From = std::move(From);
    Builder.CreateStore(Sent, Made.Sent);
    Made.Cut = cut();
    llvm::Value *Got = Builder.CreateLoad(Sent->getType(), Made.Got);
    llvm::Value *Bits = Builder.CreateBitCast(Got, Builder.getIntNTy(Sent->getType()->getPrimitiveSizeInBits()));
    Call.replaceAllUsesWith(Builder.CreateZExtOrTrunc(Bits, Call.getType()));
    Code.Exchanges.push_back(std::move(Made));
  }

  // What is exchanged: 32 bits, if those above them are nothing, and the number that was made bits, so that no thread keeps both.
  llvm::Value *plain(llvm::Value *Value) {
    if (auto *Wide = llvm::dyn_cast<llvm::ZExtInst>(Value); Wide && Wide->getSrcTy()->isIntegerTy(32))
      Value = Wide->getOperand(0);
    auto *Bits = llvm::dyn_cast<llvm::BitCastInst>(Value);
    return Bits && Bits->getSrcTy()->isFloatingPointTy() ? Bits->getOperand(0) : Value;
  }

  // All lanes' values become one, which all get.
  void gather(llvm::CallBase &Call, llvm::Value *Value, int Kind) {
    Exchange Made;
    Made.Does = Kind < 0 ? Exchange::Ballot : Exchange::Reduce;
    Made.Reduction = Kind;
    Made.Sent = array(Value->getType());
    Made.Got = array(Builder.getInt32Ty());
    Builder.CreateStore(Value, Made.Sent);
    Made.Cut = cut();
    llvm::Value *Got = Builder.CreateLoad(Builder.getInt32Ty(), Made.Got);
    Call.replaceAllUsesWith(Builder.CreateZExtOrTrunc(Got, Call.getType()));
    Code.Exchanges.push_back(std::move(Made));
  }
};

} // namespace

llvm::Value *exchanged(llvm::IRBuilder<> &Builder, const Exchange &Exchange, llvm::Value *Values) {
  if (Exchange.Does == Exchange::Shuffle)
    return Builder.CreateShuffleVector(Values, Exchange.From);
  if (Exchange.Does == Exchange::Broadcast)
    return Builder.CreateExtractElement(Values, Exchange.From.front());
  if (Exchange.Does == Exchange::Ballot)
    return Builder.CreateBitCast(Builder.CreateIsNotNull(Values), Builder.getInt32Ty());
  switch (Exchange.Reduction) {
  case 0:
    return Builder.CreateAddReduce(Values);
  case 1:
  case 3:
    return Builder.CreateIntMinReduce(Values, /*IsSigned=*/Exchange.Reduction == 3);
  case 2:
  case 4:
    return Builder.CreateIntMaxReduce(Values, /*IsSigned=*/Exchange.Reduction == 4);
  case 5:
    return Builder.CreateAndReduce(Values);
  case 6:
    return Builder.CreateOrReduce(Values);
  default:
    return Builder.CreateXorReduce(Values);
  }
}

bool isAmongLanes(llvm::StringRef Callee) { return Callee == Shuffle || Callee == Ballot || Callee == Reduce || Callee == Warp; }

void exchangeAmongLanes(ThreadCode &Code, llvm::StringRef Barrier) {
  auto Find = [&] {
    llvm::SmallVector<llvm::CallBase *, 16> Found;
    for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Call->getCalledFunction() && isAmongLanes(Call->getCalledFunction()->getName()))
        Found.push_back(Call);
    return Found;
  };
  if (Find().empty())
    return;
  Code.WholeWarps = true;
  Code.LanesAt = placeOf(*Find().front());
  if (!Code.OfWarps)
    joinWarpBranches(Code, Barrier);
  Exchanges(Code, Barrier).run(Find());
}

} // namespace chv
