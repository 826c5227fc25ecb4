// Where clang has found files, and where not: it asks for a path once in an AST's life, which is one translation unit to it and a whole session to us.
#pragma once
#include <memory>
#include <vector>

namespace clang {
class FileManager;
class HeaderSearch;
} // namespace clang

namespace chv {

class FileLookups {
public:
  // Has clang ask again for each path that it needs from now on. What it has read stays as it is.
  void renew(clang::FileManager &Files, clang::HeaderSearch &Headers);

private:
  std::vector<std::shared_ptr<void>> Old; // clang's references to files point into these
};

} // namespace chv
