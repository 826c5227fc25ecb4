// Asks clang's driver where this machine keeps its C++ headers.
#include "border/chevron_shim.h"
#include "border/text.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"
#include <string>

using namespace clang;

int chv_system_arguments(chv_span ClangPath, chv_text **Out) {
  DiagnosticOptions Options;
  TextDiagnosticBuffer Errors;
  DiagnosticsEngine Diagnostics(DiagnosticIDs::create(), Options, &Errors, /*ShouldOwnClient=*/false);
  std::string Clang(ClangPath.data, ClangPath.size);
  driver::Driver Driver(Clang, llvm::sys::getDefaultTargetTriple(), Diagnostics);
  Driver.setCheckInputsExist(false);
  std::unique_ptr<driver::Compilation> Made(
      Driver.BuildCompilation({Clang.c_str(), "-fsyntax-only", "-xc++", "cell.cpp"}));
  if (!Made || Made->getJobs().size() != 1) {
    *Out = new chv_text{"clang's driver cannot plan a C++ compilation on this machine"};
    return 1;
  }
  // Only what says where headers are: all other arguments are Chevron's own.
  auto *Text = new chv_text;
  const auto &Arguments = Made->getJobs().begin()->getArguments();
  for (size_t I = 0; I + 1 < Arguments.size(); ++I) {
    llvm::StringRef Argument(Arguments[I]);
    if (Argument == "-internal-isystem" || Argument == "-internal-externc-isystem" || Argument == "-resource-dir")
      Text->Text.append(Argument).append("\n").append(Arguments[I + 1]).append("\n");
  }
  *Out = Text;
  return 0;
}
