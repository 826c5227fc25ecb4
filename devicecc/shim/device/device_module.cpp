#include "device/device_module.h"
#include "border/names.h"
#include "device/launcher.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace chv {

std::string launcherSymbol(llvm::StringRef Kernel) { return ("__chv_thread." + Kernel).str(); }

std::string displayName(const FunctionDecl &Kernel) {
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  PrintingPolicy Policy(Kernel.getASTContext().getLangOpts());
  Policy.SuppressTagKeyword = true;
  Kernel.getNameForDiagnostic(Stream, Policy, /*Qualified=*/true);
  return Name;
}

static unsigned maxThreads(const FunctionDecl &Kernel) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  if (!Bounds || !Bounds->getMaxThreads() || Bounds->getMaxThreads()->isValueDependent())
    return 0;
  return Bounds->getMaxThreads()->EvaluateKnownConstInt(Kernel.getASTContext()).getZExtValue();
}

// Blocks of a cluster along each axis; zeros if the kernel does not say.
static std::array<unsigned, 3> clusterOf(const FunctionDecl &Kernel) {
  auto Extents = [&](llvm::ArrayRef<const Expr *> Written) {
    std::array<unsigned, 3> Found = {1, 1, 1};
    for (size_t Axis = 0; Axis < Written.size() && Axis < Found.size(); ++Axis)
      if (Written[Axis])
        Found[Axis] = Written[Axis]->EvaluateKnownConstInt(Kernel.getASTContext()).getZExtValue();
    return Found;
  };
  // An instance of a template has the template's attribute beside its own.
  auto IsKnown = [](const Expr *Written) { return !Written || !Written->isValueDependent(); };
  for (const auto *Dims : Kernel.specific_attrs<CUDAClusterDimsAttr>())
    if (const Expr *Written[] = {Dims->getX(), Dims->getY(), Dims->getZ()}; llvm::all_of(Written, IsKnown))
      return Extents(Written);
  for (const auto *Note : Kernel.specific_attrs<AnnotateAttr>())
    if (Note->getAnnotation() == "chevron.cluster" && llvm::all_of(Note->args(), IsKnown))
      return Extents(llvm::SmallVector<const Expr *, 3>(Note->args_begin(), Note->args_end()));
  return {};
}

// Clang checks the attribute and leaves it out of PTX.
static void markCluster(llvm::Function &Function, const std::array<unsigned, 3> &Cluster) {
  std::string Extents;
  llvm::raw_string_ostream(Extents) << Cluster[0] << ',' << Cluster[1] << ',' << Cluster[2];
  Function.addFnAttr("nvvm.cluster_dim", Extents);
}

void markSharedVariables(Frontend &Device, llvm::Module &Module) {
  bool OnGpu = Module.getTargetTriple().isGPU();
  for (llvm::GlobalVariable &Global : Module.globals()) {
    if (!Global.isDeclaration()) {
      // Clang gives this initialiser to shared variables alone.
      if (!OnGpu && llvm::isa<llvm::UndefValue>(Global.getInitializer()))
        Global.setSection(SharedSection);
      continue;
    }
    // Device code has no run-time type information; tables of virtual functions mention it all the same.
    if (Global.getName().starts_with("_ZTVN10__cxxabiv1")) {
      Global.replaceAllUsesWith(llvm::ConstantPointerNull::get(Global.getType()));
      continue;
    }
    if (OnGpu)
      continue;
    const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(Device.declarationOf(Global.getName()));
    auto *Array = llvm::dyn_cast<llvm::ArrayType>(Global.getValueType());
    bool Sizeless = Array && Array->getNumElements() == 0;
    if (Declared ? Declared->hasAttr<CUDASharedAttr>() : Sizeless)
      Global.setSection(DynamicSharedSection);
  }
}

bool isForDevices(const VarDecl &Variable) { return isWritten<CUDADeviceAttr>(Variable) || isWritten<CUDAConstantAttr>(Variable); }

