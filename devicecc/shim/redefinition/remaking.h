// What is made again when a cell defines something anew: instances of templates, specializations, what the texts of templates mean.
//
// Older code goes on to what can take an instance's place, under its symbol. Another class, or a function of another type, gets a symbol of its own.
#pragma once
#include "redefinition/instances.h"
#include "redefinition/succession.h"
#include "redefinition/template_texts.h"
#include "redefinition/visibility.h"
#include "llvm/ADT/DenseSet.h"

namespace chv {

class Remaking {
public:
  Remaking(clang::Sema &S, Cells &Known, const NameLookup &Names, Symbols &Symbolic, OldTypes &Types, Succession &Followed, OlderDefinitions &Older)
      : S(S), Known(Known), Names(Names), Symbolic(Symbolic), Types(Types), Followed(Followed), Older(Older) {}

  void beginCell();

  // A declaration is about to specialize a template of classes or variables. `Closer` closes its arguments, and `After` stands behind it.
  void awaitSpecialization(const DeclaredName &Name, clang::SourceLocation Closer, clang::SourceLocation After);
  // The one whose arguments close there is the older one.
  void forgetSpecialization(clang::SourceLocation Closer);
  // Called with each token. True if it closes arguments of a template and has to be read as several, `>>` for one, because clang looks beyond it otherwise.
  bool reach(const clang::Token &Next);
  // Clang has made or read one.
  void note(const clang::RedeclarableTemplateDecl &Template, clang::NamedDecl &Special);
  void note(clang::FunctionDecl &Instance) { Session.Made.note(Instance); }
  // Code is about to be generated for what the newest cell has written.
  void noteWritten(clang::Decl &Written) { Session.Texts.note(Written); }

  // The body or the definition of what was `Old` is `New` now; `Old` is null for an instance. `Type`: what it returned, if that was deduced.
  void noteDefined(clang::NamedDecl &New, clang::QualType Type);
  void afterDeclaration();
  // Instantiates templates that were replaced as far as the old ones were used, so that older callers go on to them.
  void followTemplates(clang::SourceLocation End);

  // Instances that the newest cell has made in the place of what was specialized explicitly.
  llvm::ArrayRef<clang::FunctionDecl *> standIns() const { return Cell.StandIns; }
  // Has the newest cell made instances of the session's templates, which are named otherwise than what takes their place?
  bool hasInstantiated() const { return Cell.Instantiated; }

private:
  // An instance that was made of what is older now, and the cell that made it so.
  struct Dropped {
    clang::ClassTemplateSpecializationDecl *Class;
    unsigned Cell;
  };
  void meanNewer();
  void settleSpecializations();
  bool replaceSpecialization(clang::NamedDecl &Old, clang::NamedDecl &New);
  void nameSpecialization(clang::ClassTemplateSpecializationDecl &New, bool Replaces);
  bool covers(clang::NamedDecl &Partial, clang::NamedDecl &Instance);
  void remakeCovered(clang::NamedDecl &Partial, Declarations &Roots);
  void remakeAllOf(Declarations Roots, clang::SourceLocation Where);
  void drop(clang::ClassTemplateSpecializationDecl &Class);
  void instantiateAgain(clang::VarTemplateSpecializationDecl &Old, clang::SourceLocation Where);
  void instantiateAgain(clang::FunctionDecl &Old, clang::SourceLocation Where);
  bool canFollow(const clang::FunctionDecl &Function) const;
  void followTemplate(clang::FunctionTemplateDecl &New, clang::FunctionTemplateDecl &Old, clang::SourceLocation End);
  void followTemplate(clang::VarTemplateDecl &New, clang::VarTemplateDecl &Old, clang::SourceLocation End);

  clang::Sema &S;
  Cells &Known;
  const NameLookup &Names;
  Symbols &Symbolic;
  OldTypes &Types;
  Succession &Followed;
  OlderDefinitions &Older;
  struct {
    Instances Made;
    TemplateTexts Texts;
    std::vector<Dropped> Classes;
    llvm::DenseSet<const clang::FunctionDecl *> StandIns;
  } Session;
  struct {
    std::vector<clang::FunctionDecl *> StandIns;
    std::vector<std::pair<clang::FunctionDecl *, clang::SourceLocation>> Awaited; // functions to be made at its end
    Declarations ChangedConstants; // functions that were defined again and constants may be made of
    bool Instantiated = false;
  } Cell;
  struct {
    std::vector<DeclaredSpecialization> Specialized; // that it declares
    std::vector<clang::NamedDecl *> New;             // that it has declared
    std::vector<Succession::Pair> Replaced;          // of the same
  } Declaration;
};

} // namespace chv
