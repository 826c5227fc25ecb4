use super::{Completeness, Next, check, forced, may_go_on, next, without_force};

/// Texts that are a cell as they stand.
const COMPLETE: &[&str] = &[
    // Values.
    "x",
    "42",
    "a + b",
    "f(3)",
    "f()",
    "v[0]",
    "x.y",
    "p->x",
    "i++",
    "--i",
    "\"text\"",
    "'c'",
    "P{1, 2}",
    "std::vector<int>{1, 2}",
    "p->P::~P()",
    "p.P::~P()",
    "new P::P()",
    "return P::P()",
    "1 + P::P()",
    "kind<int>",
    "1 + std::tuple_size_v<A<B<int>>>",
    "a * f(x)",
    "a*f(x)",
    "a & f(b)",
    "a < b",
    "x ? f(a) : g(b)",
    "(a)",
    "ns::f(x)",
    "obj.f(x)",
    "p->f(n)",
    "f(x)(y)",
    "a[i](x)",
    "sizeof(int)",
    "new int[3]",
    "new T(x)",
    "throw f(x)",
    "not f(x)",
    "return f(x)",
    "a and f(b)",
    "*f()",
    "**f()",
    "*std::begin(v)",
    "&f(x)",
    "1 + *f()",
    "n - *f()",
    "a && *f()",
    "a * *f()",
    "return *f()",
    "!*f(x)",
    "CHECK(cudaMalloc(&p, n))",
    "[](int x) { return x; }",
    "[=] { return 1; }()",
    "k<<<1, 32>>>(p)",
    "cudaDeviceSynchronize()",
    "make()->size",
    "x == y",
    "R\"(})\"",
    "u8R\"x(\n)\" )x\"",
    "1'000",
    "\"( not a bracket\"",
    "')'",
    "x /* ( */",
    "x // (",
    // Statements and declarations.
    "int x = 3;",
    "int x = 3",
    "f();",
    "{ int i = 1; }",
    "for (int i = 0; i < 3; ++i) f(i);",
    "for (;;) { break; }",
    "if (a) b();",
    "if (a) { b(); } else { c(); }",
    "if (a) b(); else c();",
    "do x(); while (y);",
    "do { x(); } while (y);",
    "try { f(); } catch (...) { }",
    "while (x) y();",
    "switch (x) { case 1: break; }",
    "dim3 grid(4)",
    "dim3 g((n + 1) / 2)",
    "std::string s(\"a\")",
    "auto f = [](int x) { return x; };",
    "using T = int;",
    "using T = int",
    "using T = unsigned long",
    "typedef struct { int x; } P;",
    "typedef struct { int x; } P",
    "typedef float F",
    "typedef int (*F)(int)",
    "typedef int A[3]",
    "template <class T> T id(T x) { return x; }",
    "template <class T> struct S { T x; };",
    "struct P { int x; };",
    "struct P { int x; }",
    "enum class E { a, b };",
    "namespace n { int x; }",
    "extern \"C\" int puts(const char *);",
    "extern \"C\" { int f(); }",
    "__device__ int f(int x) { return x; }",
    "__global__ void k(int *p) { *p = 1; }",
    "__global__ void k(int *p);",
    "__shared__ int s[3];",
    "P::P(int x) : x(x) { }",
    "int a[] = {1, 2}",
    "A<B<C<int>>> x;",
    "k<<<dim3(1), sizeof(A<B<C<int>>>)>>>(x);",
    "k<<<n>>1, 32>>>(p);",
    "int f() <% return 1; %>",
    "int a<:3:>;",
    "asm(\"nop\");",
    "x = y",
    "auto x = f(y)",
    "int main() { return 0; }",
    "static_assert(sizeof(int) == 4);",
    // Directives.
    "#include <vector>",
    "#define F(x) (x)",
    "#define F(x) \\\n  (x)",
    "#if 1\nint x;\n#endif",
    "#if A\nint f() {\n#else\nlong f() {\n#endif\n  return 1; }",
    "#if A\n}\n#endif\nx",
    "#pragma pack(push)",
    "#pragma omp barrier",
    "#pragma unroll\nfor (;;) f();",
    "#ifdef A\n#if B\n#endif\n#endif",
    "#if 0\nint broken( {\n#endif",
    "#if 0\nint f( {\n#elif 1\nint f() {\n#else\nint f(int) {\n#endif\n}",
    "#define OPEN (",
    "#error don't",
    // What no line can mend.
    "}",
    ")",
    "x)",
    "f(]",
    "int x = 3; }",
    "\"abc",
    "'a",
    "return 3",
    "x @",
    "#endif",
    "f(\"a]\");",
    "}\n}",
];

