//! Emission, tested by linking the objects into this process and running them.

mod loader;

use std::ffi::c_void;

use devicecc::cell::{Closure, HostModule, Kernel, KernelSource};
use devicecc::emit::{self, CpuKernel, Tier};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use kernels_cache::Cache;
use loader::{Block, Linked, Shared};

/// Bitcode of textual IR.
fn bitcode(text: &str) -> Vec<u8> {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
    let module = context
        .create_module_from_ir(buffer)
        .expect("the test's IR parses");
    module.write_bitcode_to_memory().as_slice().to_vec()
}

/// A kernel with the closure.
fn kernel(text: &str) -> Kernel {
    Kernel {
        symbol: "_Z1kv".to_owned(),
        display: "k".to_owned(),
        closure: Closure {
            bitcode: bitcode(text),
            variables: Vec::new(),
            sites: Vec::new(),
        },
        param_bytes: vec![4, 8],
        max_threads: 0,
        cell: 1,
        recompiled: false,
        cluster: [0; 3],
        functions: Vec::new(),
    }
}

/// A closure of `tests/data`, made by clang from the source that stands at its top.
macro_rules! closure {
    ($name:literal) => {
        kernel(include_str!(concat!("data/", $name, ".ll")))
    };
}

/// Emits without a cache.
fn emitted(kernel: &Kernel) -> CpuKernel {
    emit::cpu_kernel(kernel, &Cache::disabled()).expect("the kernel is emitted")
}

/// The address of a parameter, as `cudaLaunchKernel` gets it.
fn arg<T>(value: &T) -> *const c_void {
    std::ptr::from_ref(value).cast()
}

/// The address of a parameter which the kernel writes through.
fn block(threads: [u32; 3], args: &[*const c_void], shared: &mut Shared) -> Block {
    Block {
        block_idx: [1, 0, 0],
        block_dim: threads,
        grid_dim: [4, 1, 1],
        dynamic_shared_bytes: 1024,
        shared: shared.0.as_mut_ptr(),
        args: args.as_ptr(),
    }
}

/// Runs the kernel on one block, index 1 of 4.
fn run(kernel: &CpuKernel, threads: [u32; 3], args: &[*const c_void]) -> Linked {
    let linked = Linked::new(&kernel.object);
    let mut shared = Box::new(Shared([0; 4096]));
    let block = block(threads, args, &mut shared);
    match kernel.tier {
        Tier::Block => linked.run_block(&kernel.entry, &block),
        Tier::Thread | Tier::Watched => linked.run_threads(&kernel.entry, &block),
    }
    linked
}

#[test]
fn saxpy_is_one_loop_over_threads() {
    let kernel = emitted(&closure!("saxpy"));
    assert_eq!((kernel.tier, kernel.shared_bytes), (Tier::Block, 0));
    let (n, a) = (500i32, 3.0f32);
    let x: Vec<f32> = (0..512).map(|i| i as f32).collect();
    let mut y = vec![1.0f32; 512];
    run(
        &kernel,
        [256, 1, 1],
        &[arg(&n), arg(&a), arg(&x.as_ptr()), arg(&y.as_mut_ptr())],
    );
    for (i, y) in y.into_iter().enumerate() {
        let expected = if (256..500).contains(&i) {
            3.0 * i as f32 + 1.0
        } else {
            1.0
        };
        assert_eq!(y, expected, "element {i}");
    }
}

/// How the kernel runs, and what is said of its loops.
fn told(kernel: &Kernel) -> emit::TierReport {
    let source = KernelSource {
        closure: kernel.closure.bitcode.clone(),
        with_lines: kernel.closure.bitcode.clone(),
        max_threads: 0,
    };
    emit::cpu_tier("k", &source).expect("the kernel is emitted")
}

#[test]
fn loops_over_threads_are_told_to_be_vectors() {
    for kernel in [closure!("saxpy"), closure!("reduce")] {
        let loops = told(&kernel).loops;
        let vectors = "threads run side by side, ";
        assert!(
            loops.iter().any(|it| it.text.contains(vectors)),
            "{loops:?}"
        );
    }
}

#[test]
fn a_tier_is_told_with_what_stops_a_better_one() {
    let plain = told(&closure!("saxpy"));
    assert_eq!((plain.tier, plain.regions), (Tier::Block, None));
    assert_eq!(plain.refusal, None);
    let regions = told(&closure!("reduce"));
    assert!(regions.regions.is_some() && regions.refusal.is_none());
    assert!(regions.choice <= regions.all);
    let fibers = told(&closure!("recursion"));
    let why = fibers.refusal.expect("it has no regions");
    assert!(why.text.contains("is recursive"), "{why:?}");
}

