// Which kernels there are, in which versions, and what each uses: what has to be compiled again when a device function changes.
#pragma once
#include "device_module.h"
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
  // Has some version of a kernel ever used this symbol?
  bool uses(llvm::StringRef Symbol) const { return Users.contains(Symbol); }
  bool contains(llvm::StringRef Symbol) const { return Versions.contains(Symbol); }

private:
  void link(const Kernel &Made);

  llvm::StringMap<std::vector<Kernel>> Versions; // oldest first, never empty
  llvm::StringMap<llvm::StringSet<>> Users;      // of a function: kernels of which some version used it
};

} // namespace chv
