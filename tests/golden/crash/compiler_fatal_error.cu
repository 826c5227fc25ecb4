//# LLVM's fatal errors end its process; here they are told in one line with what LLVM said.
int before = 4;
#pragma clang __debug llvm_fatal_error
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 2: #pragma clang __debug llvm_fatal_error
before
//= (int) 4
int after = before + 1;
after
//= (int) 5
