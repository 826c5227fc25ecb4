// Default arguments of functions and templates that are declared or defined again: the newest hold.
#include "redefinition/redeclarations.h"
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

// What a declaration without a body gave holds for the definitions after it.
void Redeclarations::inheritDefaults(NamedDecl &New, NamedDecl &Old) {
  if (auto *NewClass = dyn_cast<ClassTemplateDecl>(&New), *OldClass = dyn_cast<ClassTemplateDecl>(&Old); NewClass && OldClass)
    return chv::inheritDefaults(*NewClass->getTemplateParameters(), *OldClass->getTemplateParameters(),
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

// An older function or class template is about to be declared once more. To clang its default arguments could not be given again.
void Redeclarations::takeDefaults(NamedDecl &Old, const DeclaredName &Name) {
  if (!isOlder(Old))
    return;
  if (FunctionDecl *Function = functionOf(Old))
    return takeDefaults(*Function);
  auto *Class = dyn_cast<ClassTemplateDecl>(&Old);
  // What gives fewer than there are adds to them.
  if (!Class || !Name.Type || llvm::count_if(*Class->getTemplateParameters(), hasDefault) > long(Name.Type->Jumps.size()))
    return;
  for (RedeclarableTemplateDecl *Declared : Class->redecls())
    for (NamedDecl *Parameter : *Declared->getTemplateParameters())
      asItsKind(*Parameter, [](auto &Known) { Known.removeDefaultArgument(); });
}

void Redeclarations::takeDefaults(FunctionDecl &Old) {
  Defaults Taken{&Old, {}, false, false};
  for (ParmVarDecl *Parameter : Old.parameters()) {
    Taken.Values.push_back(valueOf(*Parameter));
    Taken.Uninstantiated |= Parameter->hasUninstantiatedDefaultArg();
    Taken.Inherited |= Parameter->hasInheritedDefaultArg();
  }
  if (llvm::none_of(Taken.Values, [](const Expr *Value) { return Value; }))
    return;
  for (auto [Parameter, Value] : llvm::zip(Old.parameters(), Taken.Values))
    if (Value)
      setValue(*Parameter, nullptr, /*Uninstantiated=*/false, /*Inherited=*/false);
  DefaultsNow.push_back(std::move(Taken));
}

// The declaration has been parsed: what it leaves out is as before, of an overload all.
void Redeclarations::settleDefaults() {
  for (const Defaults &Taken : std::exchange(DefaultsNow, {}))
    for (FunctionDecl *Declared : {Taken.Function, Taken.Function->getMostRecentDecl()})
      for (auto [Parameter, Value] : llvm::zip(Declared->parameters(), Taken.Values))
        if (Value && !Parameter->hasDefaultArg())
          setValue(*Parameter, Value, Taken.Uninstantiated, /*Inherited=*/Taken.Inherited || Declared != Taken.Function);
}

} // namespace chv
