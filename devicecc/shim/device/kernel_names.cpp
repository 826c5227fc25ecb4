#include "device/kernel_names.h"
#include "device/device_module.h"
#include "clang/AST/Attr.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace clang;

namespace chv {

// The executor's `KernelName` begins with it, so that no other address is taken for one.
static constexpr uint64_t Mark = 0x6c656e72656b6863; // "chkernel"

// NVPTX's address space of the device's memory.
static constexpr unsigned GlobalMemory = 1;

// As clang lays parameters out in the buffer that `cudaGetParameterBuffer` gives.
static std::vector<uint32_t> placesOf(const FunctionDecl &Kernel) {
  std::vector<uint32_t> Places;
  CharUnits End = CharUnits::Zero();
  for (const ParmVarDecl *Parameter : Kernel.parameters()) {
    TypeInfoChars Type = Kernel.getASTContext().getTypeInfoInChars(Parameter->getType());
    CharUnits Offset = End.alignTo(Type.Align);
    Places.push_back(Offset.getQuantity());
    Places.push_back(Type.Width.getQuantity());
    End = Offset + Type.Width;
  }
  return Places;
}

KernelNames::KernelNames(Frontend &Device, llvm::Module &Module) {
  for (llvm::Function &Function : Module) {
    if (Function.use_empty() || Function.isIntrinsic())
      continue;
    const auto *Kernel = llvm::dyn_cast_or_null<FunctionDecl>(Device.declarationOf(Function.getName()));
    if (Kernel && Kernel->hasAttr<CUDAGlobalAttr>())
      Kernels.push_back({&Function, displayName(*Kernel), placesOf(*Kernel)});
  }
}

static llvm::Constant *nameOf(const llvm::Function &Kernel, llvm::StringRef Display, llvm::ArrayRef<uint32_t> Places) {
  llvm::LLVMContext &Context = Kernel.getContext();
  auto number = [&](uint32_t Value) { return llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Value); };
  llvm::Constant *Fields[] = {llvm::ConstantInt::get(llvm::Type::getInt64Ty(Context), Mark),
                              number(Places.size() / 2),
                              number(Kernel.getName().size()),
                              number(Display.size()),
                              number(0),
                              llvm::ConstantDataArray::get(Context, Places),
                              llvm::ConstantDataArray::getString(Context, (Kernel.getName() + Display).str())};
  llvm::Constant *Name = llvm::ConstantStruct::getAnon(Fields);
  auto &Module = *const_cast<llvm::Module *>(Kernel.getParent());
  const unsigned Space = Module.getTargetTriple().isNVPTX() ? GlobalMemory : 0;
  auto *Variable = new llvm::GlobalVariable(Module, Name->getType(), /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage, Name, "",
                                            /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, Space);
  Variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  Variable->setAlignment(llvm::Align(8));
  return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(Variable, Kernel.getType());
}

// In `llvm.compiler.used`, say, by which clang keeps what nothing uses: that is no address that code sees.
static bool isForOptimiser(const llvm::Use &Use) {
  auto *List = llvm::dyn_cast<llvm::ConstantArray>(Use.getUser());
  return List && llvm::any_of(List->users(), [](const llvm::User *User) {
           auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(User);
           return Variable && Variable->getName().starts_with("llvm.");
         });
}

void KernelNames::replaceAddresses() const {
  for (const Named &Entry : Kernels) {
    llvm::Function &Kernel = *Entry.Kernel;
    std::string Launcher = launcherSymbol(Kernel.getName());
    auto isLaunchersCall = [&](const llvm::Use &Use) {
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(Use.getUser());
      return Call && Call->isCallee(&Use) && Call->getFunction()->getName() == Launcher;
    };
    auto isAddress = [&](const llvm::Use &Use) { return !isLaunchersCall(Use) && !isForOptimiser(Use); };
    if (llvm::any_of(Kernel.uses(), isAddress))
      Kernel.replaceUsesWithIf(nameOf(Kernel, Entry.Display, Entry.Places), [&](const llvm::Use &Use) { return isAddress(Use); });
  }
}

} // namespace chv
