//# Vectors, arrays, lists, deques, sets and maps, nested, empty and longer than what is shown.
#include <vector>
#include <array>
#include <list>
#include <deque>
#include <set>
#include <map>
#include <unordered_map>
std::vector<int>{}
//= (std::vector<int>) {}
std::vector<std::vector<int>>{{1, 2}, {}, {3}}
//= (std::vector<std::vector<int>>) {{1, 2}, {}, {3}}
std::array<double, 3>{1, 2.5, 3}
//= (std::array<double, 3>) {1, 2.5, 3}
std::list<char>{'a', 'b'}
//= (std::list<char>) {'a', 'b'}
std::deque<bool>{true, false}
//= (std::deque<bool>) {true, false}
std::set<int>{3, 1, 2}
//= (std::set<int>) {1, 2, 3}
std::map<int, std::vector<int>>{{1, {10}}, {2, {20, 21}}}
//= (std::map<int, std::vector<int>>) {1: {10}, 2: {20, 21}}
std::unordered_map<int, int>{{7, 8}}
//= (std::unordered_map<int, int>) {7: 8}
std::vector<bool> flags{true, false, true}; flags
//= (std::vector<bool>) {true, false, true}
std::vector<int> many(1000, 4); many
//= (std::vector<int>) {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, … (1000 in all)}
int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}; grid
//= (int[2][3]) {{1, 2, 3}, {4, 5, 6}}
