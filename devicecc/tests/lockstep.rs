//! Which kernels get points where lanes of a warp keep in step: those that count on it, and none that synchronises as it should.

use devicecc::emit::{Tier, cpu_kernel};
use devicecc::{Compiler, Options, Source};
use kernels_cache::Cache;

#[test]
fn only_kernels_that_count_on_it_keep_lanes_in_step() {
    let mut compiler = Compiler::new(&Options::default(), &Cache::disabled())
        .expect("the embedded headers compile");
    compiler.prelude().expect("the prelude compiles");
    let cell = compiler
        .compile(include_str!("data/lockstep.cu"), &Source::Prompt)
        .expect("the compiler itself does not fail")
        .unwrap_or_else(|rejected| panic!("{}", rejected.rendered));
    assert!(
        cell.kernels.len() > 15,
        "all of the file's kernels are there"
    );
    let mut wrong = Vec::new();
    for kernel in &cell.kernels {
        let made = cpu_kernel(kernel, &Cache::disabled()).expect("it is emitted");
        let name = b"__chv_sync_step";
        let keeps = made.object.windows(name.len()).any(|it| it == name);
        let counts = kernel.display.contains("steps_");
        if keeps != counts {
            wrong.push(&kernel.display);
        }
        assert!(!keeps || made.tier == Tier::Thread, "{}", kernel.display);
    }
    assert!(
        wrong.is_empty(),
        "wrongly with or without points: {wrong:?}"
    );
}
