// When a class or enum that is defined once more stays what it is: if it is written as before, and every name in it means what it meant
// then. Clang reads it as a declaration of the older one, so variables and code of that type go on (a file that is loaded again).
#include "ast/reference_finder.h"
#include "redefinition/redeclarations.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

// What a declaration names that lies outside of it: declarations of namespaces, by their names.
class Mentioned : public ReferenceFinder<Mentioned> {
public:
  explicit Mentioned(NamedDecl &Of) : Inside(dyn_cast<DeclContext>(&Of)) {
    auto *Class = dyn_cast<CXXRecordDecl>(&Of);
    ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
    TraverseDecl(Template ? static_cast<Decl *>(Template) : &Of);
    // Default arguments may stand in another declaration.
    if (Template && Template->getCanonicalDecl() != Template)
      TraverseDecl(Template->getCanonicalDecl());
  }
  void refersTo(const Decl &D) {
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
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) { return Names.insert(E->getName()), true; }

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
TagDecl *Redeclarations::olderOf(const DeclaredName &Name) const {
  DeclContext *Context = find(Name.Path);
  if (!Context || !Context->getRedeclContext()->isFileContext())
    return nullptr;
  TagDecl *Found = nullptr;
  auto consider = [&](NamedDecl &D) {
    TagDecl *Tag = taggedBy(D);
    if (Tag && isOlder(*Tag) && !isa<ClassTemplateSpecializationDecl>(Tag))
      Found = Tag;
  };
  DeclarationName Declared = nameOf(Name.Name);
  for (const Hidden &Entry : HiddenNow)
    if (Entry.Context == Context->getPrimaryContext() && Entry.Old->getDeclName() == Declared)
      consider(*Entry.Old);
  for (NamedDecl *D : Context->lookup(Declared))
    if (!isa<UsingShadowDecl>(D))
      consider(*D);
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(Found);
  ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
  // What an inline namespace has is found around it as well, but is another type than one that is declared there.
  if (!Name.Specialization)
    return Found && Name.Template == (Template != nullptr) && contextOf(*Found) == Context->getPrimaryContext() ? Found : nullptr;
  if (!Template || !Name.Type)
    return nullptr;
  for (NamedDecl *D : writtenSpecials(*Template)) {
    auto *Special = cast<TagDecl>(D);
    if (Special->isThisDeclarationADefinition() && isOlder(*Special) && isWrittenAs(*Special, Name.Type->Whole))
      return Special;
  }
  return nullptr;
}

void Redeclarations::noteChange(NamedDecl &New, NamedDecl *Old) {
  if (New.getCanonicalDecl() == &New && !isa<NamespaceDecl>(New) && New.getDeclContext()->getRedeclContext()->isFileContext() && isFresh(New))
    Changes[New.getDeclName()].push_back({&New, Old});
}

// Does what has taken `Old`'s place mean something else to what is compiled now than `Old` did? Older code goes on to a function or a variable of the same
// type, but it keeps what was known when it was compiled.
bool Redeclarations::isChange(const Change &Entry) {
  auto &[New, Old] = Entry;
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
  const FunctionDecl *Function = functionOf(*New), *Before = functionOf(*Old);
  auto hasDefaults = [](const FunctionDecl *F) { return F && llvm::any_of(F->parameters(), [](const ParmVarDecl *P) { return P->hasDefaultArg(); }); };
  bool Known = hasDefaults(Function) || hasDefaults(Before);
  for (const NamedDecl *D : {New, Old}) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    const FunctionDecl *Computes = functionOf(const_cast<NamedDecl &>(*D));
    Known |= isa<ConceptDecl, TypeAliasTemplateDecl, VarTemplateDecl>(D) || (Computes && Computes->isConstexpr()) ||
             (Variable && Variable->mightBeUsableInConstantExpressions(Context));
  }
  if (!Known)
    return false;
  // What is specialized of a variable template is part of it.
  auto isSpecializedFurther = [](const NamedDecl &One, const NamedDecl &Other) {
    return llvm::any_of(writtenSpecials(One), [Others = writtenSpecials(Other)](const NamedDecl *Special) {
      return llvm::none_of(Others, [&](const NamedDecl *Like) { return isWrittenAs(*Special, writtenText(*Like)); });
    });
  };
  return !isWrittenAs(*Old, writtenText(*New)) || !meansTheSame(*Old) || isSpecializedFurther(*Old, *New) || isSpecializedFurther(*New, *Old);
}

