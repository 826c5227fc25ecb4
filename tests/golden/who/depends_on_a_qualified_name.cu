//# A name in a namespace is found with its namespace, and without it if nothing else has the name.
namespace inner { int value = 1; int twice() { return 2 * value; } }
int use() { return inner::twice(); }
%who -d inner::value
//= variable      inner::value  cell 1  int
//= used by
//=   function    inner::twice  cell 1
//=   function    use           cell 2  through `inner::twice`
//= uses nothing
%who -d value
//= variable      inner::value  cell 1  int
//= used by
//=   function    inner::twice  cell 1
//=   function    use           cell 2  through `inner::twice`
//= uses nothing
int value = 2;
%who -d value
//= variable         value  cell 3  int
//= used by nothing
//= uses nothing
