//! The cache's directory, opened once: all that is read and written there goes through its descriptor, whatever takes the place of its path meanwhile.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::open_error::OpenError;

/// As the system has it for a path.
const LINKS_MAX: u32 = 40;

/// An open directory. The paths of its methods are relative to it; what they open or tell of is never a link.
pub(crate) struct Root {
    path: PathBuf,
    /// Another one if the directory was removed and made again.
    descriptor: RwLock<Arc<OwnedFd>>,
}

impl Root {
    /// Opens the directory at this absolute path, made with its missing parents, all with mode 0700. One that another user owns or can write to is refused.
    /// Links on the way are followed if they belong to the current user or to root: another user's could lead to the current user's own files.
    pub(crate) fn open(path: PathBuf) -> Result<Root, OpenError> {
        let descriptor = RwLock::new(Arc::new(open_checked(&path)?));
        let root = Root { path, descriptor };
        root.tag();
        Ok(root)
    }

    /// A directory without the tag works as well, so failing to write it (a read-only directory) does not matter.
    fn tag(&self) {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        if let Ok(mut file) = self.open_file(Path::new("CACHEDIR.TAG"), flags) {
            let _ = file.write_all(
                b"Signature: 8a477f597d28d172789f06886806bc55\n# Compiled code of Chevron; it may be deleted at any time.\n",
            );
        }
    }

    fn descriptor(&self) -> Arc<OwnedFd> {
        let descriptor = self.descriptor.read();
        Arc::clone(&descriptor.unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes the directory again if somebody has removed it; false if it is there.
    fn made_again(&self) -> io::Result<bool> {
        if rustix::fs::fstat(self.descriptor())?.st_nlink > 0 {
            return Ok(false);
        }
        let again = open_checked(&self.path).map_err(io::Error::other)?;
        let mut descriptor = self
            .descriptor
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *descriptor = Arc::new(again);
        drop(descriptor);
        self.tag();
        Ok(true)
    }

    /// Where it was when it was opened, for messages.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file; one that is made belongs to its owner only.
    pub(crate) fn open_file(&self, at: &Path, flags: OFlags) -> io::Result<File> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        Ok(rustix::fs::openat(self.descriptor(), at, flags, mode)?.into())
    }

    /// What lies there.
    pub(crate) fn status(&self, at: &Path) -> io::Result<Stat> {
        Ok(rustix::fs::statat(
            self.descriptor(),
            at,
            AtFlags::SYMLINK_NOFOLLOW,
        )?)
    }

    /// Makes a folder and its missing parents, all with mode 0700; one that exists is left as it is.
    pub(crate) fn make_folder(&self, at: &Path) -> io::Result<()> {
        match rustix::fs::mkdirat(self.descriptor(), at, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => return Ok(()),
            Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
        match at.parent().filter(|parent| *parent != Path::new("")) {
            Some(parent) => self.make_folder(parent)?,
            None if self.made_again()? => {}
            None => return Err(Errno::NOENT.into()),
        }
        match rustix::fs::mkdirat(self.descriptor(), at, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a file another name, and takes that name from another.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Ok(rustix::fs::renameat(
            self.descriptor(),
            from,
            self.descriptor(),
            to,
        )?)
    }

    /// Removes what is no folder.
    pub(crate) fn remove_file(&self, at: &Path) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            self.descriptor(),
            at,
            AtFlags::empty(),
        )?)
    }

