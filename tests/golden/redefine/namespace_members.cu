//# Members of a namespace are defined again as other names are; the rest of the namespace stays.
namespace ns { int f() { return 1; } int g() { return 10 * f(); } struct S { int a = 1; }; }
namespace ns { int f() { return 2; } struct S { int a = 5; }; }
ns::g() + ns::S{}.a
//= (int) 25
