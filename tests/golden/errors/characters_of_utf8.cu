//# UTF-8 text has a type of its own since C++20, and nvcc reads programs as C++17: a hint names the standard.
int length(const char *text) { int n = 0; while (text[n]) ++n; return n; }
length(u8"text")
//? cell 2:1:1: error: no matching function for call to 'length'
//?     1 | length(u8"text")
//?       | ^~~~~~
//? cell 1:1:5: note: candidate function not viable: no known conversion from 'const char8_t[5]' to 'const char *' for 1st argument
//?     1 | int length(const char *text) { int n = 0; while (text[n]) ++n; return n; }
//?       |     ^      ~~~~~~~~~~~~~~~~
//? hint: UTF-8 text is of type `char8_t` since C++20: `--std gnu++17` reads it as nvcc does
length((const char *)u8"text")
//= (int) 4
