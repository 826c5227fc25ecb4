//# A static assertion that fails in a template's body leaves later cells alone, also those that use the template otherwise.
template <typename T> int bytes() { static_assert(sizeof(T) > 1, "too small"); return sizeof(T); }
bytes<char>()
//? cell 1:1:51: error: static assertion failed due to requirement 'sizeof(char) > 1': too small
//?     1 | template <typename T> int bytes() { static_assert(sizeof(T) > 1, "too small"); return sizeof(T); }
//?       |                                                   ^~~~~~~~~~~~~
//? cell 2:1:1: note: in instantiation of function template specialization 'bytes<char>' requested here
//?     1 | bytes<char>()
//?       | ^
//? cell 1:1:61: note: expression evaluates to '1 > 1'
//?     1 | template <typename T> int bytes() { static_assert(sizeof(T) > 1, "too small"); return sizeof(T); }
//?       |                                                   ~~~~~~~~~~^~~
int x = 10;
bytes<short>() + x
//= (int) 12
bytes<char>()
//? cell 1:1:51: error: static assertion failed due to requirement 'sizeof(char) > 1': too small
//?     1 | template <typename T> int bytes() { static_assert(sizeof(T) > 1, "too small"); return sizeof(T); }
//?       |                                                   ^~~~~~~~~~~~~
//? cell 4:1:1: note: in instantiation of function template specialization 'bytes<char>' requested here
//?     1 | bytes<char>()
//?       | ^
//? cell 1:1:61: note: expression evaluates to '1 > 1'
//?     1 | template <typename T> int bytes() { static_assert(sizeof(T) > 1, "too small"); return sizeof(T); }
//?       |                                                   ~~~~~~~~~~^~~
template <typename T> int bytes() { return sizeof(T); }
bytes<char>() + bytes<short>()
//= (int) 3
