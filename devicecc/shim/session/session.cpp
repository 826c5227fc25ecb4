#include "session/session.h"
#include "border/guard.h"
#include "session/cell_compilation.h"
#include "session/session_clock.h"
#include <malloc.h>

using namespace clang;

namespace chv {

// Free memory that the process keeps for the next cell.
constexpr int KeptBytes = 16 << 20;

// What is left half-way cannot be destroyed, and its memory is lost for the most part: a thread that has done its work within this time is waited for.
constexpr auto PatienceBeforeLeaving = std::chrono::milliseconds(50);

static FrontendOptions forUnit(FrontendOptions Options, unsigned Unit) {
  Options.OneCell = Unit != 0;
  return Options;
}

Session::Session(FrontendOptions Host, FrontendOptions Device, unsigned Unit)
    : Unit(Unit), Asts(forUnit(std::move(Host), Unit), forUnit(std::move(Device), Unit), Kept, Cutting), Cutting(Helper) {}

Session::~Session() { Asts.end(); }

llvm::Expected<std::unique_ptr<Session>> Session::create(FrontendOptions Host, FrontendOptions Device, unsigned Unit) {
  // A cell takes and gives back a megabyte or so: without this, each asks the system for its pages anew.
  mallopt(M_TRIM_THRESHOLD, KeptBytes);
  mallopt(M_TOP_PAD, KeptBytes / 16);
  mallopt(M_MMAP_THRESHOLD, KeptBytes / 4);
  std::unique_ptr<Session> Made(new Session(std::move(Host), std::move(Device), Unit));
  if (llvm::Error Failure = Made->Asts.makeReady())
    return std::move(Failure);
  return std::move(Made);
}

CellResult Session::compile(CellText Cell) {
  Asts.pauseStandbys();
  CellResult Result = compileNow(std::move(Cell));
  if (Result.Outcome != CellResult::Committed && Watch::stopAsked()) {
    Result = CellResult();
    Result.Outcome = CellResult::Stopped;
  }
  Asts.resumeStandbys();
  return Result;
}

CellResult Session::compileNow(CellText Cell) {
  Kept->beginNew(Cell.Number);
  if (!Cutting.underWay())
    takeNewest();
  Asts.goOverAtLast();
  if (llvm::Error Failure = Asts.makeReady()) {
    CellResult Result;
    Result.fail(toString(std::move(Failure)));
    return Result;
  }
  CellCompilation Compilation(Asts, Cutting, Helper, Unit);
  if (Compilation.run(std::move(Cell))) {
    Kept->endNew();
    Asts.feedWaiting();
  }
  return Compilation.take();
}

void Session::giveUp(unsigned First) {
  auto Until = std::chrono::steady_clock::now() + PatienceBeforeLeaving;
  Asts.giveUp(First, Until);
  Cutting.giveUp(First, Until);
}

std::vector<Kernel> Session::undo(unsigned First) {
  giveUp(First);
  takeNewest();
  Asts.settle();
  Kept->takenBack(First);
  std::vector<Kernel> Back = Cutting.closures().truncate(First);
  Asts.takeBack(First);
  return Back;
}

void Session::compact(llvm::ArrayRef<unsigned> Cells) {
  cutRest();
  Asts.settle();
  llvm::DenseSet<unsigned> Dead(Cells.begin(), Cells.end());
  Cutting.closures().drop(Dead);
  Asts.compact(Dead);
}

// Cuts the closures of the newest cell that are not cut. Nothing else may use the library's context.
void Session::cutRest() {
  Asts.awaitCut();
  // As after any crash: the AST and its context are in an unknown state.
  if (!Cutting.closures().cutRest())
    Asts.leave(Side::Device);
}

std::vector<Kernel> Session::takeNewest() {
  cutRest();
  return Cutting.closures().takeNewest();
}

void Session::cutBeside(KernelTaker Taker) {
  Asts.awaitCut();
  if (!Cutting.closures().hasUncut())
    return Taker(Cutting.closures().takeNewest(), 0);
  Asts.settle(); // the threads use the library's context
  Cutting.start(Asts.deviceIfThere(), std::move(Taker));
}

std::vector<Kernel> Session::kernelsUsing(llvm::StringRef Symbol, llvm::StringRef Name) {
  Asts.awaitCut();
  return Cutting.closures().versions().usersOf(Symbol, Name);
}

std::vector<Kernel> Session::takeKernels(uint64_t &Ns) {
  uint64_t Start = nanoseconds();
  std::vector<Kernel> Taken = takeNewest();
  Ns = nanoseconds() - Start;
  return Taken;
}

std::optional<Closure> Session::closureAgain(llvm::StringRef Kernel, Lines Kept) {
  cutRest();
  Asts.settle(); // the threads use the library's context
  return Cutting.closures().cutAgain(Kernel, Kept);
}

unsigned Session::maxThreads(llvm::StringRef Kernel) {
  Asts.awaitCut();
  return Cutting.closures().versions().maxThreads(Kernel);
}

} // namespace chv
