//! The driver API's linker: images that NVRTC made in Chevron become one, on every device; what others made is linked by the driver of a GPU.

use std::collections::HashSet;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, Mutex};

use super::Runtime;
use super::code_image::{self, Unbounded};
use super::driver_module::{file, jit_options, text};
use super::ffi::{Out, api};
use super::handles::{Handle, Handles};
use crate::device::{CodeForm, Device, ForeignCode, JitOptions, LinkId, LinkInput, Result, Status};
use crate::lock::lock;
use crate::modules;
use crate::wire::program::{NoImage, ProgramCode};

// `CUjitInputType`
const CUBIN: u32 = 0;
const PTX: u32 = 1;
const FATBINARY: u32 = 2;
const KINDS: u32 = 6;

/// Links that are under way.
#[derive(Default)]
pub(crate) struct Links {
    handles: Handles<Link>,
}

/// A `CUlinkState`.
struct Link {
    /// As the caller gave them; they stay his until the link is destroyed.
    options: JitOptions,
    state: Mutex<State>,
}

/// What a link has so far.
enum State {
    Empty,
    /// Programs of NVRTC's, as one.
    Programs(ProgramCode),
    /// What those became.
    Linked(Vec<u8>),
    /// The driver links, and gives the image.
    Driver(DriverLink, bool),
}

/// A link of a device's driver.
struct DriverLink {
    device: Arc<dyn Device>,
    link: LinkId,
}

impl DriverLink {
    fn begin(number: usize, options: &JitOptions) -> Result<DriverLink> {
        let device = modules::foreign_device(number)?;
        let foreign = device.foreign_code().ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the API obliges the caller to keep the options until the link is destroyed.
        let link = unsafe { foreign.create_link(options)? };
        Ok(DriverLink { device, link })
    }

    fn foreign(&self) -> Result<&dyn ForeignCode> {
        self.device
            .foreign_code()
            .ok_or_else(|| Status::NOT_SUPPORTED.into())
    }
}

impl Drop for DriverLink {
    fn drop(&mut self) {
        if let Ok(foreign) = self.foreign() {
            // SAFETY: nobody has the link any more, and the API ends its image with it.
            unsafe { foreign.destroy_link(self.link) };
        }
    }
}

/// What is wrong with several programs as one, for people.
fn twice(all: &ProgramCode, more: &ProgramCode) -> Option<String> {
    let symbols = |code: &ProgramCode| -> HashSet<String> {
        let kernels = code.kernels.iter().map(|it| it.symbol.clone());
        let variables = code.variables.iter().map(|it| it.symbol.clone());
        kernels.chain(variables).collect()
    };
    let known = symbols(all);
    let again = symbols(more).into_iter().filter(|it| known.contains(it));
    again.min()
}

impl Runtime {
    fn link(&self, handle: Handle) -> Result<Arc<Link>> {
        self.links().handles.get(handle)
    }

    /// Adds bytes, behind which stands a zero.
    fn add_to_link(
        &self,
        link: &Link,
        kind: u32,
        bytes: &[u8],
        name: &CStr,
        options: &JitOptions,
    ) -> Result<()> {
        let image = Unbounded(bytes.as_ptr());
        match image.program() {
            Ok(code) if matches!(kind, CUBIN | PTX | FATBINARY) => self.add_program(link, code),
            Ok(_) => Err(Status::INVALID_VALUE.into()),
            Err(why) => {
                let form = image.form().filter(|_| why == NoImage::Foreign);
                // A text's end is the driver's to look for; of other bytes the zero is not the caller's.
                let own = match kind {
                    PTX => bytes,
                    _ => &bytes[..bytes.len() - 1],
                };
                self.add_foreign(link, kind, LinkInput::Data(own, name), (why, form), options)
            }
        }
    }

    fn add_program(&self, link: &Link, code: ProgramCode) -> Result<()> {
        let mut state = lock(&link.state);
        match &mut *state {
            State::Empty => *state = State::Programs(code),
            State::Programs(all) => {
                if let Some(symbol) = twice(all, &code) {
                    self.note(format!("a link has `{symbol}` twice"));
                    return Err(Status::INVALID_KERNEL_IMAGE.into());
                }
                all.kernels.extend(code.kernels);
                all.variables.extend(code.variables);
                all.thunks.extend(code.thunks);
            }
            State::Linked(_) => return Err(Status::INVALID_VALUE.into()),
            State::Driver(..) => return Err(self.refuse_mixture()),
        }
        Ok(())
    }

