#include "redefinition/declared_names.h"
#include "redefinition/raw_tokens.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace chv {

namespace {

bool isStatementWord(llvm::StringRef Word) {
  static const llvm::StringSet<> Words{"if",     "for",    "while",     "do",       "switch",   "return", "try",    "goto",
                                       "delete", "throw",  "new",       "co_return", "co_await", "co_yield", "sizeof", "case",
                                       "default", "break", "continue",  "typeid",   "static_assert", "asm", "__asm__", "this"};
  return Words.contains(Word);
}

// Words before a declarator that are no type.
bool isSpecifier(llvm::StringRef Word) {
  static const llvm::StringSet<> Words{"static", "inline", "extern", "constexpr", "consteval", "constinit", "const",
                                       "volatile", "friend", "virtual", "explicit", "thread_local", "mutable", "register"};
  return Words.contains(Word) || (Word.starts_with("__") && Word.ends_with("__") && Word.size() > 4);
}

class Scanner : TokenList {
public:
  Scanner(llvm::ArrayRef<RawToken> Tokens, NamesValue IsValue, std::vector<DeclaredName> &Found)
      : TokenList(Tokens), IsValue(IsValue), Found(Found) {}

  void declarations(size_t End) {
    while (At < End) {
      size_t Before = At;
      declaration(End);
      At = std::max(At, Before + 1);
    }
  }

private:
  using Shape = DeclaredName::Shape;

  void add(Shape What, llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Inner = {}) {
    DeclaredName Entry{What, Path, Name, text(Begin).begin(), Around, Inner.size(), InC, Template, Template, Specialization || HasArguments};
    Entry.Path.append(Inner.begin(), Inner.end());
    if (HasArguments) {
      Entry.Closer = text(NameEnd - 1);
      Entry.After = text(NameEnd);
    }
    Found.push_back(std::move(Entry));
  }

  void declaration(size_t End) {
    Specialization = HasArguments = Extern = Template = false;
    At = skipAttributes(At);
    Begin = At;
    Defaults.clear();
    while (text(At) == "template" && is(At + 1, tok::less)) {
      Specialization |= is(At + 2, tok::greater);
      Template = true;
      size_t Parameters = At + 1;
      At = afterAngle(Parameters);
      defaults(Parameters, At);
      if (text(At) == "requires")
        At = is(At + 1, tok::l_paren) ? afterBracket(At + 1) : skipConstraint(At + 1);
    }
    llvm::StringRef First = text(At);
    bool Inline = First == "inline" && text(At + 1) == "namespace";
    if (Inline)
      First = text(++At);
    if (First == "namespace")
      return inNamespace(End, Inline);
    if (First == "extern" && is(At + 1, tok::string_literal))
      return ofLanguage(End);
    if (First == "using")
      return usingDeclaration(End);
    if (First == "typedef")
      return typedefDeclaration(End);
    if (First == "concept") {
      add(Shape::Object, text(At + 1));
      return skipDeclaration(End);
    }
    if (isStatementWord(First) || is(At, tok::l_brace))
      return skipDeclaration(End);
    declarators(End);
  }

  // The default arguments among the parameters of a template, which are from `<` to before `End`.
  void defaults(size_t I, size_t End) {
    for (++I; I + 1 < End;) {
      if (!is(I, tok::equal)) {
        // Parameters of a template among them have defaults of their own, which nothing refers to.
        I = is(I, tok::less) ? std::max(I + 1, afterAngle(I)) : is(I, tok::l_paren) ? afterBracket(I) : I + 1;
        continue;
      }
      const char *From = Tokens[I - 1].Text.end(), *To = Tokens[End - 1].Text.end() - 1;
      while (I + 1 < End && !is(I, tok::comma))
        I = is(I, tok::less) ? std::max(I + 1, afterAngle(I)) : opens(I) ? afterBracket(I) : I + 1;
      if (I + 1 < End)
        To = Tokens[I].Text.begin();
      Defaults.push_back({From, To});
    }
  }

  // Behind `extern "C"`.
  void ofLanguage(size_t End) {
    llvm::SaveAndRestore Language(InC, text(At + 1) == "\"C\"");
    At += 2;
    if (is(At, tok::l_brace))
      return inBraces();
    llvm::SaveAndRestore Single(OnlyDeclares, true);
    declaration(End);
  }

  void inBraces() {
    llvm::SaveAndRestore Several(OnlyDeclares, false);
    size_t Close = afterBracket(At);
    ++At;
    declarations(Close - 1);
    At = Close;
  }

