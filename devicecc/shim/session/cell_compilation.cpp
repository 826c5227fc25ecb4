#include "session/cell_compilation.h"
#include "border/guard.h"
#include "redefinition/replacement_rules.h"
#include "session/session_clock.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace chv {

void CellResult::reject(Frontend &Side) {
  Outcome = Rejected;
  Diagnostics = Side.diagnostics().takeDiagnostics();
  Everything = Side.diagnostics().takeEverything();
  Rendered = Side.diagnostics().takeRendered();
}

void CellResult::fail(std::string Why) {
  Outcome = Failed;
  Rendered = std::move(Why);
}

bool CellCompilation::run(CellText Cell) {
  std::string Why;
  if (guarded([&] { compile(Cell); }, &Why))
    return true;
  abandon(Cell.Number);
  Result = CellResult();
  Result.fail("clang crashed on " + Cell.Name + (Why.empty() ? "" : ": " + Why));
  return false;
}

// After a crash, or when a cell has been left half-way: its frontends are in an unknown state, not even their destructors can be run.
void CellCompilation::abandon(unsigned Number) {
  bool OnDevice = !Asts.isDeviceAway(); // while others are at the device side, the cell has not been there
  if (!Cutting.underWay() && Helper.busy())
    Helper.finish(); // it was left beside the other half
  Asts.leaveHalfway(Side::Host);
  if (!Asts.isRebuilding(Side::Host))
    Asts.rebuild(Side::Host);
  if (!OnDevice || Asts.isRebuilding(Side::Device))
    return;
  Asts.leaveHalfway(Side::Device);
  Cutting.closures().reject(Number);
  Asts.rebuild(Side::Device);
}

// Waits until the device side has seen all cells so far. False: it cannot.
bool CellCompilation::awaitDevice() {
  llvm::Error Failure = Asts.awaitDevice();
  if (!Failure)
    return true;
  Result.fail(toString(std::move(Failure)));
  return false;
}

// A definition that a macro makes is not seen before clang complains of it; then the names are known and it is tried again.
bool CellCompilation::parseHost(CellText &Cell) {
  if (Asts.host().parse(Cell))
    return true;
  Cell.Redeclared = Asts.host().diagnostics().takeRedeclared();
  Result.reject(Asts.host());
  Asts.rebuild(Side::Host);
  if (Cell.Redeclared.empty())
    return false;
  if (llvm::Error Failure = Asts.awaitRebuilds()) {
    Result.fail(toString(std::move(Failure)));
    return false;
  }
  if (!Asts.host().parse(Cell)) {
    Asts.host().diagnostics().takeRedeclared();
    Asts.rebuild(Side::Host);
    return false; // the first try's messages are told
  }
  Result = CellResult();
  return true;
}

// A guess from the text, before the host side has read it: macros hide device code, and comments may speak of it.
static bool mayConcernDevice(llvm::StringRef Text) {
  return Text.contains("__global__") || Text.contains("__device__") || Text.contains("chevron library");
}

void CellCompilation::compile(CellText Cell) {
  HostHalf OfHost;
  if (mayConcernDevice(Cell.Text)) {
    if (!awaitDevice()) {
      Asts.rebuild(Side::Device);
      return;
    }
    HostText = Cell;
    startHost([this] { return readHost(HostText, /*Beside=*/true); });
    DeviceHalf OfDevice = readDevice(Cell);
    OfHost = takeHost();
    Cell = std::move(HostText);
    if (OfHost.Generated) {
      commit(std::move(Cell), std::move(OfHost), std::move(OfDevice));
      return;
    }
    // What the device side may not have, or must have by other rules, it has read as it was.
    dropDevice(Cell.Number, OfDevice);
  } else {
    OfHost = readHost(Cell, /*Beside=*/false);
  }
  if (!OfHost.Read)
    return;
  if (!OfHost.OnDevice) {
    describe(Cell, false);
    generateHost(OfHost);
    commit(std::move(Cell), std::move(OfHost), std::nullopt);
    return;
  }
  if (!awaitDevice()) {
    Asts.rebuild(Side::Host);
    Asts.rebuild(Side::Device);
    return;
  }
  describe(Cell, true);
  HostMade = std::move(OfHost);
  startHost([this] {
    HostHalf Made = std::move(HostMade);
    generateHost(Made);
    return Made;
  });
  DeviceHalf OfDevice = readDevice(Cell);
  OfHost = takeHost();
  commit(std::move(Cell), std::move(OfHost), std::move(OfDevice));
}

