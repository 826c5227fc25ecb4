#include "tiers/register_tiles.h"
#include "tiers/fused_sums.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace chv {

namespace {

// Fewer sums are not worth a thread's time alone.
constexpr unsigned SumsMin = 16;
// Numbers side by side that are worth a vector.
constexpr unsigned RowMin = 4;
// Blocks with more reads are not looked at: they are compared with each other.
constexpr unsigned ReadsMax = 1024;

bool isProduct(const llvm::Instruction &I) { return isFused(I) || I.getOpcode() == llvm::Instruction::FMul || I.getOpcode() == llvm::Instruction::Mul; }

// A number that is read, and its place beside the first one that has the same base. Unit of places: bytes.
struct Read {
  llvm::Value *Number;
  int64_t Place;
};

// Reads whose distances from each other are known.
struct Row {
  const llvm::SCEV *First;
  llvm::Type *Type;
  llvm::SmallVector<Read, 16> Reads;
};

class Tile {
public:
  Tile(llvm::ArrayRef<llvm::BasicBlock *> Blocks, llvm::ScalarEvolution &Evolution) : Blocks(Blocks), Evolution(Evolution) {}

  bool isGood() {
    unsigned Products = 0;
    llvm::SmallVector<llvm::LoadInst *, 32> Loads;
    for (llvm::BasicBlock *Block : Blocks)
      for (llvm::Instruction &I : *Block) {
        Products += isProduct(I) && !I.getType()->isVectorTy();
        if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I); Load && Load->isSimple())
          Loads.push_back(Load);
      }
    if (Products < SumsMin || Loads.size() > ReadsMax)
      return false;
    for (llvm::LoadInst *Load : Loads)
      note(*Load);
    unsigned InRows = 0;
    for (Row &Row : Rows)
      InRows += productsOf(Row);
    return InRows >= SumsMin && InRows * 4 >= Products * 3;
  }

private:
  llvm::ArrayRef<llvm::BasicBlock *> Blocks;
  llvm::ScalarEvolution &Evolution;
  llvm::SmallVector<Row, 16> Rows;

  void note(llvm::LoadInst &Load) {
    const llvm::SCEV *Address = Evolution.getSCEV(Load.getPointerOperand());
    // A vector of a type like `float4` is a row, too: its numbers are taken out one by one.
    auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Load.getType());
    llvm::Type *Type = Load.getType()->getScalarType();
    for (Row &Row : Rows)
      if (Row.Type == Type)
        if (std::optional<int64_t> Place = distance(Row.First, Address))
          return add(Row, Load, Vector, *Place);
    Rows.push_back({Address, Type, {}});
    add(Rows.back(), Load, Vector, 0);
  }

  std::optional<int64_t> distance(const llvm::SCEV *From, const llvm::SCEV *To) {
    if (Evolution.getPointerBase(From) != Evolution.getPointerBase(To))
      return std::nullopt;
    const auto *Bytes = llvm::dyn_cast<llvm::SCEVConstant>(Evolution.getMinusSCEV(To, From));
    return Bytes ? std::optional(Bytes->getAPInt().getSExtValue()) : std::nullopt;
  }

  void add(Row &Row, llvm::LoadInst &Load, llvm::FixedVectorType *Vector, int64_t Place) {
    if (!Vector) {
      Row.Reads.push_back({&Load, Place});
      return;
    }
    int64_t Bytes = Load.getDataLayout().getTypeAllocSize(Row.Type);
    for (llvm::User *User : Load.users())
      if (auto *Taken = llvm::dyn_cast<llvm::ExtractElementInst>(User))
        if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(Taken->getIndexOperand()))
          Row.Reads.push_back({Taken, Place + Bytes * int64_t(Number->getZExtValue())});
  }

  // Products of numbers side by side, which all are multiplied by the same one.
  unsigned productsOf(Row &Row) {
    int64_t Bytes = Blocks.front()->getDataLayout().getTypeAllocSize(Row.Type);
    llvm::stable_sort(Row.Reads, [](const Read &A, const Read &B) { return A.Place < B.Place; });
    unsigned Products = 0;
    for (size_t Begin = 0, End; Begin < Row.Reads.size(); Begin = End) {
      for (End = Begin + 1; End < Row.Reads.size() && Row.Reads[End].Place - Row.Reads[End - 1].Place == Bytes;)
        ++End;
      for (size_t At = Begin; At + RowMin <= End; At += RowMin)
        Products += productsOf(llvm::ArrayRef(Row.Reads).slice(At, RowMin));
    }
    return Products;
  }

  unsigned productsOf(llvm::ArrayRef<Read> Side) {
    llvm::DenseMap<llvm::Value *, unsigned> Times;
    for (const Read &Read : Side)
      for (llvm::User *User : Read.Number->users())
        if (auto *I = llvm::dyn_cast<llvm::Instruction>(User); I && isProduct(*I) && llvm::is_contained(Blocks, I->getParent()))
          ++Times[I->getOperand(I->getOperand(0) == Read.Number)];
    unsigned Products = 0;
    for (auto [Factor, Count] : Times)
      Products += Count == Side.size() ? Count : 0;
    return Products;
  }
};

} // namespace

bool isRegisterTile(llvm::ArrayRef<llvm::BasicBlock *> Blocks, llvm::ScalarEvolution &Evolution) { return Tile(Blocks, Evolution).isGood(); }

void markTile(llvm::Loop &Loop) {
  llvm::addStringMetadataToLoop(&Loop, "llvm.loop.vectorize.width", 1);
  llvm::addStringMetadataToLoop(&Loop, TileLoop);
}

} // namespace chv
