//# A header that only declares a class of the library means the one that is precompiled.
#include <iosfwd>
void put(std::ostream &out, int x);
#include <ostream>
#include <iostream>
void put(std::ostream &out, int x) { out << x << std::endl; }
put(std::cout, 7);
//= 7
namespace std { template <class T> struct hash; }
struct Key { int k; };
template <> struct std::hash<Key> { size_t operator()(const Key &key) const { return key.k; } };
#include <unordered_map>
std::unordered_map<Key, int, std::hash<Key>, bool (*)(const Key &, const Key &)> table(4, std::hash<Key>{}, [](const Key &a, const Key &b) { return a.k == b.k; });
table[Key{5}] = 6;
table.at(Key{5})
//= (int) 6
