#include "tiers/inner_axis.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace chv {

namespace {

using namespace llvm::PatternMatch;

constexpr unsigned DepthMax = 24;

// What an access costs for sixteen threads side by side, beside one of sixteen numbers in a row.
constexpr unsigned Near = 3, Gather = 8, Scatter = 16;
// Numbers that lie at most so many of their sizes apart are read with those between.
constexpr int64_t NearMax = 4;
// A loop's body counts as often, for two loops around it at most.
constexpr unsigned Rounds = 8, LoopsMax = 2;
// Vectors along y have to cost at most so many tenths of those along x: blocks have fewer threads along y, as a rule.
constexpr uint64_t TenthsMax = 6;

// By how much a value grows from a thread to the next along an axis.
struct Slope {
  enum Kind { Open, Known, Unknown }; // open: it follows from a loop's first round

  Kind Is = Known;
  int64_t By = 0;

  bool isZero() const { return Is == Known && By == 0; }
};

class Slopes {
public:
  Slopes(const ThreadCode &Code, unsigned Axis) : Code(Code), Axis(Axis), Layout(Code.Kernel->getDataLayout()) {}

  Slope of(const llvm::Value *Value) { return of(Value, 0); }

private:
  const ThreadCode &Code;
  unsigned Axis;
  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::Value *, Slope> Found;

  static Slope scaled(Slope Of, int64_t Factor) { return {Of.Is, Of.By * Factor}; }

  static Slope sum(Slope Left, Slope Right) {
    if (Left.Is == Slope::Known && Right.Is == Slope::Known)
      return {Slope::Known, Left.By + Right.By};
    bool StaysOpen = (Left.Is == Slope::Open && Right.isZero()) || (Right.Is == Slope::Open && Left.isZero());
    return {StaysOpen ? Slope::Open : Slope::Unknown, 0};
  }

  Slope of(const llvm::Value *Value, unsigned Depth) {
    if (Value == Code.Index[Axis])
      return {Slope::Known, 1};
    const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
    if (!I || Code.isRoot(I) || llvm::is_contained(Code.Index, Value))
      return {};
    if (auto Known = Found.find(I); Known != Found.end())
      return Known->second;
    if (Depth >= DepthMax || I == Code.Lane)
      return {Slope::Unknown, 0};
    if (llvm::isa<llvm::PHINode>(I))
      Found[I] = {Slope::Open, 0};
    Slope Result = ofOperation(*I, Depth + 1);
    // What is open is asked for again once the loop is known.
    if (Result.Is == Slope::Open)
      Found.erase(I);
    else
      Found[I] = Result;
    return Result;
  }

  Slope ofOperation(const llvm::Instruction &I, unsigned Depth) {
    llvm::Value *Left, *Right;
    uint64_t Shift;
    const llvm::APInt *Factor;
    if (const auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I))
      return ofPhi(*Phi, Depth);
    if (const auto *Gep = llvm::dyn_cast<llvm::GEPOperator>(&I))
      return ofAddress(*Gep, Depth);
    if (match(&I, m_Add(m_Value(Left), m_Value(Right))) || match(&I, m_DisjointOr(m_Value(Left), m_Value(Right))))
      return sum(of(Left, Depth), of(Right, Depth));
    if (match(&I, m_Sub(m_Value(Left), m_Value(Right))))
      return sum(of(Left, Depth), scaled(of(Right, Depth), -1));
    if (match(&I, m_Mul(m_Value(Left), m_APInt(Factor))) && Factor->getSignificantBits() <= 32)
      return scaled(of(Left, Depth), Factor->getSExtValue());
    if (match(&I, m_Shl(m_Value(Left), m_ConstantInt(Shift))) && Shift < 32)
      return scaled(of(Left, Depth), int64_t(1) << Shift);
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(I))
      return of(I.getOperand(0), Depth);
    bool Alike = llvm::all_of(I.operands(), [&](const llvm::Use &Operand) { return llvm::isa<llvm::BasicBlock>(Operand) || of(Operand, Depth).isZero(); });
    return {Alike ? Slope::Known : Slope::Unknown, 0};
  }

  Slope ofPhi(const llvm::PHINode &Phi, unsigned Depth) {
    Slope Result{Slope::Open, 0};
    for (const llvm::Value *Incoming : Phi.incoming_values()) {
      Slope One = of(Incoming, Depth);
      if (One.Is == Slope::Open)
        continue;
      if (One.Is == Slope::Unknown || (Result.Is == Slope::Known && Result.By != One.By))
        return {Slope::Unknown, 0};
      Result = One;
    }
    return Result;
  }

  Slope ofAddress(const llvm::GEPOperator &Gep, unsigned Depth) {
    llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> Parts;
    llvm::APInt Constant(64, 0);
    if (!Gep.collectOffset(Layout, 64, Parts, Constant))
      return {Slope::Unknown, 0};
    Slope Result = of(Gep.getPointerOperand(), Depth);
    for (const auto &[Index, Bytes] : Parts)
      Result = sum(Result, scaled(of(Index, Depth), Bytes.getSExtValue()));
    return Result;
  }
};

unsigned costOf(const llvm::Instruction &Access, Slope Along, const llvm::DataLayout &Layout) {
  bool Writes = llvm::isa<llvm::StoreInst>(Access);
  int64_t Size = Layout.getTypeStoreSize(llvm::getLoadStoreType(&Access)).getFixedValue();
  if (Along.Is == Slope::Known && std::abs(Along.By) <= NearMax * Size) {
    // Several threads that write one place are several only along another axis.
    if (Along.By == 0)
      return Writes ? Scatter : 1;
    return Along.By == Size ? 1 : Near;
  }
  return Writes ? Scatter : Gather;
}

} // namespace

bool liesAlongY(const ThreadCode &Code) {
  bool OfLanes = (Code.Lane && !Code.Lane->use_empty()) || Code.WholeWarps || Code.OfWarps || Code.OneAxis || !Code.Exchanges.empty();
  if (OfLanes || !Code.HasRows)
    return false;
  const llvm::DataLayout &Layout = Code.Kernel->getDataLayout();
  llvm::DominatorTree Dominators(*Code.Kernel);
  llvm::LoopInfo Loops(Dominators);
  Slopes X(Code, 0), Y(Code, 1);
  uint64_t AlongX = 0, AlongY = 0;
  for (const llvm::Instruction &I : llvm::instructions(*Code.Kernel)) {
    const llvm::Value *Address = llvm::getLoadStorePointerOperand(&I);
    if (!Address || I.getParent() == Code.Prologue || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Address)))
      continue;
    uint64_t Times = 1;
    for (unsigned Depth = std::min(Loops.getLoopDepth(I.getParent()), LoopsMax); Depth > 0; --Depth)
      Times *= Rounds;
    AlongX += Times * costOf(I, X.of(Address), Layout);
    AlongY += Times * costOf(I, Y.of(Address), Layout);
  }
  return AlongY * 10 <= AlongX * TenthsMax && AlongY < AlongX;
}

} // namespace chv