    fn refuse_mixture(&self) -> crate::device::Error {
        let what =
            "a link has what NVRTC made in Chevron and what others made: it takes one or the other";
        self.note(what.to_owned());
        Status::NOT_SUPPORTED.into()
    }

    fn add_foreign(
        &self,
        link: &Link,
        kind: u32,
        input: LinkInput<'_>,
        (why, form): (NoImage, Option<CodeForm>),
        options: &JitOptions,
    ) -> Result<()> {
        let number = self.device().current();
        // Objects and archives of the host hold code, too; the driver looks for it.
        if !modules::takes(number, form.unwrap_or(CodeForm::Elf)) {
            return Err(self.refuse_image(why, form, "a link did not take an image"));
        }
        let mut state = lock(&link.state);
        match &*state {
            State::Empty => {
                *state = State::Driver(DriverLink::begin(number, &link.options)?, false)
            }
            State::Programs(_) | State::Linked(_) => return Err(self.refuse_mixture()),
            State::Driver(_, true) => return Err(Status::INVALID_VALUE.into()),
            State::Driver(_, false) => {}
        }
        let State::Driver(driver, _) = &*state else {
            return Err(Status::UNKNOWN.into());
        };
        // SAFETY: the API obliges the caller to add what the kind says, with options as it describes them.
        unsafe {
            driver
                .foreign()?
                .add_to_link(driver.link, kind, input, options)
        }
    }

    fn complete_link(&self, link: &Link) -> Result<(*const c_void, usize)> {
        let mut state = lock(&link.state);
        if let State::Programs(code) = &*state {
            let image = code.to_image().map_err(|message| {
                self.note(format!("a link could not be completed: {message}"));
                Status::INVALID_KERNEL_IMAGE
            })?;
            // SAFETY: the API obliges the caller to keep the options until the link is destroyed.
            unsafe { code_image::answer(&link.options) };
            // Programs take it for text.
            *state = State::Linked([&image[..], &[0]].concat());
        }
        match &mut *state {
            State::Linked(image) => Ok((image.as_ptr().cast(), image.len())),
            State::Driver(driver, done) => {
                let image = driver.foreign()?.complete_link(driver.link)?;
                *done = true;
                Ok(image)
            }
            State::Empty | State::Programs(_) => {
                self.note("a link has nothing to link".to_owned());
                Err(Status::INVALID_KERNEL_IMAGE.into())
            }
        }
    }
}

api! {
    call fn __chv_link_create(runtime, link: Out<Handle>, count: u32, options: *mut u32, values: *mut *mut c_void) {
        link.wanted()?;
        let options = jit_options(count, options, values)?;
        let state = Mutex::new(State::Empty);
        link.put(runtime.links().handles.insert(Arc::new(Link { options, state })))
    }

    call fn __chv_link_add(
        runtime, link: Handle, kind: u32, data: *const u8, bytes: usize, name: *const c_char, count: u32,
        options: *mut u32, values: *mut *mut c_void,
    ) {
        let link = runtime.link(link)?;
        let options = jit_options(count, options, values)?;
        if data.is_null() || bytes == 0 || kind >= KINDS {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass as many bytes as it says.
        let mut all = unsafe { std::slice::from_raw_parts(data, bytes) }.to_vec();
        all.push(0);
        let name = if name.is_null() { c"" } else { text(name)? };
        runtime.add_to_link(&link, kind, &all, name, &options)
    }

    call fn __chv_link_add_file(
        runtime, link: Handle, kind: u32, path: *const c_char, count: u32, options: *mut u32, values: *mut *mut c_void,
    ) {
        let link = runtime.link(link)?;
        let options = jit_options(count, options, values)?;
        if kind >= KINDS {
            return Err(Status::INVALID_VALUE.into());
        }
        let bytes = file(path)?;
        let image = Unbounded(bytes.as_ptr());
        match image.program() {
            Err(why @ NoImage::Foreign) => {
                let input = LinkInput::File(text(path)?);
                runtime.add_foreign(&link, kind, input, (why, image.form()), &options)
            }
            _ => runtime.add_to_link(&link, kind, &bytes, c"", &options),
        }
    }

    call fn __chv_link_complete(runtime, link: Handle, image: Out<*const c_void>, bytes: Out<usize>) {
        let link = runtime.link(link)?;
        image.wanted()?;
        let (address, size) = runtime.complete_link(&link)?;
        bytes.put_if_wanted(size);
        image.put(address)
    }

    call fn __chv_link_destroy(runtime, link: Handle) {
        runtime.links().handles.remove(link).map(drop)
    }
}
