//! Completion, signatures and declarations of a text that is typed, through a real session.

use std::time::{Duration, Instant};

use devicecc::assist::Proposal;
use devicecc::{Compiler, Options, Source};
use kernels_cache::Cache;

/// What the session of these tests has.
const CELLS: &[&str] = &[
    "#include <vector>\n#include <map>\n#include <algorithm>\n#include <string>",
    "// A place in the plane.\nstruct Point { float x, y; float length() const { return x * x + y * y; } static int count; enum Kind { Round, Square }; };",
    "/** Adds a multiple\n *  of one array to another. */\ntemplate <class T>\n__global__ void scale(T *values, T factor) { values[threadIdx.x] *= factor; }",
    "// y += a * x\n__global__ void saxpy(int n, float a, const float *x, float *y) { int i = threadIdx.x; if (i < n) y[i] += a * x[i]; }",
    "std::vector<int> numbers = {1, 2}; std::map<std::string, int> ages; Point origin; Point *there = &origin;",
    "namespace geometry { int area(int width, int height) { return width * height; } double area(double radius) { return radius; } struct Box { int width; }; }",
    "#define TWICE(x) ((x) * 2)\n#define SECRET_LIMIT 5",
    "__device__ int counter; __device__ float halve(float x) { return x / 2; }",
    "auto doubled = [](int value) { return 2 * value; };",
    "enum class Color { red, green, blue }; int saturation = 3;",
    "class Vault { int secret; protected: int half; public: int open; static int doors; };\nVault vault;\n// How many at most.\n#define AT_MOST 12",
    "template <class T>\n__device__ T twice(T value) { return value + value; }",
    "struct Ball { Ball(int radius, float weight) {} explicit Ball(const char *name) {} int operator()(double height) { return 1; } };",
];

fn session() -> Compiler {
    let mut compiler = Compiler::new(&Options::default(), &Cache::disabled())
        .expect("the embedded headers compile");
    compiler.prelude().expect("the prelude compiles");
    for cell in CELLS {
        good(&mut compiler, cell);
    }
    compiler
}

fn good(compiler: &mut Compiler, text: &str) {
    compiler
        .compile(text, &Source::Prompt)
        .expect("the compiler itself does not fail")
        .unwrap_or_else(|rejected| panic!("`{text}`:\n{}", rejected.rendered));
}

/// A text without its mark `^`, and where that was.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('^').expect("the text has a cursor");
    (text.replacen('^', "", 1), at)
}

fn names(proposals: &[Proposal]) -> Vec<&str> {
    proposals.iter().map(|it| it.name.as_str()).collect()
}

