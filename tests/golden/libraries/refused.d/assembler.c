// assembler.bc: clang-22 -O1 -emit-llvm -c assembler.c -o assembler.bc
__asm__(".globl x\nx:\n");
