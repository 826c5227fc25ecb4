#include "session/units.h"
#include "border/guard.h"
#include "session/session.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"

using namespace clang;

namespace chv {

// PTX has no room for a dot in a name.
std::string symbolOfUnit(llvm::StringRef Symbol, unsigned Unit) { return (Symbol + "__u" + llvm::Twine(Unit)).str(); }

void keepApart(Frontend &Device, llvm::Module &Module, unsigned Unit, std::vector<Kernel> &Kernels, std::vector<Variable> &Variables) {
  llvm::StringMap<std::string> Renamed;
  for (llvm::GlobalValue &Value : Module.global_values()) {
    llvm::StringRef Symbol = Value.getName(), Named = Symbol;
    if (Value.hasPrivateLinkage() || Symbol.starts_with("llvm."))
      continue;
    bool Launcher = Named.consume_front(launcherSymbol(""));
    const auto *Declared = llvm::dyn_cast_or_null<NamedDecl>(Device.declarationOf(Named));
    // Static variables of functions that other units may have by the same name are as local as what is `static` itself.
    bool OfUnit = Value.isDeclaration() ? false : Value.hasLocalLinkage();
    if (!OfUnit && !(Declared && !Declared->isExternallyVisible()))
      continue;
    std::string Name = symbolOfUnit(Named, Unit);
    Renamed[Named] = Name;
    Value.setName(Launcher ? launcherSymbol(Name) : Name);
  }
  auto rename = [&](std::string &Symbol) {
    if (auto Found = Renamed.find(Symbol); Found != Renamed.end())
      Symbol = Found->second;
  };
  for (Kernel &Entry : Kernels)
    rename(Entry.Symbol);
  for (Variable &Entry : Variables)
    rename(Entry.Symbol);
}

// Makes the definitions that this unit has by other units' names differ from theirs, as where each unit's device code is for itself. Inline functions and
// instances are the same everywhere.
static llvm::StringSet<> renameTwins(const DeviceLibrary &Library, llvm::Module &Module, unsigned Unit, std::vector<std::string> &Twins) {
  llvm::StringSet<> Names;
  for (llvm::GlobalValue &Value : Module.global_values()) {
    if (Value.isDeclaration() || Value.hasPrivateLinkage())
      continue;
    if (Value.hasExternalLinkage() && Library.defines(Value.getName())) {
      Twins.push_back(Value.getName().str());
      Value.setName(symbolOfUnit(Value.getName(), Unit));
    }
    Names.insert(Value.getName());
  }
  return Names;
}

std::string Session::deviceCode() {
  Asts.awaitCut();
  Asts.settle(); // the threads use the library's context
  return Cutting.closures().newestBitcode();
}

// The kernels of the newest cell are cut with the device code of the program's other units beside it. Gives what speaks against the program; empty if nothing
// does.
std::string Session::joinUnits(llvm::ArrayRef<UnitCode> Others) {
  Asts.awaitCut();
  Asts.settle();
  std::string Mistake;
  std::string Why;
  bool Survived = guarded([&] { Mistake = Cutting.closures().join(Asts.deviceContext(), Others); }, &Why);
  if (!Survived)
    return "the device code of the program's files cannot be put together" + (Why.empty() ? "" : ": " + Why);
  const Kernel *Bad = Mistake.empty() && !Asts.device().ast().getTargetInfo().getTriple().isGPU() ? Cutting.closures().newestWithAssembler() : nullptr;
  if (!Bad)
    return Mistake;
  const Assembler &Inline = Bad->Code.Inline;
  return Inline.Source + ":" + std::to_string(Inline.Line) + ":" + std::to_string(Inline.Column) + ": error: " + assemblerMistake(*Bad);
}

std::string KernelClosures::join(llvm::LLVMContext &Context, llvm::ArrayRef<UnitCode> Others) {
  std::vector<std::string> Missing = Library.missing(), Taken;
  for (const UnitCode &Other : Others) {
    std::unique_ptr<llvm::Module> Module = cantFail(llvm::parseBitcodeFile({Other.Bitcode, "unit"}, Context));
    std::vector<std::string> Twins;
    llvm::StringSet<> Names = renameTwins(Library, *Module, Other.Unit, Twins);
    // Of two that have what this unit only declares neither is meant.
    for (const std::string &Twin : Twins)
      if (llvm::is_contained(Missing, Twin))
        return "`" + llvm::demangle(Twin) + "`, which this file uses, is defined for devices in two other files";
    Library.add(Other.Unit, std::move(Module), std::move(Names));
  }
  for (Kernel &Entry : Newest)
    Entry.Code = Closure();
  return "";
}

} // namespace chv
