// Has clang read a text that somebody types, up to the place that is asked about.
#include "ast/code_completion.h"
#include "ast/answers.h"
#include "ast/frontend.h"
#include "border/names.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCodeCompletion.h"

using namespace clang;

namespace chv {

// A file for the text, in which clang is to stop at the place.
static FileID createFile(CompilerInstance &Compiler, const Question &Asked, SourceLocation Include) {
  llvm::StringRef Text = Asked.Text, Before = Text.take_front(Asked.Position);
  // At top level clang takes a sign for the start of an Objective-C method.
  bool Wrap = Text.ltrim().starts_with("-") || Text.ltrim().starts_with("+");
  std::string Whole = (Wrap ? "(\n" : "") + Text.str() + "\n";
  std::string Name = CELL_FILE_PREFIX "typed";
  FileEntryRef File = Compiler.getFileManager().getVirtualFileRef(Name, Whole.size() + 1, 0);
  SourceManager &Sources = Compiler.getSourceManager();
  Sources.overrideFileContents(File, llvm::MemoryBuffer::getMemBufferCopy(Whole, Name));
  unsigned Line = Before.count('\n') + 1 + Wrap, Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  Compiler.getPreprocessor().SetCodeCompletionPoint(File, Line, Column);
  // An #include that finds nothing asks for this without looking whether it is there.
  Compiler.getPreprocessor().getHeaderSearchInfo().getFileInfo(File);
  return Sources.createFileID(File, Include, SrcMgr::C_User);
}

void Frontend::answer(const Question &Asked, int Out) {
  Answers Consumer(Asked, *Redeclared, Out);
  CellText Cell{Asked.Number, "cell " + std::to_string(Asked.Number), Asked.Text};
  Files->lookFor(Cell);
  Tokens->beginCell();
  Sema &S = sema();
  S.CodeCompletion().CodeCompleter = &Consumer;
  S.DisableTypoCorrection = true;
  Preprocessor &PP = Compiler->getPreprocessor();
  SourceManager &Sources = Compiler->getSourceManager();
  Compiler->getDiagnostics().Reset(/*soft=*/true);
  Collector->clear();
  SourceLocation Include = Sources.getLocForStartOfFile(Sources.getMainFileID());
  FileID File = createFile(*Compiler, Asked, Include);
  Files->setNewest(File);
  Macros->beginCell(File);
  Redeclared->setNaming(/*ByVersions=*/false);
  Redeclared->beginCell(Asked.Number, Sources.getLocForStartOfFile(File), /*Typed=*/true, /*Reading=*/0, {});
  PP.EnterSourceFile(File, nullptr, Include);
  Sema::GlobalEagerInstantiationScope Global(S, /*Enabled=*/true, /*AtEndOfTU=*/true);
  Sema::LocalEagerInstantiationScope Local(S, /*AtEndOfTU=*/true);
  Reader->enterTranslationUnit();
  Reader->parse(*Collector);
  Consumer.finish();
}

} // namespace chv
