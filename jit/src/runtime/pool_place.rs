//! Where a memory pool's memory lies, and which devices may use it.

use std::collections::HashMap;

use super::Runtime;
use super::types::{MemAccessDesc, MemLocation};
use crate::device::{Error, MemoryKind, Result, Status};

// `cudaMemAllocationType`
const TYPE_PINNED: i32 = 1;
const TYPE_MANAGED: i32 = 2;

// `cudaMemLocationType`
const LOCATION_NONE: i32 = 0;
const LOCATION_DEVICE: i32 = 1;
const LOCATION_HOST: i32 = 2;
const LOCATION_HOST_NUMA: i32 = 3;
const LOCATION_HOST_NUMA_CURRENT: i32 = 4;

// `cudaMemAccessFlags`
const ACCESS_NONE: i32 = 0;
const ACCESS_READ_WRITE: i32 = 3;

/// Where a pool's memory lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The device that allocates it.
    pub(super) number: usize,
    /// Memory of the device, of the host, or of both.
    pub(super) kind: MemoryKind,
}

impl Place {
    /// A device's own memory.
    pub(super) fn of_device(number: usize) -> Place {
        Place {
            number,
            kind: MemoryKind::Device,
        }
    }

    /// The place of a `cudaMemAllocationType` at a location. The host's nodes are not told apart, but one that is not there is refused.
    pub(super) fn find(runtime: &Runtime, alloc_type: i32, location: MemLocation) -> Result<Place> {
        let (number, kind) = match (alloc_type, location.kind) {
            (TYPE_PINNED, LOCATION_DEVICE) => (runtime.number(location.id)?, MemoryKind::Device),
            (TYPE_MANAGED, LOCATION_DEVICE) => (runtime.number(location.id)?, MemoryKind::Managed),
            (TYPE_MANAGED, LOCATION_NONE) => (0, MemoryKind::Managed),
            (TYPE_PINNED | TYPE_MANAGED, LOCATION_HOST_NUMA) if !is_node(location.id) => {
                return Err(Status::INVALID_VALUE.into());
            }
            (TYPE_PINNED, LOCATION_HOST | LOCATION_HOST_NUMA | LOCATION_HOST_NUMA_CURRENT) => {
                (0, MemoryKind::Host)
            }
            (TYPE_MANAGED, LOCATION_HOST | LOCATION_HOST_NUMA | LOCATION_HOST_NUMA_CURRENT) => {
                (0, MemoryKind::Managed)
            }
            _ => return Err(Status::INVALID_VALUE.into()),
        };
        Ok(Place { number, kind })
    }
}

/// Is there such a node of the host's memory?
fn is_node(number: i32) -> bool {
    // A system that does not tell of nodes has one.
    number == 0 || std::path::Path::new(&format!("/sys/devices/system/node/node{number}")).exists()
}

/// Who uses a pool's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum User {
    Host,
    Device(usize),
}

impl User {
    fn find(runtime: &Runtime, location: MemLocation) -> Result<User> {
        match location.kind {
            LOCATION_DEVICE => Ok(User::Device(runtime.number(location.id)?)),
            LOCATION_HOST | LOCATION_HOST_NUMA | LOCATION_HOST_NUMA_CURRENT => Ok(User::Host),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}

/// What users other than a pool's own may do.
#[derive(Default)]
pub(super) struct Guests(HashMap<User, i32>);

impl Guests {
    /// Takes note of what a user may do with a pool's memory.
    pub(super) fn set(
        &mut self,
        runtime: &Runtime,
        place: Place,
        access: &MemAccessDesc,
    ) -> Result<()> {
        let user = User::find(runtime, access.location)?;
        if !matches!(access.flags, ACCESS_NONE | ACCESS_READ_WRITE) {
            return Err(Status::INVALID_VALUE.into());
        }
        if Guests::is_own(place, user) {
            // Whose memory it is always reaches it.
            return match access.flags {
                ACCESS_READ_WRITE => Ok(()),
                _ => Err(Status::INVALID_VALUE.into()),
            };
        }
        match (place.kind, user) {
            (MemoryKind::Device, User::Host) => return Err(Status::INVALID_VALUE.into()),
            (MemoryKind::Device, User::Device(_)) if runtime.device().peers().is_some() => {
                return Err(Error::new(
                    Status::NOT_SUPPORTED,
                    "access of other devices to a pool is not supported on GPUs; copies between devices are",
                ));
            }
            _ => self.0.insert(user, access.flags),
        };
        Ok(())
    }

    /// The `cudaMemAccessFlags` of a location.
    pub(super) fn get(
        &self,
        runtime: &Runtime,
        place: Place,
        location: MemLocation,
    ) -> Result<i32> {
        let user = User::find(runtime, location)?;
        match (place.kind, user) {
            (MemoryKind::Device, User::Host) => Err(Status::INVALID_VALUE.into()),
            _ if Guests::is_own(place, user) => Ok(ACCESS_READ_WRITE),
            _ => Ok(self.0.get(&user).copied().unwrap_or(ACCESS_NONE)),
        }
    }

    fn is_own(place: Place, user: User) -> bool {
        match place.kind {
            MemoryKind::Device => user == User::Device(place.number),
            MemoryKind::Host => user == User::Host,
            MemoryKind::Managed => true,
        }
    }
}
