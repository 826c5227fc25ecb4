//# Assembler with operands or qualifiers runs where it stands, like any statement; without them it is the cell's own code.
//@ devices = ["cpu"]
asm volatile("" ::: "memory");
unsigned lo = 0, hi; asm volatile("movl $7, %0\n movl $8, %1" : "=r"(lo), "=r"(hi));
lo + hi
//= (unsigned int) 15
int n = 3; asm("addl $4, %0" : "+r"(n)); __asm__ __volatile__("nop")
n
//= (int) 7
#define BARRIER asm volatile("" ::: "memory")
BARRIER; n = 9; BARRIER;
n
//= (int) 9
asm(".globl forty_two\nforty_two: movl $42, %eax\n ret"); extern "C" int forty_two(); int ask() { return forty_two(); }
ask()
//= (int) 42
asm volatile("no_such_instruction" : "=r"(n));
//? error: cell 11: no code could be made: host code of cell 11: LLVM cannot translate the code: <inline asm>:1:2: invalid instruction mnemonic 'no_such_instruction'
//?         no_such_instruction
//?         ^~~~~~~~~~~~~~~~~~~
int m = (1 : 2);
//? cell 11:1:12: error: expected ')'
//?     1 | int m = (1 : 2);
//?       |            ^
//? cell 11:1:9: note: to match this '('
//?     1 | int m = (1 : 2);
//?       |         ^
