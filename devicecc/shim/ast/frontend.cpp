#include "ast/frontend.h"
#include "ast/last_value.h"
#include "ast/nameless_types.h"
#include "ast/reserved_names.h"
#include "ast/token_changes.h"
#include "ast/typo_corrections.h"
#include "ast/uses.h"
#include "ast/withheld_names.h"
#include "border/names.h"
#include "device/kernel_rules.h"
#include "device/shared_constructors.h"
#include "host/host_statements.h"
#include "host/variable_accesses.h"
#include "session/precompile.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/DelayedDiagnostic.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "clang/AST/Attr.h"
#include "clang/AST/GlobalDecl.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace chv {

namespace {

// Makes the consumer; the parse loop is `DeclarationParser`'s, because clang::Interpreter wants a JIT for its target and
// clang::ParseAST ends with its file.
class IncrementalAction : public ASTFrontendAction {
public:
  IncrementalAction(llvm::LLVMContext &Context, DeferredConsumer *&Made) : Context(Context), Made(Made) {}
  bool hasIRSupport() const override { return true; }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Incremental; }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) override {
    // CreateLLVMCodeGen, not an EmitLLVM action: that would run the whole optimiser at the end of every cell.
    auto Consumer = std::make_unique<DeferredConsumer>(CreateLLVMCodeGen(Compiler, "cell", Context));
    Made = Consumer.get();
    return Consumer;
  }
  void ExecuteAction() override {
    CompilerInstance &Compiler = getCompilerInstance();
    Compiler.getPreprocessor().EnterMainSourceFile();
    if (!Compiler.hasSema())
      Compiler.createSema(getTranslationUnitKind(), nullptr);
  }
  // The file ends when the frontend does: ending it with ExecuteAction would drop the AST.
  void EndSourceFile() override {
    if (Ending)
      ASTFrontendAction::EndSourceFile();
  }
  bool Ending = false;

private:
  llvm::LLVMContext &Context;
  DeferredConsumer *&Made;
};

} // namespace

// Tells the parts of a frontend what the preprocessor comes by.
class Frontend::PreprocessorWatcher : public PPCallbacks {
public:
  explicit PreprocessorWatcher(Frontend &Owner) : Owner(Owner) {}
  void MacroDefined(const Token &Name, const MacroDirective *) override { Owner.Macros->define(Name); }
  void MacroUndefined(const Token &Name, const MacroDefinition &Definition, const MacroDirective *) override {
    if (const MacroInfo *Macro = Definition.getMacroInfo())
      Owner.Macros->undefine(Name, *Macro);
  }
  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange, const MacroArgs *) override {
    safePoint(Owner.Watching);
    if (const MacroInfo *Macro = Definition.getMacroInfo())
      Owner.Macros->use(Name, *Macro);
  }
  void FileChanged(SourceLocation Begin, FileChangeReason Why, SrcMgr::CharacteristicKind Kind, FileID) override {
    if (Why == EnterFile && !SrcMgr::isSystem(Kind) && Owner.Redeclared && Owner.Files->newest().isValid())
      Owner.Redeclared->enter(Begin);
  }
  void InclusionDirective(SourceLocation Where, const Token &, llvm::StringRef Written, bool, CharSourceRange, OptionalFileEntryRef File,
                          llvm::StringRef, llvm::StringRef, const Module *, bool, SrcMgr::CharacteristicKind Kind) override {
    Owner.included(Written, File ? File->getName() : llvm::StringRef());
    if (File && !SrcMgr::isSystem(Kind))
      Owner.Files->include(*File, Where);
  }

private:
  Frontend &Owner;
};

class Frontend::InstantiationWatcher : public TemplateInstantiationCallback {
public:
  explicit InstantiationWatcher(Frontend &Owner) : Owner(Owner) {}
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &, const Sema::CodeSynthesisContext &) override { safePoint(Owner.Watching); }
  void atTemplateEnd(const Sema &, const Sema::CodeSynthesisContext &) override {}

private:
  Frontend &Owner;
};

// Whether clang says that a value is not used which is the cell's last and will be shown, or that something is declared nowhere which a later cell
// may declare. `Reader`: null before there is one.
static bool saysNothing(const clang::Diagnostic &About, const DeclarationParser *Reader, const CellTokens &Tokens) {
  if (About.getID() == diag::warn_weak_identifier_undeclared)
    return true;
  if (!About.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(About.getID()).starts_with("unused-"))
    return false;
  return Reader && Reader->token().is(tok::annot_repl_input_end) && Tokens.isInLastValue(About.getLocation());
}

