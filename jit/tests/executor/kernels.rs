//! Kernels and device variables through the whole executor, on the CPU device.

use crate::common::{Session, object};
use jit_api::wire::{
    CellImage, CodeKind, Edition, KernelImage, KernelName, Outcome, Space, Tier, VariableImage,
};

/// Host code's view of the runtime, and the kernel objects' view of `Block` and `Span`.
pub const RUNTIME: &str = "
    struct dim3 { unsigned x, y, z; };
    extern \"C\" int cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, std::size_t shared, void *stream);
    extern \"C\" int cudaDeviceSynchronize();
    extern \"C\" int cudaMemcpyToSymbol(const void *symbol, const void *source, std::size_t bytes, std::size_t offset, int kind);
    extern \"C\" int cudaMemcpyFromSymbol(void *target, const void *symbol, std::size_t bytes, std::size_t offset, int kind);
    extern \"C\" const char *cudaGetErrorName(int error);";

pub const DEVICE: &str = "
    struct Block { unsigned block_idx[3], block_dim[3], grid_dim[3], dynamic; char *shared; const void *const *args; };
    struct Span { unsigned begin[3], end[3]; };";

pub fn kernel(
    symbol: &str,
    entry: &str,
    body: &str,
    param_bytes: &[u32],
    variables: &[&str],
) -> KernelImage {
    let table = match variables.len() {
        0 => String::new(),
        count => format!("extern \"C\" {{ int *{entry}_vars[{count}] = {{nullptr}}; }}"),
    };
    let source = format!(
        "{DEVICE}\n{table}\nextern \"C\" void {entry}(const Block *block, const Span *span) {{ {body} }}"
    );
    KernelImage {
        symbol: symbol.to_owned(),
        cell: 1,
        edition: Edition::Only,
        display: symbol.to_owned(),
        object: object(&source),
        kind: CodeKind::Elf,
        entry: entry.to_owned(),
        table: format!("{entry}_vars"),
        tier: Tier::Block,
        param_bytes: param_bytes.to_vec(),
        variables: variables.iter().map(|name| (*name).to_owned()).collect(),
        ..KernelImage::default()
    }
}

pub fn variable(symbol: &str, space: Space, bytes: u64, init: Option<&str>) -> VariableImage {
    VariableImage {
        symbol: symbol.to_owned(),
        display: symbol.to_owned(),
        space,
        bytes,
        align: 8,
        init: init.map(object),
        init_symbol: "__chv_init".to_owned(),
    }
}

pub fn named(image: &mut CellImage, symbol: &str) {
    image.kernels.push(KernelName {
        symbol: symbol.to_owned(),
        display: symbol.to_owned(),
    });
}

/// A cell that registers a stub for `symbol` and launches it with one block of four threads.
pub fn launch(
    session: &mut Session,
    symbol: &str,
    declarations: &str,
    arguments: &str,
    after: &str,
) -> CellImage {
    let statements = format!(
        "__chv_register_kernel((const void *)&stub_{symbol}, \"{symbol}\"); {arguments}
         int status = cudaLaunchKernel((const void *)&stub_{symbol}, {{1, 1, 1}}, {{4, 1, 1}}, arguments, 0, nullptr);
         if (status) SHOW(cudaGetErrorName(status)); {after}"
    );
    let mut image = session.image(
        &format!("{RUNTIME}\nvoid stub_{symbol}() {{}}\n{declarations}"),
        &statements,
    );
    named(&mut image, symbol);
    image
}

#[test]
fn variables_have_one_storage_for_host_and_kernels() {
    let mut session = Session::on("cpu");
    let body = "for (unsigned x = span->begin[0]; x < span->end[0]; ++x) { chv_add_vars[1][0] += chv_add_vars[0][0]; }";
    // Before the cell that makes the variables: the image has to wait for them.
    session
        .executor
        .modules()
        .kernel(kernel("add", "chv_add", body, &[], &["step", "total"]));
    let after = "cudaDeviceSynchronize(); SHOW(total);";
    let mut image = launch(
        &mut session,
        "add",
        "extern int step, total;",
        "void **arguments = nullptr;",
        after,
    );
    let init = "extern \"C\" int __chv_init; int __chv_init = 10;";
    image.variables = vec![
        variable("step", Space::Constant, 4, Some(init)),
        variable("total", Space::Managed, 4, None),
    ];
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.values, ["40"]);
    let write = "int five = 5; if (cudaMemcpyToSymbol(&step, &five, 4, 0, 1)) SHOW(\"refused\");
        int back = 0; cudaMemcpyFromSymbol(&back, &step, 4, 0, 2); SHOW(back);";
    assert_eq!(
        session.shows(&format!("{RUNTIME} extern int step;"), write),
        ["5"]
    );
    let again = "void stub_add();";
    let statements =
        "cudaLaunchKernel((const void *)&stub_add, {1, 1, 1}, {2, 1, 1}, nullptr, 0, nullptr);
        cudaDeviceSynchronize(); SHOW(total);";
    assert_eq!(
        session.shows(&format!("{RUNTIME} {again} extern int total;"), statements),
        ["50"]
    );
    let statistics = session.executor.statistics().unwrap();
    assert_eq!((statistics.kernels, statistics.variables), (1, 2));
}

