#include "session/file_lookups.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"

using namespace clang;

namespace chv {

namespace {

// Clang 22 has no way to make it forget. An explicit instantiation may name what is private.
auto &seenFiles(FileManager &);
auto &seenDirectories(FileManager &);
auto &foundHeaders(HeaderSearch &);

template <auto Files, auto Directories, auto Headers> struct Caches {
  friend auto &seenFiles(FileManager &Of) { return Of.*Files; }
  friend auto &seenDirectories(FileManager &Of) { return Of.*Directories; }
  friend auto &foundHeaders(HeaderSearch &Of) { return Of.*Headers; }
};
template struct Caches<&FileManager::SeenFileEntries, &FileManager::SeenDirEntries, &HeaderSearch::LookupFileCache>;

template <typename Map> std::shared_ptr<void> takeAway(Map &From) { return std::make_shared<Map>(std::exchange(From, Map())); }

} // namespace

void FileLookups::renew(FileManager &Files, HeaderSearch &Headers) {
  Old.push_back(takeAway(seenFiles(Files)));
  Old.push_back(takeAway(seenDirectories(Files)));
  foundHeaders(Headers).clear();
}

} // namespace chv
