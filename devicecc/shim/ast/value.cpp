#include "ast/value.h"
#include "ast/frontend.h"
#include "ast/keeping.h"
#include "ast/looks.h"
#include "host/variable_accesses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace chv {

static NamespaceDecl *findNamespace(Sema &S, DeclContext *Parent, llvm::StringRef Name) {
  LookupResult Found(S, &S.getASTContext().Idents.get(Name), SourceLocation(), Sema::LookupNamespaceName);
  Found.suppressDiagnostics();
  S.LookupQualifiedName(Found, Parent);
  return Found.getAsSingle<NamespaceDecl>();
}

static NamespaceDecl *findValues(Sema &S) {
  NamespaceDecl *Chevron = findNamespace(S, S.getASTContext().getTranslationUnitDecl(), "chevron");
  return Chevron ? findNamespace(S, Chevron, "values") : nullptr;
}

// `Name<Numbers...>(Value)` of `chevron::values`
static ExprResult call(Sema &S, llvm::StringRef Name, llvm::ArrayRef<Expr *> Numbers, Expr *Value) {
  ASTContext &Context = S.getASTContext();
  NamespaceDecl *Values = findValues(S);
  if (!Values)
    return ExprError();
  LookupResult Found(S, &Context.Idents.get(Name), Value->getBeginLoc(), Sema::LookupOrdinaryName);
  S.LookupQualifiedName(Found, Values);
  CXXScopeSpec Scope;
  TemplateArgumentListInfo Arguments(Value->getBeginLoc(), Value->getBeginLoc());
  for (Expr *Number : Numbers)
    Arguments.addArgument(TemplateArgumentLoc(TemplateArgument(Number, /*IsCanonical=*/false), Number));
  ExprResult Function = S.BuildTemplateIdExpr(Scope, SourceLocation(), Found, /*RequiresADL=*/false, &Arguments);
  if (Function.isInvalid())
    return ExprError();
  ExprResult Call = S.ActOnCallExpr(/*Scope=*/nullptr, Function.get(), Value->getBeginLoc(), Value, Value->getEndLoc());
  return Call.isInvalid() ? Call : S.ActOnFinishFullExpr(Call.get(), /*DiscardedValue=*/true);
}

// `::new (__chv_here) T(Value)`: what `Value` makes is made there.
static ExprResult makeHere(Sema &S, Expr *Value) {
  ASTContext &Context = S.getASTContext();
  SourceLocation Where = Value->getBeginLoc();
  LookupResult Found(S, &Context.Idents.get("__chv_here"), Where, Sema::LookupOrdinaryName);
  S.LookupQualifiedName(Found, Context.getTranslationUnitDecl());
  auto *Place = Found.getAsSingle<EnumConstantDecl>();
  if (!Place)
    return ExprError();
  Expr *Here = S.BuildDeclRefExpr(Place, Place->getType(), VK_PRValue, Where);
  QualType Type = Value->getType();
  Expr *Initializer = ParenListExpr::Create(Context, Where, Value, Where);
  return S.BuildCXXNew(SourceRange(Where, Where), /*UseGlobal=*/true, Where, MultiExprArg(&Here, 1), Where, SourceRange(), Type,
                       Context.getTrivialTypeSourceInfo(Type, Where), /*ArraySize=*/std::nullopt, SourceRange(Where, Where), Initializer);
}

// `show<Serial, Keep>(Value)`, or `show_made<Serial>(::new (__chv_here) T(Value))`
static ExprResult callShow(Sema &S, Expr *Value, unsigned Serial, Keeping::How Keep) {
  ASTContext &Context = S.getASTContext();
  Expr *Epoch = IntegerLiteral::Create(Context, llvm::APInt(32, Serial), Context.UnsignedIntTy, Value->getBeginLoc());
  if (Keep == Keeping::Made) {
    ExprResult Object = makeHere(S, Value);
    return Object.isInvalid() ? Object : call(S, "show_made", Epoch, Object.get());
  }
  Expr *How = IntegerLiteral::Create(Context, llvm::APInt(32, Keep), Context.IntTy, Value->getBeginLoc());
  return call(S, "show", {Epoch, How}, Value);
}

// A name that people use (`size_t`, `cudaError_t`) stays; a class's own (`size_type`, `iterator`) says nothing outside it.
static bool isTelling(QualType Type) {
  const auto *Alias = Type->getAs<TypedefType>();
  return Alias && Alias->getDecl()->getDeclContext()->getRedeclContext()->isFileContext(); // also in `extern "C" { … }`
}

std::string nameForPeople(std::string Name) {
  constexpr llvm::StringLiteral Mark = "__hip_";
  for (size_t At; (At = Name.find(Mark.str())) != std::string::npos;)
    Name.erase(At, Mark.size());
  return Name;
}

static std::string typeName(Sema &S, QualType Type) {
  PrintingPolicy Policy(S.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.Bool = true;
  Policy.SuppressDefaultTemplateArgs = true;
  std::string Name = (isTelling(Type) ? Type : Type.getCanonicalType()).getAsString(Policy);
  Name = nameForPeople(std::move(Name));
  constexpr llvm::StringLiteral Spelled = "std::basic_string<char>";
  for (size_t At; (At = Name.find(Spelled.str())) != std::string::npos;)
    Name.replace(At, Spelled.size(), "std::string");
  return Name;
}

// `std::cout << x` gives the stream for the next `<<`, and nobody asks for it.
static bool isOutput(const Expr &Value) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Value.IgnoreImplicit());
  const CXXRecordDecl *Class = Call && Call->getOperator() == OO_LessLess ? Value.getType()->getAsCXXRecordDecl() : nullptr;
  return Class && Class->isInStdNamespace() && Class->getName() == "basic_ostream";
}

std::string showValue(Sema &S, TopLevelStmtDecl &Statement, Side Which, unsigned Serial, bool &OnlyLooks) {
  auto *Value = dyn_cast_or_null<Expr>(Statement.getStmt());
  if (!Statement.isSemiMissing() || !Value || Value->getType().isNull() || Value->getType()->isVoidType() || isOutput(*Value))
    return "";
  std::string Type = typeName(S, Value->getType());
  OnlyLooks = onlyLooks(*Value);
  if (Which == Side::Device)
    return Type;
  // The call is a full expression of its own, so the old one's clean-ups move to it.
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Value)) {
    Value = Cleanups->getSubExpr();
    S.Cleanup.setExprNeedsCleanups(true);
  }
  // A statement loads what is volatile; but of a device variable that is the host's copy.
  if (auto *Load = dyn_cast<ImplicitCastExpr>(Value); Load && Load->getCastKind() == CK_LValueToRValue && deviceVariable(Load->getSubExpr()))
    Value = Load->getSubExpr();
  // No reference binds to these; their values are shown.
  if (Value->refersToBitField() || Value->refersToVectorElement() || Value->refersToGlobalRegisterVar()) {
    ExprResult Loaded = S.DefaultLvalueConversion(Value);
    if (Loaded.isInvalid())
      return Type;
    Value = Loaded.get();
  }
  Keeping Kept = keepingOf(S.getASTContext(), *Value);
  ExprResult Call = callShow(S, Value, Serial, Kept.As);
  if (Call.isUsable())
    Statement.setStmt(Call.get());
  return Type + "\n" + Kept.Type + "\n" + Kept.Why;
}

} // namespace chv
