//# Code objects for GPUs are refused on the CPU device by what they are, and damaged ones by what is wrong with them. The session goes on.
//@ devices = ["cpu"]
%load kernels.ptx
//? kernels.ptx:1:17: error: library `kernels.ptx`: it has PTX for sm_80; the CPU device runs no code for GPUs, but takes bitcode (`%save --lib NAME.bc`)
//?     1 | #pragma chevron library "kernels.ptx"
//?       |                 ^
%load kernels.hsaco
//? kernels.hsaco:1:17: error: library `kernels.hsaco`: it has a code object for gfx942; the CPU device runs no code for GPUs, but takes bitcode (`%save --lib NAME.bc`)
//?     1 | #pragma chevron library "kernels.hsaco"
//?       |                 ^
%load cut.hsaco
//? error: `cut.hsaco` is not loaded: it is no ELF file of 64 bits, or a damaged one: Invalid ELF section header offset/size/alignment
%load text.cubin
//? error: `text.cubin` is not loaded: it is no code object: neither an ELF file nor a fat binary
%load absent.fatbin
//? error: `absent.fatbin` is not loaded: No such file or directory (os error 2)
#pragma chevron library "kernels.ptx"
//? cell 1:1:17: error: library `kernels.ptx`: it has PTX for sm_80; the CPU device runs no code for GPUs, but takes bitcode (`%save --lib NAME.bc`)
//?     1 | #pragma chevron library "kernels.ptx"
//?       |                 ^
int x = 3;
x
//= (int) 3
