__asm(".globl nobody_has_this");
int from_header = 7;
