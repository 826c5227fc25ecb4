//# From a pipe, a line that starts with an operator goes on the expression before it; one that starts a value does not.
#include <iostream>
#include <string>
std::cout
  << "one "
  << 2
  << std::endl;
std::string word = "chevron";
word
  .size()
int n = 3;
n
-n
int sum = n
  + 4;
sum