bool isDeviceVariable(const VarDecl &Variable) { return isForDevices(Variable) && Variable.isFileVarDecl(); }

// Whether host code may write a variable that devices have.
static bool hostMayChange(const VarDecl &Variable) {
  return isDeviceVariable(Variable) && !Variable.isConstexpr() &&
         !Variable.getASTContext().getBaseElementType(Variable.getType()).isConstQualified();
}

void markVariablesOfCells(Frontend &Device, llvm::Module &Module) {
  for (llvm::GlobalVariable &Global : Module.globals()) {
    bool IsOfCell = !Global.isDeclaration() && Global.hasLocalLinkage();
    const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(IsOfCell ? Device.declarationOf(Global.getName()) : nullptr);
    if (Declared && hostMayChange(*Declared))
      Global.setExternallyInitialized(true);
  }
}

llvm::Expected<std::vector<Kernel>> describeKernels(Frontend &Device, llvm::Module &Module) {
  std::vector<Kernel> Kernels;
  bool OnGpu = Module.getTargetTriple().isGPU(); // its driver passes parameters itself
  // By what the module holds: kernels stand in namespaces, and templates of them are instantiated anywhere.
  std::vector<std::pair<const FunctionDecl *, llvm::Function *>> Found;
  for (llvm::Function &Function : Module) {
    const Decl *Declared = Function.isDeclaration() ? nullptr : Device.declarationOf(Function.getName());
    if (const auto *Kernel = llvm::dyn_cast_or_null<FunctionDecl>(Declared); Kernel && Kernel->hasAttr<CUDAGlobalAttr>())
      Found.push_back({Kernel, &Function});
  }
  for (auto [Declared, Function] : Found) {
    llvm::StringRef Symbol = Function->getName();
    llvm::Error Failure = OnGpu ? llvm::Error::success() : addLauncher(Device.generator(), *Declared, *Function, launcherSymbol(Symbol));
    if (Failure)
      return std::move(Failure);
    Kernel Entry{Symbol.str(), displayName(*Declared), {}, maxThreads(*Declared), clusterOf(*Declared)};
    if (Entry.Cluster[0] && Module.getTargetTriple().isNVPTX())
      markCluster(*Function, Entry.Cluster);
    for (const ParmVarDecl *Parameter : Declared->parameters())
      Entry.ParamBytes.push_back(
          Device.ast().getTypeSizeInChars(Device.ast().getCanonicalType(Parameter->getType())).getQuantity());
    Kernels.push_back(std::move(Entry));
  }
  return Kernels;
}

bool isManaged(const VarDecl &Variable) {
  return llvm::any_of(Variable.specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *Note) { return Note->getAnnotation() == "chevron.managed"; });
}

// devicecc::Space of a variable: 0 device, 1 constant, 2 managed.
static int spaceOf(const VarDecl *Declared) {
  if (!Declared)
    return 0;
  if (isManaged(*Declared))
    return 2;
  return Declared->hasAttr<CUDAConstantAttr>() ? 1 : 0;
}

std::vector<Variable> describeVariables(Frontend &Device, llvm::Module &Module, const DeviceLibrary &Library) {
  std::vector<Variable> Variables;
  for (llvm::GlobalVariable &Global : Module.globals()) {
    if (Global.isDeclaration())
      continue;
    const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(Device.declarationOf(Global.getName()));
    // Kernels know a constant's value and need no variable of the session, but host code may name it.
    if (!isSessionVariable(Global) && !(Declared && isDeviceVariable(*Declared)))
      continue;
    if (Library.defines(Global.getName()) && !(Declared && Device.redeclarations().isFresh(*Declared)))
      continue;
    std::string Display = Declared ? Declared->getQualifiedNameAsString() : llvm::demangle(Global.getName());
    Variables.push_back({Global.getName().str(), Display, "", spaceOf(Declared),
                         Module.getDataLayout().getTypeAllocSize(Global.getValueType()),
                         uint32_t(Global.getAlign().valueOrOne().value())});
  }
  return Variables;
}

} // namespace chv
