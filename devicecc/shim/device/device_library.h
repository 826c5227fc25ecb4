// All device code of the session, and the closures cut out of it.
#pragma once
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace chv {

struct Site {
  std::string Source, Primitive;
  unsigned Line, Column;
};

// Assembler in device code, which only a GPU can run.
struct Assembler {
  std::string Template, Source; // as it is written in LLVM, empty if there is none; `cell 3`, or a file's path
  unsigned Line = 0, Column = 0;
};

// Is a closure to have its line table? Only one without is a key.
enum class Lines { Dropped, Kept };

struct Closure {
  std::string Bitcode;
  std::vector<std::string> Variables; // behind __chv_var_0, __chv_var_1, …, and functions behind __chv_addressed_2, …
  std::vector<Site> Sites;
  bool HasCode = false; // it defines functions
  std::vector<std::string> Uses; // functions and constants that it holds copies of, or that nothing defines yet
  Assembler Inline;              // the first that is reached
};

// True for `__shared__` variables, which `markSharedVariables` has put into sections.
bool isShared(const llvm::GlobalVariable &Variable);
// True for variables that the session owns: one storage, whoever refers to them.
bool isSessionVariable(const llvm::GlobalVariable &Variable);

// The symbols that a module defines and others may name.
std::vector<std::string> definedIn(const llvm::Module &Module);

// Keeps the device module of every committed cell. The cost of a closure depends on what the kernel reaches, not on how
// many cells there are.
class DeviceLibrary {
public:
  // Adds a committed cell's module. The newest definition of a symbol wins, but those of `Repeated`, which are instances of
  // an earlier cell's templates, only where there is none.
  void add(unsigned Cell, std::unique_ptr<llvm::Module> Module, llvm::StringSet<> Repeated);
  // Forgets the modules of this cell and of all later ones.
  void truncate(unsigned FirstCell);
  // Forgets the modules of these cells, but those that alone define something.
  void drop(const llvm::DenseSet<unsigned> &Cells);
  // Modules are of this context from now on, each when it is first needed. `KeepOld`: something in the old one was left half-way, so they are left where
  // they are.
  void moveTo(llvm::LLVMContext &Context, bool KeepOld);
  // Writes down the newest modules, so that `moveTo` need not.
  void writeDown();
  // The bitcode of the newest module; empty if there is none.
  std::string newestBitcode();
  // The newest module.
  llvm::Module &newest() const { return read(*Modules.back()); }
  // The newest definitions in one module, null if there are none: what others may name, and what that needs. Launchers are left out: who takes the module
  // in makes them again.
  std::unique_ptr<llvm::Module> whole(bool OnGpu, const llvm::StringSet<> &Named) const;
  // The symbols that there are definitions of, sorted.
  std::vector<std::string> symbols() const;
  // What modules use and none defines.
  std::vector<std::string> missing() const;
  bool defines(llvm::StringRef Symbol) const { return Definitions.contains(Symbol); }
  // The definition of a symbol, or null.
  llvm::GlobalValue *find(llvm::StringRef Symbol) const;
  // The closure of a launcher that `addLauncher` made, or of a kernel for a GPU.
  Closure cutKernel(llvm::Function &Root, Lines Kept = Lines::Dropped) const;
  // The closure of functions that code reaches by address, in the order of its table. Those that nothing defines yet are declarations there.
  Closure cutFunctions(llvm::ArrayRef<std::string> Symbols) const;
  // Code reaches this function by its address: from this cell on it has a thunk, whose address is the function's everywhere.
  void noteAddressed(unsigned Cell, llvm::StringRef Symbol) { Addressed.try_emplace(Symbol, Cell); }
  bool isAddressed(llvm::StringRef Symbol) const { return Addressed.contains(Symbol); }
  // Is there assembler in some function? If not, there is none in any closure.
  bool hasAssembler() const { return WithAssembler > 0; }
  // Bitcode that defines `__chv_init` with the variable's initial bytes; empty if they are all zero. Fails if they hold the
  // address of a function without a thunk.
  llvm::Expected<std::string> cutInitializer(llvm::GlobalVariable &Variable) const;

private:
  struct CellModule {
    unsigned Cell;
    std::unique_ptr<llvm::Module> Module; // null if it has not been needed in this context
    std::string Name, Bitcode;            // bitcode only if it was written down
    std::vector<std::string> Defined;     // symbols
    llvm::StringSet<> Repeated;
    bool HasAssembler;
  };
  // The newest declaration of what nothing defines.
  llvm::GlobalValue *declaration(llvm::StringRef Symbol) const;
  void index(CellModule &Entry);
  void indexAll();
  llvm::Module &read(CellModule &Entry) const;

  std::vector<std::unique_ptr<CellModule>> Modules; // in the order of their cells
  llvm::StringMap<CellModule *> Definitions;
  llvm::StringMap<unsigned> Addressed; // the cells since which they are
  llvm::LLVMContext *Context = nullptr;
  size_t WithAssembler = 0; // modules
};

} // namespace chv
