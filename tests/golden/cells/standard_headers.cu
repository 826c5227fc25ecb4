//# Headers of the standard library come in their own cells, at any time, and work together.
#include <vector>
std::vector<int> v{5, 3, 9, 1};
#include <algorithm>
std::sort(v.begin(), v.end());
v
//= (std::vector<int>) {1, 3, 5, 9}
#include <map>
#include <string>
std::map<std::string, int> ages{{"Ada", 36}, {"Alan", 41}};
ages["Grace"] = 85;
ages.size()
//= (unsigned long) 3
#include <numeric>
std::accumulate(v.begin(), v.end(), 0)
//= (int) 18
#include <iostream>
for (auto &[name, age] : ages) std::cout << name << " is " << age << std::endl;
//= Ada is 36
//= Alan is 41
//= Grace is 85
std::cerr << "to stderr\n";
//? to stderr
ages
//= (std::map<std::string, int>) {"Ada": 36, "Alan": 41, "Grace": 85}
