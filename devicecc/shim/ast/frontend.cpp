#include "ast/frontend.h"
#include "ast/last_value.h"
#include "ast/nameless_types.h"
#include "ast/reserved_names.h"
#include "ast/statement_start.h"
#include "ast/token_changes.h"
#include "ast/typo_corrections.h"
#include "ast/uses.h"
#include "ast/value.h"
#include "ast/withheld_names.h"
#include "border/names.h"
#include "device/kernel_rules.h"
#include "device/shared_constructors.h"
#include "emission/line_table.h"
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

// Makes the consumer; the parse loop is the Frontend's own, because clang::Interpreter wants a JIT for its target and
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

class MacroWatcher : public PPCallbacks {
public:
  explicit MacroWatcher(Frontend &Owner) : Owner(Owner) {}
  void MacroDefined(const Token &Name, const MacroDirective *) override { Owner.macroDefined(Name); }
  void MacroUndefined(const Token &Name, const MacroDefinition &Definition, const MacroDirective *) override {
    if (const MacroInfo *Macro = Definition.getMacroInfo())
      Owner.macroUndefined(Name, *Macro);
  }
  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange, const MacroArgs *) override {
    Owner.passSafePoint();
    if (const MacroInfo *Macro = Definition.getMacroInfo())
      Owner.macroUsed(Name, *Macro);
  }
  void FileChanged(SourceLocation Begin, FileChangeReason Why, SrcMgr::CharacteristicKind Kind, FileID) override {
    if (Why == EnterFile && !SrcMgr::isSystem(Kind))
      Owner.entered(Begin);
  }
  void InclusionDirective(SourceLocation Where, const Token &, llvm::StringRef Written, bool, CharSourceRange, OptionalFileEntryRef File,
                          llvm::StringRef, llvm::StringRef, const Module *, bool, SrcMgr::CharacteristicKind Kind) override {
    Owner.included(Written, File ? File->getName() : llvm::StringRef());
    if (File && !SrcMgr::isSystem(Kind))
      Owner.included(*File, Where);
  }

private:
  Frontend &Owner;
};

class InstantiationWatcher : public TemplateInstantiationCallback {
public:
  explicit InstantiationWatcher(Frontend &Owner) : Owner(Owner) {}
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &, const Sema::CodeSynthesisContext &) override { Owner.passSafePoint(); }
  void atTemplateEnd(const Sema &, const Sema::CodeSynthesisContext &) override {}

private:
  Frontend &Owner;
};

} // namespace