llvm::Expected<std::unique_ptr<Frontend>> Frontend::create(Side Which, const FrontendOptions &Options,
                                                           llvm::LLVMContext &Context) {
  std::unique_ptr<Frontend> Result(new Frontend(Which, Context));
  Result->Collector = std::make_unique<DiagnosticCollector>(Options.Color);
  Result->Withheld.Table = Options.Withheld;
  Result->OneCell = Options.OneCell;
  bool Parse = Options.PrecompiledPath.empty();
  auto Compiler = createCompilerInstance(Options, Parse ? Options.Preamble : "\n", *Result->Collector);
  if (!Compiler)
    return Compiler.takeError();
  Result->Compiler = std::move(*Compiler);
  auto Files = llvm::makeIntrusiveRefCnt<FilesOfCells>(Options.Files, Options.Kept);
  Result->Compiler->setVirtualFileSystem(Files);
  Result->Files = std::make_unique<CellFiles>(*Result->Compiler, std::move(Files));
  if (!Parse) {
    Result->Compiler->getPreprocessorOpts().ImplicitPCHInclude = Options.PrecompiledPath;
    lookAtFilesAtOnce(*Result->Compiler);
  }
  Result->start();
  if (Result->Compiler->getDiagnostics().hasErrorOccurred())
    return llvm::createStringError("the embedded headers do not compile:\n" + Result->Collector->takeRendered());
  return std::move(Result);
}

Frontend::Frontend(Side Which, llvm::LLVMContext &Context) : Which(Which), Context(Context) {}

Frontend::~Frontend() {
  Reader.reset();
  if (Action) {
    static_cast<IncrementalAction &>(*Action).Ending = true;
    Action->EndSourceFile();
  }
}

void Frontend::start() {
  Action = std::make_unique<IncrementalAction>(Context, Consumer);
  Compiler->ExecuteAction(*Action);
  if (!Compiler->hasSema() || !Consumer) {
    Action.reset(); // it did not begin, so it has no end
    return;
  }
  // Clang would sort and write them for every function that it declares. Emission's own machine has them, and more; a function with a `target`
  // attribute gets its own all the same.
  Compiler->getTarget().getTargetOpts().Features.clear();
  Preprocessor &PP = Compiler->getPreprocessor();
  Macros = std::make_unique<CellMacros>(PP);
  PP.addPPCallbacks(std::make_unique<PreprocessorWatcher>(*this));
  sema().TemplateInstCallbacks.push_back(std::make_unique<InstantiationWatcher>(*this));
  Libraries = std::make_unique<LibraryReader>(*Compiler, Which == Side::Device, Context);
  Shared = std::make_unique<SharedConstructors>(sema());
  TypoCorrections::install(sema(), Compiler->getLangOpts());
  LastValue::install(sema());
  Redeclared = std::make_unique<Redeclarations>(sema());
  Macros->follow(*Redeclared);
  ast().setASTMutationListener(Redeclared.get());
  if (Which == Side::Host)
    EmittedBefore = EmittedVariables::install(ast());
  Tokens = std::make_unique<CellTokens>(Which, *Compiler, *Redeclared);
  PP.setTokenWatcher([this](const Token &Next) {
    safePoint(Watching);
    Shared->watch(Next);
    if (Withheld.Names)
      Withheld.Names->watch(Next);
    Tokens->watch(Next);
  });
  listenToMessages();
  Reader = std::make_unique<DeclarationParser>(Which, *Compiler, DeclarationParser::Listeners{*Redeclared, *Shared, *Consumer});
  Reader->start();
  // What ParseAST would do: from here on the precompiled header tells the consumer of the definitions it is asked for.
  if (ExternalASTSource *Precompiled = ast().getExternalSource())
    Precompiled->StartTranslationUnit(Consumer);
  // The predefines and the preamble come first, as a cell of their own.
  {
    Sema::GlobalEagerInstantiationScope Global(sema(), /*Enabled=*/true, /*AtEndOfTU=*/true);
    Sema::LocalEagerInstantiationScope Local(sema(), /*AtEndOfTU=*/true);
    Reader->enterTranslationUnit();
    if (Reader->parse(*Collector)) {
      Local.perform();
      Global.perform();
    }
  }
  Reader->finishSemantics();
  Reader->skipRest();
  if (!Compiler->getDiagnostics().hasErrorOccurred())
    commit();
  if (Withheld.Table)
    Withheld.Names = WithheldNames::install(sema(), *Withheld.Table);
}

