//! Images of kernels on their way to their slots.

use std::time::Duration;

use crate::link::PrivateObject;
use crate::wire::{Event, KernelImage};

/// An image of a kernel that is on its way to its slot, or why there is none.
pub(super) struct Delivery {
    /// The image's generation.
    pub(super) generation: u32,
    /// An optimised image of that generation follows.
    pub(super) draft: bool,
    pub(super) content: Result<LinkedImage, String>,
}

impl Delivery {
    /// Of two the higher one is wanted.
    pub(super) fn rank(&self) -> (u32, bool) {
        (self.generation, !self.draft)
    }
}

/// A code object that is ready to be loaded.
pub(super) struct LinkedImage {
    /// Without the object's bytes, unless the device loads them itself.
    pub(super) image: KernelImage,
    /// What our linker made of it, for each device by its number, `home` first; none if the device loads the image itself.
    pub(super) objects: Vec<(usize, PrivateObject)>,
}

/// A code object that a device made.
pub(crate) struct MadeCode {
    /// The name that its image had for it.
    pub(crate) key: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) took: Duration,
}

impl MadeCode {
    /// The session keeps it.
    pub(crate) fn event(self) -> Event {
        Event::CodeObject {
            key: self.key,
            bytes: self.bytes,
            made_ns: self.took.as_nanos() as u64,
        }
    }
}
