//! Why the compiler, an emission or a target did not do what it was asked: who can mend it.

use std::fmt;

use crate::stop::Interrupted;

/// What an error says, and what led to it.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why something was not done. A cell that clang rejects is none: `Rejected` has its diagnostics.
///
/// The text is the cause's, for people; `{:#}` adds what led to it, which is its source.
#[derive(Debug)]
pub enum Error {
    /// The user can mend it: code that the device cannot run, an argument that does not fit, a program or file that is missing. The text says what to do.
    Mendable(Cause),
    /// The user stopped it.
    Interrupted(Interrupted),
    /// We broke, LLVM did, or the machine.
    Broken(Cause),
}

impl Error {
    /// What it stands for. It adds no text and no source of its own.
    fn cause(&self) -> &(dyn std::error::Error + 'static) {
        match self {
            Error::Mendable(cause) | Error::Broken(cause) => &**cause,
            Error::Interrupted(stopped) => stopped,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cause())?;
        let mut next = self.cause().source().filter(|_| f.alternate());
        while let Some(source) = next {
            write!(f, ": {source}")?;
            next = source.source();
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().source()
    }
}

impl Error {
    /// The user can mend it: a text that says how, or an error with such a text.
    pub(crate) fn mendable(cause: impl Into<Cause>) -> Error {
        Error::Mendable(cause.into())
    }
}

/// What private functions give has gathered context on its way. Who can mend it was said where it began.
impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Error {
        if error.is::<Interrupted>() {
            return Error::Interrupted(Interrupted);
        }
        match error.downcast_ref::<Error>() {
            Some(Error::Interrupted(stopped)) => Error::Interrupted(*stopped),
            Some(Error::Mendable(_)) => Error::Mendable(error.into()),
            Some(Error::Broken(_)) | None => Error::Broken(error.into()),
        }
    }
}

/// Like `anyhow::bail!`, for what the user can mend.
macro_rules! bail_mendable {
    ($($text:tt)*) => {
        return Err($crate::error::Error::mendable(format!($($text)*)).into())
    };
}
pub(crate) use bail_mendable;

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    fn refused() -> anyhow::Result<()> {
        bail_mendable!("`{}` is missing", "f");
    }

    fn failed() -> anyhow::Result<()> {
        Err(std::io::Error::other("no space")).context("cannot write")
    }

    fn told(error: Error) -> String {
        format!("{:#}", anyhow::Error::new(error))
    }

    #[test]
    fn who_can_mend_it_outlives_context_and_the_text_stays() {
        let mended = Error::from(
            refused()
                .context("in kernel `k`")
                .expect_err("it is refused"),
        );
        assert!(matches!(mended, Error::Mendable(_)), "{mended:?}");
        assert_eq!(mended.to_string(), "in kernel `k`");
        // Through a private function once more.
        let again = Error::from(anyhow::Error::new(mended).context("of the file"));
        assert!(matches!(again, Error::Mendable(_)), "{again:?}");
        assert_eq!(
            format!("{again:#}"),
            "of the file: in kernel `k`: `f` is missing"
        );
        assert_eq!(told(again), "of the file: in kernel `k`: `f` is missing");
    }

    #[test]
    fn what_nobody_has_called_mendable_is_ours() {
        let broken = Error::from(failed().expect_err("it fails"));
        assert!(matches!(broken, Error::Broken(_)), "{broken:?}");
        assert_eq!(told(broken), "cannot write: no space");
    }

    #[test]
    fn what_was_stopped_is_no_failure() {
        let stopped =
            Error::from(anyhow::Error::new(Interrupted).context("emission of the object"));
        assert!(matches!(stopped, Error::Interrupted(_)), "{stopped:?}");
        let again = Error::from(anyhow::Error::new(stopped).context("in kernel `k`"));
        assert!(matches!(again, Error::Interrupted(_)), "{again:?}");
    }
}
