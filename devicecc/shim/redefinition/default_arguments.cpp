#include "redefinition/default_arguments.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace chv {

static Expr *valueOf(ParmVarDecl &Parameter) {
  if (!Parameter.hasDefaultArg() || Parameter.hasUnparsedDefaultArg())
    return nullptr;
  return Parameter.hasUninstantiatedDefaultArg() ? Parameter.getUninstantiatedDefaultArg() : Parameter.getInit();
}

static void setValue(ParmVarDecl &Parameter, Expr *Value, bool Uninstantiated, bool Inherited) {
  Parameter.setHasInheritedDefaultArg(Inherited);
  if (Uninstantiated)
    Parameter.setUninstantiatedDefaultArg(Value);
  else
    Parameter.setDefaultArg(Value);
}

// `Defined`: `Theirs` is of a definition; what that gave itself goes with it.
template <class T> static void inheritDefault(T &Mine, T &Theirs, bool Defined) {
  if (!Mine.hasDefaultArgument() && Theirs.hasDefaultArgument() && (!Defined || Theirs.defaultArgumentWasInherited()))
    Mine.setInheritedDefaultArgument(Mine.getASTContext(), &Theirs);
}

// Calls `Visit` with a template's parameter as what it is.
template <class F> static auto asItsKind(NamedDecl &Parameter, F Visit) {
  if (auto *Type = dyn_cast<TemplateTypeParmDecl>(&Parameter))
    return Visit(*Type);
  if (auto *Value = dyn_cast<NonTypeTemplateParmDecl>(&Parameter))
    return Visit(*Value);
  return Visit(cast<TemplateTemplateParmDecl>(Parameter));
}

static void inheritDefaults(TemplateParameterList &To, TemplateParameterList &From, bool Defined) {
  for (unsigned I = 0; I < std::min(To.size(), From.size()); ++I) {
    NamedDecl *Mine = To.getParam(I), *Theirs = From.getParam(I);
    if (Mine->getKind() == Theirs->getKind())
      asItsKind(*Mine, [&](auto &Parameter) { inheritDefault(Parameter, cast<std::decay_t<decltype(Parameter)>>(*Theirs), Defined); });
  }
}

static bool hasDefault(NamedDecl *Parameter) {
  return asItsKind(*Parameter, [](auto &Known) { return Known.hasDefaultArgument(); });
}

static SourceRange writtenDefault(NamedDecl &Parameter) {
  return asItsKind(Parameter, [](auto &Known) { return Known.hasDefaultArgument() ? Known.getDefaultArgument().getSourceRange() : SourceRange(); });
}

bool hasSameDefaults(const DeclaredName &Declared, const TagDecl *Older) {
  if (!Declared.Type)
    return true;
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Older);
  const ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
  if (!Template)
    return false;
  auto plain = [](llvm::StringRef Text) { return withoutBlanks(Text.ltrim().ltrim('=')); };
  const ASTContext &Context = Template->getASTContext();
  std::vector<std::string> Old, New;
  for (NamedDecl *Parameter : *Template->getMostRecentDecl()->getTemplateParameters())
    if (SourceRange Range = writtenDefault(*Parameter); Range.isValid())
      Old.push_back(plain(Lexer::getSourceText(CharSourceRange::getTokenRange(Range), Context.getSourceManager(), Context.getLangOpts())));
  for (const DefinedType::Jump &Jump : Declared.Type->Jumps)
    New.push_back(plain({Jump.From, size_t(Jump.To - Jump.From)}));
  return Old == New;
}

void DefaultArguments::inherit(NamedDecl &New, NamedDecl &Old) {
  if (auto *NewClass = dyn_cast<ClassTemplateDecl>(&New), *OldClass = dyn_cast<ClassTemplateDecl>(&Old); NewClass && OldClass)
    return inheritDefaults(*NewClass->getTemplateParameters(), *OldClass->getTemplateParameters(),
                           OldClass->isThisDeclarationADefinition());
  FunctionDecl *To = functionOf(New), *From = functionOf(Old);
  if (!To || !From || To->getNumParams() != From->getNumParams())
    return;
  for (unsigned I = 0; I < To->getNumParams(); ++I) {
    ParmVarDecl *Mine = To->getParamDecl(I), *Theirs = From->getParamDecl(I);
    bool OfDeclaration = Theirs->hasInheritedDefaultArg() || !From->isThisDeclarationADefinition();
    Expr *Value = valueOf(*Theirs), *Mined = valueOf(*Mine);
    // It may take the place of several: the newest of these was written last.
    bool Has = Mine->hasDefaultArg() && (!Mine->hasInheritedDefaultArg() || !Mined || !Value || Value->getBeginLoc() < Mined->getBeginLoc());
    if (Value && OfDeclaration && !Has)
      setValue(*Mine, Value, Theirs->hasUninstantiatedDefaultArg(), /*Inherited=*/true);
  }
}

void DefaultArguments::take(NamedDecl &Old, const DeclaredName &Name) {
  if (!Known.isOlder(Old))
    return;
  if (FunctionDecl *Function = functionOf(Old))
    return take(*Function);
  auto *Class = dyn_cast<ClassTemplateDecl>(&Old);
  // `template <class T = int, class> struct A;` adds to what `template <class, class U = int> struct A;` gave.
  if (!Class || !Name.Type || llvm::count_if(*Class->getTemplateParameters(), hasDefault) > long(Name.Type->Jumps.size()))
    return;
  for (RedeclarableTemplateDecl *Declared : Class->redecls())
    for (NamedDecl *Parameter : *Declared->getTemplateParameters())
      asItsKind(*Parameter, [](auto &Known) { Known.removeDefaultArgument(); });
}

void DefaultArguments::take(FunctionDecl &Old) {
  Taken Now{&Old, {}, false, false};
  for (ParmVarDecl *Parameter : Old.parameters()) {
    Now.Values.push_back(valueOf(*Parameter));
    Now.Uninstantiated |= Parameter->hasUninstantiatedDefaultArg();
    Now.Inherited |= Parameter->hasInheritedDefaultArg();
  }
  if (llvm::none_of(Now.Values, [](const Expr *Value) { return Value; }))
    return;
  for (auto [Parameter, Value] : llvm::zip(Old.parameters(), Now.Values))
    if (Value)
      setValue(*Parameter, nullptr, /*Uninstantiated=*/false, /*Inherited=*/false);
  Declaration.Functions.push_back(std::move(Now));
}

void DefaultArguments::giveBack() {
  for (const Taken &Entry : std::exchange(Declaration.Functions, {}))
    for (FunctionDecl *Declared : {Entry.Function, Entry.Function->getMostRecentDecl()})
      for (auto [Parameter, Value] : llvm::zip(Declared->parameters(), Entry.Values))
        if (Value && !Parameter->hasDefaultArg())
          setValue(*Parameter, Value, Entry.Uninstantiated, /*Inherited=*/Entry.Inherited || Declared != Entry.Function);
}

} // namespace chv
