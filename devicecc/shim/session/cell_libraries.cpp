// What a cell does with the libraries of device code that it takes in.
#include "device/code_library.h"
#include "device/device_module.h"
#include "session/cell_compilation.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/raw_ostream.h"

namespace chv {

static std::string typeText(const llvm::Function &Of) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Of.getFunctionType()->print(Stream);
  return Text;
}

// Functions of the cell's module that a library defines are the library's. Gives what speaks against that; empty if nothing does.
std::string CellCompilation::giveToLibraries(llvm::Module &Cell, llvm::ArrayRef<std::unique_ptr<llvm::Module>> Libraries) {
  for (llvm::Function &Own : Cell) {
    if (!Asts.device().libraries().Symbols.contains(Own.getName()) || Asts.device().libraries().Images.contains(Own.getName()))
      continue;
    llvm::Function *Theirs = nullptr;
    for (const auto &Library : Libraries)
      if (llvm::Function *Found = Library->getFunction(Own.getName()); Found && !Found->isDeclaration())
        Theirs = Found;
    bool Fresh = Theirs || llvm::is_contained(Asts.device().libraries().GivenBodies, Own.getName());
    if (!Theirs)
      Theirs = llvm::dyn_cast_or_null<llvm::Function>(Cutting.closures().library().find(Own.getName()));
    if (!Theirs || (!Own.isDeclaration() && !Fresh))
      continue;
    if (Theirs->getFunctionType() != Own.getFunctionType())
      return "`" + llvm::demangle(Own.getName()) + "` is declared as `" + typeText(Own) + "`, and the library has `" + typeText(*Theirs) +
             "` (types as LLVM has them)";
    // A kernel is called in another way than a device function, and launched by the driver alone.
    if (Theirs->getCallingConv() != Own.getCallingConv())
      return "`" + llvm::demangle(Own.getName()) + "` is " + (Own.getCallingConv() == llvm::CallingConv::C ? "declared as a device function" : "declared as a kernel") +
             ", and the library has it as " + (Theirs->getCallingConv() == llvm::CallingConv::C ? "a device function" : "a kernel");
    Own.deleteBody();
    Own.setComdat(nullptr);
  }
  return "";
}

// Kernels of the cell's module that files of code objects define are theirs: what there is of them here is never run. Gives what speaks against that.
std::string CellCompilation::giveToImages(unsigned Number, llvm::Module &Cell, llvm::ArrayRef<Kernel> Kernels) {
  const TakenLibraries &Taken = Asts.device().libraries();
  if (Taken.Images.empty())
    return "";
  for (const auto &Kernel : Taken.FromImages) {
    auto Image = Taken.Images.find(Kernel.getKey());
    if (Image == Taken.Images.end()) // a library of the same cell takes its place
      continue;
    Cutting.closures().keepImage(Number, Image->second);
    // What earlier cells have declared of an older file.
    for (const auto &Older : Cutting.closures().versions().dependents(Kernel.getKey().str(), Number))
      if (std::string Mistake = Image->second->mistakeIn(Older.Symbol, Older.ParamBytes); !Mistake.empty())
        return Mistake;
  }
  for (const Kernel &Described : Kernels) {
    auto Found = Taken.Images.find(Described.Symbol);
    llvm::Function *Own = Cell.getFunction(Described.Symbol);
    if (Found == Taken.Images.end() || !Own || !Taken.isGiven(Described.Symbol))
      continue;
    if (std::string Mistake = Found->second->mistakeIn(Described.Symbol, Described.ParamBytes); !Mistake.empty())
      return Mistake;
    Own->addFnAttr(ImageAttribute);
  }
  return "";
}

// The variables that libraries bring. One that is there already, of the same size, keeps its storage.
void CellCompilation::addVariables(llvm::ArrayRef<std::unique_ptr<llvm::Module>> Libraries, std::vector<Variable> &Variables) {
  for (const auto &Library : Libraries) {
    const llvm::DataLayout &Layout = Library->getDataLayout();
    for (llvm::GlobalVariable &Global : Library->globals()) {
      if (Global.isDeclaration() || !isSessionVariable(Global) || Global.hasPrivateLinkage())
        continue;
      uint64_t Bytes = Layout.getTypeAllocSize(Global.getValueType());
      auto *Older = llvm::dyn_cast_or_null<llvm::GlobalVariable>(Cutting.closures().library().find(Global.getName()));
      if (Older && Layout.getTypeAllocSize(Older->getValueType()) == Bytes)
        continue;
      Variables.push_back({Global.getName().str(), llvm::demangle(Global.getName()), "", notedSpace(Global), Bytes,
                           uint32_t(Global.getAlign().valueOrOne().value())});
    }
  }
}

} // namespace chv
