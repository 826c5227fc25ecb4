// Values that are a common one and, for each thread, something more.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace chv {

using FoldingBuilder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

// Modulo the type's size the value is `Base` and `Own` together.
struct Stride {
  llvm::Value *Base = nullptr; // not made of indices or lanes; null: 0
  llvm::Value *Own = nullptr;  // from 0 to the limit; null: 0
  uint64_t OwnMax = 0;
};

class Strides {
public:
  Strides(const ThreadCode &Code, FoldingBuilder &Builder) : Code(Code), Builder(Builder) {}

  // Takes a value apart, if that can be seen. What it needs is computed where the builder stands.
  std::optional<Stride> split(llvm::Value *Value) { return split(Value, 0); }
  // What must hold besides, because parts were made wider; null: nothing.
  llvm::Value *condition() const { return Condition; }
  // Is `Base` and anything up to `OwnMax` together no more than the type can hold?
  llvm::Value *staysWithin(llvm::Value *Base, uint64_t OwnMax, bool Signed);

private:
  const ThreadCode &Code;
  FoldingBuilder &Builder;
  llvm::Value *Condition = nullptr;

  std::optional<Stride> split(llvm::Value *Value, unsigned Depth);
  std::optional<Stride> sum(const Stride &Left, const Stride &Right);
  std::optional<Stride> product(const Stride &Left, llvm::Value *Factor);
  std::optional<Stride> wider(llvm::CastInst &Cast, unsigned Depth);
  bool isOwn(const llvm::Value *Value, unsigned Depth) const;
  std::optional<uint64_t> factorMax(const llvm::Value *Factor) const;
  std::optional<uint64_t> mostOf(const llvm::Value *Value, unsigned Depth) const;
};

} // namespace chv
