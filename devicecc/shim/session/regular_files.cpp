#include "session/regular_files.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace chv {

namespace {

class NoRegularFile : public std::error_category {
  const char *name() const noexcept override { return "chevron"; }
  std::string message(int) const override { return "it is no regular file, so it cannot be read again"; }
};

std::error_code noRegularFile() {
  static const NoRegularFile Category;
  return {1, Category};
}

// One that is there and cannot be read.
class Unreadable : public llvm::vfs::File {
public:
  explicit Unreadable(llvm::vfs::Status About) : About(std::move(About)) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return About; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &, int64_t, bool, bool) override { return noRegularFile(); }
  std::error_code close() override { return {}; }

private:
  llvm::vfs::Status About;
};

class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override {
    // Opening a pipe waits for who writes to it.
    llvm::ErrorOr<llvm::vfs::Status> About = status(Path);
    if (!About)
      return About.getError();
    if (About->isOther())
      return std::make_unique<Unreadable>(*About);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles() { return llvm::makeIntrusiveRefCnt<RegularFiles>(llvm::vfs::getRealFileSystem()); }

} // namespace chv
