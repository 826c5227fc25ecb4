//# What uses an enumerator uses its enumeration; operators are listed, and asked for by their names.
enum Color { red, green };
int code() { return green; }
struct P { int x; };
P operator+(P a, P b) { return {a.x + b.x}; }
int operator""_twice(unsigned long long n) { return 2 * n; }
int use() { return (P{1} + P{2}).x + 3_twice; }
%who -d Color
//= type          Color  cell 1  enum
//= used by
//=   function    code   cell 2
//= uses nothing
%who
//= functions  code, operator+, operator""_twice, use
//= types      Color, P
%who -d operator+
//= function    operator+  cell 4  P (P, P)
//= used by
//=   function  use        cell 6
//= uses
//=   type      P          cell 3  struct
%who -d operator""_twice
//= function      operator""_twice  cell 5  int (unsigned long long)
//= used by
//=   function    use               cell 6
//= uses nothing
