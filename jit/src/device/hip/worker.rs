//! Threads that have their device set for ever.
//!
//! HIP's calls are about the calling thread's current device, and to change that may cost as much as waiting for the GPU. So it is never changed on threads of the
//! user's: what needs a device to be current is done by the device's own thread, one thing after the other.

use std::sync::{OnceLock, mpsc};
use std::thread;

use super::sys::{Driver, Failure, Result};

/// `hipErrorOperatingSystem`
const OPERATING_SYSTEM: i32 = 304;
/// `hipErrorUnknown`
const UNKNOWN: i32 = 999;

type Job = Box<dyn FnOnce(&'static Driver) + Send>;

/// A thread with a device. It lives as long as the process.
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    /// Starts the thread, and makes the device its own.
    fn start(driver: &'static Driver, device: i32, name: String) -> Result<Worker> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (ready, set) = mpsc::channel();
        let body = move || {
            let result = driver.set_device(device);
            let goes_on = result.is_ok();
            // Who started it waits for this.
            let _ = ready.send(result);
            while goes_on && let Ok(job) = queue.recv() {
                // A panic of one job is that job's; the panic hook has reported it.
                drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(
                    || job(driver),
                )));
            }
        };
        let no_thread = Failure {
            call: "pthread_create",
            code: OPERATING_SYSTEM,
        };
        let started = thread::Builder::new().name(name).spawn(body);
        started.map_err(|_| no_thread)?;
        set.recv().map_err(|_| no_thread)??;
        Ok(Worker { jobs })
    }

    /// Has the thread do something, and waits for it.
    pub(super) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&'static Driver) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = mpsc::sync_channel(1);
        let job: Job = Box::new(move |driver| {
            // Who asked waits for this.
            let _ = answer.send(job(driver));
        });
        let lost = Failure {
            call: "a thread of the device's",
            code: UNKNOWN,
        };
        self.jobs.send(job).map_err(|_| lost)?;
        answered.recv().map_err(|_| lost)?
    }
}

/// The threads of all devices, by the devices' numbers.
pub(super) struct Workers {
    driver: &'static Driver,
    /// For calls that come back at once, as far as the library lets them.
    calls: Vec<OnceLock<Result<Worker>>>,
    /// For those that wait until the device has done its work: others must not wait for that.
    waits: Vec<OnceLock<Result<Worker>>>,
}

impl Workers {
    pub(super) fn new(driver: &'static Driver, devices: usize) -> Workers {
        let empty = || (0..devices).map(|_| OnceLock::new()).collect();
        Workers {
            driver,
            calls: empty(),
            waits: empty(),
        }
    }

    /// The device's thread, started by the first call: that makes the library ready for the device, which takes a while.
    pub(super) fn of(&self, number: usize) -> Result<&Worker> {
        self.started(&self.calls, number, "")
    }

    /// The device's thread for what waits.
    pub(super) fn waiting(&self, number: usize) -> Result<&Worker> {
        self.started(&self.waits, number, "-waits")
    }

    fn started<'a>(
        &self,
        threads: &'a [OnceLock<Result<Worker>>],
        number: usize,
        ending: &str,
    ) -> Result<&'a Worker> {
        let worker = threads[number].get_or_init(|| {
            let name = format!("hip-{number}{ending}");
            Worker::start(self.driver, number as i32, name)
        });
        worker.as_ref().map_err(|failure| *failure)
    }
}
