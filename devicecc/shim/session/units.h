// The files of one program: each is a translation unit with ASTs of its own. What only one unit may name gets names that no other has, and kernels find
// the device code of other units.
#pragma once
#include "device/device_module.h"

namespace chv {

// How the rest of the program calls what only this unit may name.
std::string symbolOfUnit(llvm::StringRef Symbol, unsigned Unit);

// Gives such names to what C++ keeps to this unit in its device module: `static`, in an unnamed namespace, or made of such. Must run while the frontend's
// code generator still holds the module's translation unit.
void keepApart(Frontend &Device, llvm::Module &Module, unsigned Unit, std::vector<Kernel> &Kernels, std::vector<Variable> &Variables);

} // namespace chv
