//# A template whose instantiation failed can be used with what fits it, and defined again (llvm-project 106833).
template <typename T> int size(T t) { return t.size(); }
size(1)
//? cell 1:1:47: error: member reference base type 'int' is not a structure or union
//?     1 | template <typename T> int size(T t) { return t.size(); }
//?       |                                              ~^~~~~
//? cell 2:1:1: note: in instantiation of function template specialization 'size<int>' requested here
//?     1 | size(1)
//?       | ^
struct S { int size() const { return 5; } };
size(S{})
//= (int) 5
template <typename T> int size(T) { return 7; }
size(1)
//= (int) 7
