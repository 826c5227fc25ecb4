#include "ptx/ptx_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace chv {

PtxType PtxType::of(llvm::StringRef Word) {
  if (Word == "pred")
    return {'p', 1};
  unsigned Bits = 0;
  if (Word.size() < 2 || !llvm::StringRef("subf").contains(Word.front()) || Word.drop_front().getAsInteger(10, Bits) ||
      !llvm::is_contained({8u, 16u, 32u, 64u}, Bits))
    return {};
  return {Word.front(), Bits};
}

std::string ptxAsWritten(llvm::StringRef Template) {
  std::string Written;
  for (size_t I = 0; I < Template.size(); ++I) {
    char Next = Template[I] == '$' && I + 1 < Template.size() ? Template[I + 1] : 0;
    switch (Next) {
    case 0:
      Written += Template[I];
      continue;
    case '$':
      Written += '$';
      break;
    case '(':
      Written += '{';
      break;
    case ')':
      Written += '}';
      break;
    case '|':
      Written += '|';
      break;
    case '{':
      if (Template.substr(I).starts_with("${:uid}")) { // `%=`: labels are the statement's own all the same
        I += llvm::StringRef("${:uid}").size() - 2;
        break;
      }
      [[fallthrough]];
    default:
      Written += '%';
      continue;
    }
    ++I;
  }
  return Written;
}

namespace {

bool isOfName(char C) { return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%'; }

std::string withoutComments(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    size_t Start = std::min(Text.find("//"), Text.find("/*"));
    Result += Text.take_front(Start);
    if (Start == llvm::StringRef::npos)
      break;
    bool Line = Text.substr(Start).starts_with("//");
    size_t End = Text.find(Line ? "\n" : "*/", Start);
    Text = End == llvm::StringRef::npos ? "" : Text.drop_front(End + (Line ? 1 : 2));
    Result += ' ';
  }
  return Result;
}

class Reader {
public:
  explicit Reader(llvm::StringRef Text) : Rest(Text) {}

  llvm::Error read() {
    Scopes.emplace_back();
    for (skip(); !Rest.empty() && Problem.empty(); skip())
      statement();
    if (Problem.empty() && Scopes.size() != 1)
      fail("a brace is not closed");
    return Problem.empty() ? llvm::Error::success() : llvm::createStringError(Problem);
  }

  PtxText Result;

private:
  llvm::StringRef Rest;
  std::string Problem, Label;
  std::vector<llvm::StringMap<unsigned>> Scopes;

  void fail(const llvm::Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
  }
  void skip() { Rest = Rest.ltrim(); }
  bool take(llvm::StringRef Word) { return skip(), Rest.consume_front(Word); }
  llvm::StringRef name() {
    skip();
    llvm::StringRef Found = Rest.take_while(isOfName);
    Rest = Rest.drop_front(Found.size());
    return Found;
  }

  void statement() {
    if (take(";"))
      return;
    if (take("{"))
      return Scopes.emplace_back(), void();
    if (take("}")) {
      if (Scopes.size() == 1)
        return fail("a brace is closed that is not open");
      return Scopes.pop_back();
    }
    if (take(".reg"))
      return registers();
    llvm::StringRef Before = Rest;
    llvm::StringRef Name = name();
    if (!Name.empty() && take(":")) {
      Result.Instructions.push_back({Name.str(), {}, {}, {}, Name.str()});
      return;
    }
    Rest = Before;
    instruction();
  }

  void registers() {
    skip();
    Rest.consume_front(".");
    llvm::StringRef Word = name();
    PtxType Type = PtxType::of(Word);
    if (Type.Bits == 0)
      return fail("`.reg ." + Word + "` is not known");
    do {
      std::string Name = name().str();
      unsigned Count = 0;
      if (take("<") && (Rest.consumeInteger(10, Count) || !take(">") || Count == 0 || Count > 1024))
        return fail("there are no such registers `" + Name + "<...>`");
      if (Count == 0)
        declare(Name, Type);
      for (unsigned I = 0; I < Count; ++I)
        declare(Name + std::to_string(I), Type);
    } while (take(","));
    end();
  }

  void declare(const std::string &Name, PtxType Type) {
    Scopes.back()[Name] = Result.Registers.size();
    Result.Registers.push_back(Type);
  }

  void end() {
    skip();
    // The last statement needs no end, as in nvcc's.
    if (!take(";") && !Rest.empty() && !Rest.starts_with("}"))
      fail("`" + Rest.take_front(24) + "` is not known");
  }

