//# A mistake after an include costs the AST that looked into `std`: its end used what it had given back, and crashed.
#include <condition_variable>
undeclared_name
//? cell 2:1:1: error: use of undeclared identifier 'undeclared_name'
//?     1 | undeclared_name
//?       | ^~~~~~~~~~~~~~~
1
//= (int) 1
#include <map>
std::map<int, int> m{{1, 2}}; undeclared_name
//? cell 4:1:31: error: use of undeclared identifier 'undeclared_name'
//?     1 | std::map<int, int> m{{1, 2}}; undeclared_name
//?       |                               ^~~~~~~~~~~~~~~
2
//= (int) 2
std::map<int, int> m{{1, 2}};
m[1]
//= (int) 2
