//# Enumerators are shown by name, scoped and unscoped, in namespaces and classes; a value without a name as a number.
enum Colour { red, green = 5, blue }; enum class Level : unsigned char { low, high = 200 }; namespace n { enum class Inner { one = -3 }; struct S { enum Kind { first, second }; }; }
green
//= (Colour) green
Level::high
//= (Level) Level::high
n::Inner::one
//= (n::Inner) n::Inner::one
n::S::second
//= (n::S::Kind) n::S::second
(Colour) 3
//= (Colour) 3
static_cast<Level>(7)
//= (Level) 7
Level levels[] = {Level::low, Level::high}; levels
//= (Level[2]) {Level::low, Level::high}
cudaMemcpyHostToDevice
//= (cudaMemcpyKind) cudaMemcpyHostToDevice
