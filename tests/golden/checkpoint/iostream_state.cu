//# The state of streams goes back too: manipulators, locale, what was put into a string stream.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <iomanip>
#include <iostream>
#include <sstream>
std::ostringstream text; text << "kept ";
std::cout << std::hex << std::showbase;
std::cout << 255 << '\n'; text << "lost"; std::cout << std::dec; std::cout.setstate(std::ios::failbit); abort();
//? error: cell 6 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 6:1
//? note: cell 6 is taken back: all variables are as they were before it
std::cout << 255 << '\n';
//= 0xff
text.str()
//= (std::string) "kept "
