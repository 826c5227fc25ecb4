// Finds the kernels and variables in clang's device module of a cell.
#pragma once
#include "ast/frontend.h"
#include "device/device_library.h"
#include <array>

namespace chv {

struct Kernel {
  std::string Symbol, Display;
  std::vector<uint32_t> ParamBytes;
  unsigned MaxThreads = 0;
  std::array<unsigned, 3> Cluster = {}; // `__cluster_dims__`; zeros: none
  unsigned Cell = 0;       // the one that made this version
  bool Recompiled = false; // because of a function that it uses
  // If there are any it is no kernel: these functions are reached by their addresses, and their code is compiled as a kernel's is.
  std::vector<std::string> Functions;
  Closure Code;
};

struct Variable {
  std::string Symbol, Display, Init;
  int Space = 0; // devicecc::Space
  uint64_t Bytes = 0;
  uint32_t Align = 1;
};

// Describes each kernel that the cell defined or instantiated, and adds a launcher to it unless it is for a GPU; closures are cut later.
// Must run while the frontend's code generator still holds the module's translation unit.
llvm::Expected<std::vector<Kernel>> describeKernels(Frontend &Device, llvm::Module &Module);
// The session variables that the module defines and the library does not know yet.
std::vector<Variable> describeVariables(Frontend &Device, llvm::Module &Module, const DeviceLibrary &Library);

// Puts shared variables into sections of their own where they have no address space that would tell them apart: on x86-64.
void markSharedVariables(Frontend &Device, llvm::Module &Module);

// To clang nobody but its cell changes a `static __constant__` variable, and never.
void markVariablesOfCells(Frontend &Device, llvm::Module &Module);

// Whether somebody has written the attribute: on the device's side clang makes every constant one of the device, host code's too.
template <class Attribute> bool isWritten(const clang::Decl &Declared) {
  const auto *Found = Declared.getAttr<Attribute>();
  return Found && !Found->isImplicit();
}

// Whether a variable is `__device__`, `__constant__` or `__managed__`: in memory that devices reach.
bool isForDevices(const clang::VarDecl &Variable);

// Whether host code may name it as a variable of devices: it is one, and no function's own.
bool isDeviceVariable(const clang::VarDecl &Variable);

// Whether a variable is `__managed__`: host code and devices have one and the same.
bool isManaged(const clang::VarDecl &Variable);

std::string launcherSymbol(llvm::StringRef Kernel);

// A kernel's name for people.
std::string displayName(const clang::FunctionDecl &Kernel);

} // namespace chv
