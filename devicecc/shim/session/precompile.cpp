#include "session/precompile.h"
#include "ast/withheld_names.h"
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
#include "llvm/Support/Endian.h"

using namespace clang;

namespace chv {

namespace {

// Goes before what writes a precompiled header.
class Forgetter : public SemaConsumer {
public:
  Forgetter(WithheldTable &Names, std::string &Identifiers) : Names(Names), Identifiers(Identifiers) {}
  void InitializeSema(Sema &S) override { Semantics = &S; }
  void ForgetSema() override { Semantics = nullptr; }
  void HandleTranslationUnit(ASTContext &) override {
    if (!Semantics)
      return;
    forgetUnfinished(*Semantics);
    Names.collect(*Semantics);
    // Those in text that `#if` left out are not among them. Conditions are, and so is what a macro was made of.
    Identifiers = "\n";
    for (const auto &Entry : Semantics->getPreprocessor().getIdentifierTable())
      Identifiers.append(Entry.getKey()).push_back('\n');
  }

private:
  WithheldTable &Names;
  std::string &Identifiers;
  Sema *Semantics = nullptr;
};

// A precompiled header without those lists: who reads it would make every declaration in them. It stays in memory: a machine whose temporary directory is
// full or away has one too, and a start that is killed leaves nothing behind.
class PrecompileAction : public GeneratePCHAction {
public:
  const std::shared_ptr<PCHBuffer> Made = std::make_shared<PCHBuffer>();
  WithheldTable Names;
  std::string Identifiers;

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Compiler.getPreprocessor().addPPCallbacks(std::make_unique<HeaderWatcher>(Compiler.getPreprocessor(), Names));
    Consumers.push_back(std::make_unique<Forgetter>(Names, Identifiers));
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
  std::string Bytes(Action.Made->Data.begin(), Action.Made->Data.end()), Names = Action.Names.text();
  char Size[8];
  llvm::support::endian::write64le(Size, Names.size());
  Bytes.append(Names).append(Size, sizeof Size);
  return Precompiled{std::move(Bytes), Record.text(), std::move(Action.Identifiers)};
}

PrecompiledParts PrecompiledParts::of(llvm::StringRef Bytes) {
  if (Bytes.size() < 8)
    return {Bytes, {}};
  uint64_t Size = llvm::support::endian::read64le(Bytes.end() - 8);
  llvm::StringRef Rest = Bytes.drop_back(8);
  if (Size > Rest.size())
    return {Bytes, {}};
  return {Rest.drop_back(Size), Rest.take_back(Size)};
}

void lookAtFilesAtOnce(CompilerInstance &Compiler) { Compiler.getHeaderSearchOpts().ModulesValidateSystemHeaders = true; }

} // namespace chv
