//! Words that completeness and colouring know. A word missing here costs a worse guess at the prompt, never a wrong program.

/// Words after which a declaration or statement always goes on, so that no cell ends with them.
pub const NEVER_LAST: &[&str] = &[
    // Specifiers and qualifiers.
    "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__forceinline__", "__noinline__",
    "__grid_constant__", "__restrict__", "static", "inline", "extern", "constexpr", "consteval", "constinit", "virtual", "explicit",
    "friend", "mutable", "thread_local", "register", "const", "volatile", "noexcept", "override", "final", "typename", "template",
    // Types: a bare type is no value.
    "void", "bool", "char", "wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long", "signed", "unsigned", "float",
    "double", "auto", "struct", "class", "union", "enum",
    // Statements and declarations that have only begun.
    "else", "do", "try", "if", "while", "for", "switch", "catch", "case", "return", "goto", "new", "sizeof", "alignof", "typeid",
    "namespace", "using", "typedef", "operator", "requires", "concept", "co_await", "co_yield", "static_cast", "dynamic_cast",
    "const_cast", "reinterpret_cast", "decltype", "alignas", "__attribute__", "__launch_bounds__", "static_assert", "asm", "__asm__",
    "and", "or", "not", "xor", "bitand", "bitor", "compl",
];

/// Specifiers that take parentheses: what stands after them is still to come.
pub const SPECIFIERS_WITH_PARENTHESES: &[&str] = &[
    "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__", "__attribute", "__align__", "alignas", "decltype",
    "noexcept", "explicit", "requires", "__declspec",
];

/// Words that begin a declaration and are never part of an expression in this place.
pub const DECLARATION_START: &[&str] = &[
    "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__forceinline__", "__noinline__", "static",
    "inline", "extern", "constexpr", "consteval", "constinit", "virtual", "explicit", "friend", "thread_local", "const", "volatile",
    "auto", "void", "bool", "char", "wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long", "signed", "unsigned",
    "float", "double", "struct", "class", "union", "enum", "typename",
];

/// Words that begin a type among parameters.
pub const TYPE_START: &[&str] = &[
    "const", "volatile", "auto", "void", "bool", "char", "wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long",
    "signed", "unsigned", "float", "double", "struct", "class", "union", "enum", "typename",
];

/// Words that look like the first of two adjacent names but are operators or statements.
pub const EXPRESSION_WORDS: &[&str] = &[
    "return", "new", "delete", "sizeof", "alignof", "throw", "co_await", "co_yield", "co_return", "not", "and", "or", "xor", "bitand",
    "bitor", "compl", "not_eq", "and_eq", "or_eq", "xor_eq", "else", "goto", "case", "typeid", "do",
];

/// Statement words with a head in parentheses, whose body is still to come.
pub const CONTROL_WITH_HEAD: &[&str] = &["if", "while", "for", "switch", "catch"];

/// Statements that end with a block or a `;` and with nothing else.
pub const UNTIL_BLOCK_OR_SEMICOLON: &[&str] = &["template", "__global__", "namespace", "concept", "struct", "class", "union", "enum"];

/// Other words that colouring takes for keywords.
pub const OTHER_KEYWORDS: &[&str] = &[
    "break", "continue", "default", "delete", "throw", "this", "nullptr", "true", "false", "public", "private", "protected",
    "co_return", "export", "module", "import",
];

/// True for every word of C++ or CUDA that is coloured as a keyword.
pub fn is_keyword(word: &str) -> bool {
    NEVER_LAST.contains(&word) || OTHER_KEYWORDS.contains(&word)
}
