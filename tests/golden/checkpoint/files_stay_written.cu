//# What a cell did to the world outside stays done: files, and what was printed. The position in an open file is that after the write.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cstdio>
#include <fstream>
#include <iostream>
FILE *report = fopen("log.txt", "w"); fputs("one\n", report); fflush(report);
std::cout << "printed" << std::endl; fputs("two\n", report); fflush(report); std::ofstream("other.txt") << "made"; abort();
//= printed
//? error: cell 5 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
fputs("three\n", report); fclose(report);
{ std::ifstream in("log.txt"); std::cout << in.rdbuf(); }
//= one
//= two
//= three
{ std::ifstream in("other.txt"); std::cout << in.rdbuf() << '\n'; }
//= made
