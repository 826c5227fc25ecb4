#include "session/session_asts.h"
#include "border/guard.h"
#include "session/free_memory.h"
#include "session/session_clock.h"
#include <sys/resource.h>

namespace chv {

// How many cells a compaction lets pass before one waits for threads that have the device side's AST; and before one waits for all that it needs.
// The latter grows with the cells that have to be read again.
constexpr unsigned PatientCells = 64, VeryPatientCells = 1024, PatienceForEachCell = 4;

// What is added to the niceness of a thread that destroys what a compaction leaves behind.
constexpr int DiscardingNiceness = 10;

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

SessionAsts::SessionAsts(FrontendOptions Host, FrontendOptions Device, std::shared_ptr<KeptFiles> Kept, ClosureCutting &Cutting)
    : Cutting(Cutting), Sides{SideState(Side::Host, std::move(Host)), SideState(Side::Device, std::move(Device))} {
  for (SideState &State : Sides)
    State.Options.Kept = Kept;
}

void SessionAsts::end() {
  Feed.Before = 0;
  Feed.Stop = true;
  Cutting.giveUpAll();
  awaitCut();
  if (Feed.Now.valid())
    Feed.Now.wait();
  for (SideState &State : Sides)
    if (State.Rebuilding.valid())
      llvm::consumeError(State.Rebuilding.get().takeError());
}

Frontend *SessionAsts::hostWithin(std::chrono::milliseconds Most) {
  SideState &Host = state(Side::Host);
  if (!Host.Current && !Host.Rebuilding.valid())
    rebuild(Side::Host);
  if (!Host.Rebuilding.valid())
    return Host.Current.get();
  if (Host.Rebuilding.wait_for(Most) != std::future_status::ready)
    return nullptr;
  auto Made = Host.Rebuilding.get();
  if (!Made) {
    llvm::consumeError(Made.takeError());
    return nullptr;
  }
  Host.Current = std::move(*Made);
  return Host.Current.get();
}

void SessionAsts::leaveHalfway(Side Which) {
  Frontend *Half = state(Which).Current.release();
  if (Half && Watch::stopAsked())
    Half->dropMemory();
}

void SessionAsts::awaitCut() {
  if (!Cutting.await())
    leave(Side::Device);
}

void SessionAsts::rebuild(Side Which) {
  SideState &State = state(Which);
  if (Which == Side::Device) {
    awaitCut();
    if (Feed.Now.valid())
      Feed.Now.wait(); // whatever the thread is asked
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
std::unique_ptr<llvm::LLVMContext> SessionAsts::renewContext(Side Which, std::unique_ptr<llvm::LLVMContext> Context, bool KeepOld) {
  SideState &State = state(Which);
  std::swap(State.Context, Context);
  if (!State.Context)
    State.Context = std::make_unique<llvm::LLVMContext>();
  if (Which == Side::Device)
    Cutting.closures().moveTo(*State.Context, KeepOld);
  if (KeepOld)
    (void)Context.release();
  return Context;
}

void SessionAsts::pauseStandbys() {
  for (SideState &State : Sides)
    for (Standby *Ahead : State.standbys())
      Ahead->pause();
}

void SessionAsts::resumeStandbys() {
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

llvm::Error SessionAsts::makeReady() {
  for (Side Which : {Side::Host, Side::Device})
    if (!state(Which).Current && !state(Which).Rebuilding.valid())
      rebuild(Which);
  return awaitRebuilds();
}

llvm::Error SessionAsts::awaitRebuilds() {
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

void SessionAsts::feedWaiting() {
  SideState &Device = state(Side::Device);
  if (Feed.Waiting.empty() || isDeviceAway() || Device.Rebuilding.valid() || !Device.Current)
    return;
  Feed.Stop = false;
  Feed.Cell = 0;
  Feed.Before = ~0u;
  Feed.Now = std::async(std::launch::async, [Frontend = Device.Current.get(), Cells = Feed.Waiting, this] {
    Fed Done;
    Watch Watching(Feed.Stop);
    for (const CellText &Cell : Cells) {
      Feed.Cell = Cell.Number;
      if (Cell.Number >= Feed.Before)
        break;
      bool Read = false;
      Done.Crashed = !guarded([&] { Read = Frontend->readAgain(Cell); });
      Done.Stopped = Done.Crashed && Feed.Stop;
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

llvm::Error SessionAsts::awaitFeeding() {
  if (!Feed.Now.valid())
    return llvm::Error::success();
  if (!awaitOrLeave(Feed.Now))
    return llvm::createStringError("it was asked to stop");
  Fed Done = Feed.Now.get();
  std::vector<CellText> &Waiting = Feed.Waiting, &Known = state(Side::Device).Fed;
  auto Read = Waiting.begin() + Done.Taken;
  Known.insert(Known.end(), Waiting.begin(), Read);
  Waiting.erase(Waiting.begin(), Read);
  if (Done.Stopped) {
    state(Side::Device).Current.release()->dropMemory();
    rebuild(Side::Device);
    return awaitRebuilds();
  }
  if (!Done.Refused)
    return llvm::Error::success();
  // A host cell that device compilation cannot read stays on the host side alone.
  Feed.Warnings += Done.Why;
  if (Done.Crashed)
    leave(Side::Device);
  Waiting.erase(Waiting.begin());
  rebuild(Side::Device);
  return awaitRebuilds();
}

void SessionAsts::settle() {
  llvm::consumeError(awaitFeeding());
  llvm::consumeError(awaitRebuilds());
}

llvm::Error SessionAsts::awaitDevice() {
  awaitCut();
  llvm::Error Failure = awaitRebuilds();
  bool Behind = !Failure;
  while (Behind) {
    Failure = awaitFeeding();
    if (!Failure)
      feedWaiting();
    Behind = !Failure && Feed.Now.valid();
  }
  return Failure;
}

// Goes over to the ASTs of a compaction, as far as they stand by; or to all, which are made then.
void SessionAsts::goOver(bool All) {
  for (Side Which : {Side::Host, Side::Device}) {
    SideState &State = state(Which);
    if (!State.Compacts || isBusy(Which) || !(All || State.Near.isReady(State.Fed)))
      continue;
    rebuild(Which);
    NewestLambda = Which == Side::Host ? 0 : NewestLambda;
  }
  if (!compacts())
    Compaction = {};
}

// `prepare` may find the device side busy each time, and what stands by may get no processor: then a cell waits.
void SessionAsts::goOverAtLast() {
  if (!Compaction.Hurries || !compacts() || ++Compaction.CellsBeforeGoing < PatientCells)
    return;
  awaitCut();
  settle();
  goOver(/*All=*/Compaction.CellsBeforeGoing >= VeryPatientCells + PatienceForEachCell * Compaction.CellsToRead);
}

void SessionAsts::prepare() {
  if (Cutting.underWay() && Cutting.done())
    awaitCut();
  feedWaiting();
  goOver();
  for (Side Which : {Side::Host, Side::Device}) {
    SideState &State = state(Which);
    if (State.Current && !isBusy(Which) && !guarded([&] { State.Current->prepare(); }))
      leave(Which);
  }
}

// True if there was something to take.
static bool takeFrom(std::vector<CellText> &List, llvm::function_ref<bool(const CellText &)> Goes) {
  size_t Before = List.size();
  llvm::erase_if(List, Goes);
  return List.size() != Before;
}

void SessionAsts::add(CellText Cell, bool OnDevice) {
  state(Side::Host).Fed.push_back(Cell);
  (OnDevice ? state(Side::Device).Fed : Feed.Waiting).push_back(std::move(Cell));
}

void SessionAsts::giveUp(unsigned First, Clock::time_point Until) {
  // What is read of cells before it stays.
  Feed.Before = First;
  bool Unwanted = Feed.Now.valid() && Feed.Cell >= First;
  Feed.Stop = Unwanted && Feed.Now.wait_until(Until) != std::future_status::ready;
}

void SessionAsts::takeBack(unsigned First) {
  auto Goes = [First](const CellText &Cell) { return Cell.Number >= First; };
  bool OfHost = takeFrom(state(Side::Host).Fed, Goes) || NewestLambda >= First;
  bool OfDevice = takeFrom(state(Side::Device).Fed, Goes);
  takeFrom(Feed.Waiting, Goes);
  NewestLambda = NewestLambda >= First ? 0 : NewestLambda;
  if (OfHost)
    rebuild(Side::Host);
  if (OfDevice)
    rebuild(Side::Device);
}

void SessionAsts::compact(const llvm::DenseSet<unsigned> &Dead) {
  auto Goes = [&](const CellText &Cell) { return Dead.contains(Cell.Number); };
  takeFrom(Feed.Waiting, Goes);
  for (SideState &State : Sides) {
    llvm::copy_if(State.Fed, std::back_inserter(State.LeftOut), Goes);
    takeFrom(State.Fed, Goes);
    State.Compacts = true;
    State.Near.mend();
  }
  resumeStandbys();
}

void SessionAsts::hurry() {
  if (std::exchange(Compaction.Hurries, true))
    return;
  Compaction.CellsToRead = state(Side::Host).Fed.size();
  for (SideState &State : Sides)
    if (State.Compacts)
      State.Near.hurry();
}

} // namespace chv
