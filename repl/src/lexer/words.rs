//! Words that completeness and colouring know. A word missing here costs a worse guess at the prompt, never a wrong program.

/// Types that the language itself has, by their words.
pub const FUNDAMENTAL_TYPES: &[&str] = &[
    "void", "bool", "char", "wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long",
    "signed", "unsigned", "float", "double",
];

/// What a user's type is declared with.
pub const TYPE_KEYWORDS: &[&str] = &["struct", "class", "union", "enum"];

/// Words that begin a type among parameters.
pub const TYPE_START: &[&str] = &joined::<22>([
    FUNDAMENTAL_TYPES,
    TYPE_KEYWORDS,
    &["const", "volatile", "auto", "typename"],
]);

/// Specifiers that only a declaration begins with.
const SPECIFIERS: &[&str] = &[
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__forceinline__",
    "__noinline__",
    "static",
    "inline",
    "extern",
    "constexpr",
    "consteval",
    "constinit",
    "virtual",
    "explicit",
    "friend",
    "thread_local",
];

/// Words that begin a declaration and are never part of an expression in this place.
pub const DECLARATION_START: &[&str] = &joined::<40>([SPECIFIERS, TYPE_START, &[]]);

/// Specifiers that do not stand first, and statements and declarations that have only begun.
const BEGUN: &[&str] = &[
    "__grid_constant__",
    "__restrict__",
    "mutable",
    "register",
    "noexcept",
    "override",
    "final",
    "template",
    "else",
    "do",
    "try",
    "if",
    "while",
    "for",
    "switch",
    "catch",
    "case",
    "return",
    "goto",
    "new",
    "sizeof",
    "alignof",
    "typeid",
    "namespace",
    "using",
    "typedef",
    "operator",
    "requires",
    "concept",
    "co_await",
    "co_yield",
    "static_cast",
    "dynamic_cast",
    "const_cast",
    "reinterpret_cast",
    "decltype",
    "alignas",
    "__attribute__",
    "__launch_bounds__",
    "static_assert",
    "asm",
    "__asm__",
    "and",
    "or",
    "not",
    "xor",
    "bitand",
    "bitor",
    "compl",
];

/// Words after which a declaration or statement always goes on, so that no cell ends with them. A bare type is no value.
pub const NEVER_LAST: &[&str] = &joined::<89>([DECLARATION_START, BEGUN, &[]]);

/// Specifiers that take parentheses: what stands after them is still to come.
pub const SPECIFIERS_WITH_PARENTHESES: &[&str] = &[
    "__launch_bounds__",
    "__cluster_dims__",
    "__maxnreg__",
    "__attribute__",
    "__attribute",
    "__align__",
    "alignas",
    "decltype",
    "noexcept",
    "explicit",
    "requires",
    "__declspec",
];

/// Words that look like the first of two adjacent names but are operators or statements.
pub const EXPRESSION_WORDS: &[&str] = &[
    "return",
    "new",
    "delete",
    "sizeof",
    "alignof",
    "throw",
    "co_await",
    "co_yield",
    "co_return",
    "not",
    "and",
    "or",
    "xor",
    "bitand",
    "bitor",
    "compl",
    "not_eq",
    "and_eq",
    "or_eq",
    "xor_eq",
    "else",
    "goto",
    "case",
    "typeid",
    "do",
];

/// Statement words with a head in parentheses, whose body is still to come.
pub const CONTROL_WITH_HEAD: &[&str] = &["if", "while", "for", "switch", "catch"];

/// Statements that end with a block or a `;` and with nothing else.
pub const UNTIL_BLOCK_OR_SEMICOLON: &[&str] = &[
    "template",
    "__global__",
    "namespace",
    "concept",
    "struct",
    "class",
    "union",
    "enum",
];

/// Other words that colouring takes for keywords.
pub const OTHER_KEYWORDS: &[&str] = &[
    "break",
    "continue",
    "default",
    "delete",
    "throw",
    "this",
    "nullptr",
    "true",
    "false",
    "public",
    "private",
    "protected",
    "co_return",
    "export",
    "module",
    "import",
];

/// The lists one after another; a wrong `N` does not compile.
const fn joined<const N: usize>(lists: [&[&'static str]; 3]) -> [&'static str; N] {
    let mut words = [""; N];
    let (mut list, mut at, mut end) = (0, 0, 0);
    while list < lists.len() {
        while at < lists[list].len() {
            words[end] = lists[list][at];
            (at, end) = (at + 1, end + 1);
        }
        (list, at) = (list + 1, 0);
    }
    assert!(end == N);
    words
}

/// True for every word of C++ or CUDA that is coloured as a keyword.
pub fn is_keyword(word: &str) -> bool {
    NEVER_LAST.contains(&word) || OTHER_KEYWORDS.contains(&word)
}
