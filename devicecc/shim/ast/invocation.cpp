// From cc1 arguments to a CompilerInstance.
#include "ast/frontend.h"
#include "border/names.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace chv {

llvm::Expected<std::unique_ptr<CompilerInstance>>
createCompilerInstance(const FrontendOptions &Options, llvm::StringRef Main, DiagnosticConsumer &Diagnostics) {
  std::vector<const char *> Arguments;
  for (const std::string &Argument : Options.Arguments)
    Arguments.push_back(Argument.c_str());
  auto Invocation = std::make_shared<CompilerInvocation>();
  DiagnosticOptions ArgumentOptions;
  TextDiagnosticBuffer ArgumentErrors;
  DiagnosticsEngine ArgumentEngine(DiagnosticIDs::create(), ArgumentOptions, &ArgumentErrors, /*ShouldOwnClient=*/false);
  bool Good = CompilerInvocation::CreateFromArgs(*Invocation, Arguments, ArgumentEngine);
  if (!Good || ArgumentErrors.err_begin() != ArgumentErrors.err_end())
    return llvm::createStringError("clang does not accept the options: " +
                                   (ArgumentErrors.getNumErrors() ? ArgumentErrors.err_begin()->second : "unknown reason"));
  auto &Frontend = Invocation->getFrontendOpts();
  Frontend.DisableFree = false;
  Frontend.Inputs.clear();
  Frontend.Inputs.emplace_back(MAIN_FILE_NAME, InputKind(Language::CUDA));
  Invocation->getPreprocessorOpts().addRemappedFile(
      MAIN_FILE_NAME, llvm::MemoryBuffer::getMemBufferCopy(Main, MAIN_FILE_NAME).release());

  auto Compiler = std::make_unique<CompilerInstance>(std::move(Invocation));
  Compiler->setVirtualFileSystem(Options.Files);
  Compiler->createDiagnostics(&Diagnostics, /*ShouldOwnClient=*/false);
  // Clang would count there, on stderr, the errors of headers that it could not read.
  Compiler->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  if (!Compiler->createTarget())
    return llvm::createStringError("clang cannot target this machine");
  return std::move(Compiler);
}

// What clang looks at again at the end of every translation unit, and so after every cell: all functions of all headers for diagnostics
// that wait for a caller (1.5-2.5 ms a side), all static ones that nobody has called yet, of which a toolkit has thousands (1.2 ms).
void forgetUnfinished(Sema &S) {
  S.DeclsToCheckForDeferredDiags.clear();
  S.UnusedFileScopedDecls.erase(S.UnusedFileScopedDecls.begin(S.getExternalSource()), S.UnusedFileScopedDecls.end());
}

} // namespace chv