/// Texts that wait for more.
const INCOMPLETE: &[&str] = &[
    // Open brackets and the like.
    "int f(){",
    "f(",
    "v[",
    "k<<<1,",
    "k<<<grid",
    "k<<<1, 32",
    "/* a",
    "R\"(abc",
    "R\"x(abc)\"",
    "#if 1",
    "#if 1\nint x;\n#else",
    "#ifdef A\n#if B\n#endif",
    "a \\",
    "#define F(x) \\",
    "struct P {",
    "{ f(]; ",
    "{ (",
    "[](int x) {",
    "f(\"abc",
    "#if A\nint f() {\n#else\nlong f() {\n#endif",
    "#define X /* a",
    "// a \\",
    "int f() <%",
    "f(R\"(",
    "{ ) ",
    "x = {1, 2,",
    // Operators and words that ask for an operand.
    "a +",
    "a,",
    "x =",
    "x ?",
    "x ? y :",
    "std::",
    "p->",
    "s.",
    "std::cout <<",
    "!",
    "&",
    "a &&",
    "template <class T>",
    "a <",
    "a < b >",
    "static Pair<int>",
    "static_cast<int>",
    "template<class T>",
    "k<<<1, 32>>>",
    "static",
    "int",
    "unsigned long",
    "const",
    "else",
    "return",
    "struct",
    "using",
    "new",
    "int f() const",
    "int f() noexcept",
    "auto f() ->",
    "auto f() -> int",
    "auto f() -> Foo",
    "if (a) b(); else",
    "case",
    "public:",
    "int x = 3; int",
    // Heads of definitions and statements.
    "int f(int x)",
    "void f()",
    "static float f(float x)",
    "__global__ void k(int x)",
    "__global__ void",
    "__global__ void k",
    "__device__ float f(float x)",
    "__global__ void __launch_bounds__(256)",
    "__global__ void __launch_bounds__(256) k(float *p)",
    "__global__\nvoid k(int *p)",
    "std::vector<int> f(int n)",
    "Foo f(Bar b)",
    "Foo f()",
    "Foo *make()",
    "Foo* make(int n)",
    "Foo **make()",
    "Foo *&make()",
    "::Foo *make()",
    "std::vector<int> *make()",
    "Foo * * make(int n)",
    "float * f(float x)",
    "Foo &P::get()",
    "void ns::P::f(int x)",
    "P::P(int x)",
    "P::~P()",
    "constexpr P::P()",
    "template <class T> P<T>::P()",
    "P::P(int x) : x(x)",
    "template <class T> T f(T x)",
    "template <class T>\nstruct S",
    "struct P",
    "struct P : Q",
    "enum class E : int",
    "class C",
    "union U",
    "namespace n",
    "namespace a::b",
    "extern \"C\"",
    "bool operator==(const P &a, const P &b)",
    "std::ostream &operator<<(std::ostream &o, P p)",
    "P operator+(P a, P b)",
    "int f(int x = 3)",
    "int f(int a[3])",
    "void f(int (*g)(int))",
    "[](int x)",
    "auto f = [=](int x)",
    "auto f = [=]",
    "[] (int x) mutable",
    "auto f = [] __device__",
    "auto f = [] __device__ (int i)",
    "if (x)",
    "if constexpr (x)",
    "for (int i = 0; i < 3; ++i)",
    "while (x)",
    "switch (x)",
    "if (a) for (;;)",
    "if (a) { b(); } else if (c)",
    "try",
    "try { f(); }",
    "try { f(); } catch (int e)",
    "do",
    "do { x(); }",
    "do { x(); } while (y)",
    "do x();",
    "typedef struct { int x; }",
    "typedef int",
    "typedef unsigned long",
    "typedef struct S",
    "typedef F",
    "using T =",
    "using T = const",
    "[[nodiscard]]",
    "alignas(16)",
    "static __device__ __forceinline__ float f(float x)",
    "int main(int argc, char **argv)",
    "int main()",
    "constexpr int f(int n)",
    "#pragma unroll",
    "#pragma omp parallel for",
    "int x;\n#pragma omp parallel for\nfor (int i = 0; i < n; ++i)",
    "int x =\n#include \"x.inc\"",
];

