//! When kernels are loaded, on a device where loading waits for kernels that run, as the null device says of itself.

use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::common::Session;
use crate::kernels::{RUNTIME, kernel, named};
use jit_api::client::ModuleSender;
use jit_api::wire::{CodeKind, Edition, KernelImage, Outcome};

/// Shows the microseconds since 1970.
const NOW: &str = "SHOW(std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(
    std::chrono::system_clock::now().time_since_epoch()).count()));";

/// How much later the second kernel comes.
const LATE: Duration = Duration::from_millis(200);

fn launch(symbol: &str) -> String {
    format!(
        "cudaLaunchKernel((const void *)&stub_{symbol}, {{1, 1, 1}}, {{1, 1, 1}}, nullptr, 0, nullptr);"
    )
}

fn image(symbol: &str) -> KernelImage {
    kernel(symbol, &format!("chv_{symbol}"), "", &[], &[])
}

/// A session in which cell 1 defines `first`, whose code is there, `second`, whose code is not, and a function that launches that.
fn session() -> Session {
    let mut session = Session::start();
    let declarations = format!(
        "{RUNTIME}\nvoid stub_first() {{}} void stub_second() {{}} void after() {{ {} }}",
        launch("second")
    );
    let mut definitions = session.image(
        &declarations,
        "__chv_register_kernel((const void *)&stub_first, \"first\");
         __chv_register_kernel((const void *)&stub_second, \"second\");",
    );
    named(&mut definitions, "first");
    named(&mut definitions, "second");
    session.executor.modules().kernel(image("first"));
    assert_eq!(session.outcome(definitions), Outcome::Done);
    session
}

/// Sends the second kernel after a while; gives when.
fn send_late(session: &Session) -> thread::JoinHandle<Duration> {
    let (modules, late) = (session.executor.modules(), image("second"));
    thread::spawn(move || {
        thread::sleep(LATE);
        let sent = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        modules.kernel(late);
        sent
    })
}

/// Runs a cell that shows when it begins and ends, while the second kernel is late; gives those times and the one when it was sent.
fn run(statements: &str) -> [Duration; 3] {
    let mut session = session();
    let cell = session.image(
        &format!(
            "#include <chrono>\n{RUNTIME}\nvoid stub_first(); void stub_second(); void after();"
        ),
        &format!("{NOW} {statements} {NOW}"),
    );
    let sender = send_late(&session);
    assert_eq!(session.outcome(cell), Outcome::Done);
    let time = |text: &String| Duration::from_micros(text.parse().unwrap());
    let (began, ended) = (time(&session.values[0]), time(&session.values[1]));
    [began, ended, sender.join().unwrap()]
}

#[test]
fn all_kernels_that_a_cell_may_launch_are_there_before_it_runs() {
    let [began, _, sent] = run(&format!("{} {}", launch("first"), launch("second")));
    assert!(began > sent, "{began:?} {sent:?}");
}

#[test]
fn kernels_that_functions_of_earlier_cells_launch_are_seen() {
    let [began, _, sent] = run(&format!("{} after();", launch("first")));
    assert!(began > sent, "{began:?} {sent:?}");
}

#[test]
fn a_cell_does_not_wait_for_kernels_that_it_does_not_launch() {
    let [_, ended, sent] = run(&launch("first"));
    assert!(ended < sent, "{ended:?} {sent:?}");
}

#[test]
fn a_kernel_that_comes_while_a_cell_runs_is_loaded_for_who_waits_for_it() {
    // One kernel is not waited for before.
    let [began, ended, sent] = run(&launch("second"));
    assert!(began < sent && ended > sent, "{began:?} {ended:?} {sent:?}");
}

#[test]
fn what_comes_while_a_cell_runs_is_loaded_when_it_ends() {
    let mut session = session();
    let sleep = format!("{} usleep({});", launch("first"), 2 * LATE.as_micros());
    let declarations = format!("#include <unistd.h>\n{RUNTIME}\nvoid stub_first();");
    let cell = session.image(&declarations, &sleep);
    let sender = send_late(&session);
    assert_eq!(session.executor.statistics().unwrap().kernels, 1);
    assert_eq!(session.outcome(cell), Outcome::Done);
    sender.join().unwrap();
    assert_eq!(session.executor.statistics().unwrap().kernels, 2);
}

/// How long kernels for which there is no hurry may take, for machines that are busy.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn kernels_of_cells_that_are_only_linked_are_loaded_when_awaited_or_when_there_is_time() {
    const KERNELS: [&str; 3] = ["first", "second", "third"];
    let mut session = Session::start();
    // Kernels may run from here on, so there is no time.
    let mut running = session.image("void nothing() {}", "");
    running.sync = false;
    assert_eq!(session.outcome(running), Outcome::Done);
    let cells: Vec<_> = KERNELS
        .iter()
        .map(|symbol| {
            let mut cell = session.image(&format!("void stub_{symbol}() {{}}"), "");
            session.executor.modules().kernel(KernelImage {
                cell: cell.number,
                kind: CodeKind::Device,
                ..image(symbol)
            });
            named(&mut cell, symbol);
            cell
        })
        .collect();
    let (outcomes, death) = session.executor.link_all(cells);
    assert_eq!(
        (outcomes, death),
        (vec![Outcome::Done; KERNELS.len()], None)
    );
    let kernels = |session: &mut Session| session.executor.statistics().unwrap().kernels;
    assert_eq!(kernels(&mut session), 0);

    let declarations = format!("{RUNTIME}\nvoid stub_second();");
    let register = "__chv_register_kernel((const void *)&stub_second, \"second\");";
    let statements = format!("{register} {}", launch("second"));
    let mut launches = session.image(&declarations, &statements);
    launches.sync = false;
    assert_eq!(session.outcome(launches), Outcome::Done);
    assert_eq!(kernels(&mut session), 1);

    let synchronised = session.image("", "");
    assert_eq!(session.outcome(synchronised), Outcome::Done);
    let start = Instant::now();
    while kernels(&mut session) < KERNELS.len() as u64 {
        assert!(start.elapsed() < SOON);
        thread::sleep(Duration::from_millis(1));
    }
}

