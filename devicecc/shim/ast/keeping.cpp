#include "ast/keeping.h"
#include "host/variable_accesses.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace chv {

namespace {

// An object that is copied by its bytes may have as many.
constexpr int64_t CopiedBytesMax = 4096;

// As the executor's memory for kept objects is.
constexpr int64_t AlignmentMax = 64;

// Finds a part of a type that no other text can write: a lambda, a type of a function's own, a private one.
class NamelessPart : public DynamicRecursiveASTVisitor {
public:
  bool VisitTagType(TagType *Type) override { return visit(*Type->getDecl()); }

private:
  bool visit(const TagDecl &Tag) {
    bool Named = Tag.getIdentifier() || Tag.getTypedefNameForAnonDecl();
    bool Seen = Tag.getAccess() == AS_public || Tag.getAccess() == AS_none;
    if (!Named || !Seen || Tag.getParentFunctionOrMethod() || Tag.isInAnonymousNamespace() || isa<TopLevelStmtDecl>(Tag.getDeclContext()))
      return false;
    if (const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Tag))
      for (const TemplateArgument &Argument : Instance->getTemplateArgs().asArray())
        if (!TraverseTemplateArgument(Argument))
          return false;
    const auto *Outer = dyn_cast<TagDecl>(Tag.getDeclContext());
    return !Outer || visit(*Outer);
  }
};

} // namespace

static bool hasDeletedCopy(const CXXRecordDecl &Class) {
  if (Class.needsImplicitCopyConstructor())
    return Class.defaultedCopyConstructorIsDeleted();
  return llvm::none_of(Class.ctors(), [](const CXXConstructorDecl *It) { return It->isCopyConstructor() && !It->isDeleted(); });
}

static bool isQuiet(ASTContext &Context, QualType Type);

static bool isQuiet(ASTContext &Context, const TemplateArgument &Argument) {
  if (Argument.getKind() == TemplateArgument::Pack)
    return llvm::all_of(Argument.pack_elements(), [&](const TemplateArgument &It) { return isQuiet(Context, It); });
  return Argument.getKind() != TemplateArgument::Type || isQuiet(Context, Argument.getAsType());
}

// Nobody sees when objects of this type end: no destructor of the user's own runs then.
static bool isQuiet(ASTContext &Context, QualType Type) {
  Type = Context.getBaseElementType(Type);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || Type.isTriviallyCopyableType(Context))
    return true;
  Class = Class->getDefinition();
  if (!Class)
    return false;
  if (Class->isInStdNamespace()) {
    const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    return !Instance || llvm::all_of(Instance->getTemplateArgs().asArray(), [&](const TemplateArgument &It) { return isQuiet(Context, It); });
  }
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  if (Destructor && Destructor->isUserProvided())
    return false;
  return llvm::all_of(Class->bases(), [&](const CXXBaseSpecifier &It) { return isQuiet(Context, It.getType()); }) &&
         llvm::all_of(Class->fields(), [&](const FieldDecl *It) { return isQuiet(Context, It->getType()); });
}

// Does what this names outlive the expression? `v`, `v[2]`, `*p`, `s.part`, `m.at(1)`; but not `std::max(a, b)`, which may give a temporary.
static bool isLasting(const Expr *Part) {
  Part = Part->IgnoreParens();
  if (const auto *Named = dyn_cast<DeclRefExpr>(Part)) {
    const auto *Variable = dyn_cast<VarDecl>(Named->getDecl());
    return isa<BindingDecl>(Named->getDecl()) || (Variable && Variable->hasGlobalStorage());
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Part))
    return Member->isArrow() || isa<VarDecl>(Member->getMemberDecl()) || isLasting(Member->getBase());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part)) {
    const Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    return !Base->getType()->isArrayType() || isLasting(Base);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Part))
    return Unary->getOpcode() == UO_Deref || isLasting(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(Part))
    return isLasting(Binary->getOpcode() == BO_Comma ? Binary->getRHS() : Binary->getLHS());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Part))
    return isLasting(Choice->getTrueExpr()) && isLasting(Choice->getFalseExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(Part))
    return isLasting(Cast->getSubExpr());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Part))
    return Operator->getOperator() != OO_Call && Operator->getNumArgs() > 0 && isLasting(Operator->getArg(0));
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Part)) {
    const Expr *Object = Call->getImplicitObjectArgument();
    return Object && (Object->getType()->isPointerType() || isLasting(Object));
  }
  return false;
}

static Keeping unkept(std::string Why) { return {Keeping::No, "", std::move(Why)}; }

Keeping keepingOf(ASTContext &Context, const Expr &Value) {
  QualType Type = Value.getType().getCanonicalType();
  if (Type->isFunctionType())
    return unkept("it is a function");
  if (Type->isIncompleteType())
    return unkept("its type is incomplete");
  if (!NamelessPart().TraverseType(Type))
    return unkept("its type has no name that a later cell could write");
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.FullyQualifiedName = true;
  // Host code sees a device variable's value as it was brought here.
  bool Lasts = !Value.isPRValue() && !deviceVariable(&Value) && isLasting(&Value);
  bool Small = Type.isTriviallyCopyableType(Context) && Context.getTypeSizeInChars(Type).getQuantity() <= CopiedBytesMax;
  if (Type->isScalarType())
    return {Keeping::Copy, Type.getUnqualifiedType().getAsString(Policy), ""};
  if (Context.getTypeAlignInChars(Type).getQuantity() > AlignmentMax && !Lasts)
    return unkept("its type is aligned to more than " + std::to_string(AlignmentMax) + " bytes");
  if (Lasts)
    return {Keeping::Reference, Type.getAsString(Policy), ""};
  if (Small)
    return {Keeping::Copy, Type.getAsString(Policy), ""};
  if (!Value.isPRValue())
    return unkept("it is a reference to an object that may be gone");
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Class && hasDeletedCopy(*Class))
    return unkept("it cannot be copied");
  if (!isQuiet(Context, Type))
    return unkept("its destructor would run later than it does elsewhere");
  return {Keeping::Made, Type.getAsString(Policy), ""};
}

} // namespace chv
