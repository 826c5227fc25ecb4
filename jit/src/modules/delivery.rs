//! Images of kernels on their way to their slots.

use crate::link::PrivateObject;
use crate::wire::KernelImage;

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
