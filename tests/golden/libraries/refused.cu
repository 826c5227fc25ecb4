//# Code for another kind of device is refused by name, and so is what nothing here would do for it.
//@ devices = ["cpu"]
%load device.bc
//? device.bc:1:17: error: library `device.bc`: its code is for `nvptx64-nvidia-cuda`, and this session's device takes `x86_64-unknown-linux-gnu`
//?     1 | #pragma chevron library "device.bc"
//?       |                 ^
%load constructor.bc
//? constructor.bc:1:17: error: library `constructor.bc`: it has variables that are initialised when a program starts, which nothing does here
//?     1 | #pragma chevron library "constructor.bc"
//?       |                 ^
%load assembler.bc
//? assembler.bc:1:17: error: library `assembler.bc`: it has assembler outside of functions, which is not taken in
//?     1 | #pragma chevron library "assembler.bc"
//?       |                 ^
1 + 1
//= (int) 2
