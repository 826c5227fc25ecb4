// What the session's cells have found in files, for when they are read again: a file may have been edited or deleted since, and a committed cell goes on to
// mean what it meant. A new cell gets what is on the disk, and reads a file again, once-only or not, if that or what it includes has been edited.
#pragma once
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace chv {

// What a path led to.
class KeptFile {
public:
  KeptFile(unsigned Cell, const llvm::ErrorOr<llvm::vfs::Status> &OnDisk, unsigned Round);
  const unsigned Cell; // the first that found it so
  const unsigned Round; // the last cell that found one of the files that it includes edited; 0 if none did
  const std::error_code Missing;
  const llvm::vfs::Status About; // to clang each version of a file is another one
  bool isSameAs(const KeptFile &Other) const;
  // Its text as it was when it was first read, which is now if nobody has.
  llvm::ErrorOr<std::shared_ptr<const llvm::MemoryBuffer>> text(llvm::vfs::FileSystem &Disk, llvm::StringRef Path);
  // Its text has included another file.
  void noteInclude(llvm::StringRef Path, std::shared_ptr<KeptFile> File);
  std::vector<std::pair<std::string, std::shared_ptr<KeptFile>>> includes();

private:
  std::mutex Mutex;
  std::shared_ptr<const llvm::MemoryBuffer> Text;
  llvm::StringMap<std::weak_ptr<KeptFile>> Includes; // files may include each other
};

// Of both sides, and of all threads that make ASTs of them.
class KeptFiles {
public:
  using Found = std::shared_ptr<KeptFile>;

  // This cell is read for the first time, until `endNew`. What one of its number, or a later one, had found is forgotten: it was rejected or taken back.
  void beginNew(unsigned Cell);
  void endNew();
  bool isNew(unsigned Cell);
  // The cells from this number on are taken back.
  void takenBack(unsigned First);
  // The cells with lesser numbers come from another session and are only read again: with what they found there.
  void takeOver(KeptFiles &Older, unsigned Before);
  // What this cell has found under this path; where it did not look and is not new, what the newest cell before it has. Null if nobody knows.
  Found find(llvm::StringRef Path, unsigned Cell);
  // What the newest cell up to this one has found; null if none has looked.
  Found newest(llvm::StringRef Path, unsigned Cell);
  // Gives what stands for this from now on: another one if a cell before has found the same.
  Found add(llvm::StringRef Path, Found File);

private:
  void forgetFrom(unsigned Cell, std::vector<Found> &Of);

  std::mutex Mutex;
  std::optional<unsigned> New;
  unsigned AgainBefore = 0;
  unsigned Newest = 0; // cell that anything is kept of
  llvm::StringMap<std::vector<Found>> ByPath; // ascending by cell
};

// The files as one AST sees them; not for two threads at a time.
class FilesOfCells : public llvm::vfs::ProxyFileSystem {
public:
  FilesOfCells(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk, std::shared_ptr<KeptFiles> Kept)
      : ProxyFileSystem(std::move(Disk)), Kept(std::move(Kept)) {}
  void beginCell(unsigned Number) { Cell = Number; }
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override { return bool(status(Path)); }
  // A file of the user's includes another one, as the cell is read.
  void noteInclude(llvm::StringRef Includer, llvm::StringRef Included);

private:
  KeptFiles::Found lookUp(llvm::StringRef Path);
  bool includesEdited(llvm::StringRef Path, KeptFile &File);

  const std::shared_ptr<KeptFiles> Kept;
  llvm::StringSet<> Asking; // paths whose files are being compared
  unsigned Cell = 0;
};

} // namespace chv
