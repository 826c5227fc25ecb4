#include "session/kept_files.h"
#include "border/names.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/Path.h"

namespace chv {

namespace {

// Clang knows files by their identity: with their own an edited one would be the one that it has read, and a new one with a deleted one's number too.
llvm::vfs::Status withVersion(const llvm::vfs::Status &Of, unsigned Round) {
  if (!Of.isRegularFile())
    return Of;
  uint64_t Version =
      llvm::hash_combine(Of.getUniqueID().getDevice(), Of.getSize(), Of.getLastModificationTime().time_since_epoch().count(), Round);
  return llvm::vfs::Status(Of.getName(), llvm::sys::fs::UniqueID(Version, Of.getUniqueID().getFile()), Of.getLastModificationTime(), Of.getUser(),
                           Of.getGroup(), Of.getSize(), Of.getType(), Of.getPermissions());
}

// A text that ASTs share.
class SharedText : public llvm::MemoryBuffer {
public:
  SharedText(std::shared_ptr<const llvm::MemoryBuffer> Text, std::string Name) : Text(std::move(Text)), Name(std::move(Name)) {
    init(this->Text->getBufferStart(), this->Text->getBufferEnd(), /*RequiresNullTerminator=*/true);
  }
  llvm::StringRef getBufferIdentifier() const override { return Name; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  const std::shared_ptr<const llvm::MemoryBuffer> Text;
  const std::string Name;
};

class OpenFile : public llvm::vfs::File {
public:
  OpenFile(KeptFiles::Found File, std::string Path, llvm::vfs::FileSystem &Disk) : File(std::move(File)), Path(std::move(Path)), Disk(Disk) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return llvm::vfs::Status::copyWithNewName(File->About, Path); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    auto Text = File->text(Disk, Path);
    if (!Text)
      return Text.getError();
    return std::make_unique<SharedText>(std::move(*Text), Name.str());
  }
  std::error_code close() override { return {}; }

private:
  const KeptFiles::Found File;
  const std::string Path;
  llvm::vfs::FileSystem &Disk;
};

} // namespace

KeptFile::KeptFile(unsigned Cell, const llvm::ErrorOr<llvm::vfs::Status> &OnDisk, unsigned Round)
    : Cell(Cell), Round(Round), Missing(OnDisk.getError()), About(OnDisk ? withVersion(*OnDisk, Round) : llvm::vfs::Status()) {}

bool KeptFile::isSameAs(const KeptFile &Other) const {
  if (Missing || Other.Missing)
    return Missing && Other.Missing;
  return About.getType() == Other.About.getType() && About.getUniqueID() == Other.About.getUniqueID();
}

llvm::ErrorOr<std::shared_ptr<const llvm::MemoryBuffer>> KeptFile::text(llvm::vfs::FileSystem &Disk, llvm::StringRef Path) {
  std::lock_guard Lock(Mutex);
  if (Text)
    return Text;
  auto File = Disk.openFileForRead(Path);
  if (!File)
    return File.getError();
  // Copied, not mapped: what is mapped changes with the file.
  auto Read = (*File)->getBuffer(Path, /*FileSize=*/-1, /*RequiresNullTerminator=*/true, /*IsVolatile=*/true);
  if (!Read)
    return Read.getError();
  auto Now = (*File)->status();
  if (!Now || withVersion(*Now, Round).getUniqueID() != About.getUniqueID() || (*Read)->getBufferSize() != About.getSize())
    return std::make_error_code(std::errc::resource_unavailable_try_again); // it is being edited
  Text = std::move(*Read);
  return Text;
}

void KeptFile::noteInclude(llvm::StringRef Path, std::shared_ptr<KeptFile> File) {
  std::lock_guard Lock(Mutex);
  Includes[Path] = File;
}

std::vector<std::pair<std::string, std::shared_ptr<KeptFile>>> KeptFile::includes() {
  std::lock_guard Lock(Mutex);
  std::vector<std::pair<std::string, std::shared_ptr<KeptFile>>> Found;
  for (const auto &Entry : Includes)
    if (auto File = Entry.second.lock())
      Found.emplace_back(Entry.first(), std::move(File));
  return Found;
}

void KeptFiles::beginNew(unsigned Cell) {
  std::lock_guard Lock(Mutex);
  // The session's own cell, whose files are those of the preamble: what these were when the session began is what later ASTs are to find too.
  if (Cell == 0 || Cell < AgainBefore)
    return;
  New = Cell;
  if (Newest < Cell)
    return;
  Newest = 0;
  for (auto &Path : ByPath)
    forgetFrom(Cell, Path.second);
}

void KeptFiles::forgetFrom(unsigned Cell, std::vector<Found> &Of) {
  llvm::erase_if(Of, [&](const Found &File) { return File->Cell >= Cell; });
  if (!Of.empty())
    Newest = std::max(Newest, Of.back()->Cell);
}

void KeptFiles::endNew() {
  std::lock_guard Lock(Mutex);
  New.reset();
}

bool KeptFiles::isNew(unsigned Cell) {
  std::lock_guard Lock(Mutex);
  return New == Cell;
}

void KeptFiles::takenBack(unsigned First) {
  std::lock_guard Lock(Mutex);
  AgainBefore = std::min(AgainBefore, First);
}

void KeptFiles::takeOver(KeptFiles &Older, unsigned Before) {
  std::scoped_lock Lock(Mutex, Older.Mutex);
  AgainBefore = Before;
  Newest = 0;
  ByPath.clear();
  for (const auto &Path : Older.ByPath) {
    std::vector<Found> &Mine = ByPath[Path.first()] = Path.second;
    forgetFrom(Before, Mine);
  }
}

KeptFiles::Found KeptFiles::find(llvm::StringRef Path, unsigned Cell) {
  std::lock_guard Lock(Mutex);
  auto All = ByPath.find(Path);
  if (All == ByPath.end())
    return nullptr;
  for (const Found &File : llvm::reverse(All->second))
    if (File->Cell <= Cell)
      return File->Cell == Cell || New != Cell ? File : nullptr;
  return nullptr;
}

KeptFiles::Found KeptFiles::newest(llvm::StringRef Path, unsigned Cell) {
  std::lock_guard Lock(Mutex);
  auto All = ByPath.find(Path);
  if (All == ByPath.end())
    return nullptr;
  auto Last = llvm::find_if(llvm::reverse(All->second), [&](const Found &File) { return File->Cell <= Cell; });
  return Last == All->second.rend() ? nullptr : *Last;
}

KeptFiles::Found KeptFiles::add(llvm::StringRef Path, Found File) {
  std::lock_guard Lock(Mutex);
  std::vector<Found> &All = ByPath[Path];
  auto After = llvm::find_if(All, [&](const Found &Other) { return Other->Cell > File->Cell; });
  if (After != All.begin()) {
    const Found &Before = *std::prev(After);
    // Of two sides that read the same cell, the one that looked first is right.
    if (Before->Cell == File->Cell || Before->isSameAs(*File))
      return Before;
  }
  Newest = std::max(Newest, File->Cell);
  return *All.insert(After, std::move(File));
}

// What the session itself makes is no file of the machine's.
static bool isOfSession(llvm::StringRef Path) {
  return Path.starts_with("/chevron/") || llvm::sys::path::filename(Path).starts_with(CELL_FILE_PREFIX);
}

KeptFiles::Found FilesOfCells::lookUp(llvm::StringRef Path) {
  KeptFiles::Found File = Kept->find(Path, Cell);
  if (!File) {
    KeptFiles::Found Before = Kept->newest(Path, Cell);
    unsigned Round = !Before ? 0 : includesEdited(Path, *Before) ? Cell : Before->Round;
    auto OnDisk = std::make_shared<KeptFile>(Cell, getUnderlyingFS().status(Path), Round);
    // A directory that was not there when the session began may come.
    if (Cell == 0 && OnDisk->Missing)
      return OnDisk;
    File = Kept->add(Path, std::move(OnDisk));
  }
  return File;
}

bool FilesOfCells::includesEdited(llvm::StringRef Path, KeptFile &File) {
  if (!Asking.insert(Path).second)
    return false;
  auto isEdited = [&](const auto &Entry) { return !lookUp(Entry.first)->isSameAs(*Entry.second); };
  bool Edited = llvm::any_of(File.includes(), isEdited);
  Asking.erase(Path);
  return Edited;
}

void FilesOfCells::noteInclude(llvm::StringRef Includer, llvm::StringRef Included) {
  if (isOfSession(Includer) || !Kept->isNew(Cell))
    return;
  if (KeptFiles::Found File = lookUp(Includer); !File->Missing)
    File->noteInclude(Included, lookUp(Included));
}

llvm::ErrorOr<llvm::vfs::Status> FilesOfCells::status(const llvm::Twine &Path) {
  llvm::SmallString<256> Storage;
  llvm::StringRef Name = Path.toStringRef(Storage);
  if (isOfSession(Name))
    return ProxyFileSystem::status(Path);
  KeptFiles::Found File = lookUp(Name);
  if (File->Missing)
    return File->Missing;
  return llvm::vfs::Status::copyWithNewName(File->About, Name);
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> FilesOfCells::openFileForRead(const llvm::Twine &Path) {
  llvm::SmallString<256> Storage;
  llvm::StringRef Name = Path.toStringRef(Storage);
  if (isOfSession(Name))
    return ProxyFileSystem::openFileForRead(Path);
  KeptFiles::Found File = lookUp(Name);
  if (File->Missing)
    return File->Missing;
  if (!File->About.isRegularFile())
    return ProxyFileSystem::openFileForRead(Path);
  return std::make_unique<OpenFile>(std::move(File), Name.str(), getUnderlyingFS());
}

} // namespace chv
