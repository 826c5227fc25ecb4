#include "ast/cell_tokens.h"
#include "ast/frontend.h"
#include "ast/token_changes.h"
#include "redefinition/redeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace chv {

static bool isInDeviceCode(Sema &S) {
  // Between declarations, and while a file is entered, clang may be nowhere.
  const FunctionDecl *Function = S.CurContext ? S.getCurFunctionDecl(/*AllowLambda=*/true) : nullptr;
  return Function && (Function->hasAttr<CUDAGlobalAttr>() || Function->hasAttr<CUDADeviceAttr>());
}

// After this token, `&&` stands before an operand and not between two, or in a type.
static bool startsOperand(tok::TokenKind Before) {
  return llvm::is_contained({tok::l_brace, tok::comma, tok::equal, tok::kw_return, tok::question, tok::colon}, Before);
}

// A table of labels is data, which no device can fill with places of code that is inlined into kernels. nvcc takes none either.
static void rejectLabelAddress(DiagnosticsEngine &Diagnostics, SourceLocation Where) {
  Diagnostics.Report(Where, Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "device code cannot take the address of a label; use a `switch`"));
}

// Is the literal part of an assembler template with operands? The text around it says so; tokens to come cannot be asked for here.
static bool isTemplateWithOperands(llvm::StringRef Before, llvm::StringRef After) {
  for (Before = Before.rtrim(); Before.consume_back("\""); Before = Before.rtrim())
    Before = Before.substr(0, Before.rfind('"') == llvm::StringRef::npos ? 0 : Before.rfind('"'));
  if (!Before.consume_back("("))
    return false;
  for (llvm::StringRef Word : {"volatile", "__volatile__", "__volatile"})
    Before = Before.rtrim(), Before.consume_back(Word);
  Before = Before.rtrim();
  if (!Before.ends_with("asm") && !Before.ends_with("__asm__") && !Before.ends_with("__asm"))
    return false;
  auto skipBlanks = [&] { After = After.ltrim(" \t\r\n\\"); };
  for (skipBlanks(); After.consume_front("\""); skipBlanks())
    for (bool Escaped = false; !After.empty(); After = After.drop_front())
      if (!std::exchange(Escaped, After.front() == '\\' && !Escaped) && After.front() == '"') {
        After = After.drop_front();
        break;
      }
  return After.starts_with(":");
}

static void setText(Preprocessor &PP, Token &Literal, llvm::StringRef Text) {
  char *Kept = PP.getPreprocessorAllocator().Allocate<char>(Text.size() + 1);
  std::copy(Text.begin(), Text.end(), Kept);
  Kept[Text.size()] = 0;
  Literal.setLiteralData(Kept);
  Literal.setLength(Text.size());
}

// Is the literal a constraint of an assembler's operand: `"r"(x)`? Before a bracket it is nothing else in C++.
static bool isConstraint(Preprocessor &PP, const Token &Literal) {
  // A macro of a precompiled header has tokens without their text.
  if (!Literal.getLiteralData() || Literal.needsCleaning())
    return false;
  SourceManager &Sources = PP.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getSpellingLoc(Literal.getLocation()));
  llvm::StringRef Buffer = Sources.getBufferData(File);
  size_t End = Offset + Literal.getLength();
  return End < Buffer.size() && Buffer.drop_front(End).ltrim(" \t\r\n\\").starts_with("(");
}

// The letters that PTX has for its registers mean others to the host's assembler, or nothing. Any will do where no assembler is to see them.
static void anyRegister(Preprocessor &PP, Token &Literal) {
  if (!isConstraint(PP, Literal))
    return;
  llvm::StringRef Text(Literal.getLiteralData(), Literal.getLength()), Inner = Text;
  if (!Inner.consume_front("\"") || !Inner.consume_back("\""))
    return;
  Inner = Inner.ltrim("=+&");
  if (Inner.size() == 1 && llvm::StringRef("hlfdb").contains(Inner.front()))
    setText(PP, Literal, (Text.drop_back(2) + "r\"").str());
}

// With operands a `%` is clang's, and a register's name begins with two. nvcc takes one where no operand follows.
static void escapeRegisters(Preprocessor &PP, Token &Literal) {
  // A macro of a precompiled header has tokens without their text.
  if (!Literal.getLiteralData())
    return;
  llvm::StringRef Text(Literal.getLiteralData(), Literal.getLength());
  if (!Text.contains('%') || Literal.needsCleaning())
    return;
  SourceManager &Sources = PP.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getSpellingLoc(Literal.getLocation()));
  llvm::StringRef Buffer = Sources.getBufferData(File);
  if (Offset + Text.size() > Buffer.size() || !isTemplateWithOperands(Buffer.take_front(Offset), Buffer.drop_front(Offset + Text.size())))
    return;
  std::string Escaped;
  for (size_t I = 0; I < Text.size(); ++I) {
    Escaped += Text[I];
    if (Text[I] != '%' || I + 2 >= Text.size())
      continue;
    if (Text[I + 1] == '%')
      Escaped += Text[++I];
    else if (llvm::isAlpha(Text[I + 1]) && !llvm::isDigit(Text[I + 2]) && Text[I + 2] != '[')
      Escaped += '%';
  }
  setText(PP, Literal, Escaped);
}

