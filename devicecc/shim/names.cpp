#include "names.h"

namespace chv {

std::string withoutHiddenNames(llvm::StringRef Text) {
  std::string Result;
  while (true) {
    size_t Start = Text.find("__v");
    if (Start == llvm::StringRef::npos)
      break;
    llvm::StringRef Tail = Text.drop_front(Start + 3);
    llvm::StringRef Digits = Tail.take_while([](char C) { return C >= '0' && C <= '9'; });
    bool Hidden = !Digits.empty() && Tail.drop_front(Digits.size()).starts_with("::");
    Result.append(Text.take_front(Hidden ? Start : Start + 3));
    Text = Hidden ? Tail.drop_front(Digits.size() + 2) : Tail;
  }
  Result.append(Text);
  return Result;
}

} // namespace chv
