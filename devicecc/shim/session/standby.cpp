#include "session/standby.h"
#include <sys/resource.h>

using namespace clang;

namespace chv {

// How long the session must have done nothing before this begins: cells that follow each other closely come first.
static constexpr auto QuietBefore = std::chrono::milliseconds(500);
// Cells that are read again in no time.
static constexpr size_t FewCells = 4;
// Beside cells it rests for so many times as long as it works; but for each new cell it reads so many at once, so that it catches up with them.
static constexpr int RestForWork = 3;
static constexpr unsigned StepsForCell = 2;
// What is added to the thread's niceness.
static constexpr int Niceness = 10;

Standby::~Standby() {
  {
    std::lock_guard Lock(Mutex);
    Stop = true;
  }
  Changed.notify_all();
  if (Worker.joinable())
    Worker.join();
}

void Standby::hurry() {
  std::lock_guard Lock(Mutex);
  Hurries = true;
  Changed.notify_all();
}

void Standby::mend() {
  std::lock_guard Lock(Mutex);
  Broken = false;
}

bool Standby::isReady(const std::vector<CellText> &Cells) {
  std::lock_guard Lock(Mutex);
  // Who cannot be made makes nobody wait.
  return Broken || (!Working && Waiting.empty() && isPrefixOf(Cells) && Serials.size() + NewestLeftOut + FewCells >= Cells.size());
}

void Standby::pause() {
  std::lock_guard Lock(Mutex);
  Paused = true;
}

void Standby::resume() {
  bool Wake;
  {
    std::lock_guard Lock(Mutex);
    Paused = false;
    LastUse = std::chrono::steady_clock::now();
    Wake = Resting;
  }
  // One that waits for the time to come sees then that it is another.
  if (Wake)
    Changed.notify_all();
}

// Cells are only ever added at the end and taken out, and serials ascend: where the last one is in its place, all are.
bool Standby::isPrefixOf(const std::vector<CellText> &Cells) const {
  return Serials.empty() || (Serials.size() <= Cells.size() && Cells[Serials.size() - 1].Serial == Serials.back());
}

// The AST is to be destroyed, or used, without the lock.
Prepared Standby::clear() {
  Waiting.clear();
  Serials.clear();
  return std::exchange(Made, Prepared());
}

void Standby::follow(const std::vector<CellText> &Cells) {
  Prepared Useless;
  {
    std::unique_lock Lock(Mutex);
    if (!isPrefixOf(Cells)) {
      Waiting.clear(); // one cell is waited for, not all
      Idle.wait(Lock, [this] { return !Working; });
      Useless = clear();
    }
    Steps = StepsForCell;
    for (size_t I = Serials.size(); I + NewestLeftOut < Cells.size(); ++I) {
      Waiting.push_back(Cells[I]);
      Serials.push_back(Cells[I].Serial);
    }
    if (!Waiting.empty() && !Worker.joinable())
      Worker = std::thread([this] { work(); });
  }
  Useless.discard();
  resume();
}

Prepared Standby::take(const std::vector<CellText> &Cells) {
  std::unique_lock Lock(Mutex);
  Paused = true;
  Hurries = false;
  Idle.wait(Lock, [this] { return !Working; });
  // Only what was read counts.
  Serials.resize(Made.Cells);
  bool Fits = isPrefixOf(Cells);
  Prepared Taken = clear();
  Lock.unlock();
  if (Fits)
    return Taken;
  Taken.discard();
  return Prepared();
}

// When the next step may begin: at a rest of the session, or beside cells with a share of a processor's time that does not grow with the session.
std::chrono::steady_clock::time_point Standby::begin() const {
  auto Quiet = LastUse + QuietBefore;
  if (!Hurries)
    return Quiet;
  auto Turn = Steps ? LastUse : NotBefore;
  return Paused ? Turn : std::min(Turn, Quiet);
}

void Standby::work() {
  // Where the system does not let us, it competes with the rest: slower, not wrong.
  (void)setpriority(PRIO_PROCESS, 0, Niceness);
  std::unique_lock Lock(Mutex);
  while (!Stop) {
    auto Begin = begin();
    Resting = !wanted();
    if (Resting)
      Changed.wait(Lock, [this] { return Stop || wanted(); });
    else if (std::chrono::steady_clock::now() < Begin)
      Changed.wait_until(Lock, Begin);
    else
      step(Lock);
  }
}

// Makes the AST, which may have read the headers that the first cells include, or has it read one cell.
void Standby::step(std::unique_lock<std::mutex> &Lock) {
  bool Good = false, Reads = Made.Ast != nullptr;
  CellText Cell{};
  std::vector<CellText> All;
  size_t Begun = 0;
  if (Reads) {
    Cell = std::move(Waiting.front());
    Waiting.pop_front();
  } else {
    All.assign(Waiting.begin(), Waiting.end());
  }
  // Until it is done nobody else touches `Made`.
  Working = true;
  Lock.unlock();
  auto Began = std::chrono::steady_clock::now();
  bool Survived = guarded([&] { Good = Reads ? Made.Ast->readAgain(Cell) : start(All, Begun); });
  auto Ended = std::chrono::steady_clock::now();
  Lock.lock();
  NotBefore = Ended + RestForWork * (Ended - Began);
  Steps -= Steps ? 1 : 0;
  Working = false;
  if (Survived && Good)
    Made.Cells += Reads ? 1 : Begun;
  // `follow` may have emptied it.
  Waiting.erase(Waiting.begin(), Waiting.begin() + std::min(Begun, Waiting.size()));
  if (!Survived || !Good) {
    Broken = true;
    Prepared Bad = clear();
    // What crashed is in an unknown state: not even its destructor can be run.
    if (!Survived) {
      (void)Bad.Ast.release();
      (void)Bad.Context.release();
    }
    Bad.discard();
  }
  Idle.notify_all();
}

bool Standby::start(llvm::ArrayRef<CellText> Cells, size_t &Read) {
  Made.Context = std::make_unique<llvm::LLVMContext>();
  auto Fresh = Headers.create(*Made.Context, Cells, Read);
  if (!Fresh) {
    llvm::consumeError(Fresh.takeError());
    return false;
  }
  Made.Ast = std::move(*Fresh);
  return true;
}

} // namespace chv
