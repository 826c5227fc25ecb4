//# Macros are used by what mentions them, other macros apart.
#define LIMIT 10
int a = LIMIT;
int f() { return 1; } int g() { return LIMIT; }
%who -d LIMIT
//= macro         LIMIT  cell 1
//= used by
//=   variable    a      cell 2
//=   function    g      cell 3
//= uses nothing
#define LIMIT 20
%who -d LIMIT
//= macro         LIMIT  cell 4                               version 2
//= used by
//=   variable    a      cell 2  keeps the version of cell 1
//=   function    g      cell 3  keeps the version of cell 1
//= uses nothing
