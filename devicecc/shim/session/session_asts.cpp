// The ASTs of a session: made again after mistakes, fed with cells that wait, made without what nothing needs any more. `Session`'s part.
#include "border/guard.h"
#include "session/free_memory.h"
#include "session/session.h"
#include <sys/resource.h>

namespace chv {

// How many cells a compaction lets pass before one waits for threads that have the device side's AST; and before one waits for all that it needs.
// The latter grows with the cells that have to be read again.
constexpr unsigned PatientCells = 64, VeryPatientCells = 1024, PatienceForEachCell = 4;

// What is added to the niceness of a thread that destroys what a compaction leaves behind.
constexpr int DiscardingNiceness = 10;

// What is left half-way cannot be destroyed, and its memory is lost for the most part: a thread that has done its work within this time is waited for.
constexpr auto PatienceBeforeLeaving = std::chrono::milliseconds(50);

using Remade = llvm::Expected<std::unique_ptr<Frontend>>;

// An AST of these cells, from what is there already.
static Remade replay(SessionHeaders &Headers, llvm::LLVMContext &Context, llvm::ArrayRef<CellText> Cells, Prepared Ready) {
  std::unique_ptr<Frontend> Made = std::move(Ready.Ast);
  if (Made && Ready.Cells < Headers.readBy(Cells))
    Made.reset();
  if (!Made) {
    Remade Fresh = Headers.create(Context, Cells, Ready.Cells);
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

static Remade replayGuarded(SessionHeaders &Headers, llvm::LLVMContext &Context, llvm::ArrayRef<CellText> Cells, Prepared Ready) {
  std::optional<Remade> Made = madeGuarded<Remade>([&] { return replay(Headers, Context, Cells, std::move(Ready)); });
  if (Made && *Made)
    return std::move(*Made);
  // Read as they were the first time, they may still be good.
  if (Headers.refuse(Cells)) {
    if (Made)
      llvm::consumeError(Made->takeError());
    Made = madeGuarded<Remade>([&] { return replay(Headers, Context, Cells, Prepared()); });
  }
  if (Made)
    return std::move(*Made);
  return llvm::createStringError("clang crashed when it read the session's cells again");
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
  auto remake = [this, &State, Which, Compacts = std::exchange(State.Compacts, false), Old = std::move(State.Current)]() mutable {
    bool Crashed = !Old;
    Prepared Ready = State.take();
    // A context keeps the types, constants and debug information of every module that there was.
    bool Fresh = Ready.Ast || !State.Context || Which == Side::Host || Compacts;
    if (!Fresh && Old)
      Crashed = !destroyGuarded(std::move(Old));
    std::unique_ptr<llvm::LLVMContext> OldContext;
    if (Fresh || Crashed)
      OldContext = renewContext(Which, std::move(Ready.Context), Crashed);
    auto Made = replayGuarded(State.Headers, *State.Context, State.Fed, std::move(Ready));
    // The next cell need not wait for this.
    if (Old || OldContext)
      State.Discarding = std::async(std::launch::async, [Compacts, Late = Prepared{std::move(OldContext), std::move(Old)}]() mutable {
        // Cells that follow each other closely come first.
        if (Compacts)
          (void)setpriority(PRIO_PROCESS, 0, DiscardingNiceness);
        Late.discard();
        // A compaction is there to give memory back.
        giveBack(/*IfGrown=*/!Compacts);
      });
    std::vector<CellText> LeftOut = std::exchange(State.LeftOut, {});
    if (Made || LeftOut.empty())
      return Made;
    // Something refers to a cell that was left out: all of them, then.
    llvm::consumeError(Made.takeError());
    State.Fed.insert(State.Fed.end(), LeftOut.begin(), LeftOut.end());
    llvm::sort(State.Fed, [](const CellText &A, const CellText &B) { return A.Serial < B.Serial; });
    return replayGuarded(State.Headers, *State.Context, State.Fed, Prepared());
  };
  State.Rebuilding = std::async(std::launch::async, std::move(remake));
}

// The side's context from now on: this one, or a fresh one. Gives the older one, but one that a crash left behind is left alone.
std::unique_ptr<llvm::LLVMContext> Session::renewContext(Side Which, std::unique_ptr<llvm::LLVMContext> Context, bool KeepOld) {
  SideState &State = state(Which);
  std::swap(State.Context, Context);
  if (!State.Context)
    State.Context = std::make_unique<llvm::LLVMContext>();
  if (Which == Side::Device)
    Closures.moveTo(*State.Context, KeepOld);
  if (KeepOld)
    (void)Context.release();
  return Context;
}

void Session::pauseStandbys() {
  for (SideState &State : Sides)
    for (Standby *Ahead : State.standbys())
      Ahead->pause();
}

void Session::resumeStandbys() {
  for (SideState &State : Sides) {
    if (!State.Rebuilding.valid())
      State.Headers.follow(State.Fed);
    for (Standby *Ahead : State.standbys())
      if (State.Rebuilding.valid())
        Ahead->resume(); // its cells are the other thread's until it is done
      else
        Ahead->follow(State.Fed);
  }
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

void Session::feedWaiting() {
  SideState &Device = state(Side::Device);
  if (Waiting.empty() || Cutting || FeedingNow.valid() || Device.Rebuilding.valid() || !Device.Current)
    return;
  StopFeeding = false;
  FedCell = 0;
  FeedBefore = ~0u;
  FeedingNow = std::async(std::launch::async, [Frontend = Device.Current.get(), Cells = Waiting, this] {
    Feeding Done;
    Watch Watching(StopFeeding);
    for (const CellText &Cell : Cells) {
      FedCell = Cell.Number;
      if (Cell.Number >= FeedBefore)
        break;
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
    state(Side::Device).Current.release()->dropMemory();
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

// True while another thread has the side's AST.
bool Session::isBusy(Side Which) {
  return state(Which).Rebuilding.valid() || (Which == Side::Device && (Cutting || FeedingNow.valid()));
}

// Goes over to the ASTs of a compaction, as far as they stand by; or to all, which are made then.
void Session::goOver(bool All) {
  for (Side Which : {Side::Host, Side::Device}) {
    SideState &State = state(Which);
    if (!State.Compacts || isBusy(Which) || !(All || State.Near.isReady(State.Fed)))
      continue;
    rebuild(Which);
    NewestLambda = Which == Side::Host ? 0 : NewestLambda;
  }
  CellsBeforeGoing = compacts() ? CellsBeforeGoing : 0;
  Hurries = Hurries && compacts();
}

// `prepare` may find the device side busy each time, and what stands by may get no processor: then a cell waits.
void Session::goOverAtLast() {
  if (!Hurries || !compacts() || ++CellsBeforeGoing < PatientCells)
    return;
  awaitCut();
  settle();
  goOver(/*All=*/CellsBeforeGoing >= VeryPatientCells + PatienceForEachCell * CellsToRead);
}

void Session::prepare() {
  if (Cutting && Helper.done())
    awaitCut();
  feedWaiting();
  goOver();
  for (Side Which : {Side::Host, Side::Device}) {
    SideState &State = state(Which);
    if (State.Current && !isBusy(Which) && !guarded([&] { State.Current->prepare(); }))
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
  auto Until = std::chrono::steady_clock::now() + PatienceBeforeLeaving;
  // What is read of cells before it stays.
  FeedBefore = First;
  bool OfFeeding = FeedingNow.valid() && FedCell >= First;
  StopFeeding = OfFeeding && FeedingNow.wait_until(Until) != std::future_status::ready;
  bool OfCut = Cutting && CutCell >= First;
  while (OfCut && !Helper.done() && std::chrono::steady_clock::now() < Until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  StopCut = OfCut && !Helper.done();
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
  for (SideState &State : Sides) {
    llvm::copy_if(State.Fed, std::back_inserter(State.LeftOut), Goes);
    takeFrom(State.Fed, Goes);
    State.Compacts = true;
    State.Near.mend();
  }
  resumeStandbys();
}

void Session::hurry() {
  if (std::exchange(Hurries, true))
    return;
  CellsToRead = state(Side::Host).Fed.size();
  for (SideState &State : Sides)
    if (State.Compacts)
      State.Near.hurry();
}

} // namespace chv
