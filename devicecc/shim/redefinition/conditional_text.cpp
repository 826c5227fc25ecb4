#include "redefinition/conditional_text.h"
#include <algorithm>
#include <vector>

namespace chv {

namespace {

// One `#if` that is open.
struct Conditional {
  bool Around; // is what stands around it kept?
  bool Taken;  // has one of its branches been kept?
  bool Kept;   // is the branch that is being read?
};

} // namespace

static bool isElse(llvm::StringRef Word) { return Word == "else" || Word == "elif" || Word == "elifdef" || Word == "elifndef"; }

// Does a directive begin a branch that is kept, of an `#if` none of whose branches has been so far?
static bool keeps(llvm::StringRef Word, llvm::StringRef Condition, Branch Kept) {
  if (Word == "else")
    return true;
  if ((Word == "if" || Word == "elif") && (Condition == "0" || Condition == "1"))
    return Condition == "1";
  return Kept == Branch::First;
}

std::string withBranches(llvm::StringRef Text, Branch Kept) {
  std::string Made = Text.str();
  std::vector<Conditional> Open;
  bool Continued = false; // the line goes on with a directive
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    llvm::StringRef Line = Text.slice(At, End).trim();
    bool Directive = Continued;
    if (!Continued && Line.consume_front("#")) {
      llvm::StringRef Word = Line.ltrim().take_while([](char C) { return C >= 'a' && C <= 'z'; });
      llvm::StringRef Condition = Line.ltrim().drop_front(Word.size()).trim();
      Directive = Word.starts_with("if") || isElse(Word) || Word == "endif";
      if (Word.starts_with("if")) {
        bool Around = Open.empty() || Open.back().Kept, Keeps = keeps(Word, Condition, Kept);
        Open.push_back({Around, Keeps, Around && Keeps});
      } else if (isElse(Word) && !Open.empty()) {
        Conditional &In = Open.back();
        bool Keeps = !In.Taken && keeps(Word, Condition, Kept);
        In.Taken |= Keeps;
        In.Kept = In.Around && Keeps;
      } else if (Word == "endif" && !Open.empty()) {
        Open.pop_back();
      }
    }
    if (Directive || (!Open.empty() && !Open.back().Kept))
      std::fill(Made.begin() + At, Made.begin() + End, ' ');
    Continued = Directive && Line.ends_with("\\");
    At = End + 1;
  }
  return Made;
}

} // namespace chv
