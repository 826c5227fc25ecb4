#include "frontend.h"
#include "lambdas.h"
#include "names.h"
#include "value.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

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

private:
  Frontend &Owner;
};

} // namespace

llvm::Expected<std::unique_ptr<Frontend>> Frontend::create(Side Which, const FrontendOptions &Options,
                                                           llvm::LLVMContext &Context) {
  std::unique_ptr<Frontend> Result(new Frontend(Which, Context));
  Result->Collector = std::make_unique<DiagnosticCollector>(Options.Color);
  bool Parse = Options.PrecompiledPath.empty();
  auto Compiler = createCompilerInstance(Options, Parse ? Options.Preamble : "\n", *Result->Collector);
  if (!Compiler)
    return Compiler.takeError();
  Result->Compiler = std::move(*Compiler);
  if (!Parse)
    Result->Compiler->getPreprocessorOpts().ImplicitPCHInclude = Options.PrecompiledPath;
  Result->start();
  if (Result->Compiler->getDiagnostics().hasErrorOccurred())
    return llvm::createStringError("the embedded headers do not compile:\n" + Result->Collector->takeRendered());
  return std::move(Result);
}

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
  if (!Compiler->hasSema() || !Consumer)
    return;
  Preprocessor &PP = Compiler->getPreprocessor();
  PP.addPPCallbacks(std::make_unique<MacroWatcher>(*this));
  // Top-level statements are host code on both sides. Without this clang 22 takes a top-level launch on the device side
  // for a device-side launch and rejects it.
  sema().CUDA().CurCUDATargetCtx.Target = CUDAFunctionTarget::Host;
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
}

void Frontend::enterTranslationUnit() {
  Sema &S = sema();
  S.getASTContext().addTranslationUnitDecl();
  if (Parser->getCurToken().isOneOf(tok::annot_repl_input_end, tok::eof)) {
    Parser->ConsumeAnyToken();
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
  for (bool AtEnd = Parser->ParseFirstTopLevelDecl(Group, Import); !AtEnd;
       AtEnd = Parser->ParseTopLevelDecl(Group, Import)) {
    if (!Group)
      continue;
    for (Decl *D : Group.get())
      if (auto *Statement = dyn_cast<TopLevelStmtDecl>(D); Statement && !Diagnostics.hasErrorOccurred())
        if (std::string Type = showValue(sema(), *Statement, Which); !Type.empty())
          ValueType = std::move(Type);
    Consumer->HandleTopLevelDecl(Group.get());
    // A limit on what one bad cell can print and cost; clang itself stops at -ferror-limit.
    if (Diagnostics.hasFatalErrorOccurred())
      return false;
  }
  return !Diagnostics.hasErrorOccurred();
}

// What Sema does at the end of a translation unit and a cell needs too.
void Frontend::finishSemantics() {
  Sema &S = sema();
  if (!Compiler->getDiagnostics().hasErrorOccurred())
    S.emitDeferredDiags();
  // Otherwise every later cell walks every function of every header again (1.5-2.5 ms a side).
  S.DeclsToCheckForDeferredDiags.clear();
}

void Frontend::skipRest() {
  Preprocessor &PP = Compiler->getPreprocessor();
  Token Next = Parser->getCurToken();
  while (Next.isNot(tok::annot_repl_input_end) && Next.isNot(tok::eof))
    PP.Lex(Next);
}

bool Frontend::parse(const CellText &Cell) {
  ValueType.clear();
  Macros.clear();
  Preprocessor &PP = Compiler->getPreprocessor();
  SourceManager &Sources = Compiler->getSourceManager();
  Compiler->getDiagnostics().Reset(/*soft=*/true);
  Collector->clear();
  SourceLocation Include = Sources.getLocForStartOfFile(Sources.getMainFileID());
  CellFile = Sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(Cell.Text + "\n", Cell.Name), SrcMgr::C_User, 0,
                                  0, Include);
  PP.EnterSourceFile(CellFile, nullptr, Include);
  bool Good;
  {
    Sema::GlobalEagerInstantiationScope Global(sema(), /*Enabled=*/true, /*AtEndOfTU=*/true);
    Sema::LocalEagerInstantiationScope Local(sema(), /*AtEndOfTU=*/true);
    enterTranslationUnit();
    Good = parseDeclarations();
    if (Good)
      numberLambdas(ast(), Consumer->declarations(), Cell.Number, Cell.Text);
    // Performed for a rejected cell too: the scopes must end empty.
    Local.perform();
    Global.perform();
  }
  finishSemantics();
  Good = !Compiler->getDiagnostics().hasErrorOccurred();
  if (!Good)
    Consumer->discard();
  return Good;
}

std::unique_ptr<llvm::Module> Frontend::commit(llvm::function_ref<void(llvm::Module &)> Finish) {
  Consumer->release(ast());
  std::unique_ptr<llvm::Module> Module(generator().ReleaseModule());
  if (Module && Finish)
    Finish(*Module);
  Consumer->discard();
  generator().StartModule("cell" + std::to_string(++Modules), Context);
  return Module;
}

void Frontend::macroDefined(const Token &Name) {
  SourceManager &Sources = Compiler->getSourceManager();
  if (CellFile.isValid() && Sources.getFileID(Sources.getExpansionLoc(Name.getLocation())) == CellFile)
    Macros.push_back(Name.getIdentifierInfo()->getName().str());
}

} // namespace chv
