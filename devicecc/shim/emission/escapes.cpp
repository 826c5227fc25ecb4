// Whether a code object can be unloaded while memory that it wrote is used.
#include "border/chevron_shim.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm-c/Core.h"

namespace {

bool escapes(const llvm::Value &Address);

// Functions that are only declared are ours or the C library's, which keep no address.
bool isKeptByNoOne(const llvm::CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration();
}

// Is a variable written, and read by nothing but such functions? So are the arguments of `vprintf`.
bool isOnlyGivenAway(const llvm::Value &Place) {
  return llvm::all_of(Place.users(), [&](const llvm::User *User) {
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(User))
      return isOnlyGivenAway(*User);
    const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
    return (Store && Store->getValueOperand() != &Place) || (Call && isKeptByNoOne(*Call));
  });
}

// Finds a use after which an address may be in memory.
class EscapeFinder : public llvm::CaptureTracker {
public:
  bool Found = false;

  void tooManyUses() override { Found = true; }

  Action captured(const llvm::Use *Use, llvm::UseCaptureInfo) override {
    const llvm::User *User = Use->getUser();
    // Loops that became vectors ask whether arrays overlap.
    if (llvm::isa<llvm::ICmpInst>(User))
      return ContinueIgnoringReturn;
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
    if (Call && isKeptByNoOne(*Call))
      return ContinueIgnoringReturn;
    const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
    const llvm::Value *Into = Store ? llvm::getUnderlyingObject(Store->getPointerOperand()) : nullptr;
    if (Into && llvm::isa<llvm::AllocaInst>(Into) && isOnlyGivenAway(*Into))
      return ContinueIgnoringReturn;
    Found = llvm::isa<llvm::ConstantExpr>(User) ? escapes(*User) : true;
    return Found ? Stop : ContinueIgnoringReturn;
  }
};

bool escapes(const llvm::Value &Address) {
  EscapeFinder Finder;
  llvm::PointerMayBeCaptured(&Address, &Finder);
  return Finder.Found;
}

} // namespace

void chv_note_escapes(LLVMModuleRef Reference, chv_span Name) {
  llvm::Module &Module = *llvm::unwrap(Reference);
  bool Any = llvm::any_of(Module.global_objects(), [](const llvm::GlobalObject &Object) {
    return !Object.isDeclaration() && !Object.getName().starts_with("llvm.") && escapes(Object);
  });
  if (!Any)
    return;
  llvm::Type *Byte = llvm::Type::getInt8Ty(Module.getContext());
  // GPUs have no variables in the generic address space.
  unsigned Space = Module.getTargetTriple().isGPU() ? 1 : 0;
  new llvm::GlobalVariable(Module, Byte, /*isConstant=*/Space == 0, llvm::GlobalValue::ExternalLinkage, llvm::ConstantInt::get(Byte, 1),
                           llvm::StringRef(Name.data, Name.size), nullptr, llvm::GlobalValue::NotThreadLocal, Space);
}
