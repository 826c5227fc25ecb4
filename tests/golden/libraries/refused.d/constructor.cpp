// constructor.bc: clang++-22 -O1 -emit-llvm -c constructor.cpp -o constructor.bc
int start();
int started = start();
