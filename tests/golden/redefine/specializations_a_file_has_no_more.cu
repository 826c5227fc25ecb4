//# A class template that is written as before is another one if its edited file does not have one of its specializations any more, or has another one; guides go too.
system("printf 'template <class T> struct box { T v; };\\ntemplate <> struct box<int> { int v = 2; };\\ntemplate <class T> struct box<T *> { int v = 3; };\\ntemplate <class T> struct made { T v; made(T v) : v(v) {} };\\nmade(char) -> made<double>;\\n' > lib.cu");
%load lib.cu
box<float> f{1};
box<int>{}.v * 10 + box<int *>{}.v
//= (int) 23
sizeof(made('a').v)
//= (unsigned long) 8
system("sed -i 's/int v = 3/int v = 4/' lib.cu");
%load lib.cu
box<int>{}.v * 10 + box<int *>{}.v
//= (int) 24
f.v
//= (float) 1.0f
sizeof(made('a').v)
//= (unsigned long) 8
system("sed -i '/made<double>/d; /box<int>/d' lib.cu");
%load lib.cu
box<int>{1}.v * 10 + box<int *>{}.v
//= (int) 14
f.v
//= (float) 1.0f
//? note: `f` is of the `box` of cell 2, which cell 12 defines anew
sizeof(made('a').v)
//= (unsigned long) 1
// What a template has as an argument is something that its users mean, if that is a template too.
system("printf 'template <template <class> class C> struct size { static constexpr int value = sizeof(C<char>); };\\ntemplate <class T> struct arg { T x[2]; };\\nconstexpr int of(int x) { return x + size<arg>::value; }\\ntemplate <int K> struct user { static constexpr int value = of(K); };\\n' > arg.cu");
%load arg.cu
user<1>::value
//= (const int) 3
system("sed -i 's/x.2./x[5]/' arg.cu");
%load arg.cu
user<1>::value
//= (const int) 6
user<2>::value
//= (const int) 7