/// Rows for which `expected` does not hold.
fn wrong(rows: &[&'static str], expected: fn(Completeness) -> bool) -> Vec<&'static str> {
    rows.iter()
        .copied()
        .filter(|text| !expected(check(text)))
        .collect()
}

#[test]
fn complete_texts() {
    assert_eq!(
        wrong(COMPLETE, |completeness| completeness
            == Completeness::Complete),
        [""; 0]
    );
}

#[test]
fn incomplete_texts() {
    assert_eq!(
        wrong(INCOMPLETE, |completeness| matches!(
            completeness,
            Completeness::Incomplete(_)
        )),
        [""; 0]
    );
}

#[test]
fn empty_texts() {
    for text in [
        "",
        "  \n ",
        "// note",
        "/* a\n b */ // c",
        ";",
        ";; // note\n;",
    ] {
        assert_eq!(check(text), Completeness::Empty, "{text:?}");
    }
}

/// No prefix, ending at a line's end, of a well-formed definition is called complete where that would tear it apart.
#[test]
fn prefixes_of_a_definition_wait() {
    let text = "template <typename T,\n          int N>\n__global__ void\n__launch_bounds__(N)\nscan(T *data,\n     int n)\n{\n  \
                __shared__ T s[N];\n\n  if (n > 0) {\n    s[0] = data[0];\n  }\n  else\n    s[0] = 0;\n}";
    for (at, _) in text.match_indices('\n') {
        assert!(
            matches!(check(&text[..at]), Completeness::Incomplete(_)),
            "{:?}",
            &text[..at]
        );
    }
    assert_eq!(check(text), Completeness::Complete);
}

#[test]
fn next_lines() {
    use Next::*;
    let rows: &[(&str, &str, Next)] = &[
        ("if (a) b();", "else c();", Joins),
        ("if (a) { b(); }", "else {", Joins),
        ("for (;;) if (a) b();", "else c();", Joins),
        ("f();", "else c();", Begins),
        ("try { f(); } catch (int) { }", "catch (...) { }", Joins),
        ("TEST(x)", "{", Joins),
        ("foreach(auto x, v)", "{", Joins),
        ("P::P(T x)", "{", Joins),
        ("f(x)", "{", Begins),
        ("f()", "{ n = 5; }", Begins),
        ("a::f()", "{ n = 5; }", Begins),
        ("*f()", "{ n = 5; }", Begins),
        ("x = f()", "{ n = 5; }", Begins),
        ("p->f(x)", "{ n = 5; }", Begins),
        ("f(3)", "{", Begins),
        ("x", "{ int y; }", Begins),
        ("f();", "{ int y; }", Begins),
        ("int a[] = {1}", ";", Joins),
        ("struct P { int x; }", ";", Joins),
        ("f();", ";", Begins),
        ("std::cout", "  << x", Joins),
        ("v", "  .size()", Joins),
        ("v", "-x", Begins),
        ("v", "*p = 3;", Begins),
        ("auto y = a", "  + b;", Joins),
        ("auto y = a", "int z = 1;", Begins),
        ("auto y = f", "  (3);", Joins),
        ("x == 1", "? a : b", Joins),
        ("k", "<<<1, 1>>>(p);", Joins),
        ("f(x)", "%who", Begins),
        ("if (a) b();", "// otherwise", Comment),
        ("if (a) b();", "", Begins),
        ("#define X f(x)", "{", Begins),
        ("Foo f(int x)", "const", Joins),
        ("int S::f()", "const { return 1; }", Joins),
        ("int S::f()", "const noexcept", Joins),
        ("f(x)", "const char *name;", Begins),
        ("x", "::y = 1;", Begins),
        ("int x = 1;", "int y = 2;", Begins),
    ];
    for (text, line, expected) in rows {
        assert_eq!(next(text, line), *expected, "{text:?} then {line:?}");
    }
}

/// A line is waited for only where it could matter: all rows above that join, or may, say so.
#[test]
fn waiting_for_the_next_line() {
    for text in [
        "if (a) b();",
        "try { f(); } catch (int) { }",
        "f(x)",
        "std::cout",
        "struct P { int x; }",
        "struct P { int x; } f() { return {}; }",
        "if (a) { b(); }",
        "for (;;) if (a) { b(); }",
        "for (int i : {1, 2}) p = P{i}",
        "try { f(); } catch (int) { }",
        "void f() try { } catch (int) { }",
        "auto f = [](int x) { return x; }",
        "[](int x) { return x; }",
        "P{1}",
        "int a[] = {1, 2}",
        "TEST(a, b) { }",
        "f(x) { }",
    ] {
        assert!(may_go_on(text), "{text:?}");
    }
    for text in [
        "int x = 1;",
        "f();",
        "#include <vector>",
        "k<<<1, 1>>>(p);",
        "__global__ void k(int *p) { *p = 1; }",
        "template <class T>\n__global__ void k(T *p)\n{\n  *p = 1;\n}",
        "__global__ void __launch_bounds__(256) k(int *p) { }",
        "int f() { if (a) return 1; return 2; }",
        "float *first(float *a) { return a; }",
        "P::P(int x) : x(x) { }",
        "bool operator==(P a, P b) { return true; }",
        "namespace a { int x; }",
        "inline namespace b { }",
        "for (int i = 0; i < 3; ++i) { f(i); }",
        "while (a) { b(); }",
        "{ int x = 1; f(x); }",
    ] {
        assert!(!may_go_on(text), "{text:?}");
    }
}

#[test]
fn forcing() {
    for text in ["int f(){\n\n", "int f(){\n;;", "f(\n  \n ", ";;"] {
        assert!(forced(text), "{text:?}");
    }
    for text in [
        "int f(){\n",
        "int f(){",
        "int f(){\n\nreturn 1;",
        "",
        "for (;;) {",
        "\n",
    ] {
        assert!(!forced(text), "{text:?}");
    }
    assert_eq!(without_force("int f(){\n ;;"), "int f(){");
    assert_eq!(without_force(";;"), "");
    assert_eq!(without_force("int f(){\n\n"), "int f(){\n\n");
}
