// The session's device code as a library.
#include "border/guard.h"
#include "device/code_library.h"
#include "device/device_module.h"
#include "emission/bitcode.h"
#include "session/session.h"

namespace chv {

std::string Session::libraryModule() {
  cutRest();
  Asts.settle(); // the threads use the library's context
  if (!Asts.deviceIfThere())
    return "";
  std::string Made;
  guarded([&] {
    std::unique_ptr<llvm::Module> Whole = Cutting.closures().library().whole(Asts.device().ast().getTargetInfo().getTriple().isGPU(), declarationsOf(Asts.device(), Cutting.closures().library().symbols()).Symbols);
    if (!Whole)
      return;
    for (llvm::GlobalVariable &Global : Whole->globals())
      if (const auto *Declared = llvm::dyn_cast_or_null<clang::VarDecl>(Asts.device().declarationOf(Global.getName())); Declared && isSessionVariable(Global))
        noteSpace(Global, isManaged(*Declared) ? 2 : isWritten<clang::CUDAConstantAttr>(*Declared) ? 1 : 0);
    Made = bitcodeOf(*Whole);
  });
  return Made;
}

LibraryDeclarations Session::libraryDeclarations() {
  cutRest();
  Asts.settle();
  LibraryDeclarations Made;
  if (Asts.deviceIfThere())
    guarded([&] { Made = declarationsOf(Asts.device(), Cutting.closures().library().symbols()); });
  return Made;
}

} // namespace chv