  void instruction() {
    PtxInstruction Made;
    llvm::StringRef Start = Rest;
    if (take("@")) {
      bool Negated = take("!");
      Made.Guard.push_back(operand());
      Made.Guard.back().Negated = Negated;
    }
    skip();
    llvm::StringRef Code = Rest.take_while([](char C) { return isOfName(C) || C == '.' || C == ':'; });
    if (Code.empty())
      return fail("`" + Rest.take_until([](char C) { return C == ';' || C == '\n'; }) + "` is not known");
    Rest = Rest.drop_front(Code.size());
    for (llvm::StringRef Word : llvm::split(Code, '.'))
      Made.Words.push_back(Word.str());
    if (skip(), !Rest.empty() && !Rest.starts_with(";") && !Rest.starts_with("}"))
      do {
        Made.Operands.push_back(operand());
        if (take("|"))
          Made.Operands.back().Parts.push_back(operand());
      } while (Problem.empty() && take(","));
    Made.Text = Start.take_front(Start.size() - Rest.size()).trim().str();
    end();
    Result.Instructions.push_back(std::move(Made));
  }

  PtxOperand operand() {
    PtxOperand Found;
    if (take("{")) {
      Found.Is = PtxOperand::Vector;
      do
        Found.Parts.push_back(operand());
      while (Problem.empty() && take(","));
      if (!take("}"))
        fail("a vector of operands is not closed");
      return Found;
    }
    if (take("["))
      return address();
    if (take("!")) {
      Found = operand();
      Found.Negated = true;
      return Found;
    }
    skip();
    if (!Rest.empty() && (llvm::isDigit(Rest.front()) || Rest.front() == '-'))
      return constant();
    return named();
  }

  PtxOperand address() {
    PtxOperand Found;
    Found.Is = PtxOperand::Address;
    Found.Parts.push_back(operand());
    if (take("+")) {
      PtxOperand Offset = operand();
      if (Offset.Is != PtxOperand::Integer)
        fail("an offset is no number");
      Found.Bits = Offset.Bits;
    }
    if (!take("]"))
      fail("an address is not closed");
    return Found;
  }

  PtxOperand constant() {
    PtxOperand Found;
    Found.Is = PtxOperand::Integer;
    bool Negative = Rest.consume_front("-");
    llvm::StringRef Digits = Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '.'; });
    llvm::StringRef Written = Digits;
    Rest = Rest.drop_front(Digits.size());
    bool Single = Digits.starts_with_insensitive("0f"), Wide = Digits.starts_with_insensitive("0d");
    double Value = 0;
    if (Single || Wide) {
      Found.Is = Single ? PtxOperand::Float : PtxOperand::Double;
      if (Negative || Digits.size() != (Single ? 10u : 18u) || Digits.drop_front(2).getAsInteger(16, Found.Bits))
        fail("`" + Written + "` is no number");
    } else if (Digits.contains('.')) {
      Found.Is = PtxOperand::Double;
      if (Digits.getAsDouble(Value))
        fail("`" + Written + "` is no number");
      Found.Bits = llvm::bit_cast<uint64_t>(Negative ? -Value : Value);
    } else {
      Digits.consume_back("U");
      if (Digits.getAsInteger(0, Found.Bits))
        fail("`" + Written + "` is no number");
      Found.Bits = Negative ? -Found.Bits : Found.Bits;
    }
    return Found;
  }

  PtxOperand named() {
    PtxOperand Found;
    llvm::StringRef Name = name();
    if (Name == "_")
      return Found;
    for (const auto &Scope : llvm::reverse(Scopes))
      if (auto At = Scope.find(Name); At != Scope.end()) {
        Found.Is = PtxOperand::Register;
        Found.Index = At->second;
        return Found;
      }
    llvm::StringRef Number = Name;
    if (Number.consume_front("%") && !Number.getAsInteger(10, Found.Index)) {
      Found.Is = PtxOperand::Given;
      return Found;
    }
    Found.Name = Name.str();
    Found.Is = Name.starts_with("%") || Name == "WARP_SZ" ? PtxOperand::Special : PtxOperand::Label;
    if (Found.Is == PtxOperand::Special && Rest.consume_front("."))
      Found.Name += "." + name().str();
    if (Name.empty())
      fail("`" + Rest.take_front(24) + "` is no operand");
    return Found;
  }
};

} // namespace

llvm::Expected<PtxText> readPtx(llvm::StringRef Written) {
  std::string Text = withoutComments(Written);
  Reader Reader(Text);
  if (llvm::Error Failure = Reader.read())
    return std::move(Failure);
  return std::move(Reader.Result);
}

} // namespace chv
