// A second AST of one side, made beforehand of the session's older cells: what to go on with when the first has to be thrown away.
//
// A rejected cell costs its side the AST, and so does one that is taken back. To make it again from all cells takes 0.2 ms a cell,
// which the next cell would wait for. So while nobody needs the processor a thread makes another one, up to the newest few cells,
// which may be the ones that are taken back.
#pragma once
#include "ast/frontend.h"
#include "border/guard.h"
#include "session/session_headers.h"
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace chv {

// An AST that has read the first `Cells` of a side's cells; none if `Ast` is null.
struct Prepared {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<Frontend> Ast;
  size_t Cells = 0;
  // Destroys them, as far as they can be.
  void discard() {
    if (!destroyGuarded(std::move(Ast)))
      (void)Context.release();
    Context.reset();
  }
};

class Standby {
public:
  // The headers outlive it. `NewestLeftOut`: how many of the newest cells are not read, so that taking them back leaves it usable.
  Standby(SessionHeaders &Headers, size_t NewestLeftOut) : Headers(Headers), NewestLeftOut(NewestLeftOut) {}
  ~Standby();

  // The session wants it, though it goes on: it is made beside cells, too.
  void hurry();
  // It may try again, since these may be other cells than it broke on.
  void mend();
  // Is it made of these cells, but for the newest few?
  // That nobody waits for its thread, which is of low priority, it must not be at one either.
  bool isReady(const std::vector<CellText> &Cells);
  // The session needs the processor itself, until `follow` or `resume`.
  void pause();
  void resume();
  // These are the side's cells now, oldest first. What was made of others is thrown away.
  void follow(const std::vector<CellText> &Cells);
  // Gives away what is made of the first ones of these cells, waiting for what is under way.
  Prepared take(const std::vector<CellText> &Cells);

private:
  void work();
  bool wanted() const { return (Hurries || !Paused) && !Broken && !Waiting.empty(); }
  void step(std::unique_lock<std::mutex> &Lock);
  bool start(llvm::ArrayRef<CellText> Cells, size_t &Read);
  std::chrono::steady_clock::time_point begin() const;
  bool isPrefixOf(const std::vector<CellText> &Cells) const;
  Prepared clear();

  SessionHeaders &Headers;
  const size_t NewestLeftOut;
  std::mutex Mutex;
  std::condition_variable Changed; // there may be work, or the end has come
  std::condition_variable Idle;    // `Working` is false
  Prepared Made;
  std::deque<CellText> Waiting;  // the cells to be read next
  std::vector<unsigned> Serials; // of the cells read and then of those waiting: ascending, another one for each text
  std::chrono::steady_clock::time_point LastUse;
  std::chrono::steady_clock::time_point NotBefore; // the next step beside cells
  unsigned Steps = 0; // that need not wait for it
  bool Paused = false, Working = false, Stop = false, Hurries = false;
  bool Resting = false; // the thread waits for work, not for its time
  bool Broken = false; // a cell could not be read again: no more of this until a compaction
  std::thread Worker;  // from the first cell on
};

} // namespace chv
