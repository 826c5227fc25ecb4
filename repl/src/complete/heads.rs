//! What the last statement of a text with closed brackets still waits for: tables and shapes, no grammar.

use super::Wait;
use crate::lexer::outline::{Element, ElementKind};
use crate::lexer::{Token, TokenKind, words};

/// What the statement waits for; `None` if it may stand as it is.
pub fn waits_for(statement: &[&Element], text: &str) -> Option<Wait> {
    let (first, last) = (statement.first()?, statement.last()?);
    let any =
        |predicate: &dyn Fn(&Element) -> bool| statement.iter().any(|element| predicate(element));
    if first.is_word("do") {
        let ends = matches!(statement, [.., word, head, end] if word.is_word("while") && head.is_group(b'(') && end.is_operator(";"));
        return (!ends).then_some(Wait::Body);
    }
    if last.is_operator(";") {
        return None;
    }
    if first.is_word("typedef") {
        return (!names_a_type(statement)).then_some(Wait::Operand);
    }
    if first.is_word("using") && is_alias_of_fundamental_type(statement) {
        return None;
    }
    if first.is_word("try") && !any(&|element| element.is_word("catch")) {
        return Some(Wait::Body);
    }
    let block = any(&|element| element.is_group(b'{'));
    if !block
        && (first.is_one_of(words::UNTIL_BLOCK_OR_SEMICOLON)
            || any(&|element| element.is_word("__global__")))
    {
        return Some(Wait::Body);
    }
    let rest = after_control(statement);
    if rest.is_empty() {
        return Some(Wait::Body);
    }
    match &last.kind {
        ElementKind::Operator => operator_waits(statement),
        ElementKind::Word if last.is_one_of(words::NEVER_LAST) => Some(Wait::Operand),
        ElementKind::Word => has_trailing_return(statement).then_some(Wait::Body),
        ElementKind::Literal if statement.len() == 2 && first.is_word("extern") => Some(Wait::Body),
        ElementKind::Group(b'(', _) => is_head(rest, text).then_some(Wait::Body),
        ElementKind::Group(b'[', _) => opens_lambda_or_attribute(statement).then_some(Wait::Body),
        ElementKind::Group(b'<', _) => Some(Wait::Operand),
        _ => None,
    }
}

/// Does the statement end with a body behind which nothing of it can come: that of a function, a namespace or a loop, or a block? Conditions, handlers, types
/// and lambdas may go on behind theirs.
pub fn ends_with_its_body(statement: &[&Element], text: &str) -> bool {
    let [head @ .., body] = statement else {
        return false;
    };
    if !body.is_group(b'{') {
        return false;
    }
    let scope = head.iter().any(|it| it.is_word("namespace"));
    let lambda = head
        .iter()
        .any(|it| it.is_group(b'[') || it.is_operator("="));
    let function =
        !lambda && head.last().is_some_and(|last| last.is_group(b'(')) && is_head(head, text);
    scope || function || matches!(after_control(statement), [_])
}

/// Could a `{` on the next line be the body of this statement? Looser than `waits_for`: the brace is there already.
pub fn could_be_head(statement: &[&Element]) -> bool {
    let Some(last) = statement.last() else {
        return false;
    };
    match &last.kind {
        ElementKind::Group(b'(', inner) => {
            let declarator = &statement[..statement.len() - 1];
            !declarator.is_empty()
                && plausible_parameters(inner, last)
                && (declares_parameters(inner, last) || !is_called(declarator))
        }
        ElementKind::Operator => last.text == "=",
        _ => is_unfinished_declaration(statement),
    }
}

/// Does this, before `(…)`, name a function that is called: `f`, `a::f`, `x.f`, `y = *f`? No function's head is without a type. A macro's name, by
/// which tests and benchmarks define functions, has no small letters.
fn is_called(declarator: &[&Element]) -> bool {
    let [before @ .., name] = declarator else {
        return false;
    };
    if name.kind != ElementKind::Word || before_constructor(declarator).is_some() {
        return false;
    }
    let (ty, _) = at_signs(without_qualifier(before));
    match ty.last() {
        Some(last) => !ends_type(last),
        None => name.text.contains(|c: char| c.is_ascii_lowercase()),
    }
}

