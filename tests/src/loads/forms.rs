//! What an item of a file can be: its text, and the expressions that read it.
//!
//! `$N` is the item's name, `$Q` the name with its namespaces, `$V` and `$W` are its numbers, `$H`, `$D` and `$C` an expression of an item that it depends on (for host code,
//! for device code, a constant), `$S` a class of an item that it depends on. A line may begin with conditions: `?3` if the item's bit 3 is set,
//! `!3` if it is not, `^3` if it ever was since the item is of this form (what stays when a file has it no more).

/// One kind of item.
#[derive(Debug)]
pub(super) struct Form {
    /// Its definition.
    pub(super) text: &'static str,
    /// A declaration of what `host` calls, which may stand far before it.
    pub(super) forward: &'static str,
    /// Expressions for host code.
    pub(super) host: &'static [&'static str],
    /// Expressions for device code.
    pub(super) device: &'static [&'static str],
    /// Constant expressions, for both.
    pub(super) constant: &'static [&'static str],
    /// Expressions for the prompt that may be wrong: those that a fresh session rejects are left out.
    pub(super) tried: &'static [&'static str],
    /// Classes with a default constructor and a constant `get()` for both sides.
    pub(super) types: &'static [&'static str],
    /// It cannot stand in a namespace.
    pub(super) global: bool,
}

const FORM: Form = Form {
    text: "",
    forward: "",
    host: &[],
    device: &[],
    constant: &[],
    tried: &[],
    types: &[],
    global: false,
};

/// All of them. What stands together is alike, so that a change to the next one is one that a person would make.
pub(super) const FORMS: &[&[Form]] = &[FUNCTIONS, DEVICE, TEMPLATES, CLASSES, VALUES, SPACES];

const FUNCTIONS: &[Form] = &[
    Form {
        text: "?1 static\n?2 inline\nint $N(int x\n?3 , int y = $W\n) { return x + $V + $H; }",
        host: &["$Q(1)"],
        tried: &["$Q(1, 2)", "$Q('a')"],
        ..FORM
    },
    Form {
        text: "?1 int $N(long x) { return int(x) + $W; }\nint $N(int x) { return x + $V * ($H); }\n?2 int $N(double x) { return int(x) - $V; }\n?3 int $N(const char *) { return $W; }",
        forward: "int $N(int);",
        host: &["$Q(1)"],
        tried: &["$Q(1L)", "$Q(2.5)", "$Q(\"x\")", "$Q('a')", "$Q(1u)"],
        ..FORM
    },
    Form {
        text: "?1 long\n!1 double\n$N(short x) { return x + $V + $H; }\n?2 template <class T> int $N(T) { return $W; }\n?3 template <class T> int $N(T *) { return $W + 1; }\n?4 int $N(const $S &s) { return s.get() + $V; }",
        host: &["$Q(short(1))"],
        tried: &[
            "$Q(1)",
            "$Q((int *)nullptr)",
            "$Q($S{})",
            "sizeof($Q(short(1)))",
        ],
        ..FORM
    },
    Form {
        text: "int $N(const $S &s\n?1 = $S{}\n) { return s.get() + $V; }\n?2 int $N() { return $W; }\n?3 int $N($S *) { return $W + $H; }",
        host: &["$Q($S{})"],
        tried: &["$Q({})", "$Q(($S *)nullptr)"],
        ..FORM
    },
    Form {
        text: "?1 static int $N_help(int x) { return x * $W; }\n!1 namespace { int $N_help(int x) { return x + $W; } }\nauto $N() { return $N_help($V)\n?2 + 0L\n?3 + $H\n; }",
        host: &["$Q()"],
        tried: &["sizeof($Q())"],
        ..FORM
    },
    Form {
        text: "int $N(int);\nint $N_odd(int x) { return x <= 0 ? $V : $N(x - 1); }\nint $N(int x) { return x <= 0 ? $W : $N_odd(x - 1) + ($H); }",
        forward: "int $N(int);",
        host: &["$Q(3)", "$Q(2)"],
        ..FORM
    },
    Form {
        text: "auto $N = [](int x) { return x + $V\n?1 + $H\n; };",
        host: &["$Q(1)"],
        ..FORM
    },
    Form {
        text: "auto $N = [k = $V](auto x\n?1 , auto... more\n) { return k + int(sizeof(x)) + $H; };",
        host: &["$Q(1)"],
        tried: &["$Q(1, 2, 3)", "$Q('a')"],
        ..FORM
    },
    Form {
        text: "?1 int $N_f(int x) { return x + $V; }\n!1 long $N_f(int x) { return x + $V; }\nauto $N = &$N_f;\n?2 decltype($N) $N_table[] = {$N, $N_f};",
        host: &["$Q(1)"],
        tried: &["$Q_table[1](2)"],
        ..FORM
    },
    Form {
        text: "int $N() { static int made = $V; struct local { int x = $W; }; return made + local{}.x + $H; }",
        forward: "int $N();",
        host: &["$Q()"],
        ..FORM
    },
    Form {
        text: "extern \"C\"\n?1 {\nint $N(int x) { return x + $V; }\n?1 }",
        host: &["$Q(1)"],
        ..FORM
    },
    Form {
        text: "int $N(int x = $V);\nint $N(int x) { return x + $H; }\n?1 int $N_twice() { return $N() + $N(); }",
        host: &["$Q()", "$Q(1)"],
        tried: &["$Q_twice()"],
        ..FORM
    },
];

