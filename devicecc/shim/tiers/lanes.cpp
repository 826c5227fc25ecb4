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

class Exchange {
public:
  Exchange(ThreadCode &Code, llvm::StringRef Barrier) : Code(Code), Builder(Code.Kernel->getContext()) {
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

  void cut() { Builder.CreateCall(Cut, {Builder.getInt32(0)}); }

  // In a loop an array is written again, which must not happen before all have read.
  void cutBehind(const llvm::CallBase &Call) {
    const llvm::BasicBlock *Here = Call.getParent();
    llvm::SmallPtrSet<const llvm::BasicBlock *, 32> Seen;
    llvm::SmallVector<const llvm::BasicBlock *, 16> Todo{Here};
    while (!Todo.empty())
      for (const llvm::BasicBlock *After : llvm::successors(Todo.pop_back_val())) {
        if (After == Here)
          return cut();
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

  // What is exchanged: 32 bits, if those above them are nothing, and the number that was made bits, so that no thread keeps both.
  llvm::Value *plain(llvm::Value *Value) {
    if (auto *Wide = llvm::dyn_cast<llvm::ZExtInst>(Value); Wide && Wide->getSrcTy()->isIntegerTy(32))
      Value = Wide->getOperand(0);
    auto *Bits = llvm::dyn_cast<llvm::BitCastInst>(Value);
    return Bits && Bits->getSrcTy()->isFloatingPointTy() ? Bits->getOperand(0) : Value;
  }

  // The first lane of each warp makes one of all lanes' values, which all get.
  void gather(llvm::CallBase &Call, llvm::Value *Value, int Kind) {
    llvm::AllocaInst *Each = array(Value->getType()), *One = array(Builder.getInt32Ty());
    Builder.CreateStore(Value, Each);
    cut();
    llvm::Instruction *Then = llvm::SplitBlockAndInsertIfThen(Builder.CreateIsNull(Code.Lane), Call.getIterator(), /*Unreachable=*/false);
    Builder.SetInsertPoint(Then);
    llvm::Type *All = llvm::FixedVectorType::get(Value->getType(), Lanes);
    llvm::Value *Values = Builder.CreateAlignedLoad(All, Each, llvm::Align(1));
    Builder.CreateStore(Kind < 0 ? Builder.CreateBitCast(Builder.CreateIsNotNull(Values), Builder.getInt32Ty()) : reduced(Values, Kind), One);
    Builder.SetInsertPoint(&Call);
    cut();
    llvm::Value *Got = Builder.CreateLoad(Builder.getInt32Ty(), elementAt(One, Builder.CreateNeg(Code.Lane)));
    Call.replaceAllUsesWith(Builder.CreateZExtOrTrunc(Got, Call.getType()));
  }

  // The kinds are those of `__chv_sync_reduce`.
  llvm::Value *reduced(llvm::Value *Values, int Kind) {
    switch (Kind) {
    case 0:
      return Builder.CreateAddReduce(Values);
    case 1:
    case 3:
      return Builder.CreateIntMinReduce(Values, /*IsSigned=*/Kind == 3);
    case 2:
    case 4:
      return Builder.CreateIntMaxReduce(Values, /*IsSigned=*/Kind == 4);
    case 5:
      return Builder.CreateAndReduce(Values);
    case 6:
      return Builder.CreateOrReduce(Values);
    default:
      return Builder.CreateXorReduce(Values);
    }
  }
};

} // namespace

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
  joinWarpBranches(Code, Barrier);
  Exchange(Code, Barrier).run(Find());
}

} // namespace chv
