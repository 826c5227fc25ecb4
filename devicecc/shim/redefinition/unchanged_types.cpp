#include "redefinition/unchanged_types.h"
#include "ast/reference_finder.h"
#include "redefinition/replacement_rules.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

// What a declaration names that lies outside of it: declarations of namespaces, by their names.
class Mentioned : public ReferenceFinder {
public:
  explicit Mentioned(NamedDecl &Of) : Inside(dyn_cast<DeclContext>(&Of)) {
    auto *Class = dyn_cast<CXXRecordDecl>(&Of);
    ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
    TraverseDecl(Template ? static_cast<Decl *>(Template) : &Of);
    // Default arguments may stand in another declaration: `template <class T = int> struct A;`.
    if (Template && Template->getCanonicalDecl() != Template)
      TraverseDecl(Template->getCanonicalDecl());
  }
  void refersTo(const Decl &D) override {
    const Decl *Outer = &D;
    for (const DeclContext *In = Outer->getDeclContext(); In && !In->getRedeclContext()->isFileContext(); In = Outer->getDeclContext()) {
      if (Inside && In->getPrimaryContext() == Inside->getPrimaryContext())
        return;
      Outer = cast<Decl>(In);
    }
    if (const auto *Named = dyn_cast<NamedDecl>(Outer))
      Names.insert(Named->getDeclName());
    if (const auto *Special = dyn_cast<VarTemplateSpecializationDecl>(Outer))
      Outer = Special->getSpecializedTemplate();
    if (isa<ClassTemplateDecl, VarTemplateDecl>(Outer))
      Templates.insert(cast<RedeclarableTemplateDecl>(Outer));
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override { return Names.insert(E->getName()), true; }

  llvm::SmallSetVector<DeclarationName, 16> Names;
  llvm::SmallSetVector<const RedeclarableTemplateDecl *, 4> Templates; // of classes and variables

private:
  const DeclContext *Inside;
};

static TagDecl *taggedBy(NamedDecl &D) {
  if (auto *Template = dyn_cast<ClassTemplateDecl>(&D))
    return Template->getTemplatedDecl()->getDefinition();
  if (TagDecl *Nameless = namedFor(D))
    return Nameless->getDefinition();
  auto *Tag = dyn_cast<TagDecl>(&D);
  return Tag ? Tag->getDefinition() : nullptr;
}

static SourceLocation beginOf(const NamedDecl &D) {
  if (const auto *Class = dyn_cast<CXXRecordDecl>(&D)) {
    if (const auto *Partial = dyn_cast<ClassTemplatePartialSpecializationDecl>(Class))
      return Partial->getTemplateParameters()->getTemplateLoc();
    if (const ClassTemplateDecl *Template = Class->getDescribedClassTemplate())
      return Template->getTemplateParameters()->getTemplateLoc();
    return Class->getNumTemplateParameterLists() > 0 ? Class->getTemplateParameterList(0)->getTemplateLoc() : Class->getInnerLocStart();
  }
  return D.getBeginLoc();
}

// As it is written, from its first token to its last; empty if that is not one piece of a file.
static llvm::StringRef writtenText(const NamedDecl &D) {
  const ASTContext &Context = D.getASTContext();
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation Begin = Sources.getExpansionLoc(beginOf(D)), End = Sources.getExpansionLoc(D.getEndLoc());
  if (Begin.isInvalid() || End.isInvalid() || Sources.getFileID(Begin) != Sources.getFileID(End) || End < Begin)
    return "";
  unsigned From = Sources.getFileOffset(Begin), To = Sources.getFileOffset(End) + Lexer::MeasureTokenLength(End, Sources, Context.getLangOpts());
  return Sources.getBufferData(Sources.getFileID(Begin)).substr(From, To - From);
}

// Calls `Visit` with the spelling of each token until that returns false or a directive begins; true if neither happened.
static bool forTokens(llvm::StringRef Text, const LangOptions &Language, llvm::function_ref<bool(const Token &, llvm::StringRef)> Visit) {
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  Token Next;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(Next);
    if (Next.is(tok::eof))
      break;
    llvm::StringRef Spelling(Raw.getBufferLocation() - Next.getLength(), Next.getLength());
    if ((Next.is(tok::hash) && Next.isAtStartOfLine()) || !Visit(Next, Spelling))
      return false;
  }
  return true;
}