// Has the host side read the cell. `Beside`: the device side does so too, and if it does as it should the code is generated at once.
CellCompilation::HostHalf CellCompilation::readHost(CellText &Cell, bool Beside) {
  HostHalf Made;
  uint64_t Start = nanoseconds();
  Made.Read = parseHost(Cell);
  Result.HostParseNs = nanoseconds() - Start;
  Made.OnDevice = Made.Read && (needsDevice(Asts.host()) || Asts.host().libraries().Any);
  if (Beside && Made.OnDevice && Cell.Redeclared.empty()) {
    describe(Cell, true);
    generateHost(Made);
  }
  return Made;
}

void CellCompilation::startHost(std::function<HostHalf()> Make) {
  Helper.start([this, Make = std::move(Make), Watching = Watch::innermost()] {
    WatchOf Asker(Watching);
    std::string Why;
    if (auto Made = madeGuarded<HostHalf>([&] { return Make(); }, &Why)) {
      HostMade = std::move(*Made);
      return;
    }
    HostMade = HostHalf();
    HostMade.Crash = Why;
  });
}

CellCompilation::HostHalf CellCompilation::takeHost() {
  Helper.finish();
  if (HostMade.Crash) {
    safePoint();
    crash(*HostMade.Crash);
  }
  return std::move(HostMade);
}

static std::vector<Supersession> supersessionsIn(Frontend &Host) {
  std::vector<Supersession> Found;
  for (const Replaced &R : Host.redeclarations().replaced())
    Found.push_back({itemName(*R.Old), signatureOf(*R.Old), R.New ? signatureOf(*R.New) : "", R.Cell, R.Followed, R.New ? int(builtIn(*R.New, *R.Old)) : 0,
                     R.New ? "" : Host.redeclarations().fileOf(*R.Old)});
  return Found;
}

void CellCompilation::generateHost(HostHalf &Made) {
  uint64_t Start = nanoseconds();
  Made.Good = Asts.host().commit([&](llvm::Module &M) { Made.Module = finishHostModule(Asts.host(), M, Unit); }) != nullptr;
  Made.Generated = true;
  Made.Ns = nanoseconds() - Start;
}

// What the host side knows of a cell that it has read.
void CellCompilation::describe(const CellText &Cell, bool OnDevice) {
  Result.ValueType = Asts.host().valueType();
  Result.OnlyLooks = Asts.host().onlyLooks();
  Result.Items = itemsOf(Asts.host());
  Result.Superseded = supersessionsIn(Asts.host());
  Result.OldTypes = oldTypesIn(Asts.host());
  Result.UndefinedMacros = Asts.host().macros().undefined();
  Result.Leaves = footprintOf(Asts.host(), Cell.Text);
  // It hides them each time it is read.
  if (Asts.host().redeclarations().hasHiddenForGood() || Asts.host().libraries().Any)
    Result.Leaves.What = Footprint::Lasting;
  if (OnDevice || Cell.Number == 0)
    Result.Leaves.What = std::max(Result.Leaves.What, Footprint::Plain);
  if (OnDevice)
    Result.Rendered += Asts.takeDeviceWarnings();
  Result.Rendered += Asts.host().diagnostics().takeRendered();
  Result.Diagnostics = Asts.host().diagnostics().takeDiagnostics();
}

// Adds a cell of which both halves are made; or rejects it, if one of them is no good.
void CellCompilation::commit(CellText Cell, HostHalf OfHost, std::optional<DeviceHalf> OfDevice) {
  bool OnDevice = OfDevice.has_value(), Good = OfHost.Good;
  Result.Host = std::move(OfHost.Module);
  Result.HostIrNs = OfHost.Ns;
  // If both sides complain, the one that did so earlier is heard.
  bool HostIsHeard = !OfHost.Good && (!OnDevice || OfDevice->Parsed);
  if (OnDevice) {
    if (OfDevice->Crash) {
      safePoint();
      crash(*OfDevice->Crash);
    }
    Good &= OfDevice->Good;
    addDevice(std::move(*OfDevice));
  }
  if (HostIsHeard)
    Result.reject(Asts.host());
  if (!Good) {
    if (OnDevice)
      Cutting.closures().reject(Cell.Number);
    Asts.rebuild(Side::Host);
    Asts.rebuild(Side::Device);
    return;
  }
  if (OnDevice)
    Cutting.closures().setNewest(Result.Kernels);
  if (Result.Leaves.What == Footprint::Nothing) {
    if (Asts.host().hasLambdas())
      Asts.noteLambda(Cell.Number);
    return;
  }
  Asts.add(std::move(Cell), OnDevice);
}

} // namespace chv
