//! Files that an `#include` names and that are not found: where one of that name lies nearby.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use devicecc::cell::{Complaint, Rejected};

/// So many directories above the file that includes are looked through.
const ABOVE_MAX: usize = 2;

/// Directories with fewer names in their paths hold more than a project: `/home/user`.
const NAMES_MIN: usize = 3;

/// So many entries of directories are looked at: a hint is not worth more time.
const ENTRIES_MAX: usize = 5_000;

/// For the first file that is not found: the directory that has it, or what to do.
pub(super) fn hint(rejected: &Rejected, is_program: bool) -> Option<String> {
    // A header that Chevron knows to be absent has a message that says what to do.
    let is_unknown = |message: &str| message.ends_with("file not found");
    let missing = rejected
        .errors()
        .find(|it| it.complaint == Complaint::MissingFile && is_unknown(&it.message))?;
    let name = missing.message.split('\'').nth(1)?;
    let near = Path::new(&missing.source).parent();
    let near = near.filter(|it| !it.as_os_str().is_empty() && it.is_dir());
    let how = |directory: &str| match is_program {
        true => format!("`-I {directory}`"),
        false => format!("`%include {directory}`"),
    };
    let Some(directory) = directory_of(name, near.unwrap_or(Path::new("."))) else {
        return Some(format!("{} names a directory that has it", how("DIR")));
    };
    let shown = directory.display();
    Some(format!(
        "`{}` is there: {} finds it",
        directory.join(name).display(),
        how(&shown.to_string())
    ))
}

/// The directory in which `name` is a file, the nearest to this one first.
fn directory_of(name: &str, near: &Path) -> Option<PathBuf> {
    let mut left = ENTRIES_MAX;
    let whole = near.canonicalize().ok()?;
    let above = whole.ancestors().skip(1).take(ABOVE_MAX);
    let projects = above.take_while(|it| it.components().count() > NAMES_MIN);
    let mut roots = std::iter::once(near).chain(projects);
    roots.find_map(|root| below(root, name, &mut left))
}

/// The same, below `root`: directories that are nearer to it come first.
fn below(root: &Path, name: &str, left: &mut usize) -> Option<PathBuf> {
    let mut directories = VecDeque::from([root.to_owned()]);
    while let Some(directory) = directories.pop_front() {
        if directory.join(name).is_file() {
            return Some(directory);
        }
        let entries = std::fs::read_dir(&directory).into_iter().flatten();
        let mut inner = Vec::new();
        for entry in entries.flatten() {
            *left = left.checked_sub(1)?;
            // A link may lead in a circle.
            let is_directory = entry.file_type().is_ok_and(|it| it.is_dir());
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if is_directory && !hidden {
                inner.push(entry.path());
            }
        }
        inner.sort();
        directories.extend(inner);
    }
    None
}

#[cfg(test)]
mod tests {
    use devicecc::cell::{Diagnostic, Severity};

    use super::*;

    fn told(folder: &Path, name: &str) -> String {
        let rejected = Rejected {
            diagnostics: vec![Diagnostic {
                severity: Severity::Error,
                complaint: Complaint::MissingFile,
                message: format!("'{name}' file not found"),
                source: folder.join("src/a.cu").display().to_string(),
                line: 1,
                column: 10,
            }],
            rendered: String::new(),
            everything: String::new(),
        };
        hint(&rejected, true).expect("a file is missing")
    }

    #[test]
    fn a_file_nearby_is_found_and_another_is_not() {
        let temporary = tempfile::tempdir().expect("writable");
        let project = temporary.path().join("of/project");
        let common = project.join("common/inc");
        std::fs::create_dir_all(common.join("part")).expect("writable");
        std::fs::create_dir_all(project.join("src")).expect("writable");
        std::fs::write(common.join("part/timer.h"), "").expect("writable");
        let said = told(&project, "part/timer.h");
        let expected = format!("{}` finds it", common.display());
        assert!(said.ends_with(&expected), "{said}");
        let said = told(&project, "no_such_file_anywhere.h");
        assert_eq!(said, "`-I DIR` names a directory that has it");
    }
}
