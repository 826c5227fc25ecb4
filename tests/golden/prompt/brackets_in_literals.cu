//# Brackets, quotes and comment signs inside strings, raw strings, characters and comments open nothing.
const char *s = "({[ /* //";
char c = '{'; /* ( */ // [
const char *raw = R"x(
  first "line" )"
  second { line
)x";
s
//= (const char *) "({[ /* //"
c
//= (char) '{'
raw
//= (const char *) "\n  first \"line\" )\"\n  second { line\n"
