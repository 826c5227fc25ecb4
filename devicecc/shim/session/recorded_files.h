// What is read of the machine's files while a precompiled header is made: it is of use as long as all of them are the same.
#pragma once
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace chv {

// Every path that was looked for, the absent ones too: a file that comes there may take another's place.
class FileRecord {
public:
  void found(llvm::StringRef Path, const llvm::ErrorOr<llvm::vfs::Status> &About);
  void read(llvm::StringRef Path, const llvm::MemoryBuffer &Text);
  // For each path: itself, then what it led to, each with a NUL behind it. That is `absent`, `directory`, `other`, or for a file `file BYTES MODIFIED INODE`,
  // with the time in nanoseconds, and, if its text was read, the text's BLAKE3 in hexadecimal digits.
  std::string text() const;

private:
  struct Entry {
    std::string State, Digest;
  };
  std::map<std::string, Entry> ByPath;
};

// `Files`, whose answers go into `Record`, which outlives what is made of them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> recordedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, FileRecord &Record);

} // namespace chv
