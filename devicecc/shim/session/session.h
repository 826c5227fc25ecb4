// A session as Rust sees it: cells come, each commits to both sides or to neither, and kernels go.
#pragma once
#include "device/library_declarations.h"
#include "session/cell_result.h"
#include "session/session_asts.h"

namespace chv {

struct Question;

class Session {
public:
  // `Unit`: it is for one cell, a file of a program of several, and this is its number; 0: it is for cells that see each other.
  static llvm::Expected<std::unique_ptr<Session>> create(FrontendOptions Host, FrontendOptions Device, unsigned Unit = 0);
  ~Session();

  // If the thread is asked to stop the cell is given up, as it is if clang rejects it.
  // Closures of kernels are left to `cutBeside` or `takeKernels`, where they cannot make the cell fail.
  CellResult compile(CellText Cell);
  // Cuts the closures of the newest cell's kernels on another thread, which then gives the kernels to `Taker`, once. What needs the device side waits for that.
  using KernelTaker = ClosureCutting::Taker;
  void cutBeside(KernelTaker Taker);
  // The kernels of the newest cell with their closures, in the order of its result. Where LLVM crashed on one, its closure is empty.
  std::vector<Kernel> takeKernels(uint64_t &Ns);
  // The cells with lesser numbers are the other session's: they will be compiled again, and get from files what they got there.
  void readFilesAs(const Session &Older, unsigned Before) { Kept->takeOver(*Older.Kept, Before); }
  // Does beforehand what the next cell needs whatever it is: for moments when the session waits for something else.
  void prepare() { Asts.prepare(); }
  // What other threads make of the cells from this number on is not wanted any more: they are about to be taken back.
  void giveUp(unsigned First);
  // Takes the cells from this number on back; gives the kernels whose newest version is another one now.
  std::vector<Kernel> undo(unsigned First);
  // Makes the ASTs again without these cells and without statements, which nothing refers to any more, and drops these cells'
  // device code. The session goes on with the ASTs that it has until others stand by.
  void compact(llvm::ArrayRef<unsigned> Cells);
  // What a compaction needs is made beside cells from now on.
  void hurry() { Asts.hurry(); }
  // Are ASTs of a compaction under way?
  bool compacts() const { return Asts.compacts(); }
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
  CellResult compileNow(CellText Cell);
  void cutRest();
  std::vector<Kernel> takeNewest();

  const unsigned Unit; // 0 but for a file of a program of several
  std::shared_ptr<KeptFiles> Kept = std::make_shared<KeptFiles>();
  SecondThread Helper;
  // The closures go before the ASTs, in whose context they lie.
  SessionAsts Asts;
  ClosureCutting Cutting;
};

} // namespace chv