const DEVICE: &[Form] = &[
    Form {
        text: "__device__\n?1 inline\n?2 long\n!2 int\n$N(int x) { return x + $V + $D; }\n?3 __device__ int $N(float x) { return $W; }\n__global__ void $N_kernel(int *p) { *p = $N(1); }\nint $N_run() { int *p; cudaMallocManaged(&p, sizeof(int)); $N_kernel<<<1, 1>>>(p); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }",
        host: &["$Q_run()"],
        device: &["$Q(1)"],
        ..FORM
    },
    Form {
        text: "__host__ __device__ int $N(int x\n?1 , int y = $W\n) { return x + $V + $C; }\n?2 __host__ __device__ int $N($S s) { return s.get() + $W; }",
        forward: "",
        host: &["$Q(1)"],
        device: &["$Q(1)"],
        tried: &["$Q($S{})"],
        ..FORM
    },
    Form {
        text: "__host__ int $N() { return $V; }\n?1 __device__ int $N() { return $W; }",
        host: &["$Q()"],
        ..FORM
    },
    Form {
        text: "?1 static\n__global__ void $N(int *p\n?2 , int x\n?3 , $S s\n) { *p = $V + $D\n?2 + x\n?3 + s.get()\n; }\nint $N_run() { int *p; cudaMallocManaged(&p, sizeof(int)); $N<<<1, 1>>>(p\n?2 , 7\n?3 , $S{}\n); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }",
        host: &["$Q_run()"],
        ..FORM
    },
    Form {
        text: "template <class T\n?1 , int K = $W\n> __global__ void $N(T *p) { *p = T($V)\n?1 + T(K)\n+ T($D); }\n?2 template <> __global__ void $N<int>(int *p) { *p = $W; }\ntemplate <class T> int $N_run() { T *p; cudaMallocManaged(&p, sizeof(T)); $N<T><<<1, 1>>>(p); cudaDeviceSynchronize(); T r = *p; cudaFree(p); return int(r); }",
        host: &["$Q_run<int>()", "$Q_run<float>()"],
        ..FORM
    },
    Form {
        text: "?1 __device__ int $N = $V;\n!1 __constant__ int $N = $V;\nint $N_read() { int r; cudaMemcpyFromSymbol(&r, $N, sizeof(int)); return r; }",
        host: &["$Q_read()"],
        device: &["$Q"],
        ..FORM
    },
    Form {
        text: "?1 __managed__\n!1 __device__\n?2 int\n!2 float\n$N[\n?3 2\n] = {$V, $W};\n__global__ void $N_sum(int *p) { *p = 0; for (auto x : $N) *p += int(x); }\nint $N_run() { int *p; cudaMallocManaged(&p, sizeof(int)); $N_sum<<<1, 1>>>(p); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }",
        host: &["$Q_run()"],
        device: &["$Q[0]", "$Q[1]"],
        ..FORM
    },
    Form {
        text: "struct $N { int x;\n?1 int y = $W;\n__device__ int sum() const { return x + $V + $D; } };\n__device__ $N $N_var = {$W};\n__global__ void $N_kernel(int *p, $N s) { *p = s.sum() + $N_var.x; }\nint $N_run() { int *p; cudaMallocManaged(&p, sizeof(int)); $N_kernel<<<1, 1>>>(p, $N{3}); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }",
        host: &["$Q_run()", "$Q{4}.x"],
        device: &["$Q{2}.sum()", "$Q_var.sum()"],
        tried: &["sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "template <class T> __device__ T $N(T x) { return x + T($V) + T($D); }\n?1 template <> __device__ int $N<int>(int x) { return x + $W; }\n?2 template <class T> __device__ T $N(T *x) { return T($W); }",
        device: &["$Q(1)", "$Q(1.0f)"],
        ..FORM
    },
    Form {
        text: "template <class F> __global__ void $N_call(int *p, F f) { *p = f($V); }\nint $N() { int k = $W; int *p; cudaMallocManaged(&p, sizeof(int)); $N_call<<<1, 1>>>(p, [=] __device__(int x) { return x + k + $D; }); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }",
        host: &["$Q()"],
        ..FORM
    },
];

const TEMPLATES: &[Form] = &[
    Form {
        text: "template <class T\n?1 , int K = $W\n> T $N(T x) { return x + T($V)\n?1 + T(K)\n+ T($H); }\n?2 template <class T> T $N(T *x) { return T($W); }\n?3!1 template <> int $N<int>(int x) { return x * $W; }\n?4 int $N(int x) { return x - $W; }",
        host: &["$Q(1)", "$Q(1.5)", "$Q<int>(2)"],
        tried: &["$Q((int *)nullptr)", "$Q<int, 3>(1)"],
        ..FORM
    },
    Form {
        text: "template <class... T> int $N(T... x) { return (int(x) + ... + $V); }\n?1 template <class T> int $N(T x) { return int(x) * $W; }",
        host: &["$Q(1, 2)", "$Q(1)"],
        ..FORM
    },
    Form {
        text: "template <class T> constexpr int $N = $V;\n?1 template <class T> constexpr int $N<T *> = $W;\n?2 template <> constexpr int $N<long> = $W + $C;\n?3 template <class T> int $N_f() { return $N<T> + $N<T *>; }",
        constant: &["$Q<int>", "$Q<int *>", "$Q<long>", "$Q<$S>"],
        tried: &["$Q_f<char>()"],
        ..FORM
    },
    Form {
        text: "template <class T> struct $N {\nstatic constexpr int value = $V;\n?1 using type = T;\n?2 static int made() { return int(sizeof(T)) + $H; }\n__host__ __device__ constexpr int get() const { return $V + $C; }\n?3 struct inner { int x = $W; };\n};\n^4 template <class T> struct $N<T *> { static constexpr int value = $W; };\n^5 template <> struct $N<long> { static constexpr int value = $W + 1; };",
        constant: &[
            "$Q<int>::value",
            "$Q<int *>::value",
            "$Q<long>::value",
            "$Q<char>{}.get()",
        ],
        tried: &[
            "$Q<int>::made()",
            "$Q<int>::inner{}.x",
            "sizeof(typename $Q<char>::type)",
        ],
        types: &["$Q<int>", "$Q<$S>"],
        ..FORM
    },
    Form {
        text: "template <class T, int K = $W> struct $N;\n^1 template <class T> struct $N<T, 3> { static constexpr int value = 3; __host__ __device__ constexpr int get() const { return 3; } };\ntemplate <class T, int K> struct $N {\nstatic constexpr int value = K + $C;\n?2 T v[K];\n__host__ __device__ constexpr int get() const { return K + $V; } };\n^3 template <int K> struct $N<short, K> { static constexpr int value = $V + K; };",
        constant: &[
            "$Q<int>::value",
            "$Q<int, 3>::value",
            "$Q<short>::value",
            "$Q<int, 3>{}.get()",
        ],
        tried: &["sizeof($Q<int>)"],
        types: &["$Q<int, 3>"],
        ..FORM
    },
    Form {
        text: "template <class T> struct $N {\nint get() const;\nstatic int count;\n?1 template <class U> int other(U) const;\n?2 struct inner;\n};\ntemplate <class T> int $N<T>::get() const { return $V + $H; }\ntemplate <class T> int $N<T>::count = $W;\n?1 template <class T> template <class U> int $N<T>::other(U) const { return $V + int(sizeof(U)); }\n?2 template <class T> struct $N<T>::inner { int x = $V; };",
        host: &[
            "$Q<int>{}.get()",
            "$Q<char>{}.get()",
            "$Q<int>::count",
            "$Q<$S>::count",
        ],
        tried: &["$Q<int>{}.other('a')", "$Q<int>::inner{}.x"],
        ..FORM
    },
    Form {
        text: "template <class T> concept $N = sizeof(T)\n?1 <= 4\n!1 > 4\n?2 && requires(T x) { x + 1; }\n;\ntemplate <$N T> int $N_f(T) { return $V + $H; }\ntemplate <class T> int $N_f(T) { return $W; }\n?3 template <class T> requires $N<T *> int $N_g(T) { return $W + 1; }\n?3 template <class T> int $N_g(T, ...) { return $V; }",
        host: &["$Q_f(1)", "$Q_f(1.5)"],
        constant: &["$Q<int>", "$Q<double>"],
        tried: &["$Q_g(1)", "$Q_f($S{})"],
        ..FORM
    },
    Form {
        text: "template <class T> struct $N { T v;\n$N(T v) : v(v) {}\n?1 template <class U> $N(U, U) : v(T()) {}\n};\n?2 $N(const char *) -> $N<int *>;\n?3 template <class U> $N(U, U) -> $N<char[$V]>;\n?4 $N(char) -> $N<double>;",
        host: &["sizeof($Q(1).v)", "$Q($V).v"],
        tried: &["sizeof($Q('a').v)", "sizeof($Q(1.0))"],
        ..FORM
    },
    Form {
        text: "?1 template <class T> using $N = T *;\n!1 template <class T> using $N = T;\ntemplate <class T> struct $N_box { static constexpr int value = $V; };\n^2 template <class T> struct $N_box<T *> { static constexpr int value = $W; };\ntemplate <class T> int $N_f($N<T>) { return int(sizeof(T)) + $H; }",
        constant: &["$Q_box<$Q<int>>::value", "sizeof($Q<char>)"],
        host: &["$Q_f<int>({})"],
        ..FORM
    },
    Form {
        text: "template <class D> struct $N_base { __host__ __device__ constexpr int get() const { return static_cast<const D *>(this)->own() + $W; } };\nstruct $N : $N_base<$N> { __host__ __device__ constexpr int own() const { return $V\n?1 + $C\n; } };",
        constant: &["$Q{}.get()"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "template <template <class> class C> struct $N { static constexpr int value = sizeof(C<char>) + $V; };\ntemplate <class T> struct $N_arg { T x[$W]; };\n^1 template <> struct $N<$N_arg> { static constexpr int value = $W; };",
        constant: &["$Q<$Q_arg>::value"],
        ..FORM
    },
    Form {
        text: "template <class T> int $N(const T &x) { if constexpr (requires { x.get(); }) return x.get() + $V; else return $W; }\n?1 struct $N_own { int get() const { return $W; } };\n!1 struct $N_own { };",
        host: &["$Q($Q_own{})", "$Q($S{})"],
        ..FORM
    },
];

const CLASSES: &[Form] = &[
    Form {
        text: "struct $N {\n?1 int x = $V;\n?2 int y = $W, z = $C;\n__host__ __device__ constexpr int get() const { return $V\n?1 + x\n?2 + z\n; }\n?3 int host() const { return $H; }\n?4 static constexpr int size = $W;\n?5 enum kind { first = $V, second };\n};",
        constant: &["$Q{}.get()", "sizeof($Q)"],
        tried: &["$Q{}.host()", "$Q::size", "$Q::second"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "struct $N : $S {\n?1 int x = $W;\n__host__ __device__ constexpr int get() const { return $S::get() + $V; }\n?2 int outside() const;\n?3 static int made;\n};\n?2 int $N::outside() const { return get() + $H; }\n?3 int $N::made = $W;",
        constant: &["$Q{}.get()", "sizeof($Q)"],
        tried: &["$Q{}.outside()", "$Q::made"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "class $N {\nint x = $V;\nfriend int $N_peek(const $N &);\n?1 friend int operator+(const $N &a, int b) { return a.x + b + $W; }\n?2 template <class T> friend int $N_with(const $N &a, T b) { return a.x * int(b); }\npublic:\nclass inner { public: int y = $W; int of(const $N &n) const { return n.x + y; } };\n__host__ __device__ constexpr int get() const { return x; }\n};\nint $N_peek(const $N &n) { return n.x + $H; }",
        host: &["$Q_peek({})", "$Q::inner{}.of({})"],
        constant: &["$Q{}.get()"],
        tried: &["$Q{} + 1", "$N_with($Q{}, 2)"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "struct $N { virtual int id() const { return $V + $H; }\n?1 virtual int more() const { return id() + $W; }\nvirtual ~$N() {} };\nstruct $N_leaf : $N { int id() const override { return $W; }\n?2 int extra = $V;\n};\nint $N_call(const $N &n) { return n.id()\n?1 + n.more()\n; }",
        host: &["$Q_call($Q{})", "$Q_call($Q_leaf{})"],
        tried: &["sizeof($Q_leaf)"],
        ..FORM
    },
    Form {
        text: "struct $N { int get() const; static int make(int x); struct inner; int v = $V; };\nint $N::get() const { return v + $H; }\nint $N::make(int x\n) { return x + $W; }\nstruct $N::inner { int deep() const\n?1 ;\n!1 { return $V; }\n};\n?1 int $N::inner::deep() const { return $W; }",
        host: &["$Q{}.get()", "$Q::make(1)", "$Q::inner{}.deep()"],
        ..FORM
    },
    Form {
        text: "struct $N;\nint $N_of(const $N &);\nstruct $N { int v = $V;\n?1 const $N *next = nullptr;\n};\nint $N_of(const $N &n) { return n.v + $H; }\n?2 int $N_of(const $N *n) { return n->v * 2; }",
        host: &["$Q_of($Q{})", "sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "struct $N { int x;\n?1 int y;\n};\n$N operator+($N a, $N b) { return {a.x + b.x + $V}; }\n?2 int operator*($N a, int b) { return a.x * b + $W; }\n?3 bool operator==($N a, $N b) { return a.x == b.x; }\n?4 int operator-($N a) { return -a.x + $H; }",
        host: &["($Q{1} + $Q{2}).x"],
        tried: &["$Q{3} * 2", "$Q{1} == $Q{1}", "-$Q{1}", "sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "enum\n?1 class\n$N\n?2 : char\n{ first_$N = $V,\n?3 between_$N,\nlast_$N };\nint $N_of($N n) { return n == $N::last_$N ? $W : int(n) + $H; }",
        host: &["$Q_of($Q::first_$N)", "$Q_of($Q::last_$N)"],
        constant: &["int($Q::last_$N)", "sizeof($Q)"],
        tried: &["int($Q::between_$N)"],
        ..FORM
    },
    Form {
        text: "enum class $N : unsigned;\nint $N_of($N n) { return int(n) + $V; }\nenum class $N : unsigned { a = $W,\n?1 c,\nb };\n?2 using enum $N;",
        host: &["$Q_of($Q::b)"],
        constant: &["int($Q::a)"],
        ..FORM
    },
    Form {
        text: "?1 using $N = $S;\n!1 typedef $S $N;\nint $N_of($N n) { return n.get() + $V; }\n?2 int $N_of($N *n) { return $W; }",
        host: &["$Q_of($Q{})"],
        constant: &["$Q{}.get()"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "typedef struct { int a;\n?1 int b;\n} $N;\nint $N_of($N n) { return n.a + $V; }",
        host: &["$Q_of($Q{1})", "sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "union $N { int i; float f;\n?1 double d;\n?2 char c[$V];\n};\nstruct $N_bits { unsigned a : 3, b : 5; };\nint $N_of($N n) { return n.i + int(sizeof(n)); }",
        host: &["$Q_of($Q{$W})", "$Q_bits{1, 2}.b"],
        ..FORM
    },
    Form {
        text: "struct $N {\n$S part;\n?1 $S others[2];\n__host__ __device__ constexpr int get() const { return part.get() + $V; }\n?2 operator int() const { return $W; }\n?3 template <class T> int as() const { return int(sizeof(T)) + $H; }\n?4 int operator()(int x) const { return x + $W; }\n?5 int operator[](int x) const { return x * $W; }\n};",
        constant: &["$Q{}.get()", "sizeof($Q)"],
        tried: &["int($Q{})", "$Q{}.as<short>()", "$Q{}(1)", "$Q{}[2]"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "struct $N {\n#if $V > 40\n__host__ __device__ constexpr int get() const { return $W; }\n#else\nint x = 1;\n__host__ __device__ constexpr int get() const { return x; }\n#endif\n};",
        constant: &["$Q{}.get()", "sizeof($Q)"],
        types: &["$Q"],
        ..FORM
    },
    Form {
        text: "struct $N { int v = $V;\n?1 auto operator<=>(const $N &) const = default;\n!1 bool operator<(const $N &o) const { return o.v < v; }\n$N() = default; $N(int x) : v(x\n?2 + $W\n) {}\n?3 $N(const char *) : v($W) {}\n};",
        host: &["$Q{1} < $Q{2}", "$Q{5}.v", "$Q{}.v"],
        tried: &["$Q{\"x\"}.v", "$Q{1} == $Q{1}"],
        ..FORM
    },
];

const VALUES: &[Form] = &[
    Form {
        text: "constexpr\n?1 long\n!1 int\n$N = $V + $C;",
        constant: &["$Q"],
        tried: &["sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "?1 static\n?2 const\nint $N = $V + $H;",
        host: &["$Q"],
        ..FORM
    },
    Form {
        text: "?1 inline double $N = $V;\n!1!2 auto $N = $V;\n!1?2 auto &&$N = $H;",
        host: &["$Q"],
        tried: &["sizeof($Q)"],
        ..FORM
    },
    Form {
        text: "extern int $N;\nint $N_read() { return $N + $W; }\nint $N = $V;",
        forward: "extern int $N;",
        host: &["$Q", "$Q_read()"],
        ..FORM
    },
    Form {
        text: "constexpr int $N(int x\n?1 = $W\n) { return x + $V + $C; }\n?2 template <int K> struct $N_box { static constexpr int value = $N(K); };\n?2 int $N_f() { return $N_box<3>::value; }",
        constant: &["$Q(1)"],
        tried: &["$Q()", "$Q_box<2>::value", "$Q_f()"],
        ..FORM
    },
    Form {
        text: "constexpr int $N[] = {$V,\n?1 $C,\n$W};\nconstexpr int $N_size = sizeof($N) / sizeof(int);\ntemplate <int K> int $N_at() { return $N[K] + $N_size; }",
        constant: &["$Q[0]", "$Q_size"],
        host: &["$Q_at<1>()"],
        ..FORM
    },
    Form {
        text: "?1 #define $N(x) ((x) + $V + $C)\n!1 #define $N(x) ((x) * $V)",
        constant: &["$N(1)"],
        ..FORM
    },
    Form {
        text: "#define $N $V\n?1 #undef $N\n?1 #define $N $W\n#if $N > 50\nint $N_f() { return 1 + $H; }\n#else\nint $N_f() { return 2; }\n#endif\n#undef $N",
        host: &["$Q_f()"],
        ..FORM
    },
    Form {
        text: "int $N_pair[2] = {$V, $W};\n?1 auto [$N, $N_b] = $N_pair;\n!1 auto &[$N_b, $N] = $N_pair;",
        host: &["$Q", "$Q_b"],
        ..FORM
    },
    Form {
        text: "struct $N_two { int a; char b; };\nconst auto [$N, $N_b] = $N_two{$V, $W};\n?1 int $N_sum() { return $N + $N_b; }",
        host: &["$Q", "$Q_b"],
        tried: &["$Q_sum()"],
        ..FORM
    },
    Form {
        text: "$S $N;\nint $N_read() { return $N.get() + $V; }\n?1 $S *$N_pointer = &$N;\n?2 const $S $N_more[2];",
        host: &["$Q.get()", "$Q_read()"],
        tried: &["$Q_pointer->get()", "sizeof($Q_more)"],
        ..FORM
    },
    Form {
        text: "thread_local int $N = $V;\nint $N_read() { return $N + $W; }",
        host: &["$Q", "$Q_read()"],
        ..FORM
    },
    Form {
        text: "constexpr int operator\"\"_$N(unsigned long long x) { return int(x) + $V; }\n?1 constexpr int operator\"\"_$N(long double x) { return $W; }",
        constant: &["1_$N"],
        tried: &["1.5_$N"],
        global: true,
        ..FORM
    },
    Form {
        text: "enum { $N = $V, $N_next };\n?1 static_assert($N_next == $V + 1);\nint $N_f() { return $N_next * ($H); }",
        constant: &["$Q", "int($Q_next)"],
        host: &["$Q_f()"],
        ..FORM
    },
];

const SPACES: &[Form] = &[
    Form {
        text: "namespace $N {\nint f(int x) { return x + $V + $H; }\n?1 int f(double) { return $W; }\n?2 constexpr int value = $W;\nstruct S { int x = $V; __host__ __device__ constexpr int get() const { return $C; } };\n?3 namespace in { int g() { return f(1) + $W; } }\n}\n?4 namespace $N_alias = $N;\n?4 int $N_by() { return $N_alias::f(2); }",
        host: &["$Q::f(1)", "$Q::S{}.x"],
        constant: &["$Q::S{}.get()"],
        tried: &[
            "$Q::f(1.5)",
            "$Q::value",
            "$Q::in::g()",
            "$Q_alias::f(3)",
            "$Q_by()",
        ],
        types: &["$Q::S"],
        ..FORM
    },
    Form {
        text: "namespace $N_in { struct T { int x = $V; }; int $N_go(T t) { return t.x + $W; }\n?1 int of(T) { return $V; }\n}\n?2 using $N_in::$N_go;\n?3 using namespace $N_in;\nint $N_adl() { return $N_go($N_in::T{}) + $H; }",
        host: &["$Q_adl()", "$Q_in::$N_go({})"],
        tried: &["of($Q_in::T{})"],
        ..FORM
    },
    Form {
        text: "namespace $N_one { int $N() { return $V; } }\nnamespace $N_two { int $N() { return $W; } }\n?1 using $N_one::$N;\n!1 using $N_two::$N;\nint $N_f() { return $N() + $H; }",
        host: &["$Q()", "$Q_f()"],
        ..FORM
    },
    Form {
        text: "namespace $N {\ninline namespace\n?1 v1\n!1 v2\n{ int f() { return $V; } struct S { int x = $W;\n?2 int y;\n}; template <class T> int t(T) { return $V + int(sizeof(T)); } }\nint g(const S &s) { return s.x + f(); }\n}",
        host: &["$Q::f()", "$Q::g({})", "$Q::t('a')"],
        tried: &["sizeof($Q::S)"],
        ..FORM
    },
    Form {
        text: "namespace {\nint $N_hidden(int x) { return x + $V; }\nstruct $N_S { int x = $W; };\n}\nstatic int $N_s = $V;\nint $N() { return $N_hidden(1) + $N_S{}.x + $N_s + $H; }",
        forward: "int $N();",
        host: &["$Q()"],
        tried: &["$Q_hidden(1)", "$Q_S{}.x"],
        ..FORM
    },
    Form {
        text: "namespace $N { template <class T> struct box { T v; int get() const { return int(v) + $V; } };\n?1 template <class T> box(T) -> box<T>;\ntemplate <class T> int open(const box<T> &b) { return b.get() + $W; }\n?2 inline int open(const box<int> &b) { return $H; }\n}",
        host: &[
            "$Q::open($Q::box<int>{1})",
            "open($Q::box<long>{2})",
            "$Q::box<char>{3}.get()",
        ],
        ..FORM
    },
    Form {
        text: "namespace $N { int f(); int v(); extern int w; struct S; }\nint $N::f() { return $V + $H; }\nint $N::w = $W;\nstruct $N::S { int x = $V;\n?1 int y = 2;\n};\nnamespace $N { int v() { return f() + w + S{}.x; } }",
        host: &["$Q::f()", "$Q::v()", "$Q::w"],
        tried: &["sizeof($Q::S)"],
        ..FORM
    },
];
