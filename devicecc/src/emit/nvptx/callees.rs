//! Room for the registers of functions that other kernels define.
//!
//! A kernel that calls what an address leads to (a virtual function) may come to a function of another code object. The driver's linker gives
//! a kernel as many registers as the largest function of that type needs whose address its own code object takes, and knows of no others:
//! what needs more is an illegal instruction. So such a code object gets a function of each type that its kernel calls by address. It also waits at a
//! barrier, because a kernel that is not known to do so is given none, and what it calls may.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Quadruples of registers that the function holds at once. An assembler makes 46 to 62 registers of them:
/// with 64 a block may still have 1,024 threads.
const QUADRUPLES: usize = 5;

/// What stands between the name of a type in PTX and the type.
const PROTOTYPE: &str = ": .callprototype ";

/// Adds to the text what makes room. Does nothing to a text that calls no addresses.
pub(super) fn make_room(ptx: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(ptx);
    let types: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_once(PROTOTYPE))
        .map(|(_, of)| of.trim_end().trim_end_matches(';'))
        .collect();
    let mut added = String::new();
    for (number, of) in types.into_iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = write!(added, "\n{}", function(number, of));
    }
    let end = ptx
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |at| at + 1);
    ptx.splice(end..end, added.into_bytes());
}

/// A function of the type, whose address is taken. Nothing calls it.
fn function(number: usize, of: &str) -> String {
    let name = format!("chv_registers_{number}");
    let registers = |quadruple: usize| {
        let names: Vec<String> = (0..4)
            .map(|it| format!("%r{}", quadruple * 4 + it))
            .collect();
        names.join(", ")
    };
    let loads: String = (0..QUADRUPLES)
        .map(|it| format!("\tld.volatile.v4.b32 {{{}}}, [%p];\n", registers(it)))
        .collect();
    let stores: String = (0..QUADRUPLES)
        .rev()
        .map(|it| format!("\tst.volatile.v4.b32 [%p], {{{}}};\n", registers(it)))
        .collect();
    format!(
        ".func {}\n{{\n\t.reg .b32 %r<{}>;\n\t.reg .b64 %p;\n\tbar.sync 0;\n\tmov.b64 %p, 0;\n{loads}{stores}\tret;\n}}\n.global .align 8 .u64 {name}_address[1] = {{{name}}};\n",
        named(of, &name),
        QUADRUPLES * 4
    )
}

/// The type with names for the function and its parameters: each is `_` in a type.
fn named(of: &str, name: &str) -> String {
    // Between the brackets of what it gives and those of what it takes.
    let Some(own) = of.find(')').map(|at| at + 1) else {
        return of.to_owned();
    };
    let (gives, takes) = of.split_at(own);
    let mut text = match gives {
        "()" => name.to_owned(),
        _ => format!("{} {name}", gives.replacen(" _", " result", 1)),
    };
    let takes = takes.trim_start().trim_start_matches('_').trim_start();
    for (number, piece) in takes.split(" _").enumerate() {
        if number > 0 {
            let _ = write!(text, " p{number}");
        }
        text.push_str(piece);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_become_heads_of_functions() {
        assert_eq!(named("()_ (.param .b64 _)", "f"), "f(.param .b64 p1)");
        assert_eq!(
            named(
                "(.param .align 4 .b8 _[20]) _ (.param .b64 _, .param .align 4 .b8 _[20])",
                "f"
            ),
            "(.param .align 4 .b8 result[20]) f(.param .b64 p1, .param .align 4 .b8 p2[20])"
        );
    }

    #[test]
    fn each_type_gets_one_function_and_a_text_without_calls_stays() {
        let mut plain = b".version 8.0\n\0".to_vec();
        make_room(&mut plain);
        assert_eq!(plain, b".version 8.0\n\0");
        let line = "\tprototype_0 : .callprototype ()_ (.param .b64 _);\n";
        let mut ptx = format!("{line}{line}").into_bytes();
        make_room(&mut ptx);
        let text = String::from_utf8(ptx).expect("PTX is ASCII");
        assert_eq!(text.matches("_address[1]").count(), 1);
    }
}
