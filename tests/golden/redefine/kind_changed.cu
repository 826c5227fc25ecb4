//# A name may become another kind of thing.
int thing = 1;
int thing() { return 2; }
thing()
//= (int) 2
struct thing { int value = 3; };
thing{}.value
//= (int) 3
