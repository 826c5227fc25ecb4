#include "redefinition/template_texts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace chv {

// The template that a function or variable is an instance of; null if it is none.
static const Decl *templateBehind(const ValueDecl &D) {
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    return Function->getPrimaryTemplate() ? Function->getPrimaryTemplate()->getCanonicalDecl() : nullptr;
  if (const auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&D))
    return Variable->getSpecializedTemplate()->getCanonicalDecl();
  return nullptr;
}

class TemplateTexts::Reader : public DynamicRecursiveASTVisitor {
public:
  explicit Reader(TemplateTexts &To) : To(To) {}

  bool TraverseDecl(Decl *D) override {
    llvm::SaveAndRestore Within(OfTemplate, OfTemplate || (D && D->isTemplated()));
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    llvm::SaveAndRestore Within(OfTemplate, OfTemplate || E->isGenericLambda());
    return DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    To.Overloads[E->getName()].push_back(E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const Decl *Template = OfTemplate ? templateBehind(*E->getDecl()) : nullptr)
      To.Instances[Template].push_back(E);
    return true;
  }

private:
  TemplateTexts &To;
  bool OfTemplate = false;
};

void TemplateTexts::read() {
  Reader Reading(*this);
  for (Decl *Written : Unread)
    Reading.TraverseDecl(Written);
  Unread.clear();
}

void TemplateTexts::replace(NamedDecl &Old, NamedDecl &New, llvm::function_ref<ValueDecl *(ValueDecl &)> InstanceOf) {
  read();
  if (auto Named = Overloads.find(Old.getDeclName()); Named != Overloads.end())
    for (OverloadExpr *E : Named->second)
      for (auto Choice = E->decls_begin(); Choice != E->decls_end(); ++Choice)
        if ((*Choice)->getUnderlyingDecl()->getCanonicalDecl() == Old.getCanonicalDecl())
          Choice.setDecl(&New);
  auto Named = Instances.find(Old.getCanonicalDecl());
  if (Named == Instances.end())
    return;
  std::vector<DeclRefExpr *> Of = std::move(Named->second);
  Instances.erase(Named);
  for (DeclRefExpr *E : Of)
    if (ValueDecl *Now = InstanceOf(*E->getDecl())) {
      E->setDecl(Now);
      Instances[New.getCanonicalDecl()].push_back(E);
    }
}

} // namespace chv
