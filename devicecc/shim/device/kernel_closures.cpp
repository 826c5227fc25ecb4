#include "device/kernel_closures.h"
#include "device/thunks.h"
#include "ptx/ptx.h"
#include "border/guard.h"

namespace chv {

Redefinitions KernelClosures::redefinitionsIn(Frontend &Device, const llvm::Module &Module) const {
  Redefinitions Found;
  for (const std::string &Symbol : definedIn(Module)) {
    if (!Library.defines(Symbol)) {
      // A kernel that calls what was only declared so far.
      if (Versions.uses(Symbol))
        Found.Changed.push_back(Symbol);
      continue;
    }
    llvm::StringRef Named = Symbol;
    Named.consume_front(launcherSymbol(""));
    const clang::Decl *Declared = Device.declarationOf(Named);
    if (Declared && Device.redeclarations().isFresh(*Declared))
      Found.Changed.push_back(Symbol);
    else
      Found.Repeated.insert(Symbol);
  }
  return Found;
}

void KernelClosures::add(unsigned Cell, std::unique_ptr<llvm::Module> Module, Redefinitions Again, std::vector<Kernel> &Kernels) {
  // An instance that an earlier cell has made already is the same kernel.
  llvm::erase_if(Kernels, [&](const Kernel &Entry) { return Again.Repeated.contains(Entry.Symbol); });
  Library.add(Cell, std::move(Module), std::move(Again.Repeated));
  addDependents(Cell, Again.Changed, Kernels);
}

std::vector<llvm::Module *> KernelClosures::addLibraries(unsigned Cell, std::vector<std::unique_ptr<llvm::Module>> Libraries, Redefinitions &Again) {
  std::vector<llvm::Module *> Added;
  for (auto &Module : Libraries) {
    // Inline functions and instances of templates are the same everywhere: those that are there stay.
    llvm::StringSet<> Repeated;
    for (const std::string &Symbol : definedIn(*Module))
      if (Library.defines(Symbol) && Module->getNamedValue(Symbol)->isWeakForLinker())
        Repeated.insert(Symbol);
      else if (Library.defines(Symbol) || Versions.uses(Symbol))
        Again.Changed.push_back(Symbol);
    Added.push_back(Module.get());
    Library.add(Cell, std::move(Module), std::move(Repeated));
  }
  return Added;
}

// Adds the kernels of earlier cells that use a function which the cell has changed.
void KernelClosures::addDependents(unsigned Cell, llvm::ArrayRef<std::string> Changed, std::vector<Kernel> &Kernels) const {
  for (Kernel &Entry : Versions.dependents(Changed, Cell)) {
    auto isSame = [&](const Kernel &Own) { return Own.Symbol == Entry.Symbol; };
    if (llvm::any_of(Kernels, isSame))
      continue;
    Entry.Recompiled = true;
    Kernels.push_back(std::move(Entry));
  }
  for (Kernel &Entry : Kernels) {
    Entry.Cell = Cell;
    Entry.Code = Closure();
  }
}

llvm::Error KernelClosures::cutInitializers(std::vector<Variable> &Variables) const {
  for (Variable &Entry : Variables) {
    auto Init = Library.cutInitializer(*llvm::cast<llvm::GlobalVariable>(Library.find(Entry.Symbol)));
    if (!Init)
      return llvm::createStringError("device variable `" + Entry.Display + "` cannot be initialised so: " +
                                     toString(Init.takeError()));
    Entry.Init = std::move(*Init);
  }
  return llvm::Error::success();
}

Thunks KernelClosures::addThunks(unsigned Cell, unsigned Unit, llvm::ArrayRef<llvm::Module *> Modules, llvm::ArrayRef<Variable> Variables,
                                 std::vector<Kernel> &Kernels) {
  Thunks Made;
  // Object code for AMD GPUs cannot call into other objects: each kernel keeps its own functions there.
  if (Library.newest().getTargetTriple().isAMDGPU())
    return Made;
  std::vector<llvm::Function *> Found;
  llvm::StringSet<> Seen;
  for (llvm::Module *Module : Modules)
    for (llvm::Function *Of : addressedIn(*Module, Variables))
      if (Seen.insert(Of->getName()).second)
        Found.push_back(Of);
  llvm::erase_if(Found, [&](const llvm::Function *Of) { return Library.isAddressed(Of->getName()) || reachesShared(Library, *Of); });
  if (Found.empty())
    return Made;
  for (const llvm::Function *Of : Found) {
    Made.Functions.push_back(Of->getName().str());
    Library.noteAddressed(Cell, Of->getName());
  }
  Made.Code = makeThunks(Found);
  Kernel Code;
  // No symbol of C++ begins so.
  Code.Symbol = "&" + std::to_string(Cell) + (Unit ? "." + std::to_string(Unit) : "");
  Code.Display = "functions that code reaches by address";
  Code.Cell = Cell;
  Code.Functions = Made.Functions;
  Kernels.push_back(std::move(Code));
  return Made;
}

// What a closure is cut from: the function that calls the kernel, if the device has one, or else the kernel itself.
llvm::GlobalValue *KernelClosures::rootOf(llvm::StringRef Kernel) const {
  llvm::GlobalValue *Launcher = Library.find(launcherSymbol(Kernel));
  return Launcher ? Launcher : Library.find(Kernel);
}

void KernelClosures::keepImage(unsigned Cell, std::shared_ptr<const CodeImage> Image) {
  auto IsIt = [&](const KeptImage &It) { return It.Cell == Cell && It.Image == Image; };
  if (llvm::none_of(Images, IsIt))
    Images.push_back({Cell, std::move(Image)});
}

// Of a kernel that a file of code objects defines the file is what a closure is of others. A newer file makes a newer version of it.
Closure KernelClosures::closureOf(llvm::Function &Root, Lines Wanted) const {
  if (!Root.hasFnAttribute(ImageAttribute))
    return Library.cutKernel(Root, Wanted);
  Closure Made;
  Made.Uses.push_back(Root.getName().str());
  for (const KeptImage &Kept : llvm::reverse(Images))
    if (Kept.Image->Kernels.contains(Root.getName())) {
      Made.Bitcode = Kept.Image->Bytes;
      break;
    }
  return Made;
}

void KernelClosures::cut(Kernel &Entry) const {
  Entry.Code = Entry.Functions.empty() ? closureOf(*llvm::cast<llvm::Function>(rootOf(Entry.Symbol)), Lines::Dropped) : Library.cutFunctions(Entry.Functions);
}

const Kernel *KernelClosures::firstWithAssembler(std::vector<Kernel> &Kernels) const {
  if (!Library.hasAssembler())
    return nullptr;
  for (Kernel &Entry : Kernels) {
    cut(Entry);
    if (!Entry.Code.Inline.Template.empty())
      return &Entry;
  }
  return nullptr;
}

void KernelClosures::setNewest(std::vector<Kernel> Kernels) {
  Newest = std::move(Kernels);
  Cut = 0;
}

bool KernelClosures::cutRest() {
  bool Survived = true;
  for (; Cut < Newest.size(); ++Cut) {
    Kernel &Entry = Newest[Cut];
    // It may have been cut to see whether it can run.
    if (Entry.Code.Bitcode.empty() && !guarded([&] { cut(Entry); })) {
      Entry.Code = Closure();
      Survived = false;
    }
    Versions.add(Entry);
  }
  return Survived;
}

std::vector<Kernel> KernelClosures::takeNewest() {
  Cut = 0;
  return std::exchange(Newest, {});
}

std::optional<Closure> KernelClosures::cutAgain(llvm::StringRef Kernel, Lines Kept) const {
  auto *Root = llvm::dyn_cast_or_null<llvm::Function>(rootOf(Kernel));
  if (!Root)
    return std::nullopt;
  return closureOf(*Root, Kept);
}

std::vector<Kernel> KernelClosures::truncate(unsigned FirstCell) {
  Library.truncate(FirstCell);
  llvm::erase_if(Images, [&](const KeptImage &It) { return It.Cell >= FirstCell; });
  std::vector<Kernel> Back = Versions.truncate(FirstCell);
  for (Kernel &Entry : Back)
    cut(Entry);
  return Back;
}

void KernelClosures::drop(const llvm::DenseSet<unsigned> &Cells) {
  Library.drop(Cells);
  Versions.drop(Cells);
}

// Assembler in kernels is PTX. LLVM would make an object for the host of it that is cut off, and report nothing.
std::string assemblerMistake(const Kernel &Entry) {
  PtxProblem Problem = ptxProblem(Entry.Code.Inline.Template);
  std::string Reason = Problem.Reason.empty() ? "" : ": " + Problem.Reason;
  return "inline PTX `" + Problem.Instruction + "` cannot run on the CPU device" + Reason + "; use the CUDA function for it (kernel `" +
         Entry.Display + "` reaches it)";
}

} // namespace chv
