// Both sides of the session: a cell commits to both or to neither.
#pragma once
#include "ast/items.h"
#include "device/kernel_closures.h"
#include "device/library_declarations.h"
#include "host/host_module.h"
#include "session/second_thread.h"
#include "session/session_headers.h"
#include "session/standby.h"
#include <array>
#include <chrono>
#include <future>

namespace chv {

// How often one who waits for another thread looks whether it is asked to stop.
constexpr std::chrono::milliseconds LookEvery(10);

inline uint64_t nanoseconds() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

// An item that has a newer version now, in words.
struct Supersession {
  std::string Name, Signature; // of the older one
  std::string By;              // the newer one's signature
  unsigned Cell;               // of the older one
  bool Followed;               // older code follows to the newer one
  int BuiltIn;                 // but device code (1), or all code (2), has the older one's value built in, and the newer one has another; objects of kernels (3) keep the older
  std::string GoneFrom;        // nothing has taken its place: this file does not have it any more
};

struct CellResult {
  enum Status { Committed, Rejected, Failed, Stopped } Outcome = Committed;
  std::string Rendered;
  std::string Everything; // as `Rendered`, with what was left out there; empty if nothing was
  std::vector<Diagnostic> Diagnostics;
  HostModule Host;
  std::string ValueType;
  bool OnlyLooks = false; // it shows a value and does nothing else
  std::vector<Item> Items;
  std::vector<Kernel> Kernels;
  std::vector<Variable> Variables;
  Thunks MadeThunks;
  std::vector<Supersession> Superseded;
  std::vector<OldType> OldTypes;
  std::vector<std::string> UndefinedMacros;
  Footprint Leaves;
  uint64_t HostParseNs = 0, DeviceParseNs = 0, HostIrNs = 0, DeviceIrNs = 0, ClosureNs = 0;
};

class Session {
public:
  // `Unit`: it is for one cell, a file of a program of several, and this is its number; 0: it is for cells that see each other.
  static llvm::Expected<std::unique_ptr<Session>> create(FrontendOptions Host, FrontendOptions Device, unsigned Unit = 0);
  ~Session();

  // If the thread is asked to stop the cell is given up, as it is if clang rejects it.
  // Closures of kernels are left to `cutBeside` or `takeKernels`, where they cannot make the cell fail.
  CellResult compile(CellText Cell);
  // Cuts the closures of the newest cell's kernels on another thread, which then gives the kernels to `Taker`, once. What needs the device side waits for that.
  using KernelTaker = std::function<void(std::vector<Kernel> Kernels, uint64_t Ns)>;
  void cutBeside(KernelTaker Taker);
  // The kernels of the newest cell with their closures, in the order of its result. Where LLVM crashed on one, its closure is empty.
  std::vector<Kernel> takeKernels(uint64_t &Ns);
  // The cells with lesser numbers are the other session's: they will be compiled again, and get from files what they got there.
  void readFilesAs(const Session &Older, unsigned Before) { Kept->takeOver(*Older.Kept, Before); }
  // Does beforehand what the next cell needs whatever it is: for moments when the session waits for something else.
  void prepare();
  // What other threads make of the cells from this number on is not wanted any more: they are about to be taken back.
  void giveUp(unsigned First);
  // Takes the cells from this number on back; gives the kernels whose newest version is another one now.
  std::vector<Kernel> undo(unsigned First);
  // Makes the ASTs again without these cells and without statements, which nothing refers to any more, and drops these cells'
  // device code. The session goes on with the ASTs that it has until others stand by.
  void compact(llvm::ArrayRef<unsigned> Cells);
  // What a compaction needs is made beside cells from now on.
  void hurry();
  // Are ASTs of a compaction under way?
  bool compacts() const {
    return llvm::any_of(Sides, [](const SideState &State) { return State.Compacts; });
  }
  // The newest versions of the kernels, as far as they have been taken, that hold a copy of a function: of the one with this symbol, or, if that is empty, of
  // all of this name.
  std::vector<Kernel> kernelsUsing(llvm::StringRef Symbol, llvm::StringRef Name);