// Is a text what an older declaration is written as, but for blanks and comments?
static bool isWrittenAs(const NamedDecl &Old, llvm::StringRef Other) {
  const LangOptions &Language = Old.getASTContext().getLangOpts();
  llvm::SmallVector<llvm::StringRef, 64> Expected;
  llvm::StringRef One = writtenText(Old);
  size_t At = 0;
  return !One.empty() && forTokens(One, Language, [&](const Token &, llvm::StringRef Text) { return Expected.push_back(Text), true; }) &&
         forTokens(Other, Language, [&](const Token &, llvm::StringRef Text) { return At < Expected.size() && Expected[At++] == Text; }) &&
         At == Expected.size();
}

template <class Partial, class D> static auto writtenSpecialsOf(D &Template) {
  llvm::SmallVector<Partial *, 4> Partials;
  Template.getPartialSpecializations(Partials);
  llvm::SmallVector<NamedDecl *, 8> Found;
  auto add = [&](auto *Special) {
    // What is found is the newest declaration.
    if (isWritten(*Special))
      Found.push_back(Special->getDefinition() ? Special->getDefinition() : Special);
  };
  llvm::for_each(Template.specializations(), add);
  llvm::for_each(Partials, add);
  return Found;
}

// The definitions of the specializations of a template of classes or variables that cells have written.
static llvm::SmallVector<NamedDecl *, 8> writtenSpecials(const NamedDecl &Template) {
  if (auto *Classes = dyn_cast<ClassTemplateDecl>(&Template))
    return writtenSpecialsOf<ClassTemplatePartialSpecializationDecl>(const_cast<ClassTemplateDecl &>(*Classes));
  if (auto *Variables = dyn_cast<VarTemplateDecl>(&Template))
    return writtenSpecialsOf<VarTemplatePartialSpecializationDecl>(const_cast<VarTemplateDecl &>(*Variables));
  return {};
}

// What older cells have defined under this name, or as this specialization, whether it is hidden now or not.
TagDecl *UnchangedTypes::olderOf(const DeclaredName &Name) const {
  DeclContext *Context = Names.find(Name.Path);
  if (!Context || !Context->getRedeclContext()->isFileContext())
    return nullptr;
  TagDecl *Found = nullptr;
  auto consider = [&](NamedDecl &D) {
    TagDecl *Tag = taggedBy(D);
    if (Tag && Known.isOlder(*Tag) && !isa<ClassTemplateSpecializationDecl>(Tag))
      Found = Tag;
  };
  DeclarationName Declared = Names.nameOf(Name.Name);
  for (const HiddenName &Entry : Visible.hidden())
    if (Entry.Context == Context->getPrimaryContext() && Entry.Old->getDeclName() == Declared)
      consider(*Entry.Old);
  for (NamedDecl *D : Context->lookup(Declared))
    if (!isa<UsingShadowDecl>(D))
      consider(*D);
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(Found);
  ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
  // `inline namespace v1 { struct S {}; }` is found around it as well, but is another type than `struct S {};` there.
  if (!Name.Specialization)
    return Found && Name.Template == (Template != nullptr) && contextOf(*Found) == Context->getPrimaryContext() ? Found : nullptr;
  if (!Template || !Name.Type)
    return nullptr;
  for (NamedDecl *D : writtenSpecials(*Template)) {
    auto *Special = cast<TagDecl>(D);
    if (Special->isThisDeclarationADefinition() && Known.isOlder(*Special) && isWrittenAs(*Special, Name.Type->Whole))
      return Special;
  }
  return nullptr;
}

void UnchangedTypes::noteChange(NamedDecl &New, NamedDecl *Old) {
  if (New.getCanonicalDecl() == &New && !isa<NamespaceDecl>(New) && New.getDeclContext()->getRedeclContext()->isFileContext() && Known.isFresh(New))
    Session.Changes[New.getDeclName()].push_back({&New, Old, Known.cellOf(New)});
}

