//! The bytes of an entry: read, or a view of the file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::sync::Arc;

use crate::sys::{self, View};

/// From this size on a payload is a view of its file. Each page of a copy costs a fault, which is most of what reading a precompiled header takes.
const VIEWED_BYTES_MIN: usize = 1 << 20;

/// A payload. Its bytes do not change, and copies share them if they are a view of a file.
#[derive(Clone)]
pub struct Payload(Bytes);

#[derive(Clone)]
enum Bytes {
    Owned(Vec<u8>),
    Viewed(Arc<View>),
}

/// What an entry is read from.
pub(crate) trait Source: Read {
    /// The payload: `bytes` from `offset` on, which is also what has not been read yet.
    fn payload(&mut self, offset: u64, bytes: usize) -> io::Result<Payload> {
        let _ = offset;
        let mut payload = vec![0; bytes];
        self.read_exact(&mut payload)?;
        Ok(payload.into())
    }
}

impl Source for &[u8] {}

impl Source for File {
    fn payload(&mut self, offset: u64, bytes: usize) -> io::Result<Payload> {
        // Some file systems have no views.
        if bytes >= VIEWED_BYTES_MIN
            && let Ok(view) = sys::view(self, offset, bytes)
        {
            return Ok(Payload(Bytes::Viewed(Arc::new(view))));
        }
        let mut payload = vec![0; bytes];
        self.read_exact(&mut payload)?;
        Ok(payload.into())
    }
}

impl Payload {
    /// The bytes on the heap; those of a view are copied.
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Bytes::Owned(bytes) => bytes,
            Bytes::Viewed(view) => view.to_vec(),
        }
    }
}

impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Payload {
        Payload(Bytes::Owned(bytes))
    }
}

impl FromIterator<u8> for Payload {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Payload {
        Vec::from_iter(bytes).into()
    }
}

impl Default for Payload {
    fn default() -> Payload {
        Vec::new().into()
    }
}

impl Deref for Payload {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Owned(bytes) => bytes,
            Bytes::Viewed(view) => view,
        }
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Payload) -> bool {
        **self == **other
    }
}

impl Eq for Payload {}

impl fmt::Debug for Payload {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} bytes", self.len())
    }
}
