//! `--arch`: what kernels are compiled for.

use devicecc::targets::Architecture;

/// Reads a name.
pub(super) fn parsed(text: &str) -> Result<Architecture, String> {
    text.parse()
}

/// The compute capability that a session's kernels are compiled for, if the user says so.
pub(super) fn of_session(asked: &[Architecture]) -> anyhow::Result<Option<u32>> {
    match asked {
        [] => Ok(None),
        [Architecture::Nvidia(sm)] => Ok(Some(*sm)),
        [Architecture::Amd(amd)] => anyhow::bail!(
            "Chevron runs no kernels on AMD GPUs yet; `chevron compile FILE --arch {}` compiles a file's kernels for them",
            amd.name
        ),
        _ => {
            anyhow::bail!("a session is for one architecture; `chevron compile FILE` takes several")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_one_architecture_of_nvidias() {
        let of = |names: &[&str]| {
            let names = names.iter().map(|it| parsed(it).expect("it is known"));
            of_session(&names.collect::<Vec<_>>())
        };
        assert_eq!(of(&[]).expect("none is asked for"), None);
        assert_eq!(of(&["sm_90"]).expect("it is one"), Some(90));
        let amd = of(&["gfx942"]).expect_err("no device runs it");
        assert!(
            amd.to_string()
                .contains("chevron compile FILE --arch gfx942")
        );
        assert!(of(&["sm_80", "sm_90"]).is_err());
    }
}
