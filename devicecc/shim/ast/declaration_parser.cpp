#include "ast/declaration_parser.h"
#include "ast/deferred_consumer.h"
#include "ast/diagnostics.h"
#include "ast/frontend.h"
#include "ast/last_value.h"
#include "ast/statement_start.h"
#include "ast/value.h"
#include "device/shared_constructors.h"
#include "redefinition/redeclarations.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/DelayedDiagnostic.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace chv {

DeclarationParser::DeclarationParser(Side Which, CompilerInstance &Compiler, Listeners Hears)
    : Which(Which), Compiler(Compiler), Hears(Hears), Parser(Compiler.getPreprocessor(), Compiler.getSema(), /*SkipFunctionBodies=*/false) {}

void DeclarationParser::beginCell(unsigned Serial) {
  Cell = {};
  Cell.Serial = Serial;
}

void DeclarationParser::enterTranslationUnit() {
  Sema &S = Compiler.getSema();
  TranslationUnitDecl *Before = S.getASTContext().getTranslationUnitDecl();
  S.getASTContext().addTranslationUnitDecl();
  // All cells are one file: there is one unnamed namespace.
  if (NamespaceDecl *Unnamed = Before->getAnonymousNamespace())
    S.getASTContext().getTranslationUnitDecl()->setAnonymousNamespace(Unnamed);
  if (Parser.getCurToken().isOneOf(tok::annot_repl_input_end, tok::eof)) {
    Parser.ConsumeAnyToken();
    // Clang goes through the scope's declarations, and may read others from the precompiled header meanwhile, which it adds to the scope that is the unit's.
    S.TUScope = nullptr;
    Parser.ExitScope();
    S.CurContext = nullptr;
    Parser.EnterScope(Scope::DeclScope);
    S.ActOnTranslationUnitScope(Parser.getCurScope());
  }
}

// Reads the next declaration. True at the end of the input.
bool DeclarationParser::parseNext(clang::Parser::DeclGroupPtrTy &Group, bool IsFirst) {
  // An open input ended: not even the rest of what clang does at the end of a file is wanted.
  if (Parser.getCurToken().is(tok::eof))
    return true;
  Sema &S = Compiler.getSema();
  Preprocessor &PP = Compiler.getPreprocessor();
  Hears.Redeclared.beforeDeclaration(Parser.getCurToken());
  // What is deprecated or unavailable in a statement is told when the statement is known: clang asks where it ends. Function bodies
  // must not be in the pool: what they may use depends on where they are.
  sema::DelayedDiagnosticPool AboutStatement(nullptr);
  std::optional<Sema::ParsingDeclState> Delayed;
  // Calls of `consteval` functions are evaluated at the end of what they stand in, and clang gives a top-level statement nothing to stand in.
  std::optional<EnterExpressionEvaluationContext> Evaluated;
  if (startsStatement(Parser.getCurToken(), PP)) {
    Delayed = S.PushParsingDeclaration(AboutStatement);
    Evaluated.emplace(S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  }
  bool AtEnd = false;
  Sema::ModuleImportState Import;
  if (startsOpenMPStatement(Parser.getCurToken(), PP)) {
    if (IsFirst)
      S.ActOnStartOfTranslationUnit();
    Group = parseStatement(Parser);
  } else {
    AtEnd = IsFirst ? Parser.ParseFirstTopLevelDecl(Group, Import) : Parser.ParseTopLevelDecl(Group, Import);
  }
  Evaluated.reset();
  if (Delayed)
    S.PopParsingDeclaration(*Delayed, Group ? *Group.get().begin() : nullptr);
  Hears.Redeclared.afterDeclaration();
  return AtEnd;
}

bool DeclarationParser::parse(const DiagnosticCollector &Messages) {
  DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
  clang::Parser::DeclGroupPtrTy Group;
  for (bool First = true; !parseNext(Group, First); First = false) {
    Compiler.getSema().CUDA().CurCUDATargetCtx.Target = CUDAFunctionTarget::HostDevice;
    if (!Group)
      continue;
    for (Decl *D : Group.get()) {
      Hears.Shared.parsed(*D);
      showIfValue(*D);
    }
    Hears.Consumer.HandleTopLevelDecl(Group.get());
    // A limit on what one bad cell can cost.
    if (Diagnostics.hasFatalErrorOccurred() || Messages.full())
      return false;
  }
  return !Diagnostics.hasErrorOccurred();
}

void DeclarationParser::showIfValue(Decl &Declared) {
  bool Looks = isa<EmptyDecl>(Declared) || isLastValue(Declared);
  if (isLastValue(Declared))
    Declared.setImplicit();
  auto *Statement = dyn_cast<TopLevelStmtDecl>(&Declared);
  if (Statement && !Compiler.getDiagnostics().hasErrorOccurred())
    if (std::string Type = showValue(Compiler.getSema(), *Statement, Which, Cell.Serial, Looks); !Type.empty())
      Cell.ValueType = std::move(Type);
  Cell.OnlyLooks &= Looks;
}

void DeclarationParser::finishSemantics() {
  Sema &S = Compiler.getSema();
  if (!Compiler.getDiagnostics().hasErrorOccurred())
    S.emitDeferredDiags();
  forgetUnfinished(S);
}

void DeclarationParser::skipRest() {
  Preprocessor &PP = Compiler.getPreprocessor();
  Token Next = Parser.getCurToken();
  while (Next.isNot(tok::annot_repl_input_end) && Next.isNot(tok::eof))
    PP.Lex(Next);
}

} // namespace chv