/// A declaration or initialisation without its `;`.
pub fn is_unfinished_declaration(statement: &[&Element]) -> bool {
    let (Some(first), Some(last)) = (statement.first(), statement.last()) else {
        return false;
    };
    let declares = first.is_one_of(words::DECLARATION_START)
        || statement.iter().any(|element| element.is_operator("="));
    declares && !last.is_operator(";") && !last.is_group(b'{')
}

/// `typedef float F`, `typedef int (*F)(int)`, `typedef int A[3]`: the name is there, only a `;` may be missing.
fn names_a_type(statement: &[&Element]) -> bool {
    let [_, .., before, last] = statement else {
        return false;
    };
    match last.kind {
        ElementKind::Word => {
            !last.is_one_of(words::NEVER_LAST) && !before.is_one_of(words::TYPE_KEYWORDS)
        }
        ElementKind::Group(open, _) => open != b'{',
        _ => false,
    }
}

/// `using I = unsigned long`, whose last word else never ends an input.
fn is_alias_of_fundamental_type(statement: &[&Element]) -> bool {
    let [_, _, equals, .., last] = statement else {
        return false;
    };
    equals.is_operator("=") && last.is_one_of(words::FUNDAMENTAL_TYPES)
}

fn operator_waits(statement: &[&Element]) -> Option<Wait> {
    let (last, before) = (
        statement.last()?,
        statement.len().checked_sub(2).map(|at| statement[at]),
    );
    match last.text {
        "++" | "--" => {
            let operand = before.is_some_and(|element| element.kind != ElementKind::Operator);
            (!operand).then_some(Wait::Operand)
        }
        // No operators at all: clang says what they are.
        "@" | "`" | "#" | "##" | "\\" => None,
        ">" | ">>" | ">>>" if ends_with_template_arguments(statement) => None,
        _ => Some(Wait::Operand),
    }
}

/// `std::is_same_v<A, B>` is a value; `static Pair<int>` waits for a name, and `a < b >` for an operand.
fn ends_with_template_arguments(statement: &[&Element]) -> bool {
    if statement[0].is_one_of(words::DECLARATION_START) {
        return false;
    }
    let mut open = 0;
    for (at, element) in statement.iter().enumerate().rev() {
        open += match element.text {
            ">" => 1,
            ">>" => 2,
            ">>>" => 3,
            "<" => -1,
            _ => 0,
        };
        if open <= 0 {
            return at > 0
                && statement[at - 1].kind == ElementKind::Word
                && !statement[at - 1].text.ends_with("_cast")
                && statement[at - 1].end == element.begin;
        }
    }
    false
}

