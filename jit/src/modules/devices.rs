//! The devices that kernels and variables are brought to: the one that the session asked for, and others once a thread chooses them.

use std::sync::{Arc, Mutex, OnceLock};

use crate::device::{self, Device, StreamId, StreamOptions};
use crate::lock::lock;

/// The process's devices, by their numbers.
pub(crate) struct Devices {
    members: Vec<Arc<dyn Device>>,
    home: usize,
    /// For initial data of variables: it must not wait for work of the user.
    streams: Vec<OnceLock<StreamId>>,
    used: Mutex<Vec<usize>>,
}

impl Devices {
    /// `home` is the number of the one that is used from the start.
    pub(crate) fn new(members: Vec<Arc<dyn Device>>, home: usize) -> Devices {
        Devices {
            streams: members.iter().map(|_| OnceLock::new()).collect(),
            members,
            home,
            used: Mutex::new(vec![home]),
        }
    }

    /// Makes `home` ready for work; on a GPU that takes 0.1 s. The error is for people.
    pub(crate) fn prepare(&self) -> Result<(), String> {
        let ready = self.stream(self.home).map(drop);
        ready.map_err(|error| {
            let id = &self.home().properties().id;
            format!("device `{id}` cannot be used: {error}")
        })
    }

    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    pub(super) fn home_number(&self) -> usize {
        self.home
    }

    pub(super) fn home(&self) -> &Arc<dyn Device> {
        &self.members[self.home]
    }

    pub(super) fn get(&self, number: usize) -> &Arc<dyn Device> {
        &self.members[number]
    }

    /// All but `home`, with their numbers.
    pub(super) fn others(&self) -> impl Iterator<Item = (usize, &Arc<dyn Device>)> {
        let members = self.members.iter().enumerate();
        members.filter(|(number, _)| *number != self.home)
    }

    /// Numbers of the devices in use, `home` first.
    pub(super) fn used(&self) -> Vec<usize> {
        lock(&self.used).clone()
    }

    /// From now on the device is in use.
    pub(super) fn note_used(&self, number: usize) {
        lock(&self.used).push(number);
    }

    /// The device's stream for initial data.
    pub(super) fn stream(&self, number: usize) -> device::Result<StreamId> {
        if let Some(stream) = self.streams[number].get() {
            return Ok(*stream);
        }
        let stream = self.members[number].create_stream(StreamOptions {
            blocking: false,
            priority: 0,
        })?;
        Ok(*self.streams[number].get_or_init(|| stream))
    }

    /// Waits for all that was queued on any of them. What is wrong with a device is told when the cell ends.
    pub(super) fn synchronize(&self) {
        for number in self.used() {
            drop(self.members[number].synchronize());
        }
    }
}
