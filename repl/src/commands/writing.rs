//! Files that commands write.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

/// Writes a file that is not there yet; `over`: one that is, too.
pub(super) fn write_whole(file: &str, bytes: &[u8], over: bool) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    // A pipe that nobody reads is an error, and not waited for.
    options.write(true).custom_flags(libc::O_NONBLOCK);
    match over {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    options.open(file)?.write_all(bytes)
}