// Does code that is compiled know more of one of them than its type? Default arguments, or what `constexpr int f()` returns.
static bool isKnownWhenCompiled(NamedDecl &New, NamedDecl &Old) {
  ASTContext &Context = New.getASTContext();
  auto hasDefaults = [](const FunctionDecl *F) { return F && llvm::any_of(F->parameters(), [](const ParmVarDecl *P) { return P->hasDefaultArg(); }); };
  return llvm::any_of(llvm::ArrayRef<NamedDecl *>{&New, &Old}, [&](NamedDecl *D) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    const FunctionDecl *Function = functionOf(*D);
    return hasDefaults(Function) || isa<ConceptDecl, TypeAliasTemplateDecl, VarTemplateDecl>(D) || (Function && Function->isConstexpr()) ||
           (Variable && Variable->mightBeUsableInConstantExpressions(Context));
  });
}

// Does what has taken `Old`'s place mean something else to what is compiled now than `Old` did? Older code goes on to a function or a variable of the same
// type, but it keeps what was known when it was compiled.
bool UnchangedTypes::isChange(const Change &Entry) {
  auto [New, Old, Cell] = Entry;
  ASTContext &Context = S.getASTContext();
  bool Differs = true;
  if (!Old || New->isInvalidDecl() || New->getKind() != Old->getKind())
    return true;
  if (auto *Shadow = dyn_cast<UsingShadowDecl>(New))
    return Shadow->getTargetDecl()->getCanonicalDecl() != cast<UsingShadowDecl>(Old)->getTargetDecl()->getCanonicalDecl();
  if (auto *Alias = dyn_cast<TypedefNameDecl>(New))
    return !Context.hasSameType(Alias->getUnderlyingType(), cast<TypedefNameDecl>(Old)->getUnderlyingType());
  if (isa<TagDecl, ClassTemplateDecl, BindingDecl, EnumConstantDecl>(New) || !replaces(*New, *Old, Differs) || Differs)
    return true;
  if (!isKnownWhenCompiled(*New, *Old))
    return false;
  // `template <> int v<int> = 1;` is part of the template `v`.
  auto isSpecializedFurther = [](const NamedDecl &One, const NamedDecl &Other) {
    return llvm::any_of(writtenSpecials(One), [Others = writtenSpecials(Other)](const NamedDecl *Special) {
      return llvm::none_of(Others, [&](const NamedDecl *Like) { return isWrittenAs(*Special, writtenText(*Like)); });
    });
  };
  return !isWrittenAs(*Old, writtenText(*New)) || !meansTheSame(*Old) || isSpecializedFurther(*Old, *New) || isSpecializedFurther(*New, *Old);
}

// Were the macros in a text the same then, and what these are made of? `N` of `struct S { int a[N]; };`, say.
bool UnchangedTypes::sameMacros(llvm::StringRef Written, SourceLocation Then) const {
  Preprocessor &PP = S.getPreprocessor();
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Seen;
  llvm::SmallVector<const IdentifierInfo *, 8> Pending;
  auto add = [&](const IdentifierInfo *Name) {
    if (Name && Name->hadMacroDefinition() && Seen.insert(Name).second)
      Pending.push_back(Name);
  };
  forTokens(Written, S.getLangOpts(), [&](const Token &Next, llvm::StringRef Spelling) {
    if (Next.is(tok::raw_identifier))
      add(&PP.getIdentifierTable().get(Spelling));
    return true;
  });
  while (!Pending.empty()) {
    const IdentifierInfo *Name = Pending.pop_back_val();
    const MacroInfo *Now = PP.getMacroInfo(Name);
    const MacroDirective *History = PP.getLocalMacroDirectiveHistory(Name);
    MacroDirective::DefInfo Found = History ? History->findDirectiveAtLoc(Then, S.getSourceManager()) : MacroDirective::DefInfo();
    const MacroInfo *Before = Found ? Found.getMacroInfo() : nullptr;
    // What comes with the headers is not in the history.
    if (Now == Before || (Now && !Known.isOfSession(Now->getDefinitionLoc()) && !Before))
      continue;
    if (!Now || !Before || !Now->isIdenticalTo(*Before, PP, /*Syntactically=*/true))
      return false;
    for (const Token &Next : Now->tokens())
      add(Next.getIdentifierInfo());
  }
  return true;
}

