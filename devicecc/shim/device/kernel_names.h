// Kernels that device code names: `child<<<1, 32>>>(p)` in a kernel, or a kernel that is asked for its attributes there.
#pragma once
#include "ast/frontend.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace chv {

// The kernels of a module, their declarations among them, and how their parameters lie in a launch's buffer.
class KernelNames {
public:
  // Must run while the frontend's code generator still holds the module's translation unit.
  KernelNames(Frontend &Device, llvm::Module &Module);

  // Puts names in the place of the kernels' addresses. The executor finds the newest kernel of a name, as it does for a launch of the host's; so a kernel
  // is compiled for itself, and who launches it need not be compiled again with it.
  void replaceAddresses() const;

private:
  struct Named {
    llvm::Function *Kernel;
    std::string Display;
    std::vector<uint32_t> Places; // of each parameter: offset, size in bytes
  };
  std::vector<Named> Kernels;
};

} // namespace chv
