//! Says what the executor is linked with for the code of its users.

fn main() {
    // The C++ library, which nothing of ours refers to; the unit tests look for it as well.
    println!("cargo:rustc-link-arg=-Wl,--no-as-needed,-lstdc++,-lm,--as-needed");
    // GDB looks for these, and for the place where a cell ends.
    for symbol in [
        "__jit_debug_register_code",
        "__jit_debug_descriptor",
        "chevron_cell_ends",
    ] {
        println!("cargo:rustc-link-arg-bin=chevron-executor=-Wl,--export-dynamic-symbol={symbol}");
    }
    // Libraries that user code uses, that one first, start threads by the one; OpenMP's says by the other what it does when the process is copied.
    for symbol in ["pthread_create", "__register_atfork"] {
        println!("cargo:rustc-link-arg-bin=chevron-executor=-Wl,--export-dynamic-symbol={symbol}");
    }
}
