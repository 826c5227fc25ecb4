#include "ast/withheld_names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace chv {

static constexpr llvm::StringLiteral Withheld = "withheld.h";

// Between the files and the names of a table's text.
static constexpr llvm::StringLiteral Separator = "names:\n";

// The file that a place is in; empty for what is in none.
static llvm::StringRef pathOf(const SourceManager &Sources, SourceLocation Where) {
  OptionalFileEntryRef File = Sources.getFileEntryRefForID(Sources.getFileID(Sources.getExpansionLoc(Where)));
  return File ? File->getName() : llvm::StringRef();
}

std::string WithheldTable::keyOf(DeclarationName Name) {
  if (const IdentifierInfo *Identifier = Name.getAsIdentifierInfo())
    return Identifier->getName().str();
  if (Name.getNameKind() == DeclarationName::CXXLiteralOperatorName)
    return "\"\"" + Name.getCXXLiteralIdentifier()->getName().str();
  return {};
}

unsigned WithheldTable::fileNumber(llvm::StringRef Path) {
  auto [At, New] = Files.try_emplace(Path, Includes.size());
  if (New)
    Includes.emplace_back();
  return At->second;
}

llvm::BitVector WithheldTable::reachedFrom(unsigned File, unsigned Without) const {
  llvm::BitVector Reached(Includes.size());
  std::vector<unsigned> Left = {File};
  while (!Left.empty()) {
    unsigned Next = Left.back();
    Left.pop_back();
    if (Next == Without || Reached.test(Next))
      continue;
    Reached.set(Next);
    llvm::append_range(Left, Includes[Next]);
  }
  return Reached;
}

// Visits what a namespace declares, and its inline namespaces, whose names are its own.
static void eachDeclared(const NamespaceDecl &Space, llvm::function_ref<void(const NamedDecl &)> Visit) {
  for (const Decl *D : Space.decls()) {
    if (const auto *Inner = dyn_cast<NamespaceDecl>(D); Inner && Inner->isInline())
      eachDeclared(*Inner, Visit);
    if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D))
      for (const Decl *Within : Linkage->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(Within))
          Visit(*Named);
    if (const auto *Named = dyn_cast<NamedDecl>(D))
      Visit(*Named);
  }
}

void WithheldTable::collect(Sema &S) {
  const SourceManager &Sources = S.getSourceManager();
  NamespaceDecl *Space = S.getStdNamespace();
  unsigned List = Includes.size();
  for (const auto &File : Files)
    if (llvm::sys::path::filename(File.getKey()) == Withheld)
      List = File.getValue();
  if (!Space || List == Includes.size())
    return;
  llvm::BitVector Base = reachedFrom(fileNumber(pathOf(Sources, Sources.getLocForStartOfFile(Sources.getMainFileID()))), List);
  llvm::StringMap<bool> Visible; // by name: whether the preamble shows it
  for (const NamespaceDecl *Part : Space->redecls())
    eachDeclared(*Part, [&](const NamedDecl &D) {
      std::string Key = keyOf(D.getDeclName());
      // `_Rb_tree::count`, defined behind its class, is no name of the namespace.
      if (!D.getDeclContext()->getRedeclContext()->isFileContext() || Key.empty() || Key.front() == '_')
        return;
      auto At = Files.find(pathOf(Sources, D.getLocation()));
      Visible[Key] |= At == Files.end() || Base.test(At->second);
      if (Visible[Key])
        return;
      unsigned File = At->second;
      std::vector<unsigned> &Declaring = Names[Key].Files;
      if (!llvm::is_contained(Declaring, File))
        Declaring.push_back(File);
    });
  for (const auto &Entry : Visible)
    if (Entry.getValue())
      Names.erase(Entry.getKey());
}

std::string WithheldTable::text() const {
  std::string Text;
  auto add = [&](llvm::StringRef First, llvm::ArrayRef<unsigned> Numbers) {
    Text += First;
    for (unsigned Number : Numbers)
      Text += "\t" + std::to_string(Number);
    Text += "\n";
  };
  std::vector<llvm::StringRef> Paths(Includes.size());
  for (const auto &File : Files)
    Paths[File.getValue()] = File.getKey();
  for (size_t I = 0; I < Paths.size(); ++I)
    add(Paths[I], Includes[I]);
  Text += Separator;
  for (const auto &Entry : Names)
    add(Entry.getKey(), Entry.getValue().Files);
  return Text;
}

WithheldTable WithheldTable::parse(llvm::StringRef Text) {
  WithheldTable Table;
  auto [Files, Names] = Text.split(Separator);
  auto eachLine = [](llvm::StringRef Lines, auto Visit) {
    while (!Lines.empty()) {
      auto [Line, Rest] = Lines.split('\n');
      Lines = Rest;
      llvm::SmallVector<llvm::StringRef, 8> Fields;
      Line.split(Fields, '\t');
      std::vector<unsigned> Numbers;
      for (llvm::StringRef Field : llvm::drop_begin(Fields)) {
        unsigned Number = 0;
        if (!Field.getAsInteger(10, Number))
          Numbers.push_back(Number);
      }
      Visit(Fields.front(), std::move(Numbers));
    }
  };
  eachLine(Files, [&](llvm::StringRef Path, std::vector<unsigned> Numbers) { Table.Includes[Table.fileNumber(Path)] = std::move(Numbers); });
  eachLine(Names, [&](llvm::StringRef Name, std::vector<unsigned> Numbers) { Table.Names[Name].Files = std::move(Numbers); });
  return Table;
}

