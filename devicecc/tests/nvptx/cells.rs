//! Cells that follow one another, compiled for a GPU: what is defined anew there. Variables have address spaces, which the CPU's do not have.

use std::fs;

use super::{SM, compiler_for, good};

/// Each line of the golden session that is no command is taken as a cell.
#[test]
fn variable_templates_may_be_defined_again() {
    let session = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/golden/redefine/variable_template.cu"
    );
    let session = fs::read_to_string(session).expect("the session is there");
    let mut compiler = compiler_for(SM);
    let (mut cells, mut kernels) = (0, Vec::new());
    for line in session.lines() {
        if line.starts_with("//") || line.starts_with('%') {
            continue;
        }
        let cell = good(&mut compiler, line);
        assert_eq!(cell.warnings, "", "{line}");
        kernels.extend(cell.kernels.into_iter().map(|kernel| kernel.recompiled));
        cells += 1;
    }
    assert!(cells > 20, "{cells}");
    // The kernel follows twice.
    assert_eq!(kernels, [false, true, true]);
}