  void inNamespace(size_t End, bool Inline) {
    size_t Depth = Path.size();
    llvm::SaveAndRestore OfAround(Around);
    At = skipAttributes(At + 1);
    if (word(At) && is(At + 1, tok::equal)) {
      add(Shape::Object, text(At));
      return skipDeclaration(End);
    }
    if (is(At, tok::l_brace))
      Path.push_back("");
    for (; word(At) || is(At, tok::coloncolon); ++At)
      if (word(At) && text(At) == "inline") {
        Inline = true;
      } else if (word(At)) {
        add(Shape::Namespace, text(At));
        Path.push_back(text(At));
        if (!std::exchange(Inline, false))
          Around = Path.size();
      }
    At = skipAttributes(At);
    if (is(At, tok::l_brace))
      inBraces();
    Path.truncate(Depth);
  }

  void usingDeclaration(size_t End) {
    if (word(At + 1) && is(skipAttributes(At + 2), tok::equal))
      add(Shape::Type, text(At + 1));
    else if (text(At + 1) == "enum") {
      llvm::SmallVector<llvm::StringRef, 4> Names;
      chain(At + 2, Names);
      if (!Names.empty())
        add(Shape::UsingEnum, Names.back(), llvm::ArrayRef(Names).drop_back());
    } else if (text(At + 1) != "namespace") {
      size_t Last = At;
      for (size_t I = At + 1; word(I) || is(I, tok::coloncolon); ++I)
        Last = word(I) ? I : Last;
      add(Shape::Object, text(Last));
    }
    skipDeclaration(End);
  }

  void typedefDeclaration(size_t End) {
    size_t Last = 0;
    for (size_t I = At + 1; I < End && !is(I, tok::semi);) {
      if (is(I, tok::l_paren) && is(I + 1, tok::star) && word(I + 2) && Last > 0) {
        Last = I + 2;
        break;
      }
      if (word(I))
        Last = I;
      I = opens(I) ? afterBracket(I) : I + 1;
    }
    llvm::StringRef Keyword = text(At + 1);
    if (Keyword == "struct" || Keyword == "union" || Keyword == "enum")
      classHead(At + 1);
    if (Last > 0) {
      add(Shape::Type, text(Last));
      Found.back().Type = namelessType(Last);
    }
    skipDeclaration(End);
  }

  // `struct X {`, `enum class X : int {`; gives the place after the body, or `I` if no class is defined here.
  size_t classHead(size_t I) {
    bool Enum = text(I) == "enum", AnyEnum = Enum;
    size_t J = skipAttributes(I + 1);
    if (Enum && (text(J) == "class" || text(J) == "struct"))
      Enum = false, J = skipAttributes(J + 1);
    llvm::SmallVector<llvm::StringRef, 4> Names;
    size_t K = NameEnd = chain(J, Names);
    bool Special = !Names.empty() && endsWithArguments(K);
    if (text(K) == "final")
      ++K;
    if (is(K, tok::colon))
      while (K < Tokens.size() && !is(K, tok::l_brace) && !is(K, tok::semi))
        ++K;
    if (!is(K, tok::l_brace)) {
      if (is(K, tok::semi) && Names.size() == 1 && !Special && !Specialization) {
        add(Shape::Forward, Names.back());
        if (!Defaults.empty())
          Found.back().Type = DefinedType{"", text(Begin + 1), Defaults};
      }
      return I;
    }
    HasArguments = Special;
    size_t Close = afterBracket(K);
    if (!Names.empty())
      add(Shape::Type, Names.back(), llvm::ArrayRef(Names).drop_back());
    if ((Special || Names.size() == 1) && is(Close - 1, tok::r_brace))
      Found.back().Type = definedType(I, AnyEnum ? K : NameEnd, Close);
    else if (Names.size() > 1 && is(Close - 1, tok::r_brace) && is(Close, tok::semi))
      Found.back().Type = typeOutside(I, Close);
    HasArguments = false;
    if (Enum)
      for (size_t M = K + 1; M < Close - 1; M = is(M, tok::l_paren) ? afterBracket(M) : M + 1)
        if (word(M) && (is(M - 1, tok::l_brace) || is(M - 1, tok::comma)))
          add(Shape::Object, text(M));
    return Close;
  }

  static llvm::StringRef between(llvm::StringRef First, llvm::StringRef Last) { return {First.begin(), size_t(Last.end() - First.begin())}; }

