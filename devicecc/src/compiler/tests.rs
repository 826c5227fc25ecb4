use super::*;
use crate::cell::Footprint;

fn good(compiler: &mut Compiler, text: &str) -> Cell {
    let compiled = compiler.compile(text, &Source::Prompt);
    let compiled = compiled.expect("the compiler itself does not fail");
    compiled.unwrap_or_else(|rejected| panic!("`{text}`:\n{}", rejected.rendered))
}

#[test]
fn a_compaction_that_left_out_too_much_puts_it_back() {
    let options = Options::default();
    let mut compiler = Compiler::new(&options, &Cache::disabled()).expect("a compiler");
    compiler.prelude().expect("the prelude compiles");
    good(&mut compiler, "struct S { int x; };");
    for number in 0..16 {
        let text = format!("__global__ void k{number}(S *s) {{ s->x = {number}; }}");
        good(&mut compiler, &text);
    }
    // What the rules of compaction would never leave out: all kernels refer to it.
    compiler.session.compact(&[1]);
    let after = good(&mut compiler, "__device__ int of(S s) { return s.x; }");
    assert_eq!(after.footprint, Footprint::Plain);
    while compiler.compacts() {
        std::thread::sleep(std::time::Duration::from_millis(1));
        compiler.prepare();
    }
    let uses_both = "__global__ void last(S *s) { s->x = of(*s) + sizeof(S); }";
    assert_eq!(good(&mut compiler, uses_both).kernels.len(), 1);
}
