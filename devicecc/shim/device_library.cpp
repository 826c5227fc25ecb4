#include "device_library.h"
#include "bitcode.h"
#include "closure_cutter.h"
#include "names.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace chv {

// NVPTX's address space of shared memory; x86-64 has sections in its place.
static constexpr unsigned SharedAddressSpace = 3;

bool isShared(const llvm::GlobalVariable &Variable) {
  return Variable.getAddressSpace() == SharedAddressSpace || Variable.getSection() == SharedSection || Variable.getSection() == DynamicSharedSection;
}

bool isSessionVariable(const llvm::GlobalVariable &Variable) {
  return !Variable.getName().starts_with("llvm.") && !isShared(Variable) &&
         (!Variable.isConstant() || Variable.isExternallyInitialized());
}

static bool holdsAssembler(llvm::Module &Module) {
  auto isAssembler = [](llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    return Call && llvm::isa<llvm::InlineAsm>(Call->getCalledOperand());
  };
  return llvm::any_of(Module, [&](llvm::Function &F) { return llvm::any_of(llvm::instructions(F), isAssembler); });
}

void DeviceLibrary::add(unsigned Cell, std::unique_ptr<llvm::Module> Module, llvm::StringSet<> Repeated) {
  // Struct names carry counters of the LLVMContext; without them equal code has equal bitcode.
  for (llvm::StructType *Type : Module->getIdentifiedStructTypes())
    Type->setName("");
  bool HasAssembler = holdsAssembler(*Module);
  Modules.push_back({Cell, std::move(Module), std::move(Repeated), HasAssembler});
  index(Modules.back());
}

void DeviceLibrary::index(CellModule &Entry) {
  for (llvm::GlobalValue &Value : Entry.Module->global_values()) {
    if (Value.isDeclaration() || Value.hasPrivateLinkage())
      continue;
    if (Entry.Repeated.contains(Value.getName()))
      Definitions.try_emplace(Value.getName(), &Value);
    else
      Definitions[Value.getName()] = &Value;
  }
}

void DeviceLibrary::truncate(unsigned FirstCell) {
  if (Modules.empty() || Modules.back().Cell < FirstCell)
    return;
  while (!Modules.empty() && Modules.back().Cell >= FirstCell)
    Modules.pop_back();
  // A symbol that was redefined gets its older definition back.
  indexAll();
}

void DeviceLibrary::indexAll() {
  Definitions.clear();
  for (CellModule &Entry : Modules)
    index(Entry);
}

static void forEachDefinition(const llvm::Module &Module, llvm::function_ref<void(llvm::StringRef)> Action) {
  for (const llvm::GlobalValue &Value : Module.global_values())
    if (!Value.isDeclaration() && !Value.hasPrivateLinkage())
      Action(Value.getName());
}

void DeviceLibrary::drop(const llvm::DenseSet<unsigned> &Cells) {
  llvm::StringMap<unsigned> Definers;
  for (const CellModule &Entry : Modules)
    forEachDefinition(*Entry.Module, [&](llvm::StringRef Symbol) { ++Definers[Symbol]; });
  llvm::erase_if(Modules, [&](const CellModule &Entry) {
    bool Alone = !Cells.contains(Entry.Cell);
    if (!Alone)
      forEachDefinition(*Entry.Module, [&](llvm::StringRef Symbol) { Alone |= Definers[Symbol] == 1; });
    if (!Alone)
      forEachDefinition(*Entry.Module, [&](llvm::StringRef Symbol) { --Definers[Symbol]; });
    return !Alone;
  });
  indexAll();
}

void DeviceLibrary::moveTo(llvm::LLVMContext &Context, bool KeepOld) {
  for (CellModule &Entry : Modules) {
    std::string Bitcode = bitcodeOf(*Entry.Module);
    auto Read = llvm::parseBitcodeFile({Bitcode, Entry.Module->getModuleIdentifier()}, Context);
    if (KeepOld)
      (void)Entry.Module.release();
    // It was written by the same LLVM a moment ago.
    Entry.Module = cantFail(std::move(Read));
  }
  indexAll();
}

llvm::GlobalValue *DeviceLibrary::find(llvm::StringRef Symbol) const {
  auto Found = Definitions.find(Symbol);
  return Found == Definitions.end() ? nullptr : Found->second;
}

bool DeviceLibrary::hasAssembler() const {
  return llvm::any_of(Modules, [](const CellModule &Entry) { return Entry.HasAssembler; });
}

Closure DeviceLibrary::cutKernel(llvm::Function &Root, Lines Kept) const {
  // Values of the library know it while it works, so where it is left half-way it must not have been on the stack.
  auto Cutter = std::make_unique<ClosureCutter>(*this, *Root.getParent(), ClosureCutter::Naming::Ordinal);
  Cutter->addRoot(Root, Root.getCallingConv() == llvm::CallingConv::PTX_Kernel ? KernelName : LauncherName);
  return Cutter->finish(Kept);
}

llvm::Expected<std::string> DeviceLibrary::cutInitializer(llvm::GlobalVariable &Variable) const {
  if (!Variable.hasInitializer() || Variable.getInitializer()->isNullValue() ||
      llvm::isa<llvm::UndefValue>(Variable.getInitializer()))
    return std::string();
  auto Cutter = std::make_unique<ClosureCutter>(*this, *Variable.getParent(), ClosureCutter::Naming::Symbol);
  Cutter->addRoot(Variable, "__chv_init");
  Closure Cut = Cutter->finish();
  if (Cut.HasCode)
    return llvm::createStringError("it holds the address of a device function, which differs from kernel to kernel");
  return std::move(Cut.Bitcode);
}

} // namespace chv
