//# `static` variables and functions of one cell are seen, and keep their state, in the following ones.
static int hits = 0;
static int hit() { static int calls = 100; ++hits; return ++calls; }
hit(); hit(); hit()
//= (int) 103
hits
//= (int) 3
static const char *const name = "static";
name
//= (const char *const) "static"
inline int shared_count = 4; shared_count += hits;
shared_count
//= (int) 7
