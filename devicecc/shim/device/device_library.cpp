#include "device/device_library.h"
#include "border/names.h"
#include "device/closure_cutter.h"
#include "emission/bitcode.h"
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

std::vector<std::string> definedIn(const llvm::Module &Module) {
  std::vector<std::string> Found;
  for (const llvm::GlobalValue &Value : Module.global_values())
    if (!Value.isDeclaration() && !Value.hasPrivateLinkage())
      Found.push_back(Value.getName().str());
  return Found;
}

void DeviceLibrary::add(unsigned Cell, std::unique_ptr<llvm::Module> Module, llvm::StringSet<> Repeated) {
  // Struct names carry counters of the LLVMContext; without them equal code has equal bitcode.
  for (llvm::StructType *Type : Module->getIdentifiedStructTypes())
    Type->setName("");
  auto Entry = std::make_unique<CellModule>();
  Entry->Cell = Cell;
  Entry->Name = Module->getModuleIdentifier();
  Entry->Defined = definedIn(*Module);
  Entry->Repeated = std::move(Repeated);
  Entry->HasAssembler = holdsAssembler(*Module);
  Entry->Module = std::move(Module);
  Modules.push_back(std::move(Entry));
  index(*Modules.back());
}

void DeviceLibrary::index(CellModule &Entry) {
  WithAssembler += Entry.HasAssembler;
  for (const std::string &Symbol : Entry.Defined)
    if (Entry.Repeated.contains(Symbol))
      Definitions.try_emplace(Symbol, &Entry);
    else
      Definitions[Symbol] = &Entry;
}

void DeviceLibrary::truncate(unsigned FirstCell) {
  for (auto It = Addressed.begin(), End = Addressed.end(); It != End;) {
    auto Entry = It++;
    if (Entry->second >= FirstCell)
      Addressed.erase(Entry);
  }
  if (Modules.empty() || Modules.back()->Cell < FirstCell)
    return;
  while (!Modules.empty() && Modules.back()->Cell >= FirstCell)
    Modules.pop_back();
  // A symbol that was redefined gets its older definition back.
  indexAll();
}

void DeviceLibrary::indexAll() {
  Definitions.clear();
  WithAssembler = 0;
  for (auto &Entry : Modules)
    index(*Entry);
}

void DeviceLibrary::drop(const llvm::DenseSet<unsigned> &Cells) {
  llvm::StringMap<unsigned> Definers;
  for (const auto &Entry : Modules)
    for (const std::string &Symbol : Entry->Defined)
      ++Definers[Symbol];
  llvm::erase_if(Modules, [&](const std::unique_ptr<CellModule> &Entry) {
    bool Stays = !Cells.contains(Entry->Cell) || llvm::any_of(Entry->Defined, [&](const std::string &Symbol) { return Definers[Symbol] == 1; });
    if (!Stays)
      for (const std::string &Symbol : Entry->Defined)
        --Definers[Symbol];
    return !Stays;
  });
  indexAll();
}

void DeviceLibrary::writeDown() {
  for (auto &Entry : llvm::reverse(Modules)) {
    if (!Entry->Bitcode.empty())
      return;
    Entry->Bitcode = bitcodeOf(*Entry->Module);
  }
}

std::string DeviceLibrary::newestBitcode() { return Modules.empty() ? "" : bitcodeOf(read(*Modules.back())); }

std::vector<std::string> DeviceLibrary::missing() const {
  std::vector<std::string> Found;
  for (const auto &Entry : Modules)
    for (llvm::GlobalValue &Value : read(*Entry).global_values())
      if (Value.isDeclaration() && !Value.use_empty() && !defines(Value.getName()))
        Found.push_back(Value.getName().str());
  return Found;
}

void DeviceLibrary::moveTo(llvm::LLVMContext &Other, bool KeepOld) {
  writeDown();
  for (auto &Entry : Modules) {
    if (KeepOld)
      (void)Entry->Module.release();
    Entry->Module.reset();
  }
  Context = &Other;
}

llvm::Module &DeviceLibrary::read(CellModule &Entry) const {
  // It was written by this LLVM.
  if (!Entry.Module)
    Entry.Module = cantFail(llvm::parseBitcodeFile({Entry.Bitcode, Entry.Name}, *Context));
  return *Entry.Module;
}

llvm::GlobalValue *DeviceLibrary::find(llvm::StringRef Symbol) const {
  auto Found = Definitions.find(Symbol);
  return Found == Definitions.end() ? nullptr : read(*Found->second).getNamedValue(Symbol);
}

Closure DeviceLibrary::cutKernel(llvm::Function &Root, Lines Kept) const {
  // Values of the library know it while it works, so where it is left half-way it must not have been on the stack.
  auto Cutter = std::make_unique<ClosureCutter>(*this, *Root.getParent(), ClosureCutter::Naming::Ordinal);
  Cutter->addRoot(Root, Root.getParent()->getTargetTriple().isGPU() ? KernelName : LauncherName);
  return Cutter->finish(Kept);
}

llvm::GlobalValue *DeviceLibrary::declaration(llvm::StringRef Symbol) const {
  for (const auto &Entry : llvm::reverse(Modules))
    if (llvm::GlobalValue *Found = read(*Entry).getNamedValue(Symbol))
      return Found;
  return nullptr;
}

Closure DeviceLibrary::cutFunctions(llvm::ArrayRef<std::string> Symbols) const {
  std::vector<llvm::Function *> Roots;
  for (const std::string &Symbol : Symbols)
    Roots.push_back(llvm::dyn_cast_or_null<llvm::Function>(defines(Symbol) ? find(Symbol) : declaration(Symbol)));
  auto Cutter = std::make_unique<ClosureCutter>(*this, newest(), ClosureCutter::Naming::Ordinal);
  Cutter->addFunctions(Symbols, Roots);
  return Cutter->finish();
}

llvm::Expected<std::string> DeviceLibrary::cutInitializer(llvm::GlobalVariable &Variable) const {
  if (!Variable.hasInitializer() || Variable.getInitializer()->isNullValue() ||
      llvm::isa<llvm::UndefValue>(Variable.getInitializer()))
    return std::string();
  auto Cutter = std::make_unique<ClosureCutter>(*this, *Variable.getParent(), ClosureCutter::Naming::Symbol);
  Cutter->addRoot(Variable, "__chv_init");
  Closure Cut = Cutter->finish();
  if (Cut.HasCode)
    return llvm::createStringError(Variable.getParent()->getTargetTriple().isAMDGPU()
                                       ? "it holds the address of a device function, which differs from kernel to kernel on AMD GPUs; let a kernel store it"
                                       : "it holds the address of a device function that uses `__shared__` memory, which is laid out with each kernel; "
                                         "let a kernel store it, and call it there");
  return std::move(Cut.Bitcode);
}

} // namespace chv
