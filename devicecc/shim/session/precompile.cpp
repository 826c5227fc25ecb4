#include "session/precompile.h"
#include "session/recorded_files.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/ModuleFile.h"

using namespace clang;

namespace chv {

namespace {

// Goes before what writes a precompiled header.
class Forgetter : public SemaConsumer {
public:
  void InitializeSema(Sema &S) override { Semantics = &S; }
  void ForgetSema() override { Semantics = nullptr; }
  void HandleTranslationUnit(ASTContext &) override {
    if (Semantics)
      forgetUnfinished(*Semantics);
  }

private:
  Sema *Semantics = nullptr;
};

// A precompiled header without those lists: who reads it would make every declaration in them. It stays in memory: a machine whose temporary directory is
// full or away has one too, and a start that is killed leaves nothing behind.
class PrecompileAction : public GeneratePCHAction {
public:
  const std::shared_ptr<PCHBuffer> Made = std::make_shared<PCHBuffer>();

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<Forgetter>());
    Consumers.push_back(std::make_unique<PCHGenerator>(Compiler.getPreprocessor(), Compiler.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"", Made,
                                                       Compiler.getCodeGenOpts(), Compiler.getFrontendOpts().ModuleFileExtensions));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
};

} // namespace

llvm::Expected<Precompiled> precompile(FrontendOptions Options) {
  FileRecord Record;
  Options.Files = recordedFiles(Options.Files, Record);
  DiagnosticCollector Diagnostics(/*Color=*/false);
  auto Compiler = createCompilerInstance(Options, Options.Preamble, Diagnostics);
  if (!Compiler)
    return Compiler.takeError();
  (*Compiler)->getFrontendOpts().ProgramAction = frontend::GeneratePCH;
  // A session shows lines of its headers as they were when it began.
  (*Compiler)->getFrontendOpts().ModulesEmbedAllFiles = true;
  PrecompileAction Action;
  bool Good = (*Compiler)->ExecuteAction(Action);
  if (!Good || !Action.Made->IsComplete || (*Compiler)->getDiagnostics().hasErrorOccurred())
    return llvm::createStringError("the embedded headers do not compile:\n" + Diagnostics.takeRendered());
  return Precompiled{std::string(Action.Made->Data.begin(), Action.Made->Data.end()), Record.text()};
}

void lookAtFilesAtOnce(CompilerInstance &Compiler) { Compiler.getHeaderSearchOpts().ModulesValidateSystemHeaders = true; }

} // namespace chv