  // `Keyword`: of the class; a declaration has nothing from `Cut` to before `Close`.
  DefinedType definedType(size_t Keyword, size_t Cut, size_t Close) const {
    size_t First = Template ? Begin : Keyword;
    DefinedType Defined{between(text(First), text(Close - 1)), text(First + 1), Defaults};
    Defined.Jumps.push_back({text(Cut - 1).end(), text(Close - 1).end()});
    return Defined;
  }

  // One outside of its class or namespace cannot be read as a declaration, but as an empty one.
  DefinedType typeOutside(size_t Keyword, size_t Close) const {
    size_t First = Template ? Begin : Keyword;
    return {between(text(First), text(Close - 1)), text(First), {{text(First).end(), text(Close).end()}}};
  }

  // `typedef struct {…} X;` can be read as `typedef X X;` if nothing stands before it that clang is not through with.
  std::optional<DefinedType> namelessType(size_t Name) const {
    bool Alone = At == 0 && is(At + 2, tok::l_brace) && afterBracket(At + 2) == Name && is(Name + 1, tok::semi);
    if (!Alone)
      return std::nullopt;
    const char *From = text(Name).begin(), *To = text(Name).end();
    return DefinedType{between(text(At + 1), text(Name - 1)), text(At), {{text(At).end(), From}, {To, From}}};
  }

  // A chain of names such as `std::vector<int>`; gives the place after it.
  size_t chain(size_t I, llvm::SmallVectorImpl<llvm::StringRef> &Names) const {
    I += is(I, tok::coloncolon);
    while (word(I) || (is(I, tok::tilde) && !Names.empty())) {
      if (text(I) == "operator")
        return operatorName(I, Names);
      if (is(I, tok::tilde)) {
        Names.push_back(text(I));
        return I + 1 + word(I + 1);
      }
      Names.push_back(text(I++));
      if (is(I, tok::less))
        I = afterAngle(I);
      if (!is(I, tok::coloncolon))
        break;
      ++I;
      I += text(I) == "template";
    }
    return I;
  }

  // Is what ends before `I` a name with arguments of a template?
  bool endsWithArguments(size_t I) const {
    return I > 0 && (is(I - 1, tok::greater) || is(I - 1, tok::greatergreater) || is(I - 1, tok::greatergreatergreater));
  }

  size_t operatorName(size_t I, llvm::SmallVectorImpl<llvm::StringRef> &Names) const {
    size_t Begin = I + 1;
    I = is(Begin, tok::l_paren) ? Begin + 2 : Begin + 1;
    while (I < Tokens.size() && !is(I, tok::l_paren))
      ++I;
    if (I < Tokens.size()) {
      const char *End = Tokens[I - 1].Text.end();
      Names.push_back(llvm::StringRef(Tokens[Begin - 1].Text.begin(), End - Tokens[Begin - 1].Text.begin()));
    }
    return I;
  }

  void declarators(size_t End) {
    bool Typed = false;
    llvm::SmallVector<llvm::StringRef, 4> Names;
    while (At < End) {
      At = skipAttributes(At);
      llvm::StringRef Word = text(At);
      if (Word == "class" || Word == "struct" || Word == "union" || Word == "enum" || Word == "typename") {
        size_t After = Word == "typename" ? At : classHead(At);
        Typed |= After != At;
        At = After != At ? After : At + 1;
        continue;
      }
      if (Word == "decltype" && is(At + 1, tok::l_paren)) {
        At = afterBracket(At + 1), Typed = true;
        continue;
      }
      if (word(At) && isSpecifier(Word)) {
        Extern |= Word == "extern";
        ++At;
        continue;
      }
      if (is(At, tok::star) || is(At, tok::amp) || is(At, tok::ampamp)) {
        if (!Typed)
          break;
        ++At;
        continue;
      }
      if (Typed && is(At, tok::l_square)) {
        bindings();
        break;
      }
      if (Typed && is(At, tok::l_paren) && is(At + 1, tok::star) && word(At + 2)) {
        add(Shape::Object, text(At + 2));
        break;
      }
      if (!word(At) && !is(At, tok::coloncolon))
        break;
      Names.clear();
      At = chain(At, Names);
      if (Names.empty())
        break;
      HasArguments = endsWithArguments(At) && !Names.back().starts_with("operator");
      NameEnd = At;
      bool Names2 = Names.size() >= 2 && (Names.back() == Names[Names.size() - 2]); // a constructor, `P::P(`
      bool Follows = word(At) || is(At, tok::coloncolon) || is(At, tok::star) || is(At, tok::amp) || is(At, tok::ampamp) ||
                     is(At, tok::l_square);
      if (!Typed && !(Names2 && is(At, tok::l_paren))) {
        if (is(At, tok::l_paren) && is(afterBracket(At), tok::arrow)) {
          add(Shape::Guide, Names.back(), llvm::ArrayRef(Names).drop_back());
          break;
        }
        bool Untyped = Names.back().starts_with("operator") || Names.back() == "~";
        // A namespace has declarations alone.
        if ((!Follows && !Untyped) || (Path.empty() && IsValue(Names)))
          break;
        if (!Untyped) {
          Typed = true;
          continue;
        }
      }
      if (Typed && word(At)) // `unsigned long x`, `T const x`
        continue;
      if (!declarator(Names, End))
        break;
    }
    skipDeclaration(End);
  }

