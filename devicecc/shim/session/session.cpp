#include "session/session.h"
#include "border/guard.h"
#include "redefinition/replacement_rules.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/Support/raw_ostream.h"
#include <malloc.h>

using namespace clang;

namespace chv {

// Free memory that the process keeps for the next cell.
constexpr int KeptBytes = 16 << 20;

Session::Session(FrontendOptions Host, FrontendOptions Device, unsigned Unit)
    : Unit(Unit), Sides{SideState(Side::Host, std::move(Host)), SideState(Side::Device, std::move(Device))} {
  for (SideState &State : Sides)
    State.Options.Kept = Kept;
}

Session::~Session() {
  FeedBefore = 0;
  StopCut = StopFeeding = true;
  awaitCut();
  if (FeedingNow.valid())
    FeedingNow.wait();
  for (SideState &State : Sides)
    if (State.Rebuilding.valid())
      llvm::consumeError(State.Rebuilding.get().takeError());
}

llvm::Expected<std::unique_ptr<Session>> Session::create(FrontendOptions Host, FrontendOptions Device, unsigned Unit) {
  // A cell takes and gives back a megabyte or so: without this, each asks the system for its pages anew.
  mallopt(M_TRIM_THRESHOLD, KeptBytes);
  mallopt(M_TOP_PAD, KeptBytes / 16);
  mallopt(M_MMAP_THRESHOLD, KeptBytes / 4);
  std::unique_ptr<Session> Made(new Session(std::move(Host), std::move(Device), Unit));
  Made->rebuild(Side::Host);
  Made->rebuild(Side::Device);
  if (llvm::Error Failure = Made->awaitRebuilds())
    return std::move(Failure);
  return std::move(Made);
}

void Session::reject(Frontend &Side, CellResult &Result) {
  Result.Outcome = CellResult::Rejected;
  Result.Diagnostics = Side.diagnostics().takeDiagnostics();
  Result.Everything = Side.diagnostics().takeEverything();
  Result.Rendered = Side.diagnostics().takeRendered();
}

void Session::fail(std::string Why, CellResult &Result) {
  Result.Outcome = CellResult::Failed;
  Result.Rendered = std::move(Why);
}

CellResult Session::compile(CellText Cell) {
  pauseStandbys();
  CellResult Result = compileNow(std::move(Cell));
  if (Result.Outcome != CellResult::Committed && Watch::stopAsked()) {
    Result = CellResult();
    Result.Outcome = CellResult::Stopped;
  }
  resumeStandbys();
  return Result;
}

CellResult Session::compileNow(CellText Cell) {
  CellResult Result;
  Kept->beginNew(Cell.Number);
  if (!Cutting)
    takeNewest();
  goOverAtLast();
  for (Side Which : {Side::Host, Side::Device})
    if (!state(Which).Current && !state(Which).Rebuilding.valid())
      rebuild(Which);
  if (llvm::Error Failure = awaitRebuilds()) {
    fail(toString(std::move(Failure)), Result);
    return Result;
  }
  std::string Name = Cell.Name;
  std::string Why;
  bool Survived = guarded([&] { compileHost(Cell, Result); }, &Why);
  if (!Survived) {
    abandon(Cell.Number);
    Result = CellResult();
    fail("clang crashed on " + Name + (Why.empty() ? "" : ": " + Why), Result);
    return Result;
  }
  Kept->endNew();
  feedWaiting();
  return Result;
}

// Leaves a frontend in which clang crashed or was left half-way where it is. Of one that was left most of the memory can be given back: its allocators
// were not at work.
static void leaveBehind(std::unique_ptr<Frontend> Half) {
  Frontend *Raw = Half.release();
  if (Raw && Watch::stopAsked())
    Raw->dropMemory();
}

// After a crash, or when a cell has been left half-way: its frontends are in an unknown state, not even their destructors can be run.
void Session::abandon(unsigned Number) {
  bool OnDevice = !Cutting && !FeedingNow.valid(); // while others are at the device side, the cell has not been there
  if (!Cutting && Helper.busy())
    Helper.finish(); // it was left beside the other half
  leaveBehind(std::move(state(Side::Host).Current));
  if (!state(Side::Host).Rebuilding.valid())
    rebuild(Side::Host);
  if (!OnDevice || state(Side::Device).Rebuilding.valid())
    return;
  leaveBehind(std::move(state(Side::Device).Current));
  Closures.reject(Number);
  rebuild(Side::Device);
}

// A definition that a macro makes is not seen before clang complains of it; then the names are known and it is tried again.
bool Session::parseHost(CellText &Cell, CellResult &Result) {
  if (host().parse(Cell))
    return true;
  Cell.Redeclared = host().diagnostics().takeRedeclared();
  reject(host(), Result);
  rebuild(Side::Host);
  if (Cell.Redeclared.empty())
    return false;
  if (llvm::Error Failure = awaitRebuilds()) {
    fail(toString(std::move(Failure)), Result);
    return false;
  }
  if (!host().parse(Cell)) {
    host().diagnostics().takeRedeclared();
    rebuild(Side::Host);
    return false; // the first try's messages are told
  }
  Result = CellResult();
  return true;
}

// A guess from the text, before the host side has read it: macros hide device code, and comments may speak of it.
static bool mayConcernDevice(llvm::StringRef Text) {
  return Text.contains("__global__") || Text.contains("__device__") || Text.contains("chevron library");
}

void Session::compileHost(CellText Cell, CellResult &Result) {
  HostCode OfHost;
  if (mayConcernDevice(Cell.Text)) {
    if (!awaitDevice(Result)) {
      rebuild(Side::Device);
      return;
    }
    HostCell = Cell;
    startHost([this, &Result] { return readHost(HostCell, /*Beside=*/true, Result); });
    DeviceCode OfDevice = readDevice(Cell);
    OfHost = takeHost();
    Cell = std::move(HostCell);
    if (OfHost.Generated) {
      commitCell(std::move(Cell), std::move(OfHost), std::move(OfDevice), Result);
      return;
    }
    // What the device side may not have, or must have by other rules, it has read as it was.
    dropDevice(Cell.Number, OfDevice);
  } else {
    OfHost = readHost(Cell, /*Beside=*/false, Result);
  }
  if (!OfHost.Read)
    return;
  if (!OfHost.OnDevice) {
    describeCell(Cell, false, Result);
    generateHost(OfHost);
    commitCell(std::move(Cell), std::move(OfHost), std::nullopt, Result);
    return;
  }
  if (!awaitDevice(Result)) {
    rebuild(Side::Host);
    rebuild(Side::Device);
    return;
  }
  describeCell(Cell, true, Result);
  HostNow = std::move(OfHost);
  startHost([this] {
    HostCode Made = std::move(HostNow);
    generateHost(Made);
    return Made;
  });
  DeviceCode OfDevice = readDevice(Cell);
  OfHost = takeHost();
  commitCell(std::move(Cell), std::move(OfHost), std::move(OfDevice), Result);
}

// Has the host side read the cell. `Beside`: the device side does so too, and if it does as it should the code is generated at once.
Session::HostCode Session::readHost(CellText &Cell, bool Beside, CellResult &Result) {
  HostCode Made;
  uint64_t Start = nanoseconds();
  Made.Read = parseHost(Cell, Result);
  Result.HostParseNs = nanoseconds() - Start;
  Made.OnDevice = Made.Read && (needsDevice(host()) || host().libraries().Any);
  if (Beside && Made.OnDevice && Cell.Redeclared.empty()) {
    describeCell(Cell, true, Result);
    generateHost(Made);
  }
  return Made;
}

void Session::startHost(std::function<HostCode()> Make) {
  Helper.start([this, Make = std::move(Make), Watching = Watch::innermost()] {
    WatchOf Asker(Watching);
    std::string Why;
    if (auto Made = madeGuarded<HostCode>([&] { return Make(); }, &Why)) {
      HostNow = std::move(*Made);
      return;
    }
    HostNow = HostCode();
    HostNow.Crash = Why;
  });
}

Session::HostCode Session::takeHost() {
  Helper.finish();
  if (HostNow.Crash) {
    safePoint();
    crash(*HostNow.Crash);
  }
  return std::move(HostNow);
}

// The device's half of a cell. A crash is kept for later: the host side may have something to say against the cell.
Session::DeviceCode Session::readDevice(const CellText &Cell) {
  std::string Why;
  if (auto Made = madeGuarded<DeviceCode>([&] { return generateDevice(Cell); }, &Why))
    return std::move(*Made);
  DeviceCode None;
  None.Crash = Why;
  return None;
}

// The host side does not take the cell, or takes it otherwise.
void Session::dropDevice(unsigned Number, const DeviceCode &Made) {
  if (Made.Crash)
    (void)state(Side::Device).Current.release();
  Closures.reject(Number);
  rebuild(Side::Device);
}

static std::vector<Supersession> supersessionsIn(Frontend &Host) {
  std::vector<Supersession> Found;
  for (const Replaced &R : Host.redeclarations().replaced())
    Found.push_back({itemName(*R.Old), signatureOf(*R.Old), R.New ? signatureOf(*R.New) : "", R.Cell, R.Followed, R.New ? int(builtIn(*R.New, *R.Old)) : 0,
                     R.New ? "" : Host.redeclarations().fileOf(*R.Old)});
  return Found;
}

// An opening square bracket that follows neither a name nor a closing bracket is no subscript.
static bool mayHoldLambda(llvm::StringRef Text) {
  for (size_t At = Text.find('['); At != llvm::StringRef::npos; At = Text.find('[', At + 1)) {
    llvm::StringRef Before = Text.take_front(At).rtrim();
    char Last = Before.empty() ? ' ' : Before.back();
    if (!clang::isAsciiIdentifierContinue(Last) && Last != ')' && Last != ']')
      return true;
  }
  return false;
}

void Session::generateHost(HostCode &Made) {
  uint64_t Start = nanoseconds();
  Made.Good = host().commit([&](llvm::Module &M) { Made.Module = finishHostModule(host(), M, Unit); }) != nullptr;
  Made.Generated = true;
  Made.Ns = nanoseconds() - Start;
}

Session::DeviceCode Session::generateDevice(const CellText &Cell) {
  DeviceCode Made;
  uint64_t Start = nanoseconds();
  Made.Parsed = device().parse(Cell);
  Made.Part.DeviceParseNs = nanoseconds() - Start;
  if (!Made.Parsed) {
    reject(device(), Made.Part);
    return Made;
  }
  // What the device side warns about, the host side has said.
  device().diagnostics().takeRendered();
  device().diagnostics().takeDiagnostics();
  Made.Part.Items = itemsOf(device());
  Made.Good = commitDevice(Cell.Number, Made.Part);
  return Made;
}

// Adds the device's half of the cell.
void Session::addDevice(DeviceCode Made, CellResult &Result) {
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

// What the host side knows of a cell that it has read.
void Session::describeCell(const CellText &Cell, bool OnDevice, CellResult &Result) {
  Result.ValueType = host().valueType();
  Result.OnlyLooks = host().onlyLooks();
  Result.Items = itemsOf(host());
  Result.Superseded = supersessionsIn(host());
  Result.OldTypes = oldTypesIn(host());
  Result.UndefinedMacros = host().undefinedMacros();
  Result.Leaves = footprintOf(host(), Cell.Text);
  // It hides them each time it is read.
  if (host().redeclarations().hasHiddenForGood() || host().libraries().Any)
    Result.Leaves.What = Footprint::Lasting;
  if (OnDevice || Cell.Number == 0)
    Result.Leaves.What = std::max(Result.Leaves.What, Footprint::Plain);
  if (OnDevice)
    Result.Rendered += std::exchange(DeviceWarnings, {});
  Result.Rendered += host().diagnostics().takeRendered();
  Result.Diagnostics = host().diagnostics().takeDiagnostics();
}

// Adds a cell of which both halves are made; or rejects it, if one of them is no good.
void Session::commitCell(CellText Cell, HostCode OfHost, std::optional<DeviceCode> OfDevice, CellResult &Result) {
  bool OnDevice = OfDevice.has_value(), Good = OfHost.Good;
  Result.Host = std::move(OfHost.Module);
  Result.HostIrNs = OfHost.Ns;
  // Of two that complain, the one that did so earlier is heard.
  bool HostIsHeard = !OfHost.Good && (!OnDevice || OfDevice->Parsed);
  if (OnDevice) {
    if (OfDevice->Crash) {
      safePoint();
      crash(*OfDevice->Crash);
    }
    Good &= OfDevice->Good;
    addDevice(std::move(*OfDevice), Result);
  }
  if (HostIsHeard)
    reject(host(), Result);
  if (!Good) {
    if (OnDevice)
      Closures.reject(Cell.Number);
    rebuild(Side::Host);
    rebuild(Side::Device);
    return;
  }
  if (OnDevice)
    Closures.setNewest(Result.Kernels);
  if (Result.Leaves.What == Footprint::Nothing) {
    if (mayHoldLambda(Cell.Text))
      NewestLambda = Cell.Number;
    return;
  }
  state(Side::Host).Fed.push_back(Cell);
  (OnDevice ? state(Side::Device).Fed : Waiting).push_back(std::move(Cell));
}

} // namespace chv