llvm::Expected<std::unique_ptr<Frontend>> Frontend::create(Side Which, const FrontendOptions &Options,
                                                           llvm::LLVMContext &Context) {
  std::unique_ptr<Frontend> Result(new Frontend(Which, Context));
  Result->Collector = std::make_unique<DiagnosticCollector>(Options.Color);
  Result->WithheldBefore = Options.Withheld;
  bool Parse = Options.PrecompiledPath.empty();
  auto Compiler = createCompilerInstance(Options, Parse ? Options.Preamble : "\n", *Result->Collector);
  if (!Compiler)
    return Compiler.takeError();
  Result->Compiler = std::move(*Compiler);
  Result->Files = llvm::makeIntrusiveRefCnt<FilesOfCells>(Options.Files, Options.Kept);
  Result->Compiler->setVirtualFileSystem(Result->Files);
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
  Parser.reset();
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
  PP.addPPCallbacks(std::make_unique<MacroWatcher>(*this));
  sema().TemplateInstCallbacks.push_back(std::make_unique<InstantiationWatcher>(*this));
  takeLibraryPragmas();
  Shared = std::make_unique<SharedConstructors>(sema());
  PP.setTokenWatcher([this](const Token &Next) { watchTokens(Next); });
  // Brackets in the wrong order, and a token that was looked at before it was parsed, deceive the watcher; but the parser
  // complains in every round. After a fatal error clang would tell no one, so what can be is an ordinary one.
  Compiler->getDiagnostics().setSeverity(diag::err_pp_file_not_found, diag::Severity::Error, SourceLocation());
  Collector->OnError = [this] {
    if (Parser)
      endAsFile(Parser->getCurToken());
  };
  Collector->IsUnwanted = [this](const clang::Diagnostic &About) { return Shared->takes(About) || saysNothing(About); };
  Collector->InDeviceCode = [this] {
    CUDAFunctionTarget Target = sema().CUDA().CurrentTarget();
    return Target == CUDAFunctionTarget::Device || Target == CUDAFunctionTarget::Global;
  };
  TypoCorrections::install(sema(), Compiler->getLangOpts());
  LastValue::install(sema());
  Redeclared = std::make_unique<Redeclarations>(sema());
  Collector->AboutType = [this](QualType Type) { return remarkOnOldType(*this, Type); };
  ast().setASTMutationListener(Redeclared.get());
  if (Which == Side::Host)
    EmittedBefore = EmittedVariables::install(ast());
  Parser = std::make_unique<clang::Parser>(PP, sema(), /*SkipFunctionBodies=*/false);
  Parser->Initialize();
  // What ParseAST would do: from here on the precompiled header tells the consumer of the definitions it is asked for.
  if (ExternalASTSource *Precompiled = ast().getExternalSource())
    Precompiled->StartTranslationUnit(Consumer);
  // The predefines and the preamble come first, as a cell of their own.
  {
    Sema::GlobalEagerInstantiationScope Global(sema(), /*Enabled=*/true, /*AtEndOfTU=*/true);
    Sema::LocalEagerInstantiationScope Local(sema(), /*AtEndOfTU=*/true);
    enterTranslationUnit();
    if (parseDeclarations()) {
      Local.perform();
      Global.perform();
    }
  }
  finishSemantics();
  skipRest();
  if (!Compiler->getDiagnostics().hasErrorOccurred())
    commit();
  if (WithheldBefore)
    Withheld = WithheldNames::install(sema(), *WithheldBefore);
}

void Frontend::enterTranslationUnit() {
  Sema &S = sema();
  TranslationUnitDecl *Before = S.getASTContext().getTranslationUnitDecl();
  S.getASTContext().addTranslationUnitDecl();
  // All cells are one file: there is one unnamed namespace.
  if (NamespaceDecl *Unnamed = Before->getAnonymousNamespace())
    S.getASTContext().getTranslationUnitDecl()->setAnonymousNamespace(Unnamed);
  if (Parser->getCurToken().isOneOf(tok::annot_repl_input_end, tok::eof)) {
    Parser->ConsumeAnyToken();
    // Clang goes through the scope's declarations, and may read others from the precompiled header meanwhile, which it adds to the scope that is the unit's.
    S.TUScope = nullptr;
    Parser->ExitScope();
    S.CurContext = nullptr;
    Parser->EnterScope(Scope::DeclScope);
    S.ActOnTranslationUnitScope(Parser->getCurScope());
  }
}

