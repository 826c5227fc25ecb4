#include "host/absent_calls.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace chv {

namespace {

// clang gives the attribute `error` of a declaration and the places of its calls to the module.
constexpr llvm::StringLiteral Told = "dontcall-error";
constexpr llvm::StringLiteral Place = "srcloc";

SourceLocation placeOf(const llvm::Instruction &Call) {
  const llvm::MDNode *Node = Call.getMetadata(Place);
  auto *Raw = Node && Node->getNumOperands() ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(Node->getOperand(0)) : nullptr;
  return Raw ? SourceLocation::getFromRawEncoding(static_cast<SourceLocation::UIntTy>(Raw->getZExtValue())) : SourceLocation();
}

// Other libraries use the attribute, too, for calls that the optimiser is to remove.
bool isOurs(llvm::StringRef Message) { return Message.contains(" is not in Chevron"); }

} // namespace

void reportAbsentCalls(const llvm::Module &Module, DiagnosticsEngine &Diagnostics) {
  for (const llvm::Function &Absent : Module) {
    llvm::StringRef Message = Absent.getFnAttribute(Told).getValueAsString();
    if (!isOurs(Message))
      continue;
    unsigned Said = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0");
    for (const llvm::User *User : Absent.users())
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(User))
        Diagnostics.Report(placeOf(*Call), Said) << Message;
  }
}

} // namespace chv
