// Which kernels there are, in which versions, and what each uses: what has to be compiled again when a device function changes.
#pragma once
#include "device/device_module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace chv {

class KernelVersions {
public:
  // Notes a version of a kernel; its code is not kept.
  void add(const Kernel &Made);
  // The newest versions of the kernels that use one of these symbols, but those that cell `Cell` made itself.
  std::vector<Kernel> dependents(llvm::ArrayRef<std::string> Symbols, unsigned Cell) const;
  // Forgets the versions that this cell and later ones made; gives the versions that are the newest again.
  std::vector<Kernel> truncate(unsigned FirstCell);
  // Forgets versions that these cells made and newer ones have taken the place of.
  void drop(const llvm::DenseSet<unsigned> &Cells);
  // Has some version of a kernel ever used this symbol?
  bool uses(llvm::StringRef Symbol) const { return Users.contains(Symbol); }
  // Threads that a block of the newest version of a kernel has at most; 0 if it does not say, or is none.
  unsigned maxThreads(llvm::StringRef Symbol) const;
  // The newest versions of the kernels that use a function: the one with this symbol, or, if it is empty, any of this qualified
  // name (a template's instances).
  std::vector<Kernel> usersOf(llvm::StringRef Symbol, llvm::StringRef Name) const;

private:
  void link(const Kernel &Made);
  void addUsers(llvm::StringRef Symbol, llvm::StringSet<> &Seen, std::vector<Kernel> &Found) const;

  llvm::StringMap<std::vector<Kernel>> Versions; // oldest first, never empty
  llvm::StringMap<llvm::StringSet<>> Users;      // of a function: kernels of which some version used it
};

} // namespace chv