#[test]
fn structures_by_value_arrive_whole() {
    let kernel = emitted(&closure!("by_value"));
    assert_eq!(kernel.tier, Tier::Block);
    let (scale, big) = ([1.0f32, 2.0, 3.0], [1.0f64; 6]);
    let mut out = [0.0f64; 32];
    run(
        &kernel,
        [4, 8, 1],
        &[arg(&scale), arg(&big), arg(&out.as_mut_ptr())],
    );
    for (i, value) in out.into_iter().enumerate() {
        assert_eq!(
            value,
            321.0 + 6.0 + i as f64 + 1000.0 * i as f64,
            "thread {i}"
        );
    }
}

#[test]
fn barriers_and_shared_memory_run_a_thread_at_a_time() {
    let kernel = emitted(&closure!("reduce"));
    assert_eq!(kernel.tier, Tier::Thread);
    // 100 floats, then a double, then the dynamic array at its alignment.
    assert_eq!(kernel.shared_bytes, 512);
    let input: Vec<f32> = (0..128).map(|i| i as f32).collect();
    let (mut out, mut seen) = ([0.0f32; 4], 0i32);
    run(
        &kernel,
        [64, 1, 1],
        &[
            arg(&input.as_ptr()),
            arg(&out.as_mut_ptr()),
            arg(&(&raw mut seen)),
        ],
    );
    assert_eq!(out, [0.0, (64..128).sum::<i32>() as f32 + 1024.0, 0.0, 0.0]);
    assert_eq!(seen, 1 + 2, "shared memory is known from other memory");
}

#[test]
fn device_variables_are_reached_through_the_table() {
    let kernel = emitted(&closure!("variables"));
    assert_eq!(kernel.tier, Tier::Block);
    let linked = Linked::new(&kernel.object);
    let (mut array, mut factor) = ([0i32; 64], 7i32);
    let table = linked.address(&format!("{}_vars", kernel.entry)) as *mut *mut c_void;
    // SAFETY: the table has one pointer per variable by the contract, and nothing runs yet.
    unsafe {
        *table = array.as_mut_ptr().cast();
        *table.add(1) = (&raw mut factor).cast();
    }
    let which = 1i32;
    let mut shared = Box::new(Shared([0; 4096]));
    linked.run_block(
        &kernel.entry,
        &block([16, 1, 1], &[arg(&which)], &mut shared),
    );
    let expected: Vec<i32> = (0..64)
        .map(|i| if i < 16 { i * 7 } else { 0 } + if i == 35 { 1000 } else { 0 })
        .collect();
    assert_eq!((array.as_slice(), factor), (expected.as_slice(), 7));
}

#[test]
fn recursion_stays_a_call() {
    let kernel = emitted(&closure!("recursion"));
    assert_eq!(kernel.tier, Tier::Thread);
    let (n, mut out) = (10i32, [0i32; 3]);
    run(&kernel, [3, 1, 1], &[arg(&n), arg(&out.as_mut_ptr())]);
    // Each of the 89 leaves adds the thread's index.
    assert_eq!(out, [55, 55 + 89, 55 + 178]);
}

#[test]
fn function_pointers_reach_shared_memory_and_barriers() {
    let kernel = emitted(&closure!("pointers"));
    assert_eq!((kernel.tier, kernel.shared_bytes), (Tier::Thread, 32));
    let (which, mut out) = ([0i32, 1, 0, 1, 0, 0, 0, 1], [0i32; 8]);
    run(
        &kernel,
        [8, 1, 1],
        &[arg(&which.as_ptr()), arg(&out.as_mut_ptr())],
    );
    let board = |t: usize| {
        if which[t] == 0 {
            10 * t as i32
        } else {
            1000 * t as i32
        }
    };
    let expected: Vec<i32> = (0..8)
        .map(|t| {
            if which[t] == 0 {
                10 * t as i32 + board((t + 1) % 8)
            } else {
                10 * (t * t) as i32
            }
        })
        .collect();
    assert_eq!(out.as_slice(), expected);
}

#[test]
fn a_loop_that_waits_yields() {
    let kernel = emitted(&closure!("wait"));
    assert_eq!(kernel.tier, Tier::Thread);
    assert!(undefined_symbols(&kernel.object).contains(&"__chv_sync_yield".to_owned()));
    let (mut flag, mut out) = (0i32, [0i32; 2]);
    run(
        &kernel,
        [2, 1, 1],
        &[arg(&(&raw mut flag)), arg(&out.as_mut_ptr())],
    );
    assert_eq!(out, [42, 5]);
}