void HeaderWatcher::InclusionDirective(SourceLocation Where, const Token &, llvm::StringRef, bool, CharSourceRange, OptionalFileEntryRef File, llvm::StringRef,
                                       llvm::StringRef, const Module *, bool, SrcMgr::CharacteristicKind) {
  if (!File)
    return;
  unsigned Includer = Table.fileNumber(pathOf(PP.getSourceManager(), Where));
  Table.includes(Includer, Table.fileNumber(File->getName()));
}

WithheldNames::WithheldNames(Sema &S, const WithheldTable &Table, llvm::IntrusiveRefCntPtr<ExternalSemaSource> Precompiled)
    : MultiplexExternalSemaSource(Precompiled, llvm::makeIntrusiveRefCnt<ExternalSemaSource>()), S(S), Table(Table), Before(std::move(Precompiled)),
      Seen(Table.Includes.size()) {
  NamespaceDecl *Space = S.getStdNamespace();
  if (!Space)
    return;
  Std = Space->getPrimaryContext();
  // Variables that are made at once have brought names with them: `std::chrono` for one of its constants.
  if (StoredDeclsMap *Known = Std->getLookupPtr())
    for (auto &Entry : *Known)
      if (isWithheld(WithheldTable::keyOf(Entry.first))) {
        Entry.second = StoredDeclsList();
        Refused.push_back(Entry.first);
      }
}

llvm::IntrusiveRefCntPtr<WithheldNames> WithheldNames::install(Sema &S, const WithheldTable &Table) {
  ASTContext &Context = S.getASTContext();
  llvm::IntrusiveRefCntPtr<ExternalSemaSource> Precompiled(llvm::dyn_cast_or_null<ExternalSemaSource>(Context.getExternalSource()));
  if (Table.empty() || !Precompiled)
    return nullptr;
  auto Made = llvm::makeIntrusiveRefCnt<WithheldNames>(S, Table, std::move(Precompiled));
  Context.setExternalSource(Made);
  // Declarations ask for what the header knows of them in each generation of the source that is the context's when they are made.
  Made->incrementGeneration(Context);
  return Made;
}

bool WithheldNames::isWithheld(llvm::StringRef Key) const {
  if (All)
    return false;
  auto At = Table.Names.find(Key);
  return At != Table.Names.end() && llvm::none_of(At->second.Files, [&](unsigned File) { return File < Seen.size() && Seen.test(File); });
}

bool WithheldNames::FindExternalVisibleDeclsByName(const DeclContext *Context, DeclarationName Name, const DeclContext *Original) {
  if (!InSystemHeader && Context == Std && isWithheld(WithheldTable::keyOf(Name))) {
    Refused.push_back(Name);
    return false;
  }
  return MultiplexExternalSemaSource::FindExternalVisibleDeclsByName(Context, Name, Original);
}

// What was refused may now be seen: clang asks for it when it needs it next.
void WithheldNames::askAgain() {
  StoredDeclsMap *Known = Std ? Std->getLookupPtr() : nullptr;
  if (Known)
    for (DeclarationName Name : Refused)
      if (auto At = Known->find(Name); At != Known->end())
        At->second.setHasExternalDecls();
  Refused.clear();
}

void WithheldNames::included(llvm::StringRef Path) {
  auto At = Table.Files.find(Path);
  if (At == Table.Files.end() || At->second >= Seen.size() || Seen.test(At->second))
    return;
  std::vector<unsigned> Left = {At->second};
  while (!Left.empty()) {
    unsigned Next = Left.back();
    Left.pop_back();
    if (Next >= Seen.size() || Seen.test(Next))
      continue;
    Seen.set(Next);
    llvm::append_range(Left, Table.Includes[Next]);
  }
  askAgain();
}

void WithheldNames::watch(const Token &Next) {
  if (All)
    return;
  bool Before = std::exchange(InSystemHeader, Next.getLocation().isValid() && S.getSourceManager().isInSystemHeader(Next.getLocation()));
  if (InSystemHeader && !Before)
    askAgain();
  tok::TokenKind Previous = Last[0], First = Last[1];
  Last[1] = Last[0];
  Last[0] = Next.getKind();
  if (Next.isNot(tok::identifier) || InSystemHeader)
    return;
  const IdentifierInfo *Name = Next.getIdentifierInfo();
  // Clang's guess of what was meant would look into the precompiled header itself, and find it.
  S.DisableTypoCorrection |= isWithheld(Name->getName());
  // Who adds to `std` may declare one of its names again, and must then see the first declaration.
  if (Previous != tok::kw_namespace || First == tok::kw_using || !Name->isStr("std"))
    return;
  All = true;
  askAgain();
}

} // namespace chv
