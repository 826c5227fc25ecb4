#include "emission/bitcode.h"
#include "llvm/Bitcode/BitcodeWriter.h"

namespace chv {

std::string bitcodeOf(const llvm::Module &Module) {
  llvm::SmallVector<char, 0> Buffer;
  llvm::BitcodeWriter Writer(Buffer);
  Writer.writeModule(Module);
  Writer.writeStrtab();
  return std::string(Buffer.begin(), Buffer.end());
}

} // namespace chv