/// Threads of a block that the draft of `twice` takes at most, and that the optimised code does: so a launch tells which of them the slot holds.
const DRAFT_THREADS_MAX: u32 = 100;
const OPTIMISED_THREADS_MAX: u32 = 200;

/// Gives the status of a launch of `twice` that only the optimised code takes.
const TAKEN: &str = "auto taken = [] {
    cudaLaunchKernel((const void *)&stub_twice, {1, 1, 1}, {150, 1, 1}, nullptr, 0, nullptr); return cudaGetLastError() == 0; };";

/// One of the two images of a kernel.
fn twice(edition: Edition) -> KernelImage {
    let (entry, max_threads) = match edition {
        Edition::Draft => ("chv_twice_draft", DRAFT_THREADS_MAX),
        _ => ("chv_twice", OPTIMISED_THREADS_MAX),
    };
    KernelImage {
        edition,
        max_threads,
        ..kernel("twice", entry, "", &[], &[])
    }
}

/// A session in which cell 1 defines `twice`, whose images are not there.
fn session_of_twice() -> (Session, ModuleSender) {
    let mut session = Session::start();
    let register = "__chv_register_kernel((const void *)&stub_twice, \"twice\");";
    let mut definition = session.image("void stub_twice() {}", register);
    named(&mut definition, "twice");
    assert_eq!(session.outcome(definition), Outcome::Done);
    let modules = session.executor.modules();
    (session, modules)
}

fn declared() -> String {
    format!(
        "#include <unistd.h>\n{RUNTIME}\nextern \"C\" int cudaGetLastError(); void stub_twice();"
    )
}

#[test]
fn optimised_code_takes_a_draft_s_place_and_never_the_other_way_round() {
    let shows = format!("{TAKEN} SHOW(taken());");
    let (mut session, modules) = session_of_twice();
    modules.kernel(twice(Edition::Draft));
    assert_eq!(session.shows(&declared(), &shows), ["0"]);
    modules.kernel(twice(Edition::Optimised));
    session.executor.statistics().unwrap();
    assert_eq!(session.shows(&declared(), &shows), ["1"]);
    modules.kernel(twice(Edition::Draft));
    session.executor.statistics().unwrap();
    assert_eq!(session.shows(&declared(), &shows), ["1"]);
    assert_eq!(session.executor.statistics().unwrap().code_objects, 1);
}

/// Runs a cell while the optimised code is late; gives what it shows.
fn shown_while_late(declarations: &str, statements: &str) -> Vec<String> {
    let (mut session, modules) = session_of_twice();
    modules.kernel(twice(Edition::Draft));
    let cell = session.image(declarations, statements);
    let late = thread::spawn(move || {
        thread::sleep(LATE);
        modules.kernel(twice(Edition::Optimised));
    });
    assert_eq!(session.outcome(cell), Outcome::Done);
    late.join().unwrap();
    session.values
}

#[test]
fn within_a_cell_a_draft_is_replaced_where_the_device_rests() {
    let wait = 3 * LATE.as_micros();
    let statements = format!(
        "{TAKEN} SHOW(taken()); usleep({wait}); SHOW(taken()); cudaDeviceSynchronize(); SHOW(taken());"
    );
    assert_eq!(shown_while_late(&declared(), &statements), ["0", "0", "1"]);
}

#[test]
fn a_draft_is_not_replaced_while_another_thread_may_launch() {
    let wait = 3 * LATE.as_micros();
    let statements = format!(
        "{TAKEN} std::thread other([] {{ usleep(2 * {wait}); }}); usleep({wait}); cudaDeviceSynchronize(); SHOW(taken());
         other.join(); cudaDeviceSynchronize(); SHOW(taken());"
    );
    let declarations = format!("#include <thread>\n{}", declared());
    assert_eq!(shown_while_late(&declarations, &statements), ["0", "1"]);
}

#[test]
fn what_depends_on_the_code_waits_for_the_optimised_one() {
    let declarations = format!(
        "{} struct Attributes {{ std::size_t bytes[3]; int threads_max, others[64]; }};
         extern \"C\" int cudaFuncGetAttributes(Attributes *, const void *);",
        declared()
    );
    let statements = "Attributes about; cudaFuncGetAttributes(&about, (const void *)&stub_twice); SHOW(about.threads_max);";
    assert_eq!(
        shown_while_late(&declarations, statements),
        [OPTIMISED_THREADS_MAX.to_string()]
    );
}