bool UnchangedTypes::meansTheSame(const Mentioned &Outer, unsigned Cell) {
  auto since = [&](const NamedDecl &D) { return Known.cellOf(D) > Cell; };
  for (DeclarationName Name : Outer.Names) {
    auto Changed = Session.Changes.find(Name);
    if (Changed == Session.Changes.end())
      continue;
    for (const Change &Entry : llvm::reverse(Changed->second)) {
      if (Entry.Cell <= Cell)
        break;
      // Whoever asks again later has to find the same.
      Symbolic.noteGiver(Entry.Cell);
      if (Entry.Old)
        Symbolic.noteGiver(Known.cellOf(*Entry.Old));
      if (isChange(Entry))
        return false;
    }
  }
  return llvm::none_of(Outer.Templates, [&](const RedeclarableTemplateDecl *Template) {
    return llvm::any_of(writtenSpecials(*Template), [&](const NamedDecl *Special) { return since(*Special); });
  });
}

// Would the text of an older declaration mean the same if it stood here? `struct S { T t; };` does not after another `struct T`.
bool UnchangedTypes::meansTheSame(NamedDecl &Old) {
  if (!Declaration.Asking.insert(&Old).second)
    return true;
  bool Same = sameMacros(writtenText(Old), Old.getLocation()) && meansTheSame(Mentioned(Old), Known.cellOf(Old));
  Declaration.Asking.erase(&Old);
  return Same;
}

static void jump(Lexer &Text, const char *To) {
  Text.seek(Text.getCurrentBufferOffset() + (To - Text.getBufferLocation()), /*IsAtStartOfLine=*/false);
}

// Calls `Visit` with each definition of a type of the class that stands outside of it, until that returns false.
static bool forTypesOutside(const TagDecl &Class, llvm::function_ref<bool(TagDecl &)> Visit) {
  auto *Record = dyn_cast<CXXRecordDecl>(&Class);
  return !Record || llvm::all_of(Record->decls(), [&](Decl *Member) {
    auto *Template = dyn_cast<ClassTemplateDecl>(Member);
    auto *Tag = Template ? Template->getTemplatedDecl() : dyn_cast<TagDecl>(Member);
    TagDecl *Defined = Tag && !Tag->isImplicit() ? Tag->getDefinition() : nullptr;
    return !Defined || ((!Defined->isOutOfLine() || Visit(*Defined)) && forTypesOutside(*Defined, Visit));
  });
}

// A class stays what it is only with its types that are defined outside of it: `struct A { struct B; }; struct A::B {};`. Does the same text define these
// again, as before?
bool UnchangedTypes::typesOutsideStay(TagDecl &Class, const DeclaredName &Name) {
  return forTypesOutside(Class, [&](TagDecl &Defined) {
    auto isIts = [&](const DeclaredName &Outside) {
      return Outside.Type && Outside.Qualifiers > 0 && Outside.Name == Defined.getName() && isWrittenAs(Defined, Outside.Type->Whole);
    };
    Text.readAhead(Name.Start);
    return llvm::any_of(Text.later(Defined.getName()), isIts) && meansTheSame(Defined);
  });
}

template <class D> static llvm::StringRef argumentsOf(const D &Special) {
  const ASTTemplateArgumentListInfo *Written = Special.getTemplateArgsAsWritten();
  const ASTContext &Context = Special.getASTContext();
  SourceRange Range = Written ? SourceRange(Written->getLAngleLoc(), Written->getRAngleLoc()) : SourceRange();
  return Range.isValid() ? Lexer::getSourceText(CharSourceRange::getTokenRange(Range), Context.getSourceManager(), Context.getLangOpts()) : "";
}

