// The device half of a cell, from its AST to closures.
#include "border/guard.h"
#include "device/device_module.h"
#include "device/kernel_names.h"
#include "ptx/ptx.h"
#include "session/cell_compilation.h"
#include "session/session_clock.h"
#include "session/units.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace chv {

// Lanes of the device's warps, as the headers are told (`arguments.rs`).
static unsigned warpLanes(Frontend &Device) {
  unsigned Lanes = 32;
  for (const auto &[Macro, Undefined] : Device.compiler().getPreprocessorOpts().Macros) {
    llvm::StringRef Given = Macro;
    if (Given.consume_front("__CHEVRON_WARP_SIZE__="))
      Given.getAsInteger(10, Lanes);
  }
  return Lanes;
}

// The device's half of a cell. A crash is kept for later: the host side may have something to say against the cell.
CellCompilation::DeviceHalf CellCompilation::readDevice(const CellText &Cell) {
  std::string Why;
  if (auto Made = madeGuarded<DeviceHalf>([&] { return generateDevice(Cell); }, &Why))
    return std::move(*Made);
  DeviceHalf None;
  None.Crash = Why;
  return None;
}

// The host side does not take the cell, or takes it otherwise.
void CellCompilation::dropDevice(unsigned Number, const DeviceHalf &Made) {
  if (Made.Crash)
    Asts.leave(Side::Device);
  Cutting.closures().reject(Number);
  Asts.rebuild(Side::Device);
}

CellCompilation::DeviceHalf CellCompilation::generateDevice(const CellText &Cell) {
  DeviceHalf Made;
  uint64_t Start = nanoseconds();
  Made.Parsed = Asts.device().parse(Cell);
  Made.Part.DeviceParseNs = nanoseconds() - Start;
  if (!Made.Parsed) {
    Made.Part.reject(Asts.device());
    return Made;
  }
  // What the device side warns about, the host side has said.
  Asts.device().diagnostics().takeRendered();
  Asts.device().diagnostics().takeDiagnostics();
  Made.Part.Items = itemsOf(Asts.device());
  Made.Good = commitDevice(Cell.Number, Made.Part);
  return Made;
}

bool CellCompilation::commitDevice(unsigned Number, CellResult &Part) {
  uint64_t Start = nanoseconds();
  llvm::Error Failure = llvm::Error::success();
  Redefinitions Again;
  std::vector<std::unique_ptr<llvm::Module>> Libraries = std::exchange(Asts.device().libraries().Modules, {});
  std::string Mistake;
  auto Module = Asts.device().commit([&](llvm::Module &M) {
    if (!M.getTargetTriple().isNVPTX())
      translatePtx(M, warpLanes(Asts.device()));
    markSharedVariables(Asts.device(), M);
    markVariablesOfCells(Asts.device(), M);
    auto Found = describeKernels(Asts.device(), M);
    if (!Found) {
      Failure = Found.takeError();
      return;
    }
    Part.Kernels = std::move(*Found);
    Part.Variables = describeVariables(Asts.device(), M, Cutting.closures().library());
    Mistake = giveToLibraries(M, Libraries);
    if (Mistake.empty())
      Mistake = giveToImages(Number, M, Part.Kernels);
    addVariables(Libraries, Part.Variables);
    Again = Cutting.closures().redefinitionsIn(Asts.device(), M);
    for (const auto &Kernel : Asts.device().libraries().FromImages)
      if (Cutting.closures().versions().uses(Kernel.getKey()))
        Again.Changed.push_back(Kernel.getKey().str());
    KernelNames Names(Asts.device(), M);
    if (Unit)
      keepApart(Asts.device(), M, Unit, Part.Kernels, Part.Variables);
    if (!M.getTargetTriple().isAMDGPU())
      Names.replaceAddresses();
  });
  Part.DeviceIrNs = nanoseconds() - Start;
  if (Failure)
    Part.fail(toString(std::move(Failure)));
  else if (!Module)
    Part.reject(Asts.device());
  else if (!Mistake.empty())
    Part.Outcome = CellResult::Rejected, Part.Rendered = "error: " + Mistake + "\n";
  if (!Module || Part.Outcome != CellResult::Committed)
    return false;
  Start = nanoseconds();
  std::vector<llvm::Module *> Made = Cutting.closures().addLibraries(Number, std::move(Libraries), Again);
  Made.push_back(Module.get());
  Cutting.closures().add(Number, std::move(Module), std::move(Again), Part.Kernels);
  Part.MadeThunks = Cutting.closures().addThunks(Number, Unit, Made, Part.Variables, Part.Kernels);
  bool Good = cutInitializers(Part) && runsHere(Part);
  Part.ClosureNs = nanoseconds() - Start;
  return Good;
}

bool CellCompilation::cutInitializers(CellResult &Part) {
  llvm::Error Mistake = Cutting.closures().cutInitializers(Part.Variables);
  if (!Mistake)
    return true;
  Part.Outcome = CellResult::Rejected;
  Part.Rendered = "error: " + toString(std::move(Mistake)) + "\n";
  return false;
}

// Whether the device can run the cell's kernels.
bool CellCompilation::runsHere(CellResult &Part) {
  if (Asts.device().ast().getTargetInfo().getTriple().isGPU())
    return true;
  const Kernel *Bad = Cutting.closures().firstWithAssembler(Part.Kernels);
  if (!Bad)
    return true;
  const Assembler &Inline = Bad->Code.Inline;
  Asts.device().files().reportAt(Inline.Source, Inline.Line, Inline.Column, assemblerMistake(*Bad));
  Part.reject(Asts.device());
  return false;
}

// Adds the device's half of the cell.
void CellCompilation::addDevice(DeviceHalf Made) {
  CellResult &Part = Made.Part;
  Result.DeviceParseNs = Part.DeviceParseNs;
  Result.DeviceIrNs = Part.DeviceIrNs;
  Result.ClosureNs = Part.ClosureNs;
  Result.Kernels = std::move(Part.Kernels);
  Result.MadeThunks = std::move(Part.MadeThunks);
  Result.Variables = std::move(Part.Variables);
  addUses(Part.Items, Result.Items);
  if (Part.Outcome != CellResult::Committed) {
    Result.Outcome = Part.Outcome;
    Result.Rendered = std::move(Part.Rendered);
    Result.Everything = std::move(Part.Everything);
    Result.Diagnostics = std::move(Part.Diagnostics);
  }
}

} // namespace chv
