#include "session/borrowed_file.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace chv {

namespace {

// No disk has a device of this number.
constexpr uint64_t Device = ~uint64_t(0);

llvm::vfs::Status statusOf(llvm::StringRef Path, llvm::StringRef Contents) {
  llvm::sys::fs::UniqueID Id(Device, reinterpret_cast<uintptr_t>(Contents.data()));
  return {Path, Id, {}, 0, 0, Contents.size(), llvm::sys::fs::file_type::regular_file, llvm::sys::fs::perms::all_read};
}

class BorrowedFile : public llvm::vfs::File {
public:
  BorrowedFile(llvm::StringRef Path, llvm::StringRef Contents) : Path(Path), Contents(Contents) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return statusOf(Path, Contents); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBuffer(Contents, Name.str(), /*RequiresNullTerminator=*/false);
  }
  std::error_code close() override { return {}; }

private:
  std::string Path;
  llvm::StringRef Contents;
};

class WithBorrowedFile : public llvm::vfs::ProxyFileSystem {
public:
  WithBorrowedFile(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, llvm::StringRef Path, llvm::StringRef Contents)
      : ProxyFileSystem(std::move(Files)), Path(Path), Contents(Contents) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Asked) override {
    if (isMine(Asked))
      return statusOf(Path, Contents);
    // Clang looks at a file's directory first.
    llvm::SmallString<128> Storage;
    if (Asked.toStringRef(Storage) == llvm::sys::path::parent_path(Path)) {
      llvm::sys::fs::UniqueID Id(Device, 0);
      return llvm::vfs::Status(Storage, Id, {}, 0, 0, 0, llvm::sys::fs::file_type::directory_file, llvm::sys::fs::perms::all_all);
    }
    return ProxyFileSystem::status(Asked);
  }
  bool exists(const llvm::Twine &Asked) override { return isMine(Asked) || ProxyFileSystem::exists(Asked); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Asked) override {
    if (isMine(Asked))
      return std::make_unique<BorrowedFile>(Path, Contents);
    return ProxyFileSystem::openFileForRead(Asked);
  }

private:
  bool isMine(const llvm::Twine &Asked) const {
    llvm::SmallString<128> Storage;
    return Asked.toStringRef(Storage) == Path;
  }

  std::string Path;
  llvm::StringRef Contents;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withBorrowedFile(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, llvm::StringRef Path,
                                                                 llvm::StringRef Contents) {
  return llvm::makeIntrusiveRefCnt<WithBorrowedFile>(std::move(Files), Path, Contents);
}

} // namespace chv