#[test]
fn initial_data_may_point_to_other_variables() {
    let mut session = Session::on("cpu");
    let mut image = session.image(
        &format!("{RUNTIME} extern int *where;"),
        "int *address = nullptr; cudaMemcpyFromSymbol(&address, &where, 8, 0, 2); SHOW(address[0]);",
    );
    let init = "extern int target[2] asm(\"__chv_var.table\"); extern \"C\" int *__chv_init; int *__chv_init = &target[1];";
    let table = "extern \"C\" int __chv_init[2]; int __chv_init[2] = {7, 8};";
    image.variables = vec![
        variable("where", Space::Device, 8, Some(init)),
        variable("table", Space::Managed, 8, Some(table)),
    ];
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.values, ["8"]);
}

#[test]
fn equal_code_with_other_variables_keeps_its_own_table() {
    let mut session = Session::on("cpu");
    let body = "chv_same_vars[0][0] += 1;";
    for (index, target) in ["left", "right"].into_iter().enumerate() {
        let symbol = format!("count_{target}");
        let image = KernelImage {
            cell: index as u32 + 1,
            ..kernel(&symbol, "chv_same", body, &[], &[target])
        };
        session.executor.modules().kernel(image);
        let after = format!("cudaDeviceSynchronize(); SHOW({target});");
        let declarations = format!("extern int {target};");
        let mut image = launch(
            &mut session,
            &symbol,
            &declarations,
            "void **arguments = nullptr;",
            &after,
        );
        image.variables = vec![variable(target, Space::Managed, 4, None)];
        assert_eq!(session.outcome(image), Outcome::Done);
        assert_eq!(session.values[index], "1");
    }
    assert_eq!(
        session.shows("extern int left, right;", "SHOW(left + right);"),
        ["2"]
    );
}

#[test]
fn a_launch_waits_for_its_own_kernel() {
    let mut session = Session::on("cpu");
    let body = "for (unsigned x = span->begin[0]; x < span->end[0]; ++x) (*(int **)block->args[0])[x] = x * x;";
    let image = kernel("squares", "chv_squares", body, &[8], &[]);
    let modules = session.executor.modules();
    let compiling = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        modules.kernel(image);
    });
    let declarations = "extern \"C\" int cudaMallocManaged(void **, std::size_t, unsigned);";
    let arguments = "int *squares; cudaMallocManaged((void **)&squares, 16, 1); void *arguments[] = {&squares};";
    let image = launch(
        &mut session,
        "squares",
        declarations,
        arguments,
        "cudaDeviceSynchronize(); SHOW(squares[3]);",
    );
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.values, ["9"]);
    compiling.join().unwrap();
}

#[test]
fn a_fault_is_reported_on_its_cell_and_the_next_one_works() {
    let mut session = Session::on("cpu");
    let body = "*(volatile int *)(*(char **)block->args[0]) = 1;";
    session
        .executor
        .modules()
        .kernel(kernel("wild", "chv_wild", body, &[8], &[]));
    let arguments = "char *nowhere = (char *)64; void *arguments[] = {&nowhere};";
    let image = launch(&mut session, "wild", "", arguments, "");
    match session.outcome(image) {
        Outcome::Device(fault) => {
            assert_eq!(
                (fault.error.as_str(), fault.kernel.as_str(), fault.block),
                ("cudaErrorIllegalAddress", "wild", [4, 1, 1])
            );
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(session.shows("", "SHOW(1);"), ["1"]);
}

#[test]
fn a_cell_that_is_not_linked_leaves_no_variable() {
    let mut session = Session::on("cpu");
    let mut image = session.image("extern int lost; int nowhere();", "lost = nowhere();");
    image.variables = vec![variable("lost", Space::Managed, 4, None)];
    assert_eq!(
        session.outcome(image),
        Outcome::Undefined(vec!["nowhere()".to_owned()])
    );
    assert_eq!(
        session.cell("extern int lost;", "lost = 1;"),
        Outcome::Undefined(vec!["lost".to_owned()])
    );
    assert_eq!(session.executor.statistics().unwrap().variables, 0);
}

#[test]
fn a_kernel_that_cannot_be_loaded_fails_its_launch() {
    let mut session = Session::on("cpu");
    let body = "extern void nobody_has_this(); nobody_has_this();";
    session
        .executor
        .modules()
        .kernel(kernel("broken", "chv_broken", body, &[], &[]));
    let image = launch(
        &mut session,
        "broken",
        "",
        "void **arguments = nullptr;",
        "",
    );
    match session.outcome(image) {
        Outcome::Device(fault) => assert!(fault.message.contains("nobody_has_this"), "{fault:?}"),
        other => panic!("{other:?}, {:?}", session.values),
    }
}
