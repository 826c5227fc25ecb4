// What is made again when a cell defines something anew: instances of templates, specializations, what the texts of templates mean.
//
// Older code goes on to what can take an instance's place, under its symbol. Another class, or a function of another type, gets a symbol of its own.
#pragma once
#include "redefinition/declared_specializations.h"
#include "redefinition/instances.h"
#include "redefinition/older_definitions.h"
#include "redefinition/succession.h"
#include "redefinition/template_texts.h"
#include "llvm/ADT/DenseSet.h"

namespace chv {

class Remaking {
public:
  Remaking(clang::Sema &S, Cells &Known, DeclaredSpecializations &Specialized, Symbols &Symbolic, OldTypes &Types, Succession &Followed,
           OlderDefinitions &Older)
      : S(S), Known(Known), Specialized(Specialized), Symbolic(Symbolic), Types(Types), Followed(Followed), Older(Older) {}

  void beginCell() { Cell = {}; }

  // Clang has made or read one.
  void note(const clang::RedeclarableTemplateDecl &Template, clang::NamedDecl &Special);
  void note(clang::FunctionDecl &Instance) { Session.Made.note(Instance); }
  // Code is about to be generated for what the newest cell has written.
  void noteWritten(clang::Decl &Written) { Session.Texts.note(Written); }

  // `New` is a body or a definition in the place of an older one. `Type`: what the older one returned, if that was deduced.
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
  DeclaredSpecializations &Specialized;
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
};

} // namespace chv
