#include "session/recorded_files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

namespace chv {

namespace {

class RecordedFile : public llvm::vfs::File {
public:
  RecordedFile(std::unique_ptr<llvm::vfs::File> Of, std::string Path, FileRecord &Record) : Of(std::move(Of)), Path(std::move(Path)), Record(Record) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override {
    llvm::ErrorOr<llvm::vfs::Status> About = Of->status();
    Record.found(Path, About);
    return About;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &Name, int64_t, bool RequiresNullTerminator, bool) override {
    // Copied, not mapped: the digest is of what clang reads.
    auto Text = Of->getBuffer(Name, /*FileSize=*/-1, RequiresNullTerminator, /*IsVolatile=*/true);
    if (Text)
      Record.read(Path, **Text);
    return Text;
  }
  std::error_code close() override { return Of->close(); }

private:
  const std::unique_ptr<llvm::vfs::File> Of;
  const std::string Path;
  FileRecord &Record;
};

class RecordedFiles : public llvm::vfs::ProxyFileSystem {
public:
  RecordedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, FileRecord &Record) : ProxyFileSystem(std::move(Files)), Record(Record) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    llvm::ErrorOr<llvm::vfs::Status> About = ProxyFileSystem::status(Path);
    Record.found(Path.str(), About);
    return About;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override {
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File) {
      Record.found(Path.str(), File.getError());
      return File.getError();
    }
    return std::make_unique<RecordedFile>(std::move(*File), Path.str(), Record);
  }

private:
  FileRecord &Record;
};

std::string state(const llvm::ErrorOr<llvm::vfs::Status> &About) {
  if (!About)
    return "absent";
  if (About->isDirectory())
    return "directory";
  if (!About->isRegularFile())
    return "other";
  auto Modified = About->getLastModificationTime().time_since_epoch().count();
  return ("file " + llvm::Twine(About->getSize()) + " " + llvm::Twine(Modified) + " " + llvm::Twine(About->getUniqueID().getFile())).str();
}

} // namespace

void FileRecord::found(llvm::StringRef Path, const llvm::ErrorOr<llvm::vfs::Status> &About) {
  // What the session itself brings is in the key; what was found first is what clang goes on to use.
  if (!Path.starts_with("/chevron/"))
    ByPath.try_emplace(Path.str(), Entry{state(About), {}});
}

void FileRecord::read(llvm::StringRef Path, const llvm::MemoryBuffer &Text) {
  auto Known = ByPath.find(Path.str());
  if (Known != ByPath.end() && Known->second.Digest.empty())
    Known->second.Digest = llvm::toHex(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(Text.getBuffer())), /*LowerCase=*/true);
}

std::string FileRecord::text() const {
  std::string Result;
  for (const auto &[Path, Found] : ByPath) {
    Result += Path + '\0' + Found.State;
    if (!Found.Digest.empty())
      Result += ' ' + Found.Digest;
    Result += '\0';
  }
  return Result;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> recordedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, FileRecord &Record) {
  return llvm::makeIntrusiveRefCnt<RecordedFiles>(std::move(Files), Record);
}

} // namespace chv