#[test]
fn a_lock_yields_and_excludes() {
    let kernel = emitted(&closure!("lock"));
    assert_eq!(kernel.tier, Tier::Thread);
    assert!(undefined_symbols(&kernel.object).contains(&"__chv_sync_yield".to_owned()));
    let (mut lock, mut count) = (0i32, 0i32);
    run(
        &kernel,
        [16, 1, 1],
        &[arg(&(&raw mut lock)), arg(&(&raw mut count))],
    );
    assert_eq!((lock, count), (0, 16));
}

#[test]
fn loops_that_end_by_themselves_do_not_count_as_waiting() {
    let kernel = emitted(&closure!("lock_free"));
    assert_eq!(kernel.tier, Tier::Block);
    let input: Vec<f64> = (0..20).map(f64::from).collect();
    let (mut sum, mut next, n, mut order) = (0f64, 0i32, 20i32, [0i32; 6]);
    run(
        &kernel,
        [4, 1, 1],
        &[
            arg(&(&raw mut sum)),
            arg(&(&raw mut next)),
            arg(&n),
            arg(&input.as_ptr()),
            arg(&order.as_mut_ptr()),
        ],
    );
    assert_eq!(sum, 190.0);
    assert_eq!(next, 24);
    assert_eq!(order, [60, 0, 0, 0, 1, 1]);
}

#[test]
fn threads_of_a_loop_do_not_share_local_arrays() {
    let kernel = emitted(&closure!("stack"));
    assert_eq!(kernel.tier, Tier::Block);
    let (input, mut out) = ([10i32, 20, 30, 40, 50, 60, 70, 80, 2, 5], [0i32; 64]);
    run(
        &kernel,
        [64, 1, 1],
        &[arg(&input.as_ptr()), arg(&out.as_mut_ptr())],
    );
    for (t, value) in out.into_iter().enumerate() {
        assert_eq!(value, (60 + t as i32) * 2 + t as i32, "thread {t}");
    }
}

#[test]
fn what_is_defined_nowhere_is_named() {
    let error = emit::cpu_kernel(&closure!("missing"), &Cache::disabled())
        .expect_err("`weight` is missing");
    let text = format!("{error:#}");
    assert!(text.starts_with("`weight(int)` is used"), "{text}");
    assert!(!text.contains("cosf") && !text.contains("__chv_"), "{text}");
}

#[test]
fn emission_is_deterministic() {
    for closure in [
        closure!("reduce"),
        closure!("variables"),
        closure!("lock_free"),
        closure!("pointers"),
    ] {
        assert!(emitted(&closure).object == emitted(&closure).object);
    }
}

#[test]
fn emission_works_on_many_threads_at_once() {
    let expected = emitted(&closure!("reduce")).object;
    let reduce = closure!("reduce");
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| emitted(&reduce).object))
            .collect();
        for other in others {
            assert!(other.join().expect("the thread ends well") == expected);
        }
    });
}

#[test]
fn a_second_emission_comes_from_the_cache() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = Cache::open(directory.path(), 1 << 20).expect("the cache opens");
    let closure = closure!("reduce");
    let cold = emit::cpu_kernel(&closure, &cache).expect("the kernel is emitted");
    let warm = emit::cpu_kernel(&closure, &cache).expect("the kernel is found");
    assert!(!cold.cached && warm.cached);
    assert!(warm.object == cold.object);
    assert_eq!(
        (warm.entry, warm.tier, warm.shared_bytes),
        (cold.entry, cold.tier, cold.shared_bytes)
    );

    let host = host(include_str!("data/host.ll"), false);
    let cold = emit::host_object(&host, 1, 2, &cache).expect("the module is emitted");
    let warm = emit::host_object(&host, 2, 2, &cache).expect("the module is found");
    assert!(!cold.cached && warm.cached && cold.object == warm.object && cold.entry == warm.entry);
}

/// A host module with the IR.
fn host(text: &str, unique: bool) -> HostModule {
    HostModule {
        bitcode: bitcode(text),
        unique,
        optimize: true,
    }
}

#[test]
fn thread_local_variables_are_emulated() {
    for optimize in [0, 2] {
        let made = emit::host_object(
            &host(include_str!("data/host.ll"), false),
            1,
            optimize,
            &Cache::disabled(),
        )
        .expect("emitted");
        assert!(undefined_symbols(&made.object).contains(&"__emutls_get_address".to_owned()));
        let linked = Linked::new(&made.object);
        let total = linked.address("total") as *const i32;
        // SAFETY: the entry takes nothing and gives nothing.
        let entry: extern "C" fn() = unsafe { std::mem::transmute(linked.address(&made.entry)) };
        // SAFETY: `total` is an `int`, and the thread that wrote it has ended.
        let read = || unsafe { total.read_volatile() };
        let call = |times: usize| {
            std::thread::spawn(move || (0..times).for_each(|_| entry()))
                .join()
                .expect("the thread ends well");
        };
        call(2);
        assert_eq!(read(), 5 + 20);
        call(1);
        assert_eq!(read(), 4 + 10, "another thread has its own");
    }
}

