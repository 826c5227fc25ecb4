// What an access of device code is known to be within: a local array, a `__shared__` variable, a device variable, constant data.
#pragma once
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace chv {

// By the executor's numbers (jit/src/sanitizer/what.rs).
enum class ObjectKind : unsigned { None = 0, Local = 1, Shared = 2, DynamicShared = 3, Variable = 4, Constant = 5, Parameter = 6 };

struct Object {
  ObjectKind Kind = ObjectKind::None;
  llvm::Value *Base = nullptr;
  uint64_t Bytes = 0; // 0: not known here

  // The executor need not look: local arrays, constants and parameters are one thread's own, or never written.
  bool isPrivate() const { return Kind == ObjectKind::Local || Kind == ObjectKind::Constant || Kind == ObjectKind::Parameter; }
  // Only the executor can tell whether an access stays within it.
  bool hasBounds() const { return Bytes != 0 || Kind == ObjectKind::DynamicShared; }
};

// The object that an address is made of by offsets alone; none if loads, choices or calls lie between.
Object objectOf(llvm::Value *Address, const llvm::DataLayout &Layout);

// Is the access known to stay within it?
bool isWithin(const Object &It, const llvm::Value *Address, uint64_t Bytes, const llvm::DataLayout &Layout);

} // namespace chv
