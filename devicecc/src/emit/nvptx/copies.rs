//! Copies of structures by the widest loads and stores.

use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Types, Value};

/// What one instruction moves at most. Unit: bytes.
const WIDEST: u64 = 16;

/// Copies beyond this stay loops or calls. Unit: bytes.
const UNROLLED_MAX: u64 = 128;

/// Makes loads and stores of 16 bytes of copies that are aligned for them, such as those of `float4`. The code generator would make
/// eight bytes at a time of them, which is half the speed.
pub(super) fn widen(module: &Module<'_>) {
    let types = Types::new(module);
    let copies: Vec<Value<'_>> = ir::functions(module)
        .into_iter()
        .filter(|function| function.name().starts_with(b"llvm.memcpy."))
        .flat_map(|function| function.users())
        .filter(|user| user.is_call())
        .collect();
    let quad = types.int32.vector(4);
    for copy in copies {
        let operands: Vec<Value<'_>> = copy.operands().collect();
        let [to, from, bytes, volatile, ..] = operands[..] else {
            continue;
        };
        let (Some(bytes), Some(0)) = (bytes.unsigned(), volatile.unsigned()) else {
            continue;
        };
        let aligned = [0, 1]
            .into_iter()
            .all(|argument| copy.argument_alignment(argument) % WIDEST == 0);
        let counts = bytes > 0 && bytes <= UNROLLED_MAX && bytes % WIDEST == 0;
        if !counts || !aligned || copy.argument_alignment(0) == 0 || copy.argument_alignment(1) == 0
        {
            continue;
        }
        let build = Builder::before(copy);
        let parts: Vec<Value<'_>> = (0..bytes / WIDEST)
            .map(|part| {
                let value = build.load(quad, build.offset(from, part * WIDEST, &types));
                value.set_alignment(WIDEST as u32);
                value
            })
            .collect();
        for (part, value) in (0..).zip(parts) {
            build
                .store(value, build.offset(to, part * WIDEST, &types))
                .set_alignment(WIDEST as u32);
        }
        copy.erase();
    }
}
