//# A variable of an instance that a specialization has made another type keeps the older one, and that is told when it is used.
template <class T> struct S { T v; };
template <class T> struct W { S<T> s; };
S<int> s{7}; W<int> w{{5}};
template <> struct S<int> { int v; int more = 3; };
s.v
//= (int) 7
//? note: `s` is of the `S<int>` of cell 1, which cell 4 defines anew
w.s.v
//= (int) 5
//? note: `w` is of the `W<int>` of cell 2, which cell 4 defines anew
S<int> newer{8}; W<int> wider{{6}};
newer.more + wider.s.more
//= (int) 6
w = wider;
//? cell 9:1:3: error: no viable overloaded '='
//?     1 | w = wider;
//?       | ~ ^ ~~~~~
//? cell 2:1:27: note: candidate function (the implicit copy assignment operator) not viable: no known conversion from 'W<...>' to 'const W<...>' for 1st argument
//?     1 | template <class T> struct W { S<T> s; };
//?       |                           ^
//? cell 2:1:27: note: candidate function (the implicit move assignment operator) not viable: no known conversion from 'W<...>' to 'W<...>' for 1st argument
//?     1 | template <class T> struct W { S<T> s; };
//?       |                           ^
//? note: the `W<int>` of cell 2 is another type than that of cell 4
%who
//= variables  s, w, newer, wider
//= types      S<int>
//= templates  S, W
