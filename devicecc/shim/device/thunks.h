// Device functions that code reaches by address: which ones, and the thunks that their addresses lead to.
//
// `__device__ int f(int); __device__ int (*table[])(int) = {f};`: the address of `f` is that of its thunk, on every device, in every kernel and in every
// variable. The thunk jumps to the newest definition, so addresses that lie in memory reach it when `f` is defined again.
#pragma once
#include "device/device_library.h"

namespace chv {

struct Variable;

// Does code take the function's address, other than to call it?
bool isAddressTaken(const llvm::Function &Function);
// The functions of a cell's module whose addresses its code takes or its device variables hold, as declared or defined there.
std::vector<llvm::Function *> addressedIn(llvm::Module &Module, llvm::ArrayRef<Variable> Variables);
// Does the function use `__shared__` memory, by itself or in what it calls? That is laid out with a kernel: such a function has no thunk.
bool reachesShared(const DeviceLibrary &Library, const llvm::Function &Function);

// Adds what the executor reads of a code object with functions: the table of their addresses, and an entry that does nothing, by which it is loaded.
void addFunctionTable(llvm::Module &Module, llvm::ArrayRef<llvm::Function *> Functions);
// A closure with a thunk for each function, in a table as that of `addFunctionTable`, and a table of where they lead.
Closure makeThunks(llvm::ArrayRef<llvm::Function *> Functions);

} // namespace chv
