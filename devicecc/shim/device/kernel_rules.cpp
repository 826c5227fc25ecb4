#include "device/kernel_rules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

namespace {

// As ptxas has it, for every architecture: more is for dynamic shared memory only.
constexpr uint64_t SharedBytesMax = 48 << 10;
// What a launch can hand over, since CUDA 12.1 (Programming Guide, "__global__ Function Parameters").
constexpr uint64_t ParameterBytesMax = 32764;

// Kernels that stand in these declarations, or in namespaces and the like among them; of a template the text.
void forEachKernel(llvm::ArrayRef<Decl *> Declarations, llvm::function_ref<void(FunctionDecl &)> Do) {
  for (Decl *Declared : Declarations) {
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(Declared))
      Declared = Template->getTemplatedDecl();
    if (auto *Function = dyn_cast<FunctionDecl>(Declared)) {
      if (Function->hasAttr<CUDAGlobalAttr>() && !Function->isInvalidDecl())
        Do(*Function);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(Declared)) {
      llvm::SmallVector<Decl *, 16> Inner(cast<DeclContext>(Declared)->noload_decls());
      forEachKernel(Inner, Do);
    }
  }
}

bool isInLibrary(Sema &S, const Decl &Declared) { return S.getSourceManager().isInSystemHeader(Declared.getLocation()); }

// Says for which use a template was instantiated.
void noteInstance(Sema &S, const FunctionDecl &Kernel) {
  if (SourceLocation Asked = Kernel.getPointOfInstantiation(); Asked.isValid())
    S.Diag(Asked, S.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Note, "in this instance of kernel template %0")) << &Kernel;
}

// Adds up the static shared memory of what a kernel reaches by names.
class SharedMemory : public DynamicRecursiveASTVisitor {
public:
  explicit SharedMemory(Sema &S) : S(S) {}

  uint64_t Bytes = 0;
  const VarDecl *Largest = nullptr;

  void add(const FunctionDecl *Function) {
    const FunctionDecl *Defined = nullptr;
    if (!Function || !Function->hasBody(Defined) || isInLibrary(S, *Defined) || !Seen.insert(Defined).second)
      return;
    TraverseStmt(Defined->getBody());
  }

  bool VisitVarDecl(VarDecl *Variable) override {
    // What nothing mentions is left out when code is made.
    if (!Variable->hasAttr<CUDASharedAttr>() || Variable->hasExternalStorage() || !(Variable->isReferenced() || Variable->isUsed()))
      return true;
    QualType Type = Variable->getType();
    if (Type->isDependentType() || Type->isIncompleteType() || !Seen.insert(Variable).second)
      return true;
    uint64_t Align = S.getASTContext().getDeclAlign(Variable).getQuantity();
    Bytes = llvm::alignTo(Bytes, std::max<uint64_t>(Align, 1)) + size(*Variable);
    if (!Largest || size(*Variable) > size(*Largest))
      Largest = Variable;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return VisitVarDecl(Variable); // one that stands outside of functions
    return add(dyn_cast<FunctionDecl>(Reference->getDecl())), true;
  }
  bool VisitMemberExpr(MemberExpr *Member) override { return add(dyn_cast<FunctionDecl>(Member->getMemberDecl())), true; }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construction) override { return add(Construction->getConstructor()), true; }

  uint64_t size(const VarDecl &Variable) { return S.getASTContext().getTypeSizeInChars(Variable.getType()).getQuantity(); }

private:
  Sema &S;
  llvm::SmallPtrSet<const Decl *, 16> Seen;
};

std::string hexadecimal(uint64_t Number) { return "0x" + llvm::utohexstr(Number, /*LowerCase=*/true); }

} // namespace

// `struct Table { float a[9000]; }; __global__ void k(Table t)`: the table is larger than all parameters may be together.
static void checkParameterBytes(Sema &S, FunctionDecl &Kernel) {
  uint64_t Bytes = 0;
  for (const ParmVarDecl *Parameter : Kernel.parameters()) {
    QualType Type = Parameter->getType();
    if (Type->isDependentType() || Type->isIncompleteType())
      return;
    Bytes = llvm::alignTo(Bytes, std::max<uint64_t>(S.getASTContext().getTypeAlignInChars(Type).getQuantity(), 1));
    Bytes += S.getASTContext().getTypeSizeInChars(Type).getQuantity();
  }
  if (Bytes <= ParameterBytesMax)
    return;
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  S.Diag(Kernel.getLocation(), Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "the parameters of kernel %0 take %1 bytes, %2 at most are allowed"))
      << &Kernel << std::to_string(Bytes) << std::to_string(ParameterBytesMax);
  S.Diag(Kernel.getLocation(), Diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "pass a pointer to memory of the device, or use a `__constant__` variable"));
  noteInstance(S, Kernel);
}

void checkKernelParameters(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  forEachKernel(Declarations, [&](FunctionDecl &Kernel) {
    if (isInLibrary(S, Kernel))
      return;
    const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
    for (unsigned At = 0; At < Kernel.getNumParams(); ++At) {
      const ParmVarDecl *Parameter = Kernel.getParamDecl(At);
      QualType Type = Parameter->getType();
      // nvcc takes a plain reference: its kernel gets the address, which may be one of managed memory.
      if (!Type->isReferenceType() || (Type->isLValueReferenceType() && !Type.isRestrictQualified()))
        continue;
      S.Diag(Parameter->getLocation(),
             Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "a __global__ function cannot have a parameter that is %select{a __restrict__|an rvalue}0 reference"))
          << Type->isRValueReferenceType() << Parameter->getSourceRange();
      S.Diag(Parameter->getLocation(),
             Diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "pass the value itself, or a pointer to memory of the device"));
      if (Pattern)
        noteInstance(S, Kernel);
      return;
    }
    if (Kernel.isVariadic())
      S.Diag(Kernel.getLocation(), Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                               "a __global__ function cannot have a variable number of arguments"));
    if (!Kernel.isDependentContext())
      checkParameterBytes(S, Kernel);
  });
}

void checkSharedMemory(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  forEachKernel(Declarations, [&](FunctionDecl &Kernel) {
    if (Kernel.isDependentContext() || !Kernel.isThisDeclarationADefinition())
      return;
    SharedMemory Memory(S);
    Memory.add(&Kernel);
    if (Memory.Bytes <= SharedBytesMax)
      return;
    S.Diag(Kernel.getLocation(),
           Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "kernel %0 uses too much shared data (%1 bytes, %2 max)"))
        << &Kernel << hexadecimal(Memory.Bytes) << hexadecimal(SharedBytesMax);
    S.Diag(Memory.Largest->getLocation(),
           Diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "%0 takes %1 bytes; `extern __shared__`, a launch's third argument and "
                                                                "`cudaFuncSetAttribute` give more than %2"))
        << Memory.Largest << std::to_string(Memory.size(*Memory.Largest)) << std::to_string(SharedBytesMax);
    noteInstance(S, Kernel);
  });
}

} // namespace chv
