// What a person may want to know of a place in a text that they type, asked of clang.
#pragma once
#include <cstddef>
#include <string>

namespace chv {

struct Question {
  enum Kinds {
    Complete,   // how the text goes on
    Signatures, // what the call takes whose arguments begin here
    About,      // what the name is that ends here
  } Kind = Complete;
  std::string Text;
  size_t Position = 0;
  unsigned Number = 0; // of the cell that the text will be
};

// In answers: what ends a field, and what ends a record of them.
constexpr char FieldEnd = '\x1f', RecordEnd = '\x1e';

} // namespace chv
