//! What may use what: crates by what they are linked with, the modules of a crate by what they name of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;
use tests::imports::Imports;
use tests::public_items;

/// The crates with code of ours, by their folders.
const CRATES: &[&str] = &[
    "devicecc",
    "jit",
    "jit/api",
    "kernels-cache",
    "repl",
    "tests",
];

/// Those whose errors tell who can mend them, so what they give to others is no `anyhow`.
const WITH_ERRORS_OF_THEIR_OWN: &[&str] = &["devicecc", "jit", "jit/api", "kernels-cache"];

/// A circle of modules that stays.
struct Remaining {
    /// The crate's folder, the modules' parent, and the modules in order.
    at: (&'static str, &'static str, &'static [&'static str]),
    reason: &'static str,
}

/// To be made shorter.
const REMAINING: &[Remaining] = &[Remaining {
    at: ("jit", "device::cpu", &["block", "fiber", "sanitizer"]),
    reason: "a block's state owns its threads and what the sanitizer keeps of it, and each thread points to it: the primitives find the one by the other",
}];

fn workspace() -> PathBuf {
    let tests = tests::devices::files("");
    tests
        .parent()
        .expect("the tests lie in the workspace")
        .to_owned()
}

/// `Cargo.lock`: what cargo links, tests' own needs included.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// All crates that end up in one, itself included.
fn linked_into(name: &str) -> BTreeSet<String> {
    let path = workspace().join("Cargo.lock");
    let text = std::fs::read_to_string(path).expect("cargo has written it");
    let lock: Lock = toml::from_str(&text).expect("cargo's format");
    // Of several versions of a crate each counts.
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.package {
        // `name`, or `name version` if there are several.
        let names = package.dependencies.iter();
        let names = names.filter_map(|it| it.split(' ').next().map(str::to_owned));
        needs.entry(package.name).or_default().extend(names);
    }
    let mut found = BTreeSet::new();
    let mut next = vec![name.to_owned()];
    while let Some(name) = next.pop() {
        let needed = needs
            .get(&name)
            .unwrap_or_else(|| panic!("no crate `{name}` in Cargo.lock"));
        if found.insert(name) {
            next.extend(needed.iter().cloned());
        }
    }
    found
}

#[test]
fn the_compiler_process_is_linked_with_no_device() {
    let linked = linked_into("repl");
    assert!(
        linked.contains("jit-api") && linked.contains("devicecc"),
        "{linked:?}"
    );
    assert!(
        !linked.contains("jit"),
        "devices, linker and runtime are the executor's alone"
    );
    assert!(
        !linked.contains("libloading"),
        "the compiler process opens no driver"
    );
}

#[test]
fn the_executor_is_linked_with_no_compiler() {
    let linked = linked_into("jit");
    assert!(linked.contains("jit-api"), "{linked:?}");
    for compiler in ["devicecc", "inkwell", "llvm-sys", "repl"] {
        assert!(
            !linked.contains(compiler),
            "the executor is linked with `{compiler}`"
        );
    }
    assert!(
        !linked_into("devicecc").contains("jit-api"),
        "devicecc knows no process"
    );
}

#[test]
fn libraries_have_errors_of_their_own() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for folder in WITH_ERRORS_OF_THEIR_OWN {
        let sources = workspace().join(folder).join("src");
        for (file, item) in public_items::read(&sources).expect("sources") {
            count += 1;
            let names_it = match item.trim_start().starts_with("use ") {
                // Signatures that say `Result` would mean it.
                true => item.contains("Result"),
                false => item.contains("anyhow"),
            };
            if names_it {
                faults.push(format!("{}:\n{item}", file.display()));
            }
        }
    }
    assert!(count > 100, "{count} public items are not all");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn modules_do_not_use_each_other_in_circles() {
    let mut faults = Vec::new();
    let mut met = BTreeSet::new();
    for folder in CRATES {
        let imports = Imports::read(&workspace().join(folder).join("src")).expect("sources");
        assert!(imports.count() > 1, "`{folder}` has no modules");
        for circle in imports.circles() {
            let is_it = |it: &&Remaining| {
                let (crate_folder, parent, members) = it.at;
                (crate_folder, parent) == (*folder, circle.parent.as_str())
                    && circle.members == members
            };
            match REMAINING.iter().find(is_it) {
                Some(known) => drop(met.insert(known.at)),
                None => faults.push(format!(
                    "`{folder}`, in `{}`: {} use each other in a circle:\n  {}",
                    circle.parent,
                    circle.members.join(", "),
                    circle.uses.join("\n  ")
                )),
            }
        }
    }
    for gone in REMAINING.iter().filter(|it| !met.contains(&it.at)) {
        faults.push(format!(
            "no circle any more, take it off the list: {:?} ({})",
            gone.at, gone.reason
        ));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
