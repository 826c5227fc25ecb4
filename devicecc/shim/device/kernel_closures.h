// The session's device code, and the closures of its kernels: those of the newest cell are cut when it is on its way, and again when what they use has changed.
#pragma once
#include "device/code_image.h"
#include "device/kernel_versions.h"

namespace chv {

// The device code of another unit of a program.
struct UnitCode {
  llvm::StringRef Bitcode;
  unsigned Unit;
};

// What a module defines that the library or a kernel knows already: `Changed` by the newest cell, or `Repeated` from an earlier one's template.
struct Redefinitions {
  std::vector<std::string> Changed;
  llvm::StringSet<> Repeated;
};

// Thunks that a cell makes, in the order of the functions' symbols; none as a rule.
struct Thunks {
  std::vector<std::string> Functions;
  Closure Code;
};

// A file of code objects, with the cell that took it in.
struct KeptImage {
  unsigned Cell;
  std::shared_ptr<const CodeImage> Image;
};

// Modules and closures are of one LLVMContext: nothing else may use that one meanwhile.
class KernelClosures {
public:
  const DeviceLibrary &library() const { return Library; }
  const KernelVersions &versions() const { return Versions; }
  // As `DeviceLibrary::moveTo`.
  void moveTo(llvm::LLVMContext &Context, bool KeepOld) { Library.moveTo(Context, KeepOld); }
  // As `DeviceLibrary::writeDown`.
  void writeDown() { Library.writeDown(); }

  Redefinitions redefinitionsIn(Frontend &Device, const llvm::Module &Module) const;
  // Adds a cell's module. Of its kernels those that an earlier cell has made already go, those of earlier cells that use what it has changed come.
  void add(unsigned Cell, std::unique_ptr<llvm::Module> Module, Redefinitions Again, std::vector<Kernel> &Kernels);
  // Adds the libraries that a cell takes in, before its own module. What they change is added to `Again`.
  std::vector<llvm::Module *> addLibraries(unsigned Cell, std::vector<std::unique_ptr<llvm::Module>> Libraries, Redefinitions &Again);
  // Keeps a file of code objects that a cell takes in: kernels of such files are those of the newest one that has them.
  void keepImage(unsigned Cell, std::shared_ptr<const CodeImage> Image);
  // Forgets the module of the newest cell, which is rejected: its kernels have not been taken.
  void reject(unsigned Cell) { Library.truncate(Cell); }
  // The initial bytes of these variables; or why one of them cannot have any.
  llvm::Error cutInitializers(std::vector<Variable> &Variables) const;
  // Gives thunks to the functions that the newest cell's modules, which have these variables, reach by address and no earlier one did. Their code joins the
  // kernels.
  Thunks addThunks(unsigned Cell, unsigned Unit, llvm::ArrayRef<llvm::Module *> Modules, llvm::ArrayRef<Variable> Variables, std::vector<Kernel> &Kernels);
  // Of these kernels the first that reaches assembler, or null. Only where there may be any the closures are cut to see.
  const Kernel *firstWithAssembler(std::vector<Kernel> &Kernels) const;

  // These are the newest cell's kernels from now on.
  void setNewest(std::vector<Kernel> Kernels);
  unsigned newestCell() const { return Newest.empty() ? 0 : Newest.front().Cell; }
  bool hasUncut() const { return Cut < Newest.size(); }
  // Cuts what is not cut of the newest cell's closures. False if LLVM crashed on one, or was left there: it is empty then, and the context is in an unknown state.
  bool cutRest();
  // The newest cell's kernels, which `cutRest` has cut; it has none any more.
  std::vector<Kernel> takeNewest();
  // The device module of the newest cell; empty if there is none.
  std::string newestBitcode() { return Library.newestBitcode(); }
  // As `firstWithAssembler`, of the newest cell's kernels.
  const Kernel *newestWithAssembler() { return firstWithAssembler(Newest); }
  // Adds the device code of the program's other units; its own closures are to be cut again. Gives what speaks against it; empty if nothing does.
  std::string join(llvm::LLVMContext &Context, llvm::ArrayRef<UnitCode> Others);
  // The closure of a kernel's newest version, cut once more; none if there is no such kernel.
  std::optional<Closure> cutAgain(llvm::StringRef Kernel, Lines Kept) const;

  // Forgets what this cell and later ones made; gives the kernels, with their closures, whose newest version is another one now.
  std::vector<Kernel> truncate(unsigned FirstCell);
  // Forgets what these cells made and newer ones have taken the place of.
  void drop(const llvm::DenseSet<unsigned> &Cells);

private:
  llvm::GlobalValue *rootOf(llvm::StringRef Kernel) const;
  Closure closureOf(llvm::Function &Root, Lines Wanted) const;
  void cut(Kernel &Entry) const;
  void addDependents(unsigned Cell, llvm::ArrayRef<std::string> Changed, std::vector<Kernel> &Kernels) const;

  DeviceLibrary Library;
  KernelVersions Versions;
  std::vector<KeptImage> Images; // the newest one last
  std::vector<Kernel> Newest; // the newest cell's kernels, until they are taken
  size_t Cut = 0;             // how many of them have their closures, and are in `Versions`
};

// Of a function: it is a kernel of a file of code objects.
constexpr llvm::StringLiteral ImageAttribute = "chevron-image";

// What to tell of a kernel that reaches assembler.
std::string assemblerMistake(const Kernel &Entry);

} // namespace chv
