// Copies one root and everything it reaches into a module of its own, in canonical form.
#pragma once
#include "device/device_library.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

class ClosureCutter : private llvm::ValueMaterializer {
public:
  // How session variables are called in the copy.
  enum class Naming {
    Ordinal, // __chv_var_0, __chv_var_1, … in the order they are met
    Symbol,  // __chv_var.<symbol>
  };

  ClosureCutter(const DeviceLibrary &Library, const llvm::Module &Home, Naming Names);
  void addRoot(llvm::Function &Root, llvm::StringRef Name);
  void addRoot(llvm::GlobalVariable &Root, llvm::StringRef Name);
  // The root is a table of these functions, and an entry that does nothing. Null is one that nothing defines yet.
  void addFunctions(llvm::ArrayRef<std::string> Symbols, llvm::ArrayRef<llvm::Function *> Roots);
  // Copies what is reached, numbers the synchronising calls and writes the bitcode.
  Closure finish(Lines Kept = Lines::Dropped);

private:
  llvm::Value *materialize(llvm::Value *Value) override;
  llvm::GlobalValue *copyOf(llvm::GlobalValue &Value);
  llvm::GlobalValue *declareFunction(llvm::Function &Function);
  llvm::GlobalValue *declareVariable(llvm::GlobalVariable &Variable);
  llvm::GlobalValue *sessionVariable(llvm::GlobalVariable &Variable);
  void fillBodies(Lines Kept);
  void dropCellNumbers(const llvm::MDNode *Node);
  void fill(llvm::Function &Source, llvm::Function &Target, Lines Kept);
  void inlineWrappers();
  void nameAddressed();
  void addTable();
  void numberSites();
  void findAssembler();
  void canonicalize(Lines Kept);

  const DeviceLibrary &Library;
  Naming Names;
  // A debugger is told of variables too: closures hold all that clang tells.
  bool Debugged;
  std::unique_ptr<llvm::Module> Target;
  llvm::ValueToValueMapTy Map;
  llvm::SmallPtrSet<const llvm::MDNode *, 16> Renamed; // nodes whose names `Map` knows
  llvm::DenseMap<llvm::GlobalValue *, llvm::GlobalValue *> Copies; // definition or declaration → its copy
  std::vector<std::pair<llvm::GlobalValue *, llvm::GlobalValue *>> Unfilled;
  std::vector<llvm::Function *> Functions; // copied definitions, in the order they were met
  std::vector<std::pair<llvm::Function *, std::string>> Named; // copies, of declarations too, and their symbols
  std::vector<llvm::Function *> Table; // of `addFunctions`; null as there
  Closure Result;
};

} // namespace chv