bool Frontend::parseDeclarations() {
  DiagnosticsEngine &Diagnostics = Compiler->getDiagnostics();
  clang::Parser::DeclGroupPtrTy Group;
  Sema::ModuleImportState Import;
  // An open input ended: not even the rest of what clang does at the end of a file is wanted.
  auto Ended = [this] { return Parser->getCurToken().is(tok::eof); };
  auto parseNext = [&, First = true]() mutable {
    if (Ended())
      return true;
    Redeclared->beforeDeclaration(Parser->getCurToken());
    // What is deprecated or unavailable in a statement is told when the statement is known: clang asks where it ends. Function bodies
    // must not be in the pool: what they may use depends on where they are.
    sema::DelayedDiagnosticPool AboutStatement(nullptr);
    std::optional<Sema::ParsingDeclState> Delayed;
    // Calls of `consteval` functions are evaluated at the end of what they stand in, and clang gives a top-level statement nothing to stand in.
    std::optional<EnterExpressionEvaluationContext> Evaluated;
    if (startsStatement(Parser->getCurToken(), Compiler->getPreprocessor())) {
      Delayed = sema().PushParsingDeclaration(AboutStatement);
      Evaluated.emplace(sema(), Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    }
    bool AtEnd = false, IsFirst = std::exchange(First, false);
    if (startsOpenMPStatement(Parser->getCurToken(), Compiler->getPreprocessor())) {
      if (IsFirst)
        sema().ActOnStartOfTranslationUnit();
      Group = parseStatement(*Parser);
    } else {
      AtEnd = IsFirst ? Parser->ParseFirstTopLevelDecl(Group, Import) : Parser->ParseTopLevelDecl(Group, Import);
    }
    Evaluated.reset();
    if (Delayed)
      sema().PopParsingDeclaration(*Delayed, Group ? *Group.get().begin() : nullptr);
    Redeclared->afterDeclaration();
    return AtEnd;
  };
  while (!parseNext()) {
    sema().CUDA().CurCUDATargetCtx.Target = CUDAFunctionTarget::HostDevice;
    if (!Group)
      continue;
    for (Decl *D : Group.get()) {
      Shared->parsed(*D);
      showIfValue(*D);
    }
    Consumer->HandleTopLevelDecl(Group.get());
    // A limit on what one bad cell can cost.
    if (Diagnostics.hasFatalErrorOccurred() || Collector->full())
      return false;
  }
  return !Diagnostics.hasErrorOccurred();
}

void Frontend::showIfValue(Decl &Declared) {
  bool Looks = isa<EmptyDecl>(Declared) || isLastValue(Declared);
  if (isLastValue(Declared))
    Declared.setImplicit();
  auto *Statement = dyn_cast<TopLevelStmtDecl>(&Declared);
  if (Statement && !Compiler->getDiagnostics().hasErrorOccurred())
    if (std::string Type = showValue(sema(), *Statement, Which, Serial, Looks); !Type.empty())
      ValueType = std::move(Type);
  OnlyLooks &= Looks;
}

// What Sema does at the end of a translation unit and a cell needs too.
void Frontend::finishSemantics() {
  Sema &S = sema();
  if (!Compiler->getDiagnostics().hasErrorOccurred())
    S.emitDeferredDiags();
  forgetUnfinished(S);
}

void Frontend::skipRest() {
  Preprocessor &PP = Compiler->getPreprocessor();
  Token Next = Parser->getCurToken();
  while (Next.isNot(tok::annot_repl_input_end) && Next.isNot(tok::eof))
    PP.Lex(Next);
}

// Whether clang says that a value is not used which is the cell's last and will be shown, or that something is declared nowhere which a later cell
// may declare.
bool Frontend::saysNothing(const clang::Diagnostic &About) const {
  if (About.getID() == diag::warn_weak_identifier_undeclared)
    return true;
  DiagnosticsEngine &Diagnostics = Compiler->getDiagnostics();
  if (!Diagnostics.getDiagnosticIDs()->getWarningOptionForDiag(About.getID()).starts_with("unused-"))
    return false;
  if (!Parser || Parser->getCurToken().isNot(tok::annot_repl_input_end) || LastToken == tok::semi)
    return false;
  // What stands in the braces that end the cell is a statement of their own.
  return LastToken != tok::r_brace || About.getLocation() < LastBlock;
}

// A cell such as `-x` is an expression in parentheses: at top level clang 22 takes a sign for the start of an Objective-C method.
static bool startsWithSign(llvm::StringRef Text) {
  Text = Text.ltrim();
  bool Sign = Text.starts_with("-") || Text.starts_with("+");
  return Sign && !Text.contains(';');
}

// A file of its own under a name of its own: clang takes two buffers without a file for one that was included twice. Messages
// show the cell's name.
FileID Frontend::createCellFile(const CellText &Cell, SourceLocation Include) {
  SourceManager &Sources = Compiler->getSourceManager();
  size_t Before = lastValueLine(Cell.Text);
  llvm::StringRef Declaration = llvm::StringRef(Cell.Text).take_front(Before), Written = llvm::StringRef(Cell.Text).drop_front(Before);
  bool Wrap = startsWithSign(Written);
  std::string Whole = (Declaration + (Wrap ? "(\n" : "") + Written + (Wrap ? "\n)" : "\n")).str();
  auto Text = llvm::MemoryBuffer::getMemBufferCopy(Whole, Cell.Name);
  size_t Last = Cell.Text.find_last_not_of(" \t\r\n");
  size_t End = (Wrap ? 2 : 0) + (Last == std::string::npos ? 0 : Last);
  bool Typed = llvm::StringRef(Cell.Name).starts_with("cell ");
  // `#include "…"` looks beside the file, and for what was typed in the working directory.
  llvm::SmallString<128> Path(Typed ? "" : llvm::sys::path::parent_path(Cell.Name));
  llvm::sys::path::append(Path, CELL_FILE_PREFIX + std::to_string(++CellFiles));
  FileEntryRef File = Compiler->getFileManager().getVirtualFileRef(Path, Text->getBufferSize(), 0);
  Sources.overrideFileContents(File, std::move(Text));
  // An #include that finds nothing asks for this without looking whether it is there.
  Compiler->getPreprocessor().getHeaderSearchInfo().getFileInfo(File);
  FileID Made = Sources.createFileID(File, Include, SrcMgr::C_User);
  SourceLocation Start = Sources.getLocForStartOfFile(Made);
  Collector->setCellEnd(Start.getLocWithOffset(End));
  // A note tells the number of the line after it. Lines that are no part of what was typed do not count.
  int Name = Sources.getLineTableFilenameID(Cell.Name);
  Sources.AddLineNote(Start, Wrap || Before ? 1 : 2, Name, false, false, SrcMgr::C_User);
  if (Wrap && Before)
    Sources.AddLineNote(Start.getLocWithOffset(Before), 1, Name, false, false, SrcMgr::C_User);
  if (Typed)
    LineTableNames[Cell.Name] = textName(Cell.Text);
  return Made;
}

void Frontend::lookForFilesOf(const CellText &Cell) {
  Files->beginCell(Cell.Number);
  llvm::StringRef Text = Cell.Text;
  if (Text.contains("include") || Text.contains("embed"))
    Lookups.renew(Compiler->getFileManager(), Compiler->getPreprocessor().getHeaderSearchInfo());
}

bool Frontend::parse(const CellText &Cell) {
  llvm::SaveAndRestore Watched(Watching, Watch::innermost());
  prepare();
  lookForFilesOf(Cell);
  Libraries.beginCell();
  Serial = Cell.Serial;
  ValueType.clear();
  OnlyLooks = true;
  Macros.clear();
  UndefinedMacros.clear();
  MacroUses.clear();
  OpenBrackets = {};
  LastBlock = SourceLocation();
  sema().DisableTypoCorrection = false;
  Preprocessor &PP = Compiler->getPreprocessor();
  SourceManager &Sources = Compiler->getSourceManager();
  Compiler->getDiagnostics().Reset(/*soft=*/true);
  Collector->clear();
  SourceLocation Include = Sources.getLocForStartOfFile(Sources.getMainFileID());
  CellFile = createCellFile(Cell, Include);
  Redeclared->setNaming(/*ByVersions=*/false);
  bool Typed = llvm::StringRef(Cell.Name).starts_with("cell ");
  Redeclared->beginCell(Cell.Number, Sources.getLocForStartOfFile(CellFile), Typed, Cell.Reading, Cell.Redeclared);
  PP.EnterSourceFile(CellFile, nullptr, Include);
  bool Good;
  {
    Sema::GlobalEagerInstantiationScope Global(sema(), /*Enabled=*/true, /*AtEndOfTU=*/true);
    Sema::LocalEagerInstantiationScope Local(sema(), /*AtEndOfTU=*/true);
    enterTranslationUnit();
    takeLaunchesFromKernels(true);
    Good = parseDeclarations();
    takeLaunchesFromKernels(false);
    if (Good && !Libraries.Symbols.empty())
      for (Decl *Declared : Consumer->declarations())
        giveBodies(*Declared);
    if (Good && Which == Side::Host) {
      checkHostStatements(sema(), Consumer->declarations());
      warnOfVariableAccesses(sema(), Consumer->declarations());
    }
    if (Good)
      checkReservedNames(sema(), Consumer->declarations());
    if (Good) {
      Redeclared->endCell(Parser->getCurToken().getLocation());
      nameLocals(ast(), *Redeclared, Consumer->declarations(), Cell.Number, Cell.Text);
      nameLocalTypes(ast(), Consumer->declarations(), Cell.Number);
    }
    // Performed for a rejected cell too: the scopes must end empty.
    Local.perform();
    Global.perform();
  }
  Shared->settle();
  if (Good) {
    nameLocalsOfInstances(ast(), *Redeclared, Consumer->declarations(), Cell.Number);
    // Instances are there by now.
    if (Which == Side::Host)
      checkKernelParameters(sema(), Consumer->declarations());
    else
      checkSharedMemory(sema(), Consumer->declarations());
  }
  finishSemantics();
  Redeclared->setNaming(/*ByVersions=*/true);
  Good = !Compiler->getDiagnostics().hasErrorOccurred();
  if (!Good)
    Consumer->discard();
  return Good;
}

void Frontend::reportAt(llvm::StringRef Source, unsigned Line, unsigned Column, const std::string &Message) {
  SourceManager &Sources = Compiler->getSourceManager();
  DiagnosticsEngine &Diagnostics = Compiler->getDiagnostics();
  unsigned Error = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  SourceLocation Place;
  if (Sources.getPresumedLoc(Sources.getLocForStartOfFile(CellFile)).getFilename() == Source && Line > 0)
    Place = Sources.translateLineCol(CellFile, Line, Column);
  std::string Where = Source.str() + ":" + std::to_string(Line) + ":" + std::to_string(Column) + ": ";
  Diagnostics.Report(Place, Error) << (Place.isValid() || Source.empty() ? Message : Where + Message);
}

std::string Frontend::lineTableName(llvm::StringRef Name) const {
  auto Found = LineTableNames.find(Name);
  return Found == LineTableNames.end() ? Name.str() : Found->second;
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

bool Frontend::readAgain(const CellText &Cell) {
  llvm::SaveAndRestore Reading(Again, true);
  if (!parse(Cell) || !commit())
    return false;
  Collector->takeDiagnostics();
  Collector->takeRendered();
  return true;
}

void Frontend::included(llvm::StringRef Written, llvm::StringRef Path) {
  if (Withheld)
    Withheld->included(Path);
  if (Redeclared)
    Redeclared->included(Written);
}

void Frontend::entered(SourceLocation Begin) {
  if (Redeclared && CellFile.isValid())
    Redeclared->enter(Begin);
}

// A file of the user's is about to be included, if it is not to be read once only.
void Frontend::included(FileEntryRef File, SourceLocation Where) {
  SourceManager &Sources = Compiler->getSourceManager();
  if (OptionalFileEntryRef Includer = Sources.getFileEntryRefForID(Sources.getFileID(Sources.getExpansionLoc(Where))))
    Files->noteInclude(Includer->getName(), File.getName());
  OptionalFileEntryRef &Before = Included[File.getName()];
  OptionalFileEntryRef Older = std::exchange(Before, File);
  if (!Older || &Older->getFileEntry() == &File.getFileEntry())
    return;
  // To clang the edited file is another one, which the guard of the older one must not keep out.
  Preprocessor &PP = Compiler->getPreprocessor();
  const HeaderFileInfo *Info = PP.getHeaderSearchInfo().getExistingFileInfo(*Older);
  const IdentifierInfo *Guard = Info ? const_cast<HeaderFileInfo *>(Info)->getControllingMacro(PP.getExternalSource()) : nullptr;
  if (Guard && PP.isMacroDefined(Guard))
    PP.appendMacroDirective(const_cast<IdentifierInfo *>(Guard), new (PP.getPreprocessorAllocator()) UndefMacroDirective(Where));
}

} // namespace chv
