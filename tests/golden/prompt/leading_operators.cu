//# From a pipe, a line that starts with an operator goes on the expression before it; one that starts a value does not.
#include <iostream>
#include <string>
std::cout
  << "one "
  << 2
  << std::endl;
//= one 2
std::string word = "chevron";
word
  .size()
//= (unsigned long) 7
int n = 3;
n
//= (int) 3
-n
//= (int) -3
int sum = n
  + 4;
sum
//= (int) 7
