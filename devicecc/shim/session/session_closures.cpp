// The device's half of a cell, from its AST to closures: `Session`'s part.
#include "border/guard.h"
#include "device/device_module.h"
#include "device/kernel_names.h"
#include "ptx/ptx.h"
#include "session/session.h"
#include "session/units.h"

namespace chv {

bool Session::commitDevice(unsigned Number, CellResult &Result) {
  uint64_t Start = nanoseconds();
  llvm::Error Failure = llvm::Error::success();
  Redefinitions Again;
  std::vector<std::unique_ptr<llvm::Module>> Libraries = std::exchange(device().libraries().Modules, {});
  std::string Mistake;
  auto Module = device().commit([&](llvm::Module &M) {
    if (!M.getTargetTriple().isNVPTX())
      translatePtx(M);
    markSharedVariables(device(), M);
    markVariablesOfCells(device(), M);
    auto Found = describeKernels(device(), M);
    if (!Found) {
      Failure = Found.takeError();
      return;
    }
    Result.Kernels = std::move(*Found);
    Result.Variables = describeVariables(device(), M, Closures.library());
    Mistake = giveToLibraries(M, Libraries);
    if (Mistake.empty())
      Mistake = giveToImages(Number, M, Result.Kernels);
    addVariables(Libraries, Result.Variables);
    Again = Closures.redefinitionsIn(device(), M);
    for (const auto &Kernel : device().libraries().FromImages)
      if (Closures.versions().uses(Kernel.getKey()))
        Again.Changed.push_back(Kernel.getKey().str());
    KernelNames Names(device(), M);
    if (Unit)
      keepApart(device(), M, Unit, Result.Kernels, Result.Variables);
    if (!M.getTargetTriple().isGPU())
      Names.replaceAddresses();
  });
  Result.DeviceIrNs = nanoseconds() - Start;
  if (Failure)
    fail(toString(std::move(Failure)), Result);
  else if (!Module)
    reject(device(), Result);
  else if (!Mistake.empty())
    Result.Outcome = CellResult::Rejected, Result.Rendered = "error: " + Mistake + "\n";
  if (!Module || Result.Outcome != CellResult::Committed)
    return false;
  Start = nanoseconds();
  std::vector<llvm::Module *> Made = Closures.addLibraries(Number, std::move(Libraries), Again);
  Made.push_back(Module.get());
  Closures.add(Number, std::move(Module), std::move(Again), Result.Kernels);
  Result.MadeThunks = Closures.addThunks(Number, Unit, Made, Result.Variables, Result.Kernels);
  bool Good = cutInitializers(Result) && runHere(Result);
  Result.ClosureNs = nanoseconds() - Start;
  return Good;
}

bool Session::cutInitializers(CellResult &Result) {
  llvm::Error Mistake = Closures.cutInitializers(Result.Variables);
  if (!Mistake)
    return true;
  Result.Outcome = CellResult::Rejected;
  Result.Rendered = "error: " + toString(std::move(Mistake)) + "\n";
  return false;
}

// Whether the device can run the cell's kernels.
bool Session::runHere(CellResult &Result) {
  if (device().ast().getTargetInfo().getTriple().isGPU())
    return true;
  const Kernel *Bad = Closures.firstWithAssembler(Result.Kernels);
  if (!Bad)
    return true;
  const Assembler &Inline = Bad->Code.Inline;
  device().reportAt(Inline.Source, Inline.Line, Inline.Column, assemblerMistake(*Bad));
  reject(device(), Result);
  return false;
}

// Cuts the closures of the newest cell that are not cut. Nothing else may use the library's context.
void Session::cutRest() {
  awaitCut();
  // As after any crash: the AST and its context are in an unknown state.
  if (!Closures.cutRest())
    (void)state(Side::Device).Current.release();
}

std::vector<Kernel> Session::takeNewest() {
  cutRest();
  return Closures.takeNewest();
}

void Session::cutBeside(KernelTaker Taker) {
  awaitCut();
  if (!Closures.hasUncut())
    return Taker(Closures.takeNewest(), 0);
  settle(); // the threads use the library's context
  Cutting = true;
  CutCell = Closures.newestCell();
  StopCut = false;
  Helper.start([this, Taker = std::move(Taker)] {
    uint64_t Start = nanoseconds();
    {
      Watch Watching(StopCut);
      CutCrashed = !Closures.cutRest();
    }
    std::vector<Kernel> Taken = Closures.takeNewest();
    Taker(std::move(Taken), nanoseconds() - Start);
    Frontend *Device = state(Side::Device).Current.get();
    if (Device && !CutCrashed)
      CutCrashed = !guarded([this, Device] {
        Closures.writeDown();
        Device->prepare();
      });
  });
}

void Session::awaitCut() {
  if (!Cutting)
    return;
  // Who is asked to stop gives up the kernels that it waits for: they may take for ever.
  while (!Helper.finishWithin(LookEvery))
    if (Watch::stopAsked())
      StopCut = true;
  Cutting = false;
  // As after any crash: the AST and its context are in an unknown state.
  if (std::exchange(CutCrashed, false))
    (void)state(Side::Device).Current.release();
}

std::vector<Kernel> Session::kernelsUsing(llvm::StringRef Symbol, llvm::StringRef Name) {
  awaitCut();
  return Closures.versions().usersOf(Symbol, Name);
}

std::vector<Kernel> Session::takeKernels(uint64_t &Ns) {
  uint64_t Start = nanoseconds();
  std::vector<Kernel> Taken = takeNewest();
  Ns = nanoseconds() - Start;
  return Taken;
}

std::optional<Closure> Session::closureAgain(llvm::StringRef Kernel, Lines Kept) {
  cutRest();
  settle(); // the threads use the library's context
  return Closures.cutAgain(Kernel, Kept);
}

unsigned Session::maxThreads(llvm::StringRef Kernel) {
  awaitCut();
  return Closures.versions().maxThreads(Kernel);
}

} // namespace chv
