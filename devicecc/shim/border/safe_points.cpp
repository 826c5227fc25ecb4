#include "border/safe_points.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <memory>

namespace chv {

static thread_local const Watch *Innermost = nullptr;

Watch::Watch(const std::atomic<bool> *Stop, const Watch *Outer) : Stop(Stop), Outer(Outer), Before(Innermost) { Innermost = this; }
Watch::~Watch() { Innermost = Before; }

const Watch *Watch::innermost() { return Innermost; }
void Watch::restore(const Watch *To) { Innermost = To; }

void safePoint(const Watch *Watching) {
  if (!Watch::isAsked(Watching))
    return;
  if (auto *Guard = llvm::CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(/*RetCode=*/1);
}

namespace {

// LLVM asks whether it is to remark on what it does. It is not.
struct Remarks : llvm::DiagnosticHandler {
  static bool none() {
    safePoint();
    return false;
  }
  bool isAnalysisRemarkEnabled(llvm::StringRef) const override { return none(); }
  bool isMissedOptRemarkEnabled(llvm::StringRef) const override { return none(); }
  bool isPassedOptRemarkEnabled(llvm::StringRef) const override { return none(); }
  bool isAnyRemarkEnabled() const override { return none(); }
};

} // namespace

void addSafePoints(llvm::LLVMContext &Context) {
  auto Made = std::make_unique<Remarks>();
  if (const llvm::DiagnosticHandler *Before = Context.getDiagHandlerPtr()) {
    Made->DiagHandlerCallback = Before->DiagHandlerCallback;
    Made->DiagnosticContext = Before->DiagnosticContext;
  }
  Context.setDiagnosticHandler(std::move(Made));
}

void addSafePoints(llvm::PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef, llvm::Any) { safePoint(); });
}

} // namespace chv
