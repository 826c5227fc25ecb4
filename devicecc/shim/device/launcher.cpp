#include "device/launcher.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/IRBuilder.h"

using namespace clang;
using clang::CodeGen::ABIArgInfo;

namespace chv {

namespace {

class LauncherBuilder {
public:
  LauncherBuilder(llvm::Function &Kernel, llvm::StringRef Name)
      : Kernel(Kernel), Builder(Kernel.getContext()), Layout(Kernel.getParent()->getDataLayout()) {
    auto *Type = llvm::FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy()}, false);
    Launcher = llvm::Function::Create(Type, llvm::Function::ExternalLinkage, Name, Kernel.getParent());
    Launcher->addFnAttr(llvm::Attribute::NoUnwind);
    Builder.SetInsertPoint(llvm::BasicBlock::Create(Kernel.getContext(), "", Launcher));
  }

  llvm::Error addParameter(const ABIArgInfo &Info, unsigned Index) {
    llvm::Value *Slot = Builder.CreateConstInBoundsGEP1_64(Builder.getPtrTy(), Launcher->getArg(0), Index);
    llvm::Value *Address = Builder.CreateLoad(Builder.getPtrTy(), Slot);
    switch (Info.getKind()) {
    case ABIArgInfo::Ignore:
      return llvm::Error::success();
    case ABIArgInfo::Indirect: // byval: the callee's copy is made by the backend
      Arguments.push_back(Address);
      return llvm::Error::success();
    case ABIArgInfo::Direct:
    case ABIArgInfo::Extend:
      addDirect(Info, Address);
      return llvm::Error::success();
    default:
      return llvm::createStringError("parameter %u of kernel `%s` is passed in a way that Chevron does not know", Index + 1,
                                     Kernel.getName().str().c_str());
    }
  }

  void finish() {
    llvm::CallInst *Call = Builder.CreateCall(&Kernel, Arguments);
    Call->setAttributes(Kernel.getAttributes().removeFnAttributes(Kernel.getContext()));
    Builder.CreateRetVoid();
  }

private:
  void addDirect(const ABIArgInfo &Info, llvm::Value *Address) {
    llvm::Type *Type = Info.getCoerceToType();
    uint64_t Offset = Info.getDirectOffset();
    auto *Struct = llvm::dyn_cast<llvm::StructType>(Type);
    if (!Struct || !Info.isDirect() || !Info.getCanBeFlattened()) {
      Arguments.push_back(load(Type, Address, Offset));
      return;
    }
    const llvm::StructLayout *Elements = Layout.getStructLayout(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      Arguments.push_back(load(Struct->getElementType(I), Address, Offset + Elements->getElementOffset(I)));
  }

  // A parameter's alignment in the caller's array is not promised, so loads assume none. A bool lives in a byte.
  llvm::Value *load(llvm::Type *Type, llvm::Value *Address, uint64_t Offset) {
    llvm::Value *Place = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Address, Offset);
    if (Type->isIntegerTy(1))
      return Builder.CreateTrunc(Builder.CreateAlignedLoad(Builder.getInt8Ty(), Place, llvm::Align(1)), Type);
    return Builder.CreateAlignedLoad(Type, Place, llvm::Align(1));
  }

  llvm::Function &Kernel;
  llvm::Function *Launcher;
  llvm::IRBuilder<> Builder;
  const llvm::DataLayout &Layout;
  llvm::SmallVector<llvm::Value *, 8> Arguments;
};

} // namespace

llvm::Error addLauncher(CodeGenerator &Generator, const FunctionDecl &Kernel, llvm::Function &Target,
                        llvm::StringRef Name) {
  ASTContext &Context = Kernel.getASTContext();
  auto Prototype = Context.getCanonicalType(Kernel.getType()).getAs<FunctionProtoType>();
  const CodeGen::CGFunctionInfo &Info = CodeGen::arrangeFreeFunctionType(Generator.CGM(), Prototype);
  LauncherBuilder Builder(Target, Name);
  unsigned Index = 0;
  for (const CodeGen::CGFunctionInfoArgInfo &Argument : Info.arguments())
    if (llvm::Error Failure = Builder.addParameter(Argument.info, Index++))
      return Failure;
  Builder.finish();
  return llvm::Error::success();
}

} // namespace chv
