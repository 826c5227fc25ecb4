//! `--arch`: what kernels are compiled for.

use devicecc::emit::AmdCodeObject;
use devicecc::targets::Architecture;

/// Reads a name.
pub(super) fn parsed(text: &str) -> Result<Architecture, String> {
    text.parse()
}

/// Reads the version of a code object.
pub(super) fn code_object(text: &str) -> Result<AmdCodeObject, String> {
    match text {
        "5" => Ok(AmdCodeObject::V5),
        "6" => Ok(AmdCodeObject::V6),
        _ => Err("Chevron makes code objects of versions 5 and 6".to_owned()),
    }
}

/// What a session's kernels are compiled for, if the user says so.
pub(super) fn of_session(asked: &[Architecture]) -> anyhow::Result<Option<Architecture>> {
    match asked {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        _ => {
            anyhow::bail!("a session is for one architecture; `chevron compile FILE` takes several")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_one_architecture() {
        let of = |names: &[&str]| {
            let names = names.iter().map(|it| parsed(it).expect("it is known"));
            of_session(&names.collect::<Vec<_>>())
        };
        assert_eq!(of(&[]).expect("none is asked for"), None);
        let one = of(&["sm_90"]).expect("it is one");
        assert_eq!(one, Some(Architecture::Nvidia(90)));
        assert!(matches!(of(&["gfx942"]), Ok(Some(Architecture::Amd(_)))));
        assert!(of(&["sm_80", "sm_90"]).is_err());
    }

    #[test]
    fn code_objects_have_two_versions() {
        assert_eq!(code_object("5"), Ok(AmdCodeObject::V5));
        assert!(code_object("4").is_err());
    }
}