// Were the macros in a text the same then, and what these are made of?
bool Redeclarations::sameMacros(llvm::StringRef Text, SourceLocation Then) const {
  Preprocessor &PP = S.getPreprocessor();
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Seen;
  llvm::SmallVector<const IdentifierInfo *, 8> Names;
  auto add = [&](const IdentifierInfo *Name) {
    if (Name && Name->hadMacroDefinition() && Seen.insert(Name).second)
      Names.push_back(Name);
  };
  forTokens(Text, S.getLangOpts(), [&](const Token &Next, llvm::StringRef Spelling) {
    if (Next.is(tok::raw_identifier))
      add(&PP.getIdentifierTable().get(Spelling));
    return true;
  });
  while (!Names.empty()) {
    const IdentifierInfo *Name = Names.pop_back_val();
    const MacroInfo *Now = PP.getMacroInfo(Name);
    const MacroDirective *History = PP.getLocalMacroDirectiveHistory(Name);
    MacroDirective::DefInfo Found = History ? History->findDirectiveAtLoc(Then, S.getSourceManager()) : MacroDirective::DefInfo();
    const MacroInfo *Before = Found ? Found.getMacroInfo() : nullptr;
    // What comes with the headers is not in the history.
    if (Now == Before || (Now && !isOfSession(Now->getDefinitionLoc()) && !Before))
      continue;
    if (!Now || !Before || !Now->isIdenticalTo(*Before, PP, /*Syntactically=*/true))
      return false;
    for (const Token &Next : Now->tokens())
      add(Next.getIdentifierInfo());
  }
  return true;
}

bool Redeclarations::meansTheSame(const Mentioned &Found, unsigned Cell) {
  auto since = [&](const NamedDecl &D) { return cellOf(D.getLocation()) > Cell; };
  for (DeclarationName Name : Found.Names) {
    auto Known = Changes.find(Name);
    if (Known == Changes.end())
      continue;
    for (const Change &Entry : llvm::reverse(Known->second)) {
      if (!since(*Entry.New))
        break;
      // Whoever asks again later has to find the same.
      GiversNow.insert(cellOf(Entry.New->getLocation()));
      if (Entry.Old)
        GiversNow.insert(cellOf(Entry.Old->getLocation()));
      if (isChange(Entry))
        return false;
    }
  }
  return llvm::none_of(Found.Templates, [&](const RedeclarableTemplateDecl *Template) {
    return llvm::any_of(writtenSpecials(*Template), [&](const NamedDecl *Special) { return since(*Special); });
  });
}

