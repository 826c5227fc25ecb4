//! What is kept of a kernel for the next executor.

use std::time::Duration;

use jit_api::client::ModuleSender;
use jit_api::wire::{CodeKind, KernelImage, KernelUse, Tier};

/// A kernel's newest image.
pub(super) struct Image {
    pub(super) cell: u32,
    /// That of the job that made it.
    pub(super) serial: u64,
    pub(super) kernel: Result<KernelImage, String>,
    /// Its number among the images that the executor got; 0: it got none.
    sent: u64,
    better: Option<Better>,
    /// How its newest code was made.
    pub(super) making: Option<Making>,
}

/// How a kernel's code was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// How blocks run, in words.
    pub how: &'static str,
    /// It came from the cache.
    pub cached: bool,
    /// How long that took.
    pub took: Duration,
    /// Better code may follow.
    pub draft: bool,
}

/// What is to take a draft's place once the executor has made its code object. Until then the draft stays: in the next executor, launches do not wait for that.
struct Better {
    kernel: KernelImage,
    /// As the draft's.
    sent: u64,
}

/// What a kernel's code needs of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelNeeds {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
    /// Static shared memory, bytes, as the compiler knows it: 0 where the device tells when it has loaded the kernel. See `shared_bytes_with`.
    pub shared_bytes: u32,
    /// Parameters, bytes.
    pub parameter_bytes: u32,
    /// Each of them, bytes.
    pub parameters: Vec<u32>,
    /// `__launch_bounds__` maximum; 0 if none.
    pub max_threads: u32,
    /// On the CPU device: each thread of a block runs on its own, because they wait for each other.
    pub runs_threads: bool,
    /// The size of its code object, if it is one.
    pub code_bytes: Option<usize>,
    /// How that was made, if it is known.
    pub making: Option<Making>,
}

impl KernelNeeds {
    /// Static shared memory, bytes, where the device has told so much of the kernel.
    pub fn shared_bytes_with(&self, told: Option<&KernelUse>) -> u32 {
        told.map_or(0, |it| it.shared_bytes).max(self.shared_bytes)
    }

    /// The same for people.
    pub fn shared_in_words(&self, told: Option<&KernelUse>) -> String {
        match self.shared_bytes_with(told) {
            0 => "no static shared memory".to_owned(),
            bytes => format!("{bytes} bytes of static shared memory"),
        }
    }
}

impl KernelNeeds {
    fn of(kernel: &KernelImage) -> KernelNeeds {
        let is_code = !matches!(kernel.kind, CodeKind::Text { .. });
        KernelNeeds {
            symbol: kernel.symbol.clone(),
            display: kernel.display.clone(),
            shared_bytes: kernel.shared_bytes,
            parameter_bytes: kernel.param_bytes.iter().sum(),
            parameters: kernel.param_bytes.clone(),
            max_threads: kernel.max_threads,
            runs_threads: kernel.kind == CodeKind::Elf && kernel.tier == Tier::Thread,
            code_bytes: is_code.then_some(kernel.object.len()),
            making: None,
        }
    }
}

impl Image {
    /// What it needs, if it is a kernel of this name; of an instance of a template the template's name will do.
    pub(super) fn needs_of(&self, name: &str) -> Option<KernelNeeds> {
        let kernel = self.kernel.as_ref().ok()?;
        let rest = kernel.display.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with('<')).then(|| KernelNeeds::of(kernel))
    }

    /// The kernel's name for people, if it could be compiled.
    pub(super) fn display(&self) -> Option<&str> {
        let kernel = self.kernel.as_ref().ok()?;
        Some(&kernel.display)
    }

    /// It, if it is an object of the host's processor.
    pub(super) fn of_host(&self) -> Option<&KernelImage> {
        let kernel = self.kernel.as_ref().ok()?;
        (kernel.kind == CodeKind::Elf).then_some(kernel)
    }

    /// One that no executor got.
    pub(super) fn new(cell: u32, serial: u64, kernel: Result<KernelImage, String>) -> Image {
        Image {
            cell,
            serial,
            kernel,
            sent: 0,
            better: None,
            making: None,
        }
    }

    /// What it needs.
    pub(super) fn needs(&self) -> Option<KernelNeeds> {
        let needs = KernelNeeds::of(self.kernel.as_ref().ok()?);
        Some(KernelNeeds {
            making: self.making,
            ..needs
        })
    }

    /// Sends what an executor does not have that knows the first `known` of those that were sent.
    pub(super) fn send_unless_known(&mut self, symbol: &str, executor: &ModuleSender, known: u64) {
        if known == 0 || self.sent > known {
            self.send(symbol, executor);
        }
        if let Some(better) = &mut self.better
            && (known == 0 || better.sent > known)
        {
            better.sent = executor.kernel(better.kernel.clone());
        }
    }

    pub(super) fn send(&mut self, symbol: &str, executor: &ModuleSender) {
        // An executor that has died is found out by the next cell that runs in it.
        self.sent = match &self.kernel {
            Ok(kernel) => executor.kernel(kernel.clone()),
            Err(message) => executor.kernel_failed(symbol, self.cell, message),
        };
    }

    /// Has optimised code take the draft's place: at once or, if the executor has yet to make its code object, when it has.
    pub(super) fn improve(&mut self, made: KernelImage, executor: Option<&ModuleSender>) {
        let sent = executor.map_or(0, |executor| executor.kernel(made.clone()));
        if matches!(made.kind, CodeKind::Text { .. }) {
            self.better = Some(Better { kernel: made, sent });
        } else {
            (self.kernel, self.sent) = (Ok(made), sent);
        }
    }

    /// Takes a code object of this name, if it is the draft's or that of what is better.
    pub(super) fn made(&mut self, key: &str, bytes: &[u8]) {
        let named =
            |kernel: &KernelImage| matches!(&kernel.kind, CodeKind::Text { key: of } if of == key);
        if let Some(better) = self.better.take_if(|better| named(&better.kernel)) {
            (self.kernel, self.sent) = (Ok(better.kernel), better.sent);
        }
        if let Some(kernel) = self.kernel.as_mut().ok().filter(|kernel| named(kernel)) {
            kernel.kind = CodeKind::Device;
            kernel.object = bytes.to_vec();
        }
    }
}

#[cfg(test)]
mod tests {
    use jit_api::wire::Edition;

    use super::*;

    fn kernel(edition: Edition, kind: CodeKind) -> KernelImage {
        KernelImage {
            edition,
            kind,
            ..KernelImage::default()
        }
    }

    #[test]
    fn a_draft_stays_until_the_better_code_object_is_made() {
        let text = |key: &str| CodeKind::Text {
            key: key.to_owned(),
        };
        let mut image = Image::new(1, 1, Ok(kernel(Edition::Draft, text("draft"))));
        let now = |image: &Image| {
            let kernel = image.kernel.as_ref().expect("it never fails here");
            (kernel.edition, kernel.kind.clone(), kernel.object.clone())
        };
        image.improve(kernel(Edition::Optimised, text("better")), None);
        image.made("draft", b"one");
        assert_eq!(
            now(&image),
            (Edition::Draft, CodeKind::Device, b"one".to_vec())
        );
        image.made("better", b"two");
        assert_eq!(
            now(&image),
            (Edition::Optimised, CodeKind::Device, b"two".to_vec())
        );
        assert!(image.better.is_none());
        // From the cache: nothing is to be made of it.
        image.improve(kernel(Edition::Optimised, CodeKind::Device), None);
        assert_eq!(
            now(&image),
            (Edition::Optimised, CodeKind::Device, Vec::new())
        );
    }
}