/// A text with its cursor, what is proposed there, and what is not.
const CASES: &[(&str, &[&str], &[&str])] = &[
    // Members.
    (
        "origin.^",
        &["x", "y", "length"],
        &["operator=", "~Point", "Point", "saxpy"],
    ),
    ("origin.le^", &["length"], &["x"]),
    ("there->^", &["x", "y", "length"], &["saxpy", "int"]),
    (
        "numbers.^",
        &["size", "push_back", "begin", "data"],
        &["_M_impl", "origin"],
    ),
    ("numbers.pu^", &["push_back"], &["size"]),
    ("numbers.begin()->^", &[], &["numbers"]),
    ("ages.em^", &["emplace", "empty"], &["size"]),
    ("ages[\"a\"].^", &[], &["size"]),
    ("ages.begin()->^", &["first", "second"], &["size"]),
    ("std::string word; word.sub^", &["substr"], &["size"]),
    ("Point p; p.^", &["x", "length"], &[]),
    ("auto copy = numbers; copy.si^", &["size"], &["begin"]),
    ("for (auto &one : ages) one.^", &["first", "second"], &[]),
    (
        "for (auto &one : ages) { int k = one.sec^",
        &["second"],
        &["first"],
    ),
    (
        "struct Local { int depth; }; Local l; l.^",
        &["depth"],
        &["x"],
    ),
    ("dim3 g; g.^", &["x", "y", "z"], &["w"]),
    ("-origin.^", &["x", "length"], &[]),
    (
        "int x = 1;\nint y = origin.^;\nint z = 3;",
        &["length"],
        &["y2"],
    ),
    ("vault.^", &["open", "doors"], &["secret", "half"]),
    // Scopes.
    ("Vault::^", &["doors"], &["secret"]),
    ("geometry::^", &["area", "Box"], &["saxpy", "int"]),
    ("geometry::a^", &["area"], &["Box"]),
    ("std::vec^", &["vector"], &["numbers"]),
    ("std::sor^", &["sort"], &["vector"]),
    ("Point::^", &["count", "Round", "Square"], &["saxpy"]),
    ("Color::^", &["red", "green", "blue"], &["x"]),
    ("Color c = Color::r^", &["red"], &["green"]),
    // Names of the session.
    ("sax^", &["saxpy"], &["saturation"]),
    ("sa^", &["saxpy", "saturation"], &["numbers"]),
    ("int i = satu^", &["saturation"], &[]),
    ("ori^", &["origin"], &[]),
    ("Poi^", &["Point"], &[]),
    ("TWI^", &["TWICE"], &[]),
    ("int a = SECRET^", &["SECRET_LIMIT"], &[]),
    ("geom^", &["geometry"], &[]),
    ("if (saturation > 2) { num^", &["numbers"], &[]),
    ("^", &["saxpy", "origin"], &["cudaMalloc", "_ZSt4cout"]),
    // Names of the text.
    (
        "int length_here = 1; int other = leng^",
        &["length_here"],
        &[],
    ),
    ("void f(int amount) { amo^", &["amount"], &[]),
    (
        "void f(int amount) {\n  if (amount) {\n    for (int index = 0; ind^",
        &["index"],
        &["amount"],
    ),
    // Names of headers.
    (
        "cudaMal^",
        &["cudaMalloc", "cudaMallocManaged"],
        &["cudaFree"],
    ),
    ("cudaMemcpyHostTo^", &["cudaMemcpyHostToDevice"], &[]),
    ("std::string s; prin^", &["printf"], &[]),
    // Keywords and the language.
    ("whi^", &["while"], &["saxpy"]),
    ("stat^", &["static"], &[]),
    ("__glob^", &["__global__"], &["saxpy"]),
    ("names_that_nobody_has^", &[], &["saxpy"]),
    // Device code.
    (
        "__global__ void k(int *p) { threadI^",
        &["threadIdx"],
        &["numbers"],
    ),
    (
        "__global__ void k(int *p) { p[threadIdx.^",
        &["x", "y", "z"],
        &["w"],
    ),
    (
        "__global__ void k(int *p) { __syncth^",
        &["__syncthreads"],
        &[],
    ),
    (
        "__global__ void k(int *p) { __shfl_^",
        &["__shfl_sync", "__shfl_down_sync"],
        &["halve"],
    ),
    ("__global__ void k(float *p) { *p = hal^", &["halve"], &[]),
    ("__device__ int f() { return count^", &["counter"], &[]),
    ("atomicA^", &["atomicAdd"], &["atomicSub"]),
    // Launches.
    ("saxpy<<<1, satu^", &["saturation"], &[]),
    ("saxpy<<<1, 32>>>(satu^", &["saturation"], &[]),
    ("saxpy<<<1, 32>>>(1, 2, numbers.da^", &["data"], &["size"]),
    // Directives.
    ("#include <vec^", &["vector"], &["map"]),
    ("#include <vec^>", &["vector"], &["map"]),
    ("#include <cooperative_g^", &["cooperative_groups.h"], &[]),
    ("#include <sys/ty^", &["types.h>"], &[]),
    ("#inc^", &["include"], &[]),
    ("#ifdef SECR^", &["SECRET_LIMIT"], &["saxpy"]),
    (
        "#include <set>\nstd::set<int> many; many.ins^",
        &["insert"],
        &["size"],
    ),
    // What is no place for names.
    ("\"sax^", &[], &["saxpy"]),
    ("// sax^", &[], &["saxpy"]),
    ("sax^py<<<1, 1>>>()", &["saxpy"], &[]),
    // Texts that are wrong before the cursor.
    ("int a = unknown_thing; origin.^", &["length"], &[]),
    ("}; numbers.^", &["size"], &[]),
];

