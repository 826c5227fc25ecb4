// What a cell's frontend does while the parser takes one token after the other.

#include "frontend.h"
#include "token_changes.h"
#include "withheld_names.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace chv {

// Clang 22's parser never leaves an open block at the token that ends an incremental input (llvm/llvm-project#206808); at the
// end of a file it does. So inside brackets the input ends as a file would. Such a cell is rejected, and its frontend with it.
void Frontend::watchTokens(const Token &Next) {
  passSafePoint();
  auto Close = [](unsigned &Depth) { Depth -= Depth > 0; };
  if (Withheld)
    Withheld->watch(Next);
  // A token that may be read once more has been kept as it is.
  if (Redeclared && Redeclared->watch(Next) && !Compiler->getPreprocessor().isBacktrackEnabled())
    splitAngles(Compiler->getPreprocessor(), Next);
  if (Next.isNot(tok::annot_repl_input_end))
    LastToken = Next.getKind();
  switch (Next.getKind()) {
  case tok::l_brace:
    if (OpenBrackets.Braces == 0)
      LastBlock = Next.getLocation();
    ++OpenBrackets.Braces;
    break;
  case tok::r_brace:
    Close(OpenBrackets.Braces);
    break;
  case tok::l_paren:
    ++OpenBrackets.Parentheses;
    break;
  case tok::r_paren:
    Close(OpenBrackets.Parentheses);
    break;
  case tok::l_square:
    ++OpenBrackets.Squares;
    break;
  case tok::r_square:
    Close(OpenBrackets.Squares);
    break;
  case tok::annot_repl_input_end:
    if (OpenBrackets.Braces + OpenBrackets.Parentheses + OpenBrackets.Squares > 0)
      endAsFile(Next);
    break;
  case tok::kw___noinline__:
    // At top level clang 22 does not know it for the start of a declaration; the attribute it does. Inside of one it is the attribute's name.
    if (OpenBrackets.Parentheses < 2)
      spellAttribute(Compiler->getPreprocessor(), Next, "noinline");
    break;
  case tok::kw_return:
    if (isOutsideOfFunctions())
      rejectReturn(Next);
    break;
  case tok::lesslessless:
    // A top-level launch is host code on both sides; clang 22 takes it for a device-side launch on the device side and rejects
    // it. Only for the launch: a class is completed for both targets.
    sema().CUDA().CurCUDATargetCtx.Target = CUDAFunctionTarget::Host;
    break;
  default:
    break;
  }
}

bool Frontend::isOutsideOfFunctions() {
  // A token that is only looked at may be one of a lambda that has not begun.
  if (!Parser || Compiler->getPreprocessor().isBacktrackEnabled())
    return false;
  const DeclContext *Context = sema().CurContext;
  return Context && (isa<TopLevelStmtDecl>(Context) || (Context->isTranslationUnit() && OpenBrackets.Braces == 0));
}

// Clang 22 crashes on a `return` at top level, without a word. As a `throw`, which may be followed by the same, it goes on.
void Frontend::rejectReturn(const Token &Next) {
  DiagnosticsEngine &Diagnostics = Compiler->getDiagnostics();
  unsigned Error = Diagnostics.getCustomDiagID(
      DiagnosticsEngine::Error, "'return' outside of a function; a cell shows the value that ends it without ';'");
  Diagnostics.Report(Next.getLocation(), Error);
  const_cast<Token &>(Next).setKind(tok::kw_throw); // the parser's own
}

} // namespace chv