// A class template of an edited file stays what it is only if the file has its specializations still, edited or not: `template <> struct A<int> {};`.
bool UnchangedTypes::hasSpecialsStill(const TagDecl &Old, const DeclaredName &Name) {
  const auto *Class = dyn_cast<CXXRecordDecl>(&Old);
  const ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
  if (!Template)
    return true;
  return llvm::all_of(writtenSpecials(*Template), [&](const NamedDecl *Special) {
    if (!Known.isOlder(*Special) || !Known.isOfOlderText(Special->getLocation(), Text.locationOf(Name.Name)))
      return true;
    std::string Arguments = withoutBlanks(argumentsOf(cast<ClassTemplateSpecializationDecl>(*Special)));
    Text.readAhead(Name.Start);
    return Arguments.empty() || llvm::any_of(Text.later(Name.Name), [&](const DeclaredName &Later) {
      return Later.Specialization && (Later.Closer.empty() || withoutBlanks({Later.Name.end(), size_t(Later.Closer.end() - Later.Name.end())}) == Arguments);
    });
  });
}

// The older type that `Name` defines once more.
TagDecl *UnchangedTypes::unchanged(const DeclaredName &Name) {
  TagDecl *Old = olderOf(Name);
  bool Same = Old && Name.Type && isWrittenAs(*Old, Name.Type->Whole) && typesOutsideStay(*Old, Name) && hasSpecialsStill(*Old, Name);
  return Same && meansTheSame(*Old) ? Old : nullptr;
}

// The older type that `Name` defines once more outside of its class or namespace: `struct A::B {};`.
TagDecl *UnchangedTypes::unchangedOutside(const DeclaredName &Name) {
  if (DeclContext *Context = Names.find(Name.Path))
    for (NamedDecl *D : Context->lookup(Names.nameOf(Name.Name)))
      if (TagDecl *Old = taggedBy(*D); Old && Known.isOlder(*Old) && isWrittenAs(*Old, Name.Type->Whole) && meansTheSame(*Old))
        return Old;
  return nullptr;
}

void UnchangedTypes::skipOutside(const Token &Next) {
  auto *Reading = Declaration.Outside.empty() ? nullptr : static_cast<Lexer *>(S.getPreprocessor().getCurrentFileLexer());
  if (!Reading)
    return;
  auto Defined = llvm::find_if(Declaration.Outside, [&](const DeclaredName &Entry) { return Entry.Type->Jumps.front().From == Reading->getBufferLocation(); });
  if (Defined == Declaration.Outside.end())
    return;
  const DeclaredName Name = std::move(*Defined);
  Declaration.Outside.erase(Defined);
  TagDecl *Old = unchangedOutside(Name);
  if (!Old)
    return;
  Symbolic.noteGiver(Known.cellOf(*Old));
  jump(*Reading, Name.Type->Jumps.front().To);
  auto &First = const_cast<Token &>(Next);
  First.setIdentifierInfo(nullptr);
  First.setKind(tok::semi);
}

// Of a type that is declared before its definition: is it still the same when what the text defines in between is known?
// `struct S; struct T { S *s; }; struct S { T *t; };` is if `T` is.
bool UnchangedTypes::willBeUnchanged(const DeclaredName &Later, const char *Behind) {
  TagDecl *Old = unchanged(Later);
  // What else has the name has to go, and the type with it.
  if (!Old || llvm::any_of(contextOf(*Old)->lookup(Names.nameOf(Later.Name)), [this](const NamedDecl *D) { return !isType(*D) && Known.isOlder(*D); }))
    return false;
  if (!Declaration.Asking.insert(Old).second)
    return true;
  bool Same = llvm::all_of(Mentioned(*Old).Names, [&](DeclarationName Outer) {
    auto *Word = Outer.getAsIdentifierInfo();
    return !Word || llvm::all_of(Text.later(Word->getName()), [&](const DeclaredName &Between) {
      Shape What = Between.What;
      bool Before = Between.Start >= Behind && Between.Name.begin() < Later.Name.begin();
      // Functions that are defined again stay what they are.
      return !Before || What == Shape::Forward || What == Shape::Function || What == Shape::Call || What == Shape::Extern ||
             (Between.Type && willBeUnchanged(Between, Behind));
    });
  });
  Declaration.Asking.erase(Old);
  return Same;
}