/// The statement without the heads of `if (…)`, `for (…)`, `else` and their like at its start.
fn after_control<'s, 'a>(mut statement: &'s [&'s Element<'a>]) -> &'s [&'s Element<'a>] {
    loop {
        statement = match statement {
            [word, rest @ ..] if word.is_one_of(&["else", "try"]) => rest,
            [word, modifier, head, rest @ ..]
                if word.is_word("if")
                    && modifier.is_one_of(&["constexpr"])
                    && head.is_group(b'(') =>
            {
                rest
            }
            [word, head, rest @ ..]
                if word.is_one_of(words::CONTROL_WITH_HEAD) && head.is_group(b'(') =>
            {
                rest
            }
            // What stands before a `catch` is done with.
            [block, rest @ ..]
                if block.is_group(b'{')
                    && rest
                        .iter()
                        .any(|element| element.is_one_of(&["catch", "else"])) =>
            {
                rest
            }
            _ => return statement,
        }
    }
}

/// `auto f(int x) -> Type`
fn has_trailing_return(statement: &[&Element]) -> bool {
    let arrow = statement
        .windows(2)
        .any(|pair| pair[0].is_group(b'(') && pair[1].is_operator("->"));
    let declares = statement[0].is_one_of(words::DECLARATION_START);
    let lambda = statement
        .windows(2)
        .any(|pair| pair[0].is_group(b'[') && pair[1].is_group(b'('));
    arrow && (lambda || declares && !statement.iter().any(|element| element.is_operator("=")))
}

/// Does the statement end with `[…]` that is an attribute or begins a lambda, not an index or an array's bound?
fn opens_lambda_or_attribute(statement: &[&Element]) -> bool {
    match statement {
        [_] => true,
        [.., before, _] => match before.kind {
            ElementKind::Operator => !before.is_operator(">"),
            ElementKind::Word => before.is_word("return"),
            _ => false,
        },
        [] => false,
    }
}

/// Is this statement, which ends with `(…)`, the head of a function or a lambda, so that a body may follow?
fn is_head(statement: &[&Element], text: &str) -> bool {
    let [declarator @ .., parameters] = statement else {
        return false;
    };
    let Some(name) = declarator.last() else {
        return false;
    };
    if name.is_one_of(words::SPECIFIERS_WITH_PARENTHESES) {
        return declarator.len() > 1 || !name.is_one_of(&["noexcept", "requires", "explicit"]);
    }
    if name.is_one_of(&["__device__", "__host__"]) {
        return true; // of an extended lambda
    }
    if name.is_group(b'[') {
        return opens_lambda_or_attribute(declarator);
    }
    if is_constructor_with_initialisers(declarator) {
        return true;
    }
    let ElementKind::Group(_, inner) = &parameters.kind else {
        return false;
    };
    let operator_function = operator_position(declarator).is_some();
    if !plausible_parameters(inner, parameters)
        || (!operator_function && declarator.iter().any(|e| e.is_operator("=")))
    {
        return false;
    }
    let return_type = match operator_position(declarator) {
        Some(at) => without_qualifier(&declarator[..at]),
        None if name.kind != ElementKind::Word || name.is_one_of(words::EXPRESSION_WORDS) => {
            return false;
        }
        None => match before_constructor(declarator) {
            Some([]) => return true,
            Some(before) => before,
            None => without_qualifier(&declarator[..declarator.len() - 1]),
        },
    };
    let Some(type_end) = return_type.last() else {
        return false;
    };
    match &type_end.kind {
        ElementKind::Word => !type_end.is_one_of(words::EXPRESSION_WORDS),
        ElementKind::Operator if type_end.text == ">" => {
            return_type.iter().any(|element| element.is_operator("<"))
        }
        ElementKind::Operator if matches!(type_end.text, "*" | "&" | "&&") => {
            let (pointed_to, signs) = at_signs(return_type);
            pointed_to.last().is_some_and(ends_type)
                && (pointed_to[0].is_one_of(words::DECLARATION_START)
                    || declares_parameters(inner, parameters)
                    || lean_to_one_side(signs, text))
        }
        ElementKind::Group(b'(', _) => {
            return_type.len() > 1
                && return_type[return_type.len() - 2].is_one_of(words::SPECIFIERS_WITH_PARENTHESES)
        }
        ElementKind::Group(b'[', _) => true,
        _ => false,
    }
}

/// `T operator+(…)`: where `operator` stands, unless it is called as `x.operator+(…)`.
fn operator_position(declarator: &[&Element]) -> Option<usize> {
    let at = declarator
        .iter()
        .position(|element| element.is_word("operator"))?;
    let called =
        at > 0 && (declarator[at - 1].is_operator(".") || declarator[at - 1].is_operator("->"));
    (!called).then_some(at)
}

/// What stands before `P::P` or `P::~P`: nothing, or what may begin a definition. Alone, a namespace's function of the same name looks alike.
fn before_constructor<'s, 'a>(declarator: &'s [&'s Element<'a>]) -> Option<&'s [&'s Element<'a>]> {
    let (before, class, scope, name) = match declarator {
        [before @ .., class, scope, tilde, name] if tilde.is_operator("~") => {
            (before, class, scope, name)
        }
        [before @ .., class, scope, name] => (before, class, scope, name),
        _ => return None,
    };
    (scope.is_operator("::") && class.text == name.text).then(|| without_qualifier(before))
}

/// `P::P(…) : x(…), y`: the element before the last brackets is a member's name after `:` or `,`.
fn is_constructor_with_initialisers(declarator: &[&Element]) -> bool {
    let colon = declarator
        .iter()
        .position(|element| element.is_operator(":"));
    let question = declarator.iter().any(|element| element.is_operator("?"));
    colon.is_some_and(|at| at > 0 && declarator[at - 1].is_group(b'(') && !question)
}

/// The elements before a qualified name's `a::b::`, template arguments passed over.
fn without_qualifier<'s, 'a>(mut elements: &'s [&'s Element<'a>]) -> &'s [&'s Element<'a>] {
    while let [before @ .., scope] = elements {
        if !scope.is_operator("::") {
            break;
        }
        elements = match before {
            [rest @ .., name] if name.kind == ElementKind::Word => rest,
            [.., close] if close.is_operator(">") => {
                let open = before
                    .iter()
                    .rposition(|element| element.is_operator("<"))
                    .unwrap_or(0);
                &before[..open.saturating_sub(1)]
            }
            _ => before,
        };
    }
    elements
}

/// What stands before the signs `*`, `&` and `&&` that a type ends with, and these.
fn at_signs<'s, 'a>(ty: &'s [&'s Element<'a>]) -> (&'s [&'s Element<'a>], &'s [&'s Element<'a>]) {
    let is_sign = |it: &&Element| matches!(it.text, "*" | "&" | "&&");
    // There are no pointers to references: `a && *f()` computes.
    let is_pointer = |it: &&Element| it.is_operator("*");
    let before_last = ty.len() - usize::from(ty.last().is_some_and(is_sign));
    let pointers = ty[..before_last]
        .iter()
        .rev()
        .take_while(|it| is_pointer(it));
    ty.split_at(before_last - pointers.count())
}

/// Does a type end with this element, so that a sign behind it makes a pointer? `*f()`, `1 + *f()` and `return *f()` compute.
fn ends_type(element: &&Element) -> bool {
    element.is_operator(">")
        || element.kind == ElementKind::Word && !element.is_one_of(words::EXPRESSION_WORDS)
}

/// `T* f()`, `T *f()` and `T **f()` declare, `a * f()`, `a*f()` and `a * *f()` multiply: so people write.
fn lean_to_one_side(signs: &[&Element], text: &str) -> bool {
    let (Some(first), Some(last)) = (signs.first(), signs.last()) else {
        return false;
    };
    let space = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace());
    let bytes = text.as_bytes();
    let before = space(first.begin.checked_sub(1).and_then(|at| bytes.get(at)));
    let apart = signs.windows(2).any(|pair| pair[0].end != pair[1].begin);
    !apart && before != space(bytes.get(last.end))
}

/// Could these tokens, the inside of `group`, be parameters? Arguments that show themselves as such (numbers, literals, signs)
/// rule it out.
fn plausible_parameters(inner: &[Token], group: &Element) -> bool {
    let text = |token: &Token| inner_text(token, group);
    let Some(first) = inner.first() else {
        return true;
    };
    let defaults = inner
        .iter()
        .any(|token| text(token) == "=" || token.kind == TokenKind::Open(b'['));
    let literal = inner.iter().any(|token| {
        matches!(
            token.kind,
            TokenKind::Number | TokenKind::Literal | TokenKind::RawLiteral
        )
    });
    let begins = match first.kind {
        TokenKind::Word => {
            !words::EXPRESSION_WORDS.contains(&text(first))
                && !matches!(text(first), "nullptr" | "true" | "false")
        }
        TokenKind::Operator => matches!(text(first), "..." | "::"),
        TokenKind::Open(b'[') => true,
        _ => false,
    };
    let second = inner.get(1).is_none_or(|second| match second.kind {
        TokenKind::Word | TokenKind::Open(b'[') => true,
        TokenKind::Open(b'(') => words::TYPE_START.contains(&text(first)),
        TokenKind::Operator => matches!(
            text(second),
            "::" | "<" | "*" | "&" | "&&" | "," | "..." | "="
        ),
        _ => false,
    });
    begins && second && (defaults || !literal)
}

/// Do these tokens, the inside of `group`, show a type: a keyword of one, or two names side by side?
fn declares_parameters(inner: &[Token], group: &Element) -> bool {
    let keyword = inner
        .first()
        .is_some_and(|first| words::TYPE_START.contains(&inner_text(first, group)));
    keyword
        || inner
            .windows(2)
            .any(|pair| pair[0].kind == TokenKind::Word && pair[1].kind == TokenKind::Word)
}

/// Text of a token inside a group: tokens count from the whole text's start, as the group does.
fn inner_text<'a>(token: &Token, group: &Element<'a>) -> &'a str {
    &group.text[token.begin - group.begin..token.end - group.begin]
}