#[test]
fn texts_go_on() {
    let mut compiler = session();
    let mut wrong = Vec::new();
    for (case, present, absent) in CASES {
        let (text, position) = marked(case);
        let proposals = compiler.complete(&text, position);
        let names = names(&proposals);
        for name in *present {
            let bare = name.trim_end_matches('>');
            if !names
                .iter()
                .any(|it| it == name || it.trim_end_matches(['>', '"']) == bare)
            {
                wrong.push(format!(
                    "`{case}` has not {name}: {:?}",
                    &names[..names.len().min(12)]
                ));
            }
        }
        for name in *absent {
            if names.contains(name) {
                wrong.push(format!("`{case}` has {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text with its cursor at the beginning of an argument, what one overload has, and the argument's number.
const CALLS: &[(&str, &[&str], usize)] = &[
    (
        "geometry::area(^",
        &["int width, int height", "double radius"],
        0,
    ),
    ("geometry::area(1, ^", &["int width, int height"], 1),
    (
        "saxpy<<<1, 32>>>(^",
        &["int n, float a, const float *x, float *y"],
        0,
    ),
    ("saxpy<<<1, 32>>>(1, 2, ^", &["int n, float a"], 2),
    ("origin.length(^", &["length()"], 0),
    ("numbers.push_back(^", &["push_back("], 0),
    (
        "Ball ball(^",
        &["int radius, float weight", "const char *name"],
        0,
    ),
    ("Ball(1, ^", &["int radius, float weight"], 1),
    ("Ball b(\"a\"); b(^", &["double height"], 0),
    ("doubled(^", &["int value"], 0),
    ("cudaMalloc(^", &["cudaMalloc("], 0),
    ("cudaMemcpy(numbers.data(), there, ^", &["cudaMemcpy("], 2),
    ("std::sort(numbers.begin(), ^", &["sort("], 1),
    ("if (geometry::area(1, ^", &["int width"], 1),
    (
        "__global__ void k(float *p) { *p = halve(^",
        &["float x"],
        0,
    ),
];

#[test]
fn calls_show_what_they_take() {
    let mut compiler = session();
    let mut wrong = Vec::new();
    for (case, expected, argument) in CALLS {
        let (text, position) = marked(case);
        let (overloads, number) = compiler.signatures(&text, position);
        for part in *expected {
            if !overloads.iter().any(|it| it.text.contains(part)) {
                wrong.push(format!("`{case}` has no {part}: {overloads:?}"));
            }
        }
        if number != *argument {
            wrong.push(format!("`{case}` is at argument {number}"));
        }
        for overload in &overloads {
            let parameters = overload.parameters.iter();
            for parameter in parameters.clone() {
                assert!(
                    overload.text.get(parameter.clone()).is_some(),
                    "{case}: {overload:?}"
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A name, a part of one of its declarations, and a part of its comment.
const NAMES: &[(&str, &str, &str)] = &[
    ("Point", "struct Point", "A place in the plane."),
    (
        "saxpy",
        "__global__ void saxpy(int n, float a, const float *x, float *y)",
        "y += a * x",
    ),
    (
        "scale",
        "scale(T *values, T factor)",
        "Adds a multiple\nof one array to another.",
    ),
    ("origin", "Point origin", ""),
    ("origin.length", "float length() const", ""),
    ("geometry::area", "double area(double radius)", ""),
    ("numbers.size", "size() const", ""),
    ("std::vector", "class vector", ""),
    ("std::sort", "sort(", ""),
    ("TWICE", "#define TWICE(x) ((x) * 2)", ""),
    ("cudaMalloc", "cudaMalloc(", ""),
    ("AT_MOST", "#define AT_MOST 12", "How many at most."),
    (
        "twice",
        "template <class T> __device__ T twice(T value)",
        "",
    ),
    (
        "cudaMemcpy",
        "cudaMemcpy(void *to, const void *from, size_t bytes",
        "",
    ),
    ("threadIdx.x", "x", ""),
    ("counter", "__device__ int counter", ""),
    ("Color::red", "red", ""),
];

#[test]
fn names_are_declared_and_commented() {
    let mut compiler = session();
    let mut wrong = Vec::new();
    for (name, text, comment) in NAMES {
        let declarations = compiler.declarations(name);
        if !declarations.iter().any(|it| it.text.contains(text)) {
            wrong.push(format!("`{name}` has no {text}: {declarations:?}"));
        }
        if !declarations.iter().any(|it| it.comment.contains(comment)) {
            wrong.push(format!("`{name}` is not commented: {declarations:?}"));
        }
    }
    assert!(compiler.declarations("nobody_has_this").is_empty());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn overloads_are_told_apart_by_their_labels() {
    let mut compiler = session();
    let proposals = compiler.complete("geometry::ar", 12);
    let labels: Vec<&str> = proposals.iter().map(|it| it.label.as_str()).collect();
    for label in [
        "area(int width, int height) -> int",
        "area(double radius) -> double",
    ] {
        assert!(labels.contains(&label), "{labels:?}");
    }
    let member = compiler.complete("origin.x", 8);
    assert_eq!(member[0].label, "x: float");
    // What has the type that is wanted comes first.
    let wanted = compiler.complete("Point other = o", 15);
    let fitting = wanted.iter().find(|it| it.rank == 0);
    assert_eq!(fitting.expect("one fits").name, "origin");
}

#[test]
fn the_newest_definition_is_the_one_that_is_known() {
    let mut compiler = session();
    good(
        &mut compiler,
        "struct Point { double east, north; }; Point origin;",
    );
    let proposals = compiler.complete("origin.", 7);
    let names = names(&proposals);
    assert!(
        names.contains(&"east") && !names.contains(&"length"),
        "{names:?}"
    );
    let rejected = compiler.compile("struct Point { int broken", &Source::Prompt);
    assert!(rejected.expect("the compiler does not fail").is_err());
    // The AST is made again, which a busy machine needs its time for; nobody who types waits for that.
    let until = Instant::now() + Duration::from_secs(60);
    let mut found = Vec::new();
    while found.is_empty() && Instant::now() < until {
        found = compiler.complete("origin.ea", 9);
    }
    assert_eq!(found[0].name, "east");
}

/// The median time of a cell that shows a value.
fn cell_time(compiler: &mut Compiler, between: impl Fn(&mut Compiler)) -> Duration {
    let mut times: Vec<Duration> = (0..50)
        .map(|_| {
            between(compiler);
            let start = Instant::now();
            good(compiler, "numbers.size() + saturation");
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

#[test]
fn the_session_does_not_notice() {
    let mut compiler = session();
    let before = cell_time(&mut compiler, |_| ());
    let number = compiler.next_number();
    let after = cell_time(&mut compiler, |compiler| {
        for text in [
            "numbers.",
            "struct Point { int other; }; Point changed; changed.",
            "int saxpy = 1; int numbers = sat",
            "#undef TWICE\nnamespace geometry { int area(long); } std::so",
        ] {
            assert!(!compiler.complete(text, text.len()).is_empty(), "{text}");
        }
    });
    assert_eq!(compiler.next_number(), number + 50);
    // 200 completions have gone by. A cell may differ by what a busy machine adds, not by a text read again.
    assert!(
        after < before * 4 + Duration::from_millis(5),
        "a cell took {before:?}, and between completions {after:?}"
    );
    good(
        &mut compiler,
        "TWICE(2) + origin.length() + geometry::area(1, 2)",
    );
    good(
        &mut compiler,
        "saxpy<<<1, 32>>>(1, 2.0f, &origin.x, &origin.y);",
    );
}

#[test]
fn a_crash_in_clang_costs_nothing() {
    let mut compiler = session();
    // As deep as no stack is.
    let deep = format!("int deep = {}origin.", "(".repeat(300_000));
    let start = Instant::now();
    compiler.complete(&deep, deep.len());
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(!compiler.complete("origin.", 7).is_empty());
    good(&mut compiler, "origin.length()");
}

#[test]
fn a_text_that_takes_for_ever_costs_a_second() {
    let mut compiler = session();
    let slow = "template <int N, long M> struct Slow { static const long value = Slow<N - 1, 2 * M>::value + Slow<N - 1, 2 * M + 1>::value; };\n\
        template <long M> struct Slow<0, M> { static const long value = M; };\n\
        long sum = Slow<50, 0>::value; origin.";
    let start = Instant::now();
    assert_eq!(compiler.complete(slow, slow.len()), []);
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert!(!compiler.complete("origin.", 7).is_empty());
    good(&mut compiler, "origin.length()");
}