    /// Removes a folder with all that is in it.
    pub(crate) fn remove_folder(&self, at: &Path) -> io::Result<()> {
        for (inner, kind) in self.entries(at) {
            let removed = match kind {
                FileType::Directory => self.remove_folder(&inner),
                _ => self.remove_file(&inner),
            };
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(rustix::fs::unlinkat(
            self.descriptor(),
            at,
            AtFlags::REMOVEDIR,
        )?)
    }

    /// What is in a folder, in no order; nothing if it cannot be looked into.
    pub(crate) fn entries(&self, at: &Path) -> Vec<(PathBuf, FileType)> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let Ok(folder) = self.open_file(at, flags).and_then(|it| Ok(Dir::new(it)?)) else {
            return Vec::new();
        };
        let inner = |name: &OsStr| match at == Path::new(".") {
            true => PathBuf::from(name),
            false => at.join(name),
        };
        folder
            .flatten()
            .filter(|entry| !matches!(entry.file_name().to_bytes(), b"." | b".."))
            .filter_map(|entry| {
                let path = inner(OsStr::from_bytes(entry.file_name().to_bytes()));
                let kind = match entry.file_type() {
                    // Some file systems do not tell.
                    FileType::Unknown => FileType::from_raw_mode(self.status(&path).ok()?.st_mode),
                    kind => kind,
                };
                Some((path, kind))
            })
            .collect()
    }
}

/// The user that this process acts for.
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Opens a directory that only the current user can write to.
fn open_checked(path: &Path) -> Result<OwnedFd, OpenError> {
    let opened = walk_to(path)?;
    let found = rustix::fs::fstat(&opened).map_err(|error| OpenError::Io {
        path: path.to_owned(),
        source: error.into(),
    })?;
    let path = path.to_owned();
    if found.st_uid != user() {
        return Err(OpenError::OwnedByOther {
            path,
            owner: found.st_uid,
            user: user(),
        });
    }
    if found.st_mode & 0o022 != 0 {
        return Err(OpenError::WritableByOthers {
            path,
            mode: found.st_mode & 0o777,
        });
    }
    Ok(opened)
}

/// Goes down to a directory part by part: between a look at a path and its opening anybody who can write on the way could put something else there.
fn walk_to(path: &Path) -> Result<OwnedFd, OpenError> {
    let failed = |error: Errno| OpenError::Io {
        path: path.to_owned(),
        source: error.into(),
    };
    let start = || open_part(CWD, OsStr::new("/"));
    let mut here = start().map_err(failed)?;
    let mut walked = PathBuf::from("/");
    // The next one last.
    let mut parts = parts_of(path);
    let mut links = 0;
    while let Some(part) = parts.pop() {
        let next = match open_part(&here, &part) {
            Err(Errno::NOENT) => match rustix::fs::mkdirat(&here, &part, Mode::RWXU) {
                Ok(()) | Err(Errno::EXIST) => open_part(&here, &part),
                Err(error) => Err(error),
            },
            opened => opened,
        };
        let next = next.map_err(failed)?;
        let about = rustix::fs::fstat(&next).map_err(failed)?;
        match FileType::from_raw_mode(about.st_mode) {
            FileType::Directory => {
                walked.push(&part);
                here = next;
            }
            FileType::Symlink => {
                links += 1;
                if links > LINKS_MAX {
                    return Err(failed(Errno::LOOP));
                }
                if about.st_uid != user() && about.st_uid != 0 {
                    return Err(OpenError::LinkOfOther {
                        path: walked.join(&part),
                        owner: about.st_uid,
                        user: user(),
                    });
                }
                let target = rustix::fs::readlinkat(&next, "", Vec::new()).map_err(failed)?;
                let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                if target.is_absolute() {
                    here = start().map_err(failed)?;
                    walked = PathBuf::from("/");
                }
                parts.extend(parts_of(&target));
            }
            _ => {
                return Err(OpenError::NotADirectory {
                    path: walked.join(&part),
                });
            }
        }
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::openat(&here, ".", flags, Mode::empty()).map_err(failed)
}

fn open_part(from: impl std::os::fd::AsFd, part: &OsStr) -> Result<OwnedFd, Errno> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(from, part, flags, Mode::empty())
}

/// The names on the way, the first one last.
fn parts_of(path: &Path) -> Vec<OsString> {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    let mut parts: Vec<OsString> = parts.collect();
    parts.reverse();
    parts
}