// Is `Name`, which is about to be read, what an older cell has defined? Then that is visible again.
bool UnchangedTypes::restore(const DeclaredName &Name) {
  DeclContext *Context = Names.find(Name.Path);
  if (!Context)
    return false;
  DeclarationName Declared = Names.nameOf(Name.Name);
  auto isNamed = [&](const HiddenName &Entry) {
    return !Entry.Replaced && Entry.Context == Context->getPrimaryContext() && Entry.Old->getDeclName() == Declared;
  };
  TagDecl *Old = unchanged(Name);
  auto isIts = [&](const HiddenName &Entry) {
    // `typedef struct X {…} X;` names it twice.
    auto *Alias = dyn_cast<TypedefNameDecl>(Entry.Old);
    const TagDecl *Tag = Alias ? Alias->getUnderlyingType()->getAsTagDecl() : taggedBy(*Entry.Old);
    return (isNamed(Entry) && Tag && Tag->getDefinition() == Old) || (isa<EnumConstantDecl>(Entry.Old) && Entry.Old->getDeclContext() == Old);
  };
  // What else has the name has to go.
  if (!Old || llvm::any_of(Visible.hidden(), [&](const HiddenName &Entry) { return isNamed(Entry) && !isIts(Entry); }))
    return false;
  Symbolic.noteGiver(Known.cellOf(*Old));
  Visible.decide([&](const HiddenName &Entry) { return isIts(Entry) ? Visibility::Fate::Returns : Visibility::Fate::StaysHidden; });
  return true;
}

SourceLocation UnchangedTypes::readAsDeclared() {
  auto *Reading = Declaration.Types.empty() && Declaration.Jumps.empty() ? nullptr : static_cast<Lexer *>(S.getPreprocessor().getCurrentFileLexer());
  if (!Reading)
    return SourceLocation();
  SourceLocation Closed;
  auto isHere = [&](const char *Place) { return Reading->getBufferLocation() == Place; };
  auto Defined = llvm::find_if(Declaration.Types, [&](const DeclaredName &Entry) { return isHere(Entry.Type->Trigger.end()); });
  if (Defined != Declaration.Types.end()) {
    const DeclaredName Name = std::move(*Defined);
    Declaration.Types.erase(Defined);
    if (restore(Name)) {
      llvm::append_range(Declaration.Jumps, Name.Type->Jumps);
      if (!Name.Closer.empty())
        Closed = Reading->getSourceLocation(Name.Closer.begin(), Name.Closer.size());
    }
  }
  if (!Declaration.Jumps.empty() && isHere(Declaration.Jumps.front().From)) {
    jump(*Reading, Declaration.Jumps.front().To);
    Declaration.Jumps.erase(Declaration.Jumps.begin());
  }
  return Closed;
}

bool isOutside(const DeclaredName &Name) { return Name.Type && Name.Qualifiers > 0 && !Name.Specialization; }

void UnchangedTypes::await(const DeclaredName &Name) {
  if (Name.Type && Name.What == Shape::Type && !isOutside(Name) && olderOf(Name))
    Declaration.Types.push_back(Name);
}

void UnchangedTypes::awaitOutside(const char *Place) {
  for (const DeclaredName &Name : Text.members())
    if (Name.Start == Place && isOutside(Name))
      Declaration.Outside.push_back(Name);
}

// What a declaration is to be taken for if the text behind it defines what it only declares.
static std::optional<Shape> definitionOf(Shape Declaration, Shape Later) {
  bool Defines = Declaration == Shape::Forward ? Later == Shape::Type : Later == Shape::Function || Later == Shape::Object;
  return Defines ? std::optional(Later) : std::nullopt;
}

std::optional<Shape> UnchangedTypes::definedBehind(const DeclaredName &Declared) {
  Text.readAhead(Declared.Start);
  const char *Behind = Declared.Name.end();
  for (const DeclaredName &Later : Text.later(Declared.Name))
    if (Later.Start >= Behind && Later.Path == Declared.Path && !Later.Specialization)
      if (auto What = definitionOf(Declared.What, Later.What)) {
        // Then it is the older one that is declared.
        if (What == Shape::Type && hasSameDefaults(Declared, olderOf(Later)) && willBeUnchanged(Later, Behind))
          return std::nullopt;
        return What;
      }
  return std::nullopt;
}

} // namespace chv
