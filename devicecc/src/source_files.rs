//! The machine's files that a precompiled header was made of: it serves as long as they are what they were.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// File systems keep times only so exactly, and a clock may be set back by a little.
const TIME_GRAIN: Duration = Duration::from_secs(2);

/// All paths that were looked for, and what was found.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFiles {
    /// Before anything was looked for, in nanoseconds since 1970. What has not changed since this time, by its inode, is what was read.
    asked: i64,
    found: Vec<(String, Found)>,
}

/// What a path led to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Found {
    Absent,
    Directory,
    Other,
    File {
        bytes: u64,
        /// In nanoseconds since 1970.
        modified: i64,
        inode: u64,
        /// BLAKE3 of its text, in hexadecimal digits; none if nobody read it.
        digest: Option<String>,
    },
}

/// The time before what is asked from now on.
pub fn now() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH);
    passed.map_or(0, |time| nanoseconds(time.saturating_sub(TIME_GRAIN)))
}

impl SourceFiles {
    /// From the shim's list (`FileRecord::text`), of what was looked for after `asked`. `None`: it is no such list.
    pub fn from_list(list: &[u8], asked: i64) -> Option<SourceFiles> {
        let list = std::str::from_utf8(list).ok()?;
        let mut fields = list.split_terminator('\0');
        let mut found = Vec::new();
        while let Some(path) = fields.next() {
            found.push((path.to_owned(), Found::from_words(fields.next()?)?));
        }
        Some(SourceFiles { asked, found })
    }

    /// Are these, from `to_bytes`, what they were? Without a precompiled header there are none.
    pub fn are_current(bytes: &[u8]) -> bool {
        bytes.is_empty() || SourceFiles::from_bytes(bytes).is_some_and(|it| it.are_unchanged())
    }

    /// From `to_bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Option<SourceFiles> {
        postcard::from_bytes(bytes).ok()
    }

    /// For the cache.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// All paths that were looked for.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|it| it.0.as_str())
    }

    /// Would what was made of these files be made the same today?
    pub fn are_unchanged(&self) -> bool {
        let mut found = self.found.iter();
        found.all(|(path, found)| found.is_still_at(Path::new(path), self.asked))
    }
}

impl Found {
    fn from_words(words: &str) -> Option<Found> {
        match words {
            "absent" => return Some(Found::Absent),
            "directory" => return Some(Found::Directory),
            "other" => return Some(Found::Other),
            _ => {}
        }
        let mut words = words.strip_prefix("file ")?.split(' ');
        Some(Found::File {
            bytes: words.next()?.parse().ok()?,
            modified: words.next()?.parse().ok()?,
            inode: words.next()?.parse().ok()?,
            digest: words.next().map(str::to_owned),
        })
    }

    fn is_still_at(&self, path: &Path, asked: i64) -> bool {
        let now = fs::metadata(path);
        match (self, now) {
            (Found::Absent, now) => {
                now.is_err_and(|error| error.kind() != io::ErrorKind::Interrupted)
            }
            (_, Err(_)) => false,
            (Found::Directory, Ok(now)) => now.is_dir(),
            (Found::Other, Ok(now)) => !now.is_dir() && !now.is_file(),
            (Found::File { digest: None, .. }, Ok(now)) => now.is_file(),
            (
                Found::File {
                    bytes,
                    modified,
                    inode,
                    digest: Some(digest),
                },
                Ok(now),
            ) => {
                // Clang compares length and time as well, and gives the header up where they differ.
                let same = now.is_file()
                    && now.len() == *bytes
                    && modified_at(&now) == *modified
                    && now.ino() == *inode;
                same && (changed_at(&now) < asked || has_digest(path, digest))
            }
        }
    }
}

fn has_digest(path: &Path, digest: &str) -> bool {
    fs::read(path).is_ok_and(|text| blake3::hash(&text).to_hex().as_str() == digest)
}

fn modified_at(of: &Metadata) -> i64 {
    of.mtime() * 1_000_000_000 + of.mtime_nsec()
}

/// When the inode was changed last, in nanoseconds since 1970: nobody can set that back, as `touch` and `cp -p` do with the other time.
fn changed_at(of: &Metadata) -> i64 {
    of.ctime() * 1_000_000_000 + of.ctime_nsec()
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as the shim tells of it once it is read.
    fn line(path: &Path) -> String {
        let about = fs::metadata(path).expect("it is there");
        let digest = blake3::hash(&fs::read(path).expect("readable")).to_hex();
        let (bytes, modified, inode) = (about.len(), modified_at(&about), about.ino());
        format!(
            "{}\0file {bytes} {modified} {inode} {digest}\0",
            path.display()
        )
    }

    fn reread(list: &str, asked: i64) -> SourceFiles {
        let files = SourceFiles::from_list(list.as_bytes(), asked).expect("a list");
        SourceFiles::from_bytes(&files.to_bytes()).expect("what was written")
    }

    #[test]
    fn an_edit_that_keeps_length_and_time_is_one() {
        let folder = tempfile::tempdir().expect("writable");
        let path = folder.path().join("a.h");
        fs::write(&path, "int a;").expect("writable");
        let asked = now();
        let files = reread(&line(&path), asked);
        assert!(files.are_unchanged());
        let modified = fs::metadata(&path).and_then(|it| it.modified());
        fs::write(&path, "int b;").expect("writable");
        let file = fs::File::options().write(true).open(&path).expect("there");
        file.set_modified(modified.expect("known"))
            .expect("it is ours");
        assert!(!files.are_unchanged());
        fs::write(&path, "int a;").expect("writable");
        assert!(!files.are_unchanged(), "clang minds another time");
    }

    #[test]
    fn what_comes_where_nothing_was_and_what_goes_are_changes() {
        let folder = tempfile::tempdir().expect("writable");
        let path = folder.path().join("b.h");
        let files = reread(&format!("{}\0absent\0", path.display()), now());
        assert!(files.are_unchanged());
        fs::create_dir(&path).expect("writable");
        assert!(!files.are_unchanged());
        let files = reread(&format!("{}\0directory\0", path.display()), now());
        assert!(files.are_unchanged());
        fs::remove_dir(&path).expect("ours");
        assert!(!files.are_unchanged());
        assert_eq!(SourceFiles::from_list(b"/a\0gone\0", 0), None);
    }
}
