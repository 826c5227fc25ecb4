#include "session.h"
#include "guard.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/Support/raw_ostream.h"
#include <malloc.h>

using namespace clang;

namespace chv {

// Free memory that the process keeps for the next cell.
constexpr int KeptBytes = 16 << 20;

Session::Session(FrontendOptions Host, FrontendOptions Device)
    : Sides{SideState(Side::Host, std::move(Host)), SideState(Side::Device, std::move(Device))} {
  for (SideState &State : Sides)
    State.Options.Kept = Kept;
}

Session::~Session() {
  giveUp(/*First=*/0);
  awaitCut();
  if (FeedingNow.valid())
    FeedingNow.wait();
  for (SideState &State : Sides)
    if (State.Rebuilding.valid())
      llvm::consumeError(State.Rebuilding.get().takeError());
}

using Remade = llvm::Expected<std::unique_ptr<Frontend>>;

// An AST of these cells, from what is there already.
static Remade replay(Side Which, const FrontendOptions &Options, llvm::LLVMContext &Context, llvm::ArrayRef<CellText> Cells,
                     Prepared Ready) {
  std::unique_ptr<Frontend> Made = std::move(Ready.Ast);
  if (!Made) {
    Remade Fresh = Frontend::create(Which, Options, Context);
    if (!Fresh)
      return Fresh;
    Made = std::move(*Fresh);
  }
  for (const CellText &Cell : Cells.drop_front(Ready.Cells))
    if (!Made->readAgain(Cell))
      return llvm::createStringError(Cell.Name + " was accepted once and is not accepted again:\n" +
                                     Made->diagnostics().takeRendered());
  return Made;
}

static Remade replayGuarded(Side Which, const FrontendOptions &Options, llvm::LLVMContext &Context,
                            llvm::ArrayRef<CellText> Cells, Prepared Ready) {
  if (std::optional<Remade> Made =
          madeGuarded<Remade>([&] { return replay(Which, Options, Context, Cells, std::move(Ready)); }))
    return std::move(*Made);
  return llvm::createStringError("clang crashed when it read the session's cells again");
}

llvm::Expected<std::unique_ptr<Session>> Session::create(FrontendOptions Host, FrontendOptions Device) {
  // A cell takes and gives back a megabyte or so: without this, each asks the system for its pages anew.
  mallopt(M_TRIM_THRESHOLD, KeptBytes);
  mallopt(M_TOP_PAD, KeptBytes / 16);
  mallopt(M_MMAP_THRESHOLD, KeptBytes / 4);
  std::unique_ptr<Session> Made(new Session(std::move(Host), std::move(Device)));
  Made->rebuild(Side::Host);
  Made->rebuild(Side::Device);
  if (llvm::Error Failure = Made->awaitRebuilds())
    return std::move(Failure);
  return std::move(Made);
}

void Session::rebuild(Side Which) {
  SideState &State = state(Which);
  if (Which == Side::Device) {
    awaitCut();
    if (FeedingNow.valid())
      FeedingNow.wait(); // whatever the thread is asked
    llvm::consumeError(awaitFeeding());
  }
  if (State.Rebuilding.valid())
    llvm::consumeError(State.Rebuilding.get().takeError());
  auto remake = [this, &State, Which, Old = std::move(State.Current)]() mutable {
    bool Compacts = !State.Spare.empty();
    bool Crashed = !Old || !destroyGuarded(std::move(Old));
    Prepared Ready = State.take();
    // A context keeps the types, constants and debug information of every module that there was.
    if (Ready.Ast || !State.Context || Which == Side::Host || Compacts || Crashed)
      renewContext(Which, std::move(Ready.Context), Crashed);
    // A compaction is there to give memory back.
    if (Compacts)
      malloc_trim(0);
    auto Made = replayGuarded(Which, State.Options, *State.Context, State.Fed, std::move(Ready));
    std::vector<CellText> Spare = std::exchange(State.Spare, {});
    if (Made || Spare.empty())
      return Made;
    // Something refers to a cell that was left out: all of them, then.
    llvm::consumeError(Made.takeError());
    State.Fed = std::move(Spare);
    return replayGuarded(Which, State.Options, *State.Context, State.Fed, Prepared());
  };
  State.Rebuilding = std::async(std::launch::async, std::move(remake));
}

// The side's context from now on: this one, or a fresh one. One that a crash left behind is left alone.
void Session::renewContext(Side Which, std::unique_ptr<llvm::LLVMContext> Context, bool KeepOld) {
  SideState &State = state(Which);
  std::swap(State.Context, Context);
  if (!State.Context)
    State.Context = std::make_unique<llvm::LLVMContext>();
  if (Which == Side::Device)
    Closures.moveTo(*State.Context, KeepOld);
  if (KeepOld)
    (void)Context.release();
}

void Session::pauseStandbys() {
  for (SideState &State : Sides)
    for (Standby *Ahead : State.standbys())
      Ahead->pause();
}

void Session::resumeStandbys() {
  for (SideState &State : Sides)
    for (Standby *Ahead : State.standbys())
      if (State.Rebuilding.valid())
        Ahead->resume(); // its cells are the other thread's until it is done
      else
        Ahead->follow(State.Fed);
}

// Waits for what another thread makes of committed cells. Who is asked to stop waits no longer: it is left if it is guarded, else this gives false. The
// other thread goes on, since later cells need that.
template <typename Made> static bool awaitOrLeave(const std::future<Made> &Other) {
  while (Other.wait_for(LookEvery) != std::future_status::ready) {
    safePoint();
    if (Watch::stopAsked())
      return false;
  }
  return true;
}

llvm::Error Session::awaitRebuilds() {
  for (SideState &State : Sides) {
    if (!State.Rebuilding.valid())
      continue;
    if (!awaitOrLeave(State.Rebuilding))
      return llvm::createStringError("it was asked to stop");
    auto Made = State.Rebuilding.get();
    if (!Made)
      return Made.takeError();
    State.Current = std::move(*Made);
  }
  return llvm::Error::success();
}

void Session::reject(Frontend &Side, CellResult &Result) {
  Result.Outcome = CellResult::Rejected;
  Result.Diagnostics = Side.diagnostics().takeDiagnostics();
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
static bool mayConcernDevice(llvm::StringRef Text) { return Text.contains("__global__") || Text.contains("__device__"); }

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
  Made.OnDevice = Made.Read && needsDevice(host());
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

void Session::feedWaiting() {
  SideState &Device = state(Side::Device);
  if (Waiting.empty() || Cutting || FeedingNow.valid() || Device.Rebuilding.valid() || !Device.Current)
    return;
  StopFeeding = false;
  FeedingNow = std::async(std::launch::async, [Frontend = Device.Current.get(), Cells = Waiting, this] {
    Feeding Done;
    Watch Watching(StopFeeding);
    for (const CellText &Cell : Cells) {
      bool Read = false;
      Done.Crashed = !guarded([&] { Read = Frontend->readAgain(Cell); });
      Done.Stopped = Done.Crashed && StopFeeding;
      if (Done.Stopped)
        return Done;
      if (!Read) {
        Done.Refused = true;
        Done.Why = "warning: device code cannot use " + Cell.Name + "\n";
        if (!Done.Crashed)
          Done.Why += Frontend->diagnostics().takeRendered();
        return Done;
      }
      ++Done.Taken;
    }
    return Done;
  });
}

llvm::Error Session::awaitFeeding() {
  if (!FeedingNow.valid())
    return llvm::Error::success();
  if (!awaitOrLeave(FeedingNow))
    return llvm::createStringError("it was asked to stop");
  Feeding Done = FeedingNow.get();
  auto Read = Waiting.begin() + Done.Taken;
  auto &Fed = state(Side::Device).Fed;
  Fed.insert(Fed.end(), Waiting.begin(), Read);
  Waiting.erase(Waiting.begin(), Read);
  if (Done.Stopped) {
    (void)state(Side::Device).Current.release();
    rebuild(Side::Device);
    return awaitRebuilds();
  }
  if (!Done.Refused)
    return llvm::Error::success();
  // A host cell that device compilation cannot read stays on the host side alone.
  DeviceWarnings += Done.Why;
  if (Done.Crashed)
    (void)state(Side::Device).Current.release();
  Waiting.erase(Waiting.begin());
  rebuild(Side::Device);
  return awaitRebuilds();
}

void Session::settle() {
  llvm::consumeError(awaitFeeding());
  llvm::consumeError(awaitRebuilds());
}

// Waits until the device side has seen all cells so far. False: it cannot.
bool Session::awaitDevice(CellResult &Result) {
  awaitCut();
  llvm::Error Failure = awaitRebuilds();
  bool Behind = !Failure;
  while (Behind) {
    Failure = awaitFeeding();
    if (!Failure)
      feedWaiting();
    Behind = !Failure && FeedingNow.valid();
  }
  if (Failure) {
    fail(toString(std::move(Failure)), Result);
    return false;
  }
  return true;
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
    Found.push_back({itemName(*R.Old), signatureOf(*R.Old), signatureOf(*R.New), R.Cell, R.Followed, int(builtIn(*R.New, *R.Old))});
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
  Made.Good = host().commit([&](llvm::Module &M) { Made.Module = finishHostModule(host(), M); }) != nullptr;
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
  Result.Variables = std::move(Part.Variables);
  addUses(Part.Items, Result.Items);
  if (Part.Outcome != CellResult::Committed) {
    Result.Outcome = Part.Outcome;
    Result.Rendered = std::move(Part.Rendered);
    Result.Diagnostics = std::move(Part.Diagnostics);
  }
}

// What the host side knows of a cell that it has read.
void Session::describeCell(const CellText &Cell, bool OnDevice, CellResult &Result) {
  Result.ValueType = host().valueType();
  Result.Items = itemsOf(host());
  Result.Superseded = supersessionsIn(host());
  Result.OldTypes = oldTypesIn(host());
  Result.UndefinedMacros = host().undefinedMacros();
  Result.Leaves = footprintOf(host(), Cell.Text);
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

void Session::prepare() {
  if (Cutting && Helper.done())
    awaitCut();
  feedWaiting();
  for (SideState &State : Sides) {
    bool Busy = State.Rebuilding.valid() || (&State == &state(Side::Device) && (Cutting || FeedingNow.valid()));
    if (State.Current && !Busy && !guarded([&] { State.Current->prepare(); }))
      (void)State.Current.release();
  }
}

// True if there was something to take.
static bool takeFrom(std::vector<CellText> &List, llvm::function_ref<bool(const CellText &)> Goes) {
  size_t Before = List.size();
  llvm::erase_if(List, Goes);
  return List.size() != Before;
}

void Session::giveUp(unsigned First) {
  StopCut = Cutting && CutCell >= First;
  StopFeeding = llvm::any_of(Waiting, [First](const CellText &Cell) { return Cell.Number >= First; });
}

std::vector<Kernel> Session::undo(unsigned First) {
  giveUp(First);
  takeNewest();
  settle();
  Kept->takenBack(First);
  auto Goes = [First](const CellText &Cell) { return Cell.Number >= First; };
  bool OfHost = takeFrom(state(Side::Host).Fed, Goes) || NewestLambda >= First;
  bool OfDevice = takeFrom(state(Side::Device).Fed, Goes);
  takeFrom(Waiting, Goes);
  NewestLambda = NewestLambda >= First ? 0 : NewestLambda;
  std::vector<Kernel> Back = Closures.truncate(First);
  if (OfHost)
    rebuild(Side::Host);
  if (OfDevice)
    rebuild(Side::Device);
  return Back;
}

void Session::compact(llvm::ArrayRef<unsigned> Cells) {
  cutRest();
  settle();
  llvm::DenseSet<unsigned> Dead(Cells.begin(), Cells.end());
  Closures.drop(Dead);
  auto Goes = [&](const CellText &Cell) { return Dead.contains(Cell.Number); };
  takeFrom(Waiting, Goes);
  for (Side Which : {Side::Host, Side::Device}) {
    SideState &State = state(Which);
    State.Spare = State.Fed;
    takeFrom(State.Fed, Goes);
    rebuild(Which);
  }
  NewestLambda = 0;
}

} // namespace chv
