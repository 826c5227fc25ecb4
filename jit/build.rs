//! Says how LLVM, whose ORC links objects in the executor, is linked.

use std::env;

fn main() {
    // Libraries that user code uses, the C++ library first, start threads by it.
    println!(
        "cargo:rustc-link-arg-bin=chevron-executor=-Wl,--export-dynamic-symbol=pthread_create"
    );
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    println!("cargo:rerun-if-env-changed=CHEVRON_STATIC_LLVM");
    // `./dev bundle` gives LLVM's archives to the final link itself.
    if env::var_os("CHEVRON_STATIC_LLVM").is_none() {
        let llvm =
            env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".to_owned());
        println!("cargo:rustc-link-search=native={llvm}/lib");
        println!("cargo:rustc-link-lib=dylib=LLVM-22");
    }
}
