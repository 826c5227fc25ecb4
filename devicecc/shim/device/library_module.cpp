// The newest definitions of a session's device code in one module: what a library is made of. `DeviceLibrary`'s part.
#include "border/names.h"
#include "device/device_library.h"
#include "device/device_module.h"
#include "device/kernel_closures.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace chv {

static bool isLauncher(StringRef Symbol) { return Symbol.starts_with(launcherSymbol("")); }

std::vector<std::string> DeviceLibrary::symbols() const {
  std::vector<std::string> Found;
  for (const auto &Entry : Definitions)
    if (!isLauncher(Entry.first()))
      Found.push_back(Entry.first().str());
  llvm::sort(Found);
  return Found;
}

// Leaves a declaration of what another module defines.
static void undefine(GlobalValue &Value) {
  if (auto *F = dyn_cast<Function>(&Value))
    F->deleteBody(), F->setComdat(nullptr);
  else if (auto *Variable = dyn_cast<GlobalVariable>(&Value))
    Variable->setInitializer(nullptr), Variable->setLinkage(GlobalValue::ExternalLinkage), Variable->setComdat(nullptr);
}

// An alias cannot lead to what another module defines: it becomes a declaration, which that one's alias, or its function, answers.
static void dropAlias(GlobalAlias &Alias) {
  Module &Of = *Alias.getParent();
  auto *Type = dyn_cast<FunctionType>(Alias.getValueType());
  GlobalValue *Stand = Type ? cast<GlobalValue>(Function::Create(Type, GlobalValue::ExternalLinkage, "", &Of))
                            : new GlobalVariable(Of, Alias.getValueType(), false, GlobalValue::ExternalLinkage, nullptr, "");
  Alias.replaceAllUsesWith(Stand);
  std::string Name = Alias.getName().str();
  Alias.eraseFromParent();
  Stand->setName(Name);
}

// Inline functions, and what only the session itself may name, go if nothing needs them.
static void dropUnused(Module &Of) {
  ModuleAnalysisManager Analyses;
  FunctionAnalysisManager OfFunctions;
  PassBuilder Passes;
  Passes.registerModuleAnalyses(Analyses);
  Passes.registerFunctionAnalyses(OfFunctions);
  Analyses.registerPass([&] { return FunctionAnalysisManagerModuleProxy(OfFunctions); });
  OfFunctions.registerPass([&] { return ModuleAnalysisManagerFunctionProxy(Analyses); });
  GlobalDCEPass().run(Of, Analyses);
}

std::unique_ptr<Module> DeviceLibrary::whole(bool OnGpu, const StringSet<> &Named) const {
  std::unique_ptr<Module> All;
  StringMap<GlobalValue::LinkageTypes> Linkages; // while modules are linked, each may name what others define
  for (const auto &Entry : Modules) {
    std::unique_ptr<Module> Part = CloneModule(read(*Entry));
    for (StringRef List : {"llvm.used", "llvm.compiler.used"})
      if (GlobalVariable *Found = Part->getGlobalVariable(List))
        Found->eraseFromParent();
    auto isNewest = [&](const GlobalValue &Value) {
      auto Found = Definitions.find(Value.getName());
      // A kernel of a file of code objects has no code here.
      const auto *F = dyn_cast<Function>(&Value);
      if (F && F->hasFnAttribute(ImageAttribute))
        return false;
      return Found != Definitions.end() && Found->second == Entry.get() && !isLauncher(Value.getName());
    };
    for (GlobalAlias &Alias : make_early_inc_range(Part->aliases()))
      if (!isNewest(Alias) || !isNewest(*Alias.getAliaseeObject()))
        dropAlias(Alias);
    for (GlobalValue &Value : Part->global_values()) {
      if (Value.isDeclaration() || Value.hasPrivateLinkage() || isa<GlobalAlias>(Value) || Value.getName().starts_with("llvm."))
        continue;
      if (!isNewest(Value))
        undefine(Value);
      else {
        Linkages[Value.getName()] = Value.getLinkage();
        Value.setLinkage(GlobalValue::ExternalLinkage);
      }
      Value.setDSOLocal(false);
      if (auto *Object = dyn_cast<GlobalObject>(&Value))
        Object->setComdat(nullptr);
    }
    for (Function &F : make_early_inc_range(*Part))
      if (F.isDeclaration() && F.use_empty())
        F.eraseFromParent();
    for (Function &F : *Part)
      for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
        F.removeFnAttr(Name);
    StripDebugInfo(*Part);
    if (!All) {
      All = std::move(Part);
      continue;
    }
    // A clash of definitions cannot be: each symbol has one newest definition.
    if (Linker::linkModules(*All, std::move(Part)))
      return nullptr;
  }
  if (!All)
    return All;
  for (const auto &Entry : Linkages)
    if (GlobalValue *Value = All->getNamedValue(Entry.first()); Value && !Named.contains(Entry.first()))
      Value->setLinkage(Entry.second);
  dropUnused(*All);
  if (OnGpu)
    return All;
  NamedMDNode *Kernels = All->getOrInsertNamedMetadata("chevron.kernels");
  for (const auto &Entry : Definitions) {
    StringRef Name = Entry.first();
    if (Name.consume_front(launcherSymbol("")))
      Kernels->addOperand(MDNode::get(All->getContext(), MDString::get(All->getContext(), Name)));
  }
  return All;
}

} // namespace chv