  // All device code of the session as one module's bitcode, for a library; empty if there is none. And what declares it.
  std::string libraryModule();
  LibraryDeclarations libraryDeclarations();
  // The device code of the newest cell, for the other units of a program; empty if it has none.
  std::string deviceCode();
  // As `KernelClosures::join`, for the kernels of the newest cell.
  std::string joinUnits(llvm::ArrayRef<UnitCode> Others);
  // The closure of a kernel's newest version, cut once more; none if there is no such kernel.
  std::optional<Closure> closureAgain(llvm::StringRef Kernel, Lines Kept);
  unsigned maxThreads(llvm::StringRef Kernel);
  // What clang knows of a place in a text that somebody types, found out in a copy of this process: the session stays as it is, whatever becomes of
  // that. Empty if it knows nothing, crashes, or takes too long.
  std::string ask(const Question &Asked);

private:
  Session(FrontendOptions Host, FrontendOptions Device, unsigned Unit);
  // A side's AST is a function of its committed cells. After a rejected cell it is made again from them, on a thread of
  // its own while the user reads the message, from what stands by if it can; taking declarations out of a clang AST one by one loses other ones
  // (llvm-project issues 201844, 205511, 206808).
  void rebuild(Side Which);
  std::unique_ptr<llvm::LLVMContext> renewContext(Side Which, std::unique_ptr<llvm::LLVMContext> Context, bool KeepOld);
  void pauseStandbys();
  void resumeStandbys();
  llvm::Error awaitRebuilds();
  bool isBusy(Side Which);
  void goOver(bool All = false);
  void goOverAtLast();
  CellResult compileNow(CellText Cell);
  void compileHost(CellText Cell, CellResult &Result);
  bool parseHost(CellText &Cell, CellResult &Result);
  bool awaitDevice(CellResult &Result);
  void feedWaiting();
  llvm::Error awaitFeeding();
  void settle();
  void describeCell(const CellText &Cell, bool OnDevice, CellResult &Result);
  bool commitDevice(unsigned Number, CellResult &Result);
  std::string giveToLibraries(llvm::Module &Cell, llvm::ArrayRef<std::unique_ptr<llvm::Module>> Libraries);
  std::string giveToImages(unsigned Number, llvm::Module &Cell, llvm::ArrayRef<Kernel> Kernels);
  void addVariables(llvm::ArrayRef<std::unique_ptr<llvm::Module>> Libraries, std::vector<Variable> &Variables);
  bool cutInitializers(CellResult &Result);
  bool runHere(CellResult &Result);
  void cutRest();
  void awaitCut();
  std::vector<Kernel> takeNewest();
  void abandon(unsigned Number);
  void reject(Frontend &Side, CellResult &Result);
  void fail(std::string Why, CellResult &Result);

  // The host's half of a cell.
  struct HostCode {
    bool Read = false;     // the host side takes the text
    bool OnDevice = false; // it concerns the device side
    bool Generated = false, Good = false;
    HostModule Module;
    uint64_t Ns = 0;
    std::optional<std::string> Crash; // clang's last words, if it crashed
  };
  HostCode readHost(CellText &Cell, bool Beside, CellResult &Result);
  void generateHost(HostCode &Made);
  void startHost(std::function<HostCode()> Make);
  HostCode takeHost();

  struct DeviceCode {
    bool Parsed = false, Good = false;
    CellResult Part; // what the device side knows of the cell, or says against it
    std::optional<std::string> Crash; // clang's last words, if it crashed
  };
  DeviceCode generateDevice(const CellText &Cell);
  DeviceCode readDevice(const CellText &Cell);
  void dropDevice(unsigned Number, const DeviceCode &Made);
  void addDevice(DeviceCode Made, CellResult &Result);
  void commitCell(CellText Cell, HostCode OfHost, std::optional<DeviceCode> OfDevice, CellResult &Result);

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
  SideState &state(Side Which) { return Sides[int(Which)]; }
  Frontend &host() { return *Sides[0].Current; }
  Frontend &device() { return *Sides[1].Current; }

  const unsigned Unit; // 0 but for a file of a program of several
  std::shared_ptr<KeptFiles> Kept = std::make_shared<KeptFiles>();
  SideState Sides[2];
  // The host's half of a cell that concerns both sides, while the session's own thread makes the device's, which takes longer. Then the closures, while the
  // session goes on.
  SecondThread Helper;
  bool Cutting = false;    // it was given closures to cut, and nobody has waited for that
  bool CutCrashed = false; // LLVM crashed on one
  unsigned CutCell = 0;    // whose they are
  std::atomic<bool> StopCut = false, StopFeeding = false; // nobody wants the threads' results any more
  CellText HostCell; // what it reads, and has noted of it
  HostCode HostNow;  // what it has made
  KernelClosures Closures;
  bool Hurries = false; // the compaction that is under way goes on beside cells
  unsigned CellsBeforeGoing = 0, CellsToRead = 0; // cells since it does; what it had to read then
  // The newest cell that is not in `Fed` and has a lambda. Lambdas are numbered by their cells, so its number can be given again only
  // in an AST without it.
  unsigned NewestLambda = 0;
  // Host cells that the device side has not seen. They are fed to it in order, on a thread of its own after the cell is
  // done; what needs the device side waits for that.
  std::vector<CellText> Waiting;
  struct Feeding {
    size_t Taken = 0; // cells of `Waiting` that were read
    bool Refused = false, Crashed = false; // the next one could not be, or crashed clang
    bool Stopped = false;                  // it was left half-way
    std::string Why;
  };
  std::future<Feeding> FeedingNow;
  std::atomic<unsigned> FedCell = 0;   // that is being read
  std::atomic<unsigned> FeedBefore = 0; // cells from this number on are not wanted any more
  std::string DeviceWarnings;
};

} // namespace chv