// Would the text of an older declaration mean the same if it stood here?
bool Redeclarations::meansTheSame(NamedDecl &Old) {
  if (!Asking.insert(&Old).second)
    return true;
  bool Same = sameMacros(writtenText(Old), Old.getLocation()) && meansTheSame(Mentioned(Old), cellOf(Old.getLocation()));
  Asking.erase(&Old);
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

// A class stays what it is only with its types that are defined outside of it: does the same text define these again, as before?
bool Redeclarations::typesOutsideStay(TagDecl &Class, const DeclaredName &Name) {
  return forTypesOutside(Class, [&](TagDecl &Defined) {
    auto isIts = [&](const DeclaredName &Outside) {
      return Outside.Type && Outside.Qualifiers > 0 && Outside.Name == Defined.getName() && isWrittenAs(Defined, Outside.Type->Whole);
    };
    readAhead(Name.Start);
    return llvm::any_of(Ahead.Names.lookup(Defined.getName()), isIts) && meansTheSame(Defined);
  });
}

template <class D> static llvm::StringRef argumentsOf(const D &Special) {
  const ASTTemplateArgumentListInfo *Written = Special.getTemplateArgsAsWritten();
  const ASTContext &Context = Special.getASTContext();
  SourceRange Range = Written ? SourceRange(Written->getLAngleLoc(), Written->getRAngleLoc()) : SourceRange();
  return Range.isValid() ? Lexer::getSourceText(CharSourceRange::getTokenRange(Range), Context.getSourceManager(), Context.getLangOpts()) : "";
}

// A class template of an edited file stays what it is only if the file has its specializations still, edited or not.
bool Redeclarations::hasSpecialsStill(const TagDecl &Old, const DeclaredName &Name) {
  const auto *Class = dyn_cast<CXXRecordDecl>(&Old);
  const ClassTemplateDecl *Template = Class ? Class->getDescribedClassTemplate() : nullptr;
  if (!Template)
    return true;
  return llvm::all_of(writtenSpecials(*Template), [&](const NamedDecl *Special) {
    if (!isOlder(*Special) || !isOfOlderText(Special->getLocation(), placeOf(Name.Name)))
      return true;
    std::string Arguments = withoutBlanks(argumentsOf(cast<ClassTemplateSpecializationDecl>(*Special)));
    readAhead(Name.Start);
    return Arguments.empty() || llvm::any_of(Ahead.Names.lookup(Name.Name), [&](const DeclaredName &Later) {
      return Later.Specialization && (Later.Closer.empty() || withoutBlanks({Later.Name.end(), size_t(Later.Closer.end() - Later.Name.end())}) == Arguments);
    });
  });
}

// The older type that `Name` defines once more.
TagDecl *Redeclarations::unchanged(const DeclaredName &Name) {
  TagDecl *Old = olderOf(Name);
  bool Same = Old && Name.Type && isWrittenAs(*Old, Name.Type->Whole) && typesOutsideStay(*Old, Name) && hasSpecialsStill(*Old, Name);
  return Same && meansTheSame(*Old) ? Old : nullptr;
}

// The older type that `Name` defines once more outside of its class or namespace.
TagDecl *Redeclarations::unchangedOutside(const DeclaredName &Name) {
  if (DeclContext *Context = find(Name.Path))
    for (NamedDecl *D : Context->lookup(nameOf(Name.Name)))
      if (TagDecl *Old = taggedBy(*D); Old && isOlder(*Old) && isWrittenAs(*Old, Name.Type->Whole) && meansTheSame(*Old))
        return Old;
  return nullptr;
}

// Called with each token: does a definition begin with it, outside of its class or namespace, that is there already? Then an empty declaration is read.
void Redeclarations::passOutside(const Token &Next) {
  auto *Text = Again.Outside.empty() ? nullptr : static_cast<Lexer *>(S.getPreprocessor().getCurrentFileLexer());
  if (!Text)
    return;
  auto Defined = llvm::find_if(Again.Outside, [&](const DeclaredName &Entry) { return Entry.Type->Jumps.front().From == Text->getBufferLocation(); });
  if (Defined == Again.Outside.end())
    return;
  const DeclaredName Name = std::move(*Defined);
  Again.Outside.erase(Defined);
  TagDecl *Old = unchangedOutside(Name);
  if (!Old)
    return;
  GiversNow.insert(cellOf(Old->getLocation()));
  jump(*Text, Name.Type->Jumps.front().To);
  auto &First = const_cast<Token &>(Next);
  First.setIdentifierInfo(nullptr);
  First.setKind(tok::semi);
}

// Of a type that is declared before its definition: is it still the same when what the text defines in between is known?
bool Redeclarations::willBeUnchanged(const DeclaredName &Later, const char *Behind) {
  TagDecl *Old = unchanged(Later);
  // What else has the name has to go, and the type with it.
  if (!Old || llvm::any_of(contextOf(*Old)->lookup(nameOf(Later.Name)), [this](const NamedDecl *D) { return !isType(*D) && isOlder(*D); }))
    return false;
  if (!Asking.insert(Old).second)
    return true;
  bool Same = llvm::all_of(Mentioned(*Old).Names, [&](DeclarationName Outer) {
    auto *Word = Outer.getAsIdentifierInfo();
    return !Word || llvm::all_of(Ahead.Names.lookup(Word->getName()), [&](const DeclaredName &Between) {
      using Shape = DeclaredName::Shape;
      Shape What = Between.What;
      bool Before = Between.Start >= Behind && Between.Name.begin() < Later.Name.begin();
      // Functions that are defined again stay what they are.
      return !Before || What == Shape::Forward || What == Shape::Function || What == Shape::Call || What == Shape::Extern ||
             (Between.Type && willBeUnchanged(Between, Behind));
    });
  });
  Asking.erase(Old);
  return Same;
}

// Is `Name`, which is about to be read, what an older cell has defined? Then that is visible again.
bool Redeclarations::bringBack(const DeclaredName &Name) {
  DeclContext *Context = find(Name.Path);
  if (!Context)
    return false;
  DeclarationName Declared = nameOf(Name.Name);
  auto isNamed = [&](const Hidden &Entry) {
    return !Entry.Replaced && Entry.Context == Context->getPrimaryContext() && Entry.Old->getDeclName() == Declared;
  };
  TagDecl *Old = unchanged(Name);
  auto isIts = [&](const Hidden &Entry) {
    // `typedef struct X {…} X;` names it twice.
    auto *Alias = dyn_cast<TypedefNameDecl>(Entry.Old);
    const TagDecl *Tag = Alias ? Alias->getUnderlyingType()->getAsTagDecl() : taggedBy(*Entry.Old);
    return (isNamed(Entry) && Tag && Tag->getDefinition() == Old) || (isa<EnumConstantDecl>(Entry.Old) && Entry.Old->getDeclContext() == Old);
  };
  // What else has the name has to go.
  if (!Old || llvm::any_of(HiddenNow, [&](const Hidden &Entry) { return isNamed(Entry) && !isIts(Entry); }))
    return false;
  GiversNow.insert(cellOf(Old->getLocation()));
  for (Hidden &Entry : HiddenNow)
    if (isIts(Entry)) {
      show(Entry);
      Entry.Old = nullptr;
    }
  llvm::erase_if(HiddenNow, [](const Hidden &Entry) { return !Entry.Old; });
  return true;
}

// Called with each token: is it known now that a type is the older one? Then that comes back, and clang's lexer jumps over what makes a definition.
void Redeclarations::keepUnchanged() {
  if (Again.Types.empty() && Again.Jumps.empty())
    return;
  auto *Text = static_cast<Lexer *>(S.getPreprocessor().getCurrentFileLexer());
  if (!Text)
    return;
  auto isHere = [&](const char *Place) { return Text->getBufferLocation() == Place; };
  auto Defined = llvm::find_if(Again.Types, [&](const DeclaredName &Entry) { return isHere(Entry.Type->Trigger.end()); });
  if (Defined != Again.Types.end()) {
    const DeclaredName Name = std::move(*Defined);
    Again.Types.erase(Defined);
    if (bringBack(Name)) {
      llvm::append_range(Again.Jumps, Name.Type->Jumps);
      if (!Name.Closer.empty())
        llvm::erase_if(SpecializedNow, [&](const DeclaredSpecialization &Entry) {
          return Entry.isClosedAt(Text->getSourceLocation(Name.Closer.begin(), Name.Closer.size()));
        });
    }
  }
  if (!Again.Jumps.empty() && isHere(Again.Jumps.front().From)) {
    jump(*Text, Again.Jumps.front().To);
    Again.Jumps.erase(Again.Jumps.begin());
  }
}

} // namespace chv