  void bindings() {
    size_t Close = afterBracket(At);
    for (size_t I = At + 1; I + 1 < Close; ++I)
      if (word(I)) {
        add(Shape::Object, text(I));
        Found.back().Alone = true;
      }
  }

  // The declarator whose name ends before `At`; true if another may follow.
  bool declarator(llvm::ArrayRef<llvm::StringRef> Names, size_t End) {
    if (is(At, tok::l_paren)) {
      size_t After = afterBracket(At);
      add(isFunctionBody(After) ? Shape::Function : Shape::Call, Names.back(), Names.drop_back());
      if (Found.back().What == Shape::Function)
        return false;
    } else if (is(At, tok::equal) || is(At, tok::semi) || is(At, tok::comma) || is(At, tok::l_brace) ||
               is(At, tok::l_square) || At >= End) {
      size_t After = At;
      while (is(After, tok::l_square))
        After = afterBracket(After);
      bool Initialized = is(After, tok::equal) || is(After, tok::l_brace);
      add((Extern || OnlyDeclares) && !Initialized ? Shape::Extern : Shape::Object, Names.back(), Names.drop_back());
    } else {
      return false;
    }
    for (; At < End && !is(At, tok::semi); At = opens(At) ? afterBracket(At) : At + 1)
      if (is(At, tok::comma)) {
        ++At;
        return true;
      }
    return false;
  }

  // After a parameter list: what may stand before a body.
  bool isFunctionBody(size_t I) const {
    for (; I < Tokens.size(); I = is(I, tok::l_paren) || is(I, tok::l_square) ? afterBracket(I) : I + 1) {
      if (is(I, tok::l_brace) || is(I, tok::colon) || text(I) == "try")
        return true;
      if (is(I, tok::equal))
        return text(I + 1) == "default" || text(I + 1) == "delete";
      if (is(I, tok::semi) || is(I, tok::comma))
        return false;
    }
    return false;
  }

  void skipDeclaration(size_t End) {
    bool Body = false;
    for (; At < End; ++At) {
      if (is(At, tok::semi)) {
        ++At;
        return;
      }
      if (opens(At)) {
        Body = is(At, tok::l_brace) && At > 0 && !is(At - 1, tok::equal);
        At = afterBracket(At);
        // After a function's body the next declaration begins; after a class's a `;` or a declarator follows.
        if (Body && !is(At, tok::semi) && !is(At, tok::comma) && !is(At, tok::star))
          return;
        --At;
      }
    }
  }

  NamesValue IsValue;
  std::vector<DeclaredName> &Found;
  llvm::SmallVector<llvm::StringRef, 2> Path;
  size_t Around = 0; // as of `DeclaredName`
  size_t At = 0, Begin = 0;                       // where it is, and where the declaration begins
  llvm::SmallVector<DefinedType::Jump, 2> Defaults; // over those of its templates' parameters
  bool InC = false, OnlyDeclares = false; // within `extern "C"`; behind it without braces
  bool Specialization = false; // the declaration that is being read
  bool Extern = false, Template = false;
  bool HasArguments = false;   // the name that was read last
  size_t NameEnd = 0;          // the place after it
};

} // namespace

std::string withoutBlanks(llvm::StringRef Text) {
  std::string Made = Text.str();
  llvm::erase_if(Made, [](char C) { return llvm::isSpace(C); });
  return Made;
}

std::vector<DeclaredName> declaredNames(llvm::StringRef &Text, const LangOptions &Language, NamesValue IsValue) {
  std::vector<DeclaredName> Found;
  std::vector<RawToken> Tokens = tokenize(Text, Language);
  Text = Tokens.empty() ? "" : llvm::StringRef(Tokens.back().Text.end(), Text.end() - Tokens.back().Text.end());
  Scanner(Tokens, IsValue, Found).declarations(Tokens.size());
  llvm::erase_if(Found, [](const DeclaredName &Entry) { return Entry.Name.empty(); });
  return Found;
}

} // namespace chv
