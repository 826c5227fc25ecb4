// The ASTs of a session: made again after mistakes, fed with cells that wait, made without what nothing needs any more.
//
// A side's AST is a function of its committed cells. After a rejected cell it is made again from them, on a thread of its own while the user reads the
// message, from what stands by if it can; taking declarations out of a clang AST one by one loses other ones (llvm-project issues 201844, 205511, 206808).
#pragma once
#include "session/closure_cutting.h"
#include "session/session_headers.h"
#include "session/standby.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <atomic>
#include <chrono>
#include <future>

namespace chv {

class SessionAsts {
public:
  using Clock = std::chrono::steady_clock;

  // The device side's context is that of the closures, too.
  SessionAsts(FrontendOptions Host, FrontendOptions Device, std::shared_ptr<KeptFiles> Kept, ClosureCutting &Cutting);
  // Waits for all threads, which give up what they are at.
  void end();

  Frontend &host() { return *Sides[0].Current; }
  Frontend &device() { return *Sides[1].Current; }
  // Null if it has crashed, or was never made.
  Frontend *deviceIfThere() { return Sides[1].Current.get(); }
  llvm::LLVMContext &deviceContext() { return *Sides[1].Context; }
  // The host side, once it is there; null if it is not within this time, or cannot be made. Then the next cell tries again, and tells.
  Frontend *hostWithin(std::chrono::milliseconds Most);

  // Makes a side's AST again.
  void rebuild(Side Which);
  // Leaves a side's AST where it is: clang crashed in it.
  void leave(Side Which) { (void)state(Which).Current.release(); }
  // The same, where clang may have been left half-way at a safe point: then most of its memory can be given back, because its allocators were not at work.
  void leaveHalfway(Side Which);
  bool isRebuilding(Side Which) { return state(Which).Rebuilding.valid(); }
  // Has another thread the side's AST?
  bool isBusy(Side Which) { return isRebuilding(Which) || (Which == Side::Device && isDeviceAway()); }
  // Are closures cut, or is the device side fed?
  bool isDeviceAway() const { return Cutting.underWay() || Feed.Now.valid(); }
  // Makes what is not there, and waits for it.
  llvm::Error makeReady();
  // Waits for closures that are being cut.
  void awaitCut();
  // Waits until nothing of this is under way.
  void settle();
  // Waits until the device side has seen all cells so far.
  llvm::Error awaitDevice();
  llvm::Error awaitRebuilds();
  // Does beforehand what the next cell needs whatever it is.
  void prepare();
  void pauseStandbys();
  void resumeStandbys();

  // Adds a committed cell, which the host side has read and the device side if it says so.
  void add(CellText Cell, bool OnDevice);
  // A cell that is not added has a lambda.
  void noteLambda(unsigned Number) { NewestLambda = Number; }
  // Has the device side read what waits for it, beside what the session does next.
  void feedWaiting();
  // What the device side could not read, in words, since the last call.
  std::string takeDeviceWarnings() { return std::exchange(Feed.Warnings, {}); }
  // The device side need not read the cells from this number on: they are about to be taken back. What it reads before that time stays.
  void giveUp(unsigned First, Clock::time_point Until);
  // Takes the cells from this number on back. Nothing is under way.
  void takeBack(unsigned First);

  // Makes the ASTs again without these cells, as soon as that costs nobody time; `hurry`: beside cells, too. Nothing is under way.
  void compact(const llvm::DenseSet<unsigned> &Dead);
  void hurry();
  // Is that under way?
  bool compacts() const {
    return llvm::any_of(Sides, [](const SideState &State) { return State.Compacts; });
  }
  // Goes over to the ASTs of a compaction, however long that takes, if many cells have passed.
  void goOverAtLast();

private:
  struct SideState {
    // Mistakes, and a few cells that are taken back, cost the nearer one; more cells, or a mistake right after another, the further one.
    explicit SideState(Side Which, FrontendOptions Made)
        : Options(std::move(Made)), Headers(Which, Options), Near(Headers, 4), Far(Headers, 64) {}
    FrontendOptions Options;
    std::unique_ptr<llvm::LLVMContext> Context;
    std::unique_ptr<Frontend> Current;
    std::vector<CellText> Fed; // cells that its AST is made again from; statements are left out
    std::vector<CellText> LeftOut; // those that a compaction which is under way has taken out of `Fed`
    bool Compacts = false;         // its AST has yet to be made again for that
    std::future<llvm::Expected<std::unique_ptr<Frontend>>> Rebuilding;
    std::future<void> Discarding; // the AST before the newest
    SessionHeaders Headers;
    Standby Near, Far;
    std::array<Standby *, 2> standbys() { return {&Near, &Far}; }
    // What stands by for these cells, of the two the one that has read more of them.
    Prepared take() {
      Prepared Ready = Near.take(Fed);
      return Ready.Ast ? std::move(Ready) : Far.take(Fed);
    }
  };
  // What the device side has made of the cells that waited.
  struct Fed {
    size_t Taken = 0; // cells that were read
    bool Refused = false, Crashed = false; // the next one could not be, or crashed clang
    bool Stopped = false;                  // it was left half-way
    std::string Why;
  };

  SideState &state(Side Which) { return Sides[int(Which)]; }
  std::unique_ptr<llvm::LLVMContext> renewContext(Side Which, std::unique_ptr<llvm::LLVMContext> Context, bool KeepOld);
  llvm::Error awaitFeeding();
  void goOver(bool All = false);

  ClosureCutting &Cutting;
  SideState Sides[2];
  // Host cells that the device side has not seen. They are fed to it in order, on a thread of its own after the cell is
  // done; what needs the device side waits for that.
  struct {
    std::vector<CellText> Waiting;
    std::future<Fed> Now;
    std::atomic<unsigned> Cell = 0;   // that is being read
    std::atomic<unsigned> Before = 0; // cells from this number on are not wanted any more
    std::atomic<bool> Stop = false;   // nobody wants the thread's results any more
    std::string Warnings;
  } Feed;
  struct {
    bool Hurries = false; // it goes on beside cells
    unsigned CellsBeforeGoing = 0, CellsToRead = 0; // cells since it does; what it had to read then
  } Compaction; // that is under way
  // The newest cell that is not in `Fed` and has a lambda. Lambdas are numbered by their cells, so its number can be given again only
  // in an AST without it.
  unsigned NewestLambda = 0;
};

} // namespace chv
