//! Names that people write without a namespace, and the headers that have them.

/// Names of the C library, POSIX and CUDA, by their header.
const PLAIN: &[(&str, &[&str])] = &[
    ("cassert", &["assert"]),
    (
        "cfloat",
        &[
            "FLT_MAX",
            "FLT_MIN",
            "FLT_EPSILON",
            "FLT_DIG",
            "DBL_MAX",
            "DBL_MIN",
            "DBL_EPSILON",
            "DBL_DIG",
            "LDBL_MAX",
            "LDBL_EPSILON",
        ],
    ),
    (
        "climits",
        &[
            "CHAR_BIT",
            "CHAR_MAX",
            "SCHAR_MAX",
            "SHRT_MAX",
            "USHRT_MAX",
            "INT_MAX",
            "INT_MIN",
            "UINT_MAX",
            "LONG_MAX",
            "LONG_MIN",
            "ULONG_MAX",
            "LLONG_MAX",
            "LLONG_MIN",
            "ULLONG_MAX",
        ],
    ),
    ("cerrno", &["errno", "EINVAL", "ENOENT", "ENOMEM"]),
    (
        "cinttypes",
        &["PRIu64", "PRId64", "PRIx64", "PRIu32", "PRId32"],
    ),
    ("csignal", &["SIGINT", "SIGTERM", "SIGSEGV"]),
    ("fcntl.h", &["O_RDONLY", "O_RDWR", "O_CREAT", "O_WRONLY"]),
    (
        "pthread.h",
        &["pthread_create", "pthread_join", "pthread_t"],
    ),
    (
        "sys/mman.h",
        &["mmap", "munmap", "PROT_READ", "MAP_PRIVATE"],
    ),
    ("sys/resource.h", &["getrusage", "getrlimit"]),
    ("sys/stat.h", &["mkdir", "chmod"]),
    ("sys/time.h", &["gettimeofday"]),
    (
        "unistd.h",
        &["usleep", "sleep", "getpid", "fork", "getcwd", "sysconf"],
    ),
    ("getopt.h", &["getopt", "getopt_long", "optarg", "optind"]),
];

/// Names of `std` that people write alone after `using namespace std;`.
const OF_STD: &[&str] = &[
    "accumulate",
    "array",
    "atomic",
    "bitset",
    "boolalpha",
    "cerr",
    "chrono",
    "cin",
    "clog",
    "complex",
    "cout",
    "deque",
    "endl",
    "forward_list",
    "getline",
    "ifstream",
    "iota",
    "istringstream",
    "list",
    "lock_guard",
    "make_shared",
    "make_tuple",
    "make_unique",
    "map",
    "mt19937",
    "multimap",
    "multiset",
    "mutex",
    "numeric_limits",
    "ofstream",
    "optional",
    "ostream",
    "ostringstream",
    "pair",
    "priority_queue",
    "queue",
    "random_device",
    "runtime_error",
    "set",
    "setfill",
    "setprecision",
    "setw",
    "shared_ptr",
    "shuffle",
    "sort",
    "span",
    "stable_sort",
    "stack",
    "string",
    "string_view",
    "stringstream",
    "thread",
    "to_string",
    "tuple",
    "uniform_int_distribution",
    "uniform_real_distribution",
    "unique_lock",
    "unique_ptr",
    "unordered_map",
    "unordered_set",
    "variant",
    "vector",
];

/// Headers whose names need C++23.
const NEWER: &[&str] = &[
    "expected",
    "flat_map",
    "flat_set",
    "generator",
    "mdspan",
    "print",
    "spanstream",
    "stacktrace",
    "stdfloat",
];

/// The header of a name of the C library, POSIX or CUDA.
pub(super) fn plain(name: &str) -> Option<&'static str> {
    let home = PLAIN.iter().find(|(_, names)| names.contains(&name));
    home.map(|(header, _)| *header)
}

/// Is it a name that people mean `std`'s by?
pub(super) fn is_of_std(name: &str) -> bool {
    OF_STD.contains(&name)
}

/// Does a header of the standard library give its names from C++23 on only?
pub(super) fn needs_newer(header: &str) -> bool {
    NEWER.contains(&header)
}
