//! Device variables: kernels find them through a table in constant memory, and their initial values are objects of the host.

use devicecc::emit::variable_object;
use kernels_cache::Cache;

use super::{SM, assert_line, compiler_for, emit, good, text};

#[test]
fn device_variables_come_from_a_table() {
    let mut compiler = compiler_for(SM);
    let first = good(
        &mut compiler,
        "__device__ int counter = 3; __constant__ float table[4]; __managed__ double *m; __device__ int unused;",
    );
    assert_eq!(first.variables.len(), 4);
    let cell = good(
        &mut compiler,
        "__global__ void k(float *y) { atomicAdd(&counter, 1); y[threadIdx.x] = table[threadIdx.x & 3] + *m; }",
    );
    assert_eq!(cell.kernels[0].closure.variables, ["counter", "table", "m"]);
    let made = emit(&cell.kernels[0]);
    let ptx = text(&made);
    assert_eq!(made.table.as_deref(), Some("_Z1kPf_vars"));
    assert_line(&ptx, &[".visible .const .align 8 .b8 _Z1kPf_vars[24]"]);
    assert_line(&ptx, &["ld.const.b64", "_Z1kPf_vars"]);
    assert_line(&ptx, &["ld.const.b64", "_Z1kPf_vars+8"]);
    assert_line(&ptx, &["atom.global.add"]);
    // The code knows that they are in global memory, and holds none of them itself.
    assert!(
        !ptx.lines().any(|line| line.starts_with(".visible .global")),
        "{ptx}"
    );
    assert!(!ptx.contains("ld.b32"), "a generic load in\n{ptx}");
}

#[test]
fn constants_are_read_once_though_the_kernel_writes() {
    let mut compiler = compiler_for(SM);
    good(
        &mut compiler,
        "__constant__ float c[64]; __device__ float d[64];",
    );
    let cell = good(
        &mut compiler,
        "__global__ void k(float *p, int i) { p[i] = c[1] + 1; p[i * 2] = c[1] + 2; p[i * 3] = d[1] + 3; p[i * 4] = d[1] + 4; }",
    );
    let ptx = text(&emit(&cell.kernels[0]));
    assert_eq!(ptx.matches("ld.global.nc").count(), 1, "{ptx}");
    // What is no constant may be what the kernel writes.
    assert_eq!(ptx.matches("ld.global.b32").count(), 2, "{ptx}");
}

#[test]
fn a_choice_among_variables_stays_code() {
    let mut compiler = compiler_for(SM);
    good(&mut compiler, "__device__ int a, b, c, d, e, f;");
    let cell = good(
        &mut compiler,
        "__global__ void k(int **p, int i) { int *q; switch (i) { case 0: q = &a; break; case 1: q = &b; break; case 2: q = &c; break;\n\
         case 3: q = &d; break; case 4: q = &e; break; default: q = &f; } *p = q; }",
    );
    let made = emit(&cell.kernels[0]);
    assert!(made.table.is_some());
    let ptx = text(&made);
    assert_line(&ptx, &["ld.const.b64"]);
    assert!(!ptx.contains("__chv_var"), "{ptx}");
}

#[test]
fn addresses_in_constant_expressions_and_device_functions_come_from_the_table() {
    let mut compiler = compiler_for(SM);
    good(
        &mut compiler,
        "__device__ int grid[8][8]; __constant__ int shift[4];",
    );
    let cell = good(
        &mut compiler,
        "__device__ __attribute__((noinline)) int pick(int i) { return i > 3 ? grid[2][5] : shift[1]; }\n\
         __global__ void k(int **p, int i) { p[0] = i ? &grid[1][3] : (int *)&shift[2]; p[1] = &grid[0][pick(i)]; }",
    );
    let made = emit(&cell.kernels[0]);
    let ptx = text(&made);
    assert_line(&ptx, &["ld.const.b64", "_vars"]);
    assert!(!ptx.contains("__chv_var"), "{ptx}");
}

#[test]
fn initial_values_become_objects_of_the_host() {
    let mut compiler = compiler_for(SM);
    let cell = good(
        &mut compiler,
        "__device__ int data[4] = {1, 2, 3, 4}; __constant__ int limits[2] = {7, 8};\n\
         struct Node { const int *p, *q; double w; }; __device__ Node node = {data + 2, limits + 1, 0.5};",
    );
    for variable in &cell.variables {
        let init = variable.init.as_ref().expect("it has initial bytes");
        let made =
            variable_object(init, &Cache::disabled()).unwrap_or_else(|error| panic!("{error:#}"));
        assert!(made.object.starts_with(b"\x7fELF"));
        let has = |needle: &[u8]| made.object.windows(needle.len()).any(|it| it == needle);
        assert_eq!(has(b"__chv_var.data\0"), variable.symbol == "node");
        assert_eq!(has(b"__chv_var.limits\0"), variable.symbol == "node");
    }
}

#[test]
fn code_that_other_kernels_may_call_has_its_table_in_global_memory() {
    let mut compiler = compiler_for(SM);
    let cell = good(
        &mut compiler,
        "__device__ int total; __device__ int more(int x) { return total += x; }\n\
         __device__ int (*f)(int) = more;\n\
         __global__ void by_name() { more(1); }",
    );
    let text_of = |functions: bool| {
        let mut kernels = cell.kernels.iter();
        text(&emit(
            kernels
                .find(|it| it.functions.is_empty() != functions)
                .expect("it is there"),
        ))
    };
    // Constant memory is the running kernel's, not that of whose code it calls.
    assert_line(
        &text_of(true),
        &[".visible .global .align 8 .b8 chv_functions_vars["],
    );
    assert_line(
        &text_of(false),
        &[".visible .const .align 8 .b8 _Z7by_namev_vars["],
    );
}
