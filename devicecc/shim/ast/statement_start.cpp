#include "ast/statement_start.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace chv {

// What follows a name in an expression, and in no declaration that begins with the name.
static bool goesOnAsExpression(const Token &After) {
  return After.isOneOf(tok::l_paren, tok::l_square, tok::period, tok::arrow, tok::lesslessless, tok::plusplus, tok::minusminus, tok::equal,
                       tok::plusequal, tok::minusequal, tok::starequal, tok::slashequal, tok::percentequal, tok::lesslessequal) ||
         After.isOneOf(tok::greatergreaterequal, tok::ampequal, tok::pipeequal, tok::caretequal, tok::plus, tok::minus, tok::slash,
                       tok::percent, tok::lessless, tok::greatergreater, tok::equalequal, tok::exclaimequal, tok::pipe, tok::caret) ||
         After.isOneOf(tok::pipepipe, tok::question, tok::comma, tok::semi, tok::annot_repl_input_end);
}

bool startsOpenMPStatement(const Token &First, Preprocessor &PP) {
  if (First.isNot(tok::annot_pragma_openmp))
    return false;
  const Token &Name = PP.LookAhead(0);
  const IdentifierInfo *Word = Name.getIdentifierInfo();
  constexpr llvm::StringLiteral Declarations[] = {"threadprivate", "groupprivate", "allocate", "declare", "declare_reduction", "declare_simd",
      "declare_variant", "declare_target", "declare_mapper", "begin", "end", "requires", "assumes"};
  return Word && !llvm::is_contained(Declarations, Word->getName());
}

namespace {

// Clang 22 takes every OpenMP pragma at top level for a declaration. An explicit instantiation may name what is private.
clang::Parser::DeclGroupPtrTy parseTopLevel(clang::Parser &);

template <auto Parse> struct TopLevelStatement {
  friend clang::Parser::DeclGroupPtrTy parseTopLevel(clang::Parser &With) { return (With.*Parse)(); }
};
template struct TopLevelStatement<&clang::Parser::ParseTopLevelStmtDecl>;

} // namespace

clang::Parser::DeclGroupPtrTy parseStatement(clang::Parser &With) { return parseTopLevel(With); }

bool startsStatement(const Token &First, Preprocessor &PP) {
  if (startsOpenMPStatement(First, PP))
    return true;
  if (First.isOneOf(tok::l_brace, tok::l_paren, tok::star, tok::amp, tok::plus, tok::minus, tok::plusplus, tok::minusminus, tok::exclaim,
                    tok::tilde, tok::numeric_constant, tok::string_literal) ||
      First.isOneOf(tok::kw_if, tok::kw_for, tok::kw_while, tok::kw_do, tok::kw_switch, tok::kw_try, tok::kw_throw, tok::kw_new,
                    tok::kw_delete, tok::kw_sizeof, tok::kw_static_cast, tok::kw_reinterpret_cast))
    return true;
  unsigned At = 0; // tokens from the first on
  auto Ahead = [&](unsigned Place) -> const Token & { return Place == 0 ? First : PP.LookAhead(Place - 1); };
  const IdentifierInfo *Before = nullptr;
  for (;;) {
    At += Ahead(At).is(tok::coloncolon);
    if (Ahead(At).isNot(tok::identifier))
      return false;
    const IdentifierInfo *Name = Ahead(At).getIdentifierInfo();
    const Token &After = Ahead(At + 1);
    // `S::S(` is a constructor's definition.
    if (After.isNot(tok::coloncolon))
      return Name != Before && goesOnAsExpression(After);
    Before = Name;
    ++At;
  }
}

} // namespace chv