void CellTokens::beginCell() {
  Open = {};
  LastBlock = SourceLocation();
}

void CellTokens::watch(const Token &Next) {
  Preprocessor &PP = Compiler.getPreprocessor();
  joinLaunchBrackets(PP, Next, Last);
  // A token that may be read once more has been kept as it is.
  if (Redeclared.watch(Next) && !PP.isBacktrackEnabled())
    splitAngles(PP, Next);
  Sema &S = Compiler.getSema();
  if (Next.is(tok::ampamp) && startsOperand(Last) && isInDeviceCode(S))
    rejectLabelAddress(Compiler.getDiagnostics(), Next.getLocation());
  // `asm("…" : "=r"(a) : "r"(b) "r"(c))`: nvcc takes operands without a comma between them. The body of a member function comes before its context.
  if (Next.is(tok::string_literal) && Last == tok::r_paren && !PP.isBacktrackEnabled() && isConstraint(PP, Next)) {
    putCommaBefore(PP, Next);
    Last = tok::comma;
    return;
  }
  if (Next.is(tok::string_literal) && isInDeviceCode(S)) {
    auto &Literal = const_cast<Token &>(Next); // the parser's own
    escapeRegisters(PP, Literal);
    if (Which == Side::Device && !Compiler.getTarget().getTriple().isNVPTX())
      anyRegister(PP, Literal);
  }
  if (Next.isNot(tok::annot_repl_input_end))
    Last = Next.getKind();
  countBrackets(Next);
  switch (Next.getKind()) {
  case tok::kw___noinline__:
    // At top level clang 22 does not know it for the start of a declaration; the attribute it does. Inside of one it is the attribute's name.
    if (Open.Parentheses < 2)
      spellAttribute(PP, Next, "noinline");
    break;
  case tok::kw_return:
    if (isOutsideOfFunctions())
      rejectReturn(Next);
    break;
  case tok::lesslessless:
    // A top-level launch is host code on both sides; clang 22 takes it for a device-side launch on the device side and rejects
    // it. Only for the launch: a class is completed for both targets.
    S.CUDA().CurCUDATargetCtx.Target = CUDAFunctionTarget::Host;
    break;
  case tok::kw_extern:
    takeLaunchesFromKernels(false); // else clang takes `extern __shared__` for all but arrays
    break;
  case tok::semi:
    takeLaunchesFromKernels(true);
    break;
  default:
    break;
  }
}

// Clang 22's parser never leaves an open block at the token that ends an incremental input (llvm/llvm-project#206808); at the
// end of a file it does. So inside brackets the input ends as a file would. Such a cell is rejected, and its frontend with it.
void CellTokens::countBrackets(const Token &Next) {
  auto Close = [](unsigned &Depth) { Depth -= Depth > 0; };
  switch (Next.getKind()) {
  case tok::l_brace:
    if (Open.Braces == 0)
      LastBlock = Next.getLocation();
    ++Open.Braces;
    break;
  case tok::r_brace:
    Close(Open.Braces);
    break;
  case tok::l_paren:
    ++Open.Parentheses;
    break;
  case tok::r_paren:
    Close(Open.Parentheses);
    break;
  case tok::l_square:
    ++Open.Squares;
    break;
  case tok::r_square:
    Close(Open.Squares);
    break;
  case tok::annot_repl_input_end:
    if (Open.Braces + Open.Parentheses + Open.Squares > 0)
      endAsFile(Next);
    break;
  default:
    break;
  }
}

bool CellTokens::isInLastValue(SourceLocation Where) const {
  if (Last == tok::semi)
    return false;
  // What stands in the braces that end the cell is a statement of their own.
  return Last != tok::r_brace || Where < LastBlock;
}

// Clang takes launches in device code only where it makes relocatable device code. Code generation is told nothing of it: names would change.
void CellTokens::takeLaunchesFromKernels(bool Taken) {
  Compiler.getLangOpts().GPURelocatableDeviceCode = Taken && Compiler.getASTContext().getcudaLaunchDeviceDecl();
  // `extern __device__` variables that host code uses: a linker of relocatable code would be told of them.
  if (!Taken)
    Compiler.getASTContext().CUDAExternalDeviceDeclODRUsedByHost.clear();
}

bool CellTokens::isOutsideOfFunctions() {
  // A token that is only looked at may be one of a lambda that has not begun.
  if (Compiler.getPreprocessor().isBacktrackEnabled())
    return false;
  const DeclContext *Context = Compiler.getSema().CurContext;
  return Context && (isa<TopLevelStmtDecl>(Context) || (Context->isTranslationUnit() && Open.Braces == 0));
}

// Clang 22 crashes on a `return` at top level, without a word. As a `throw`, which may be followed by the same, it goes on.
void CellTokens::rejectReturn(const Token &Next) {
  DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
  unsigned Error = Diagnostics.getCustomDiagID(
      DiagnosticsEngine::Error, "'return' outside of a function; a cell shows the value that ends it without ';'");
  Diagnostics.Report(Next.getLocation(), Error);
  const_cast<Token &>(Next).setKind(tok::kw_throw); // the parser's own
}

} // namespace chv