#[test]
fn logarithms_of_constants_in_long_double_are_constants() {
    let text = "define void @chv_entry() { ret void }\n\
        declare x86_fp80 @logl(x86_fp80)\n\
        declare x86_fp80 @llvm.log10.f80(x86_fp80)\n\
        define i32 @good() { %a = call x86_fp80 @logl(x86_fp80 0xK401F8000000000000000)\n\
        %b = call x86_fp80 @logl(x86_fp80 0xK40008000000000000000)\n\
        %c = fdiv x86_fp80 %a, %b\n\
        %d = call x86_fp80 @llvm.log10.f80(x86_fp80 0xK4005C800000000000000)\n\
        %e = fadd x86_fp80 %c, %d\n\
        %f = fptosi x86_fp80 %e to i32 ret i32 %f }\n";
    let undefined = |text: &str| {
        let made = emit::host_object(&host(text, false), 1, 2, &Cache::disabled());
        let made = made.expect("emitted");
        (undefined_symbols(&made.object), made)
    };
    let (none, made) = undefined(text);
    assert_eq!(none, Vec::<String>::new());
    let linked = Linked::new(&made.object);
    // SAFETY: it takes nothing and gives an `int`; `linked` outlives it.
    let good: extern "C" fn() -> i32 = unsafe { std::mem::transmute(linked.address("good")) };
    // log2(2^32) + log10(100)
    assert_eq!(good(), 34);
    // That of zero sets `errno`.
    let zero = text.replace("0xK401F8000000000000000", "0xK00000000000000000000");
    assert!(undefined(&zero).0.contains(&"logl".to_owned()));
}

#[test]
fn modules_with_state_share_no_object() {
    let emit = |unique, cell| {
        emit::host_object(
            &host(include_str!("data/host.ll"), unique),
            cell,
            0,
            &Cache::disabled(),
        )
        .expect("emitted")
        .entry
    };
    assert_eq!(emit(false, 1), emit(false, 2));
    assert_ne!(emit(true, 1), emit(true, 2));
    assert!(emit(true, 1).starts_with("chv_entry_"));
}

#[test]
fn code_that_llvm_cannot_translate_is_an_error() {
    let text = include_str!("data/host.ll").replace(
        "ret void",
        "call void asm sideeffect \"no_such_instruction\", \"\"()\nret void",
    );
    let error = emit::host_object(&host(&text, false), 3, 0, &Cache::disabled())
        .expect_err("no such instruction");
    let text = format!("{error:#}");
    assert!(
        text.contains("cell 3") && text.contains("no_such_instruction"),
        "{text}"
    );
}

#[test]
fn bitcode_that_is_none_is_an_error() {
    let broken = HostModule {
        bitcode: b"no bitcode".to_vec(),
        unique: false,
        optimize: false,
    };
    assert!(emit::host_object(&broken, 1, 0, &Cache::disabled()).is_err());
}

#[test]
fn initial_bytes_have_a_symbol_of_their_own() {
    let text = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
        target triple = \"x86_64-unknown-linux-gnu\"\n\
        @__chv_init = constant { [3 x i16], ptr } { [3 x i16] [i16 1, i16 2, i16 3], ptr @__chv_var.other }\n\
        @__chv_var.other = external global i8\n";
    let made = emit::variable_object(&bitcode(text), &Cache::disabled()).expect("emitted");
    assert_eq!(undefined_symbols(&made.object), ["__chv_var.other"]);
    assert!(made.symbol.starts_with("chv_init_") && made.symbol.len() == "chv_init_".len() + 32);
}

/// The undefined symbols of an ELF object, read off its symbol table.
fn undefined_symbols(object: &[u8]) -> Vec<String> {
    let word = |at: usize, bytes: usize| {
        object[at..at + bytes]
            .iter()
            .rev()
            .fold(0usize, |all, byte| all << 8 | usize::from(*byte))
    };
    let sections = (0..word(60, 2)).map(|index| word(40, 8) + index * word(58, 2));
    let table = sections
        .clone()
        .find(|section| word(section + 4, 4) == 2)
        .expect("the object has symbols");
    let names = word(40, 8) + word(table + 40, 4) * word(58, 2);
    let mut found = Vec::new();
    for symbol in (word(table + 24, 8)..word(table + 24, 8) + word(table + 32, 8)).step_by(24) {
        let start = word(names + 24, 8) + word(symbol, 4);
        let end = start
            + object[start..]
                .iter()
                .position(|byte| *byte == 0)
                .expect("names end");
        if word(symbol + 6, 2) == 0 && end > start {
            found.push(String::from_utf8_lossy(&object[start..end]).into_owned());
        }
    }
    found
}