// What the collector of messages has to ask or to tell.
void Frontend::listenToMessages() {
  // Brackets in the wrong order, and a token that was looked at before it was parsed, deceive the watcher; but the parser
  // complains in every round. After a fatal error clang would tell no one, so what can be is an ordinary one.
  Compiler->getDiagnostics().setSeverity(diag::err_pp_file_not_found, diag::Severity::Error, SourceLocation());
  Collector->Ask.OnError = [this] {
    if (Reader)
      endAsFile(Reader->token());
  };
  Collector->Ask.IsUnwanted = [this](const clang::Diagnostic &About) { return Shared->takes(About) || saysNothing(About, Reader.get(), *Tokens); };
  Collector->Ask.InDeviceCode = [this] {
    CUDAFunctionTarget Target = sema().CUDA().CurrentTarget();
    return Target == CUDAFunctionTarget::Device || Target == CUDAFunctionTarget::Global;
  };
  Collector->Ask.AboutType = [this](QualType Type) { return remarkOnOldType(*this, Type); };
}

bool Frontend::parse(const CellText &Cell) {
  llvm::SaveAndRestore Watched(Watching, Watch::innermost());
  prepare();
  Files->lookFor(Cell);
  Libraries->beginCell(Again);
  Reader->beginCell(Cell.Serial);
  Tokens->beginCell();
  sema().DisableTypoCorrection = false;
  Preprocessor &PP = Compiler->getPreprocessor();
  SourceManager &Sources = Compiler->getSourceManager();
  Compiler->getDiagnostics().Reset(/*soft=*/true);
  Collector->clear();
  SourceLocation Include = Sources.getLocForStartOfFile(Sources.getMainFileID());
  FileID File = Files->add(Cell, Include, *Collector);
  Macros->beginCell(File);
  Redeclared->setNaming(/*ByVersions=*/false);
  bool Typed = llvm::StringRef(Cell.Name).starts_with("cell ");
  Redeclared->beginCell(Cell.Number, Sources.getLocForStartOfFile(File), Typed, Cell.Reading, Cell.Redeclared);
  PP.EnterSourceFile(File, nullptr, Include);
  bool Good;
  {
    Sema::GlobalEagerInstantiationScope Global(sema(), /*Enabled=*/true, /*AtEndOfTU=*/true);
    Sema::LocalEagerInstantiationScope Local(sema(), /*AtEndOfTU=*/true);
    Reader->enterTranslationUnit();
    Tokens->takeLaunchesFromKernels(true);
    Good = Reader->parse(*Collector);
    Tokens->takeLaunchesFromKernels(false);
    if (Good && !libraries().Symbols.empty())
      for (Decl *Declared : Consumer->declarations())
        Libraries->giveBodies(*Declared, *Redeclared, generator());
    if (Good && Which == Side::Host) {
      checkHostStatements(sema(), Consumer->declarations());
      warnOfVariableAccesses(sema(), Consumer->declarations());
    }
    if (Good)
      checkReservedNames(sema(), Consumer->declarations());
    if (Good) {
      Redeclared->endCell(Reader->token().getLocation());
      HasLambdas = nameLocals(ast(), *Redeclared, Consumer->declarations(), OneCell ? 0 : Cell.Number);
      nameLocalTypes(ast(), Consumer->declarations(), Cell.Number);
    }
    // Performed for a rejected cell too: the scopes must end empty.
    Local.perform();
    Global.perform();
  }
  Shared->settle();
  if (Good) {
    nameLocalsOfInstances(ast(), *Redeclared, Consumer->declarations(), OneCell ? 0 : Cell.Number);
    // Instances are there by now.
    if (Which == Side::Host)
      checkKernelParameters(sema(), Consumer->declarations());
    else
      checkSharedMemory(sema(), Consumer->declarations());
  }
  Reader->finishSemantics();
  Redeclared->setNaming(/*ByVersions=*/true);
  Good = !Compiler->getDiagnostics().hasErrorOccurred();
  if (!Good)
    Consumer->discard();
  return Good;
}

const Decl *Frontend::declarationOf(llvm::StringRef Symbol) {
  const Decl *Newest = Redeclared->newestOf(Symbol);
  return Newest ? Newest : generator().GetDeclForMangledName(Symbol);
}

void Frontend::prepare() {
  // The same for every cell: names have it in them, and equal cells are to have equal objects.
  if (!std::exchange(Prepared, true))
    generator().StartModule("cell", Context);
}

void Frontend::dropMemory() {
  ast().getAllocator().Reset();
  Compiler->getPreprocessor().getPreprocessorAllocator().Reset();
}

void Frontend::included(llvm::StringRef Written, llvm::StringRef Path) {
  if (Withheld.Names)
    Withheld.Names->included(Path);
  if (Redeclared)
    Redeclared->included(Written);
}

bool Frontend::readAgain(const CellText &Cell) {
  llvm::SaveAndRestore Reading(Again, true);
  if (!parse(Cell) || !commit())
    return false;
  Collector->takeDiagnostics();
  Collector->takeRendered();
  return true;
}

} // namespace chv
