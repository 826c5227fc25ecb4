//# A class template defined again: objects of the old one stay as they are.
template <typename T> struct Box { T value; int version() const { return 1; } };
Box<int> old{5};
template <typename T> struct Box { T value; T more; int version() const { return 2; } };
Box<int> now{5, 6};
10 * old.version() + now.version()
//= (int) 12
//? note: `old` is of the `Box` of cell 1, which cell 3 defines anew
