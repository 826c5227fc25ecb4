#include "sanitize/objects.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace chv {

namespace {

constexpr StringLiteral Entry = "chv.entry", ThreadFunction = "__chv_thread", VariablePrefix = "__chv_var_";

Value *rootOf(Value *Address) { return getUnderlyingObject(Address, /*MaxLookup=*/32); }

// Where the executor keeps a launch's parameters: what the entry is given leads to the table of their addresses, and that to the parameters. What a
// parameter points to is the user's. `__chv_thread` is given the table.
bool isParameterMemory(Value *Root) {
  constexpr unsigned FromEntryMax = 2, FromTableMax = 1;
  unsigned Loads = 0;
  while (auto *Load = dyn_cast<LoadInst>(Root)) {
    if (++Loads > FromEntryMax)
      return false;
    Root = rootOf(Load->getPointerOperand());
  }
  auto *Given = dyn_cast<Argument>(Root);
  if (!Given)
    return false;
  StringRef Name = Given->getParent()->getName();
  return Name == Entry || (Name == ThreadFunction && Loads <= FromTableMax);
}

Object ofGlobal(GlobalVariable &Global, const DataLayout &Layout) {
  uint64_t Bytes = Global.getValueType()->isSized() ? Layout.getTypeAllocSize(Global.getValueType()).getFixedValue() : 0;
  if (Global.getSection() == ".chv.dynshared")
    return {ObjectKind::DynamicShared, &Global, 0};
  if (Global.getSection() == ".chv.shared")
    return {ObjectKind::Shared, &Global, Bytes};
  if (Global.getName().starts_with(VariablePrefix))
    return {ObjectKind::Variable, &Global, Bytes};
  return {ObjectKind::Constant, &Global, Global.isDeclaration() ? 0 : Bytes};
}

} // namespace

Object objectOf(Value *Address, const DataLayout &Layout) {
  Value *Root = rootOf(Address);
  if (auto *Array = dyn_cast<AllocaInst>(Root)) {
    auto Bytes = Array->getAllocationSize(Layout);
    return {ObjectKind::Local, Array, Bytes && !Bytes->isScalable() ? Bytes->getFixedValue() : 0};
  }
  if (auto *Global = dyn_cast<GlobalVariable>(Root))
    return ofGlobal(*Global, Layout);
  // `child<<<1, 1>>>(x)` in a kernel: x is written where the executor keeps the child's parameters.
  auto *Made = dyn_cast<CallInst>(Root);
  bool IsForChild = Made && Made->getCalledFunction() && Made->getCalledFunction()->getName() == "__chv_runtime_buffer";
  if (IsForChild || isParameterMemory(Root))
    return {ObjectKind::Parameter, Root, 0};
  return {};
}

bool isWithin(const Object &It, const Value *Address, uint64_t Bytes, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Root = Address->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  return Root == It.Base && !Offset.isNegative() && Offset.getZExtValue() + Bytes <= It.Bytes;
}

} // namespace chv
