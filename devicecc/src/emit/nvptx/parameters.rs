//! Large parameters: the version of PTX that a kernel's text needs for them.

/// More parameters than this need [`VERSION_OF_LARGE`] (PTX ISA manual, ".param" state space). Unit: bytes.
const SMALL_BYTES_MAX: usize = 4096;

/// The version that allows 32,764 bytes.
const VERSION_OF_LARGE: (u32, u32) = (8, 1);

const VERSION: &str = ".version ";

/// Raises the version that the text names if the kernel's parameters need it. Older versions stay, so that older drivers read all other kernels.
pub(super) fn raise_version(ptx: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(ptx);
    if parameter_bytes(&text) <= SMALL_BYTES_MAX {
        return;
    }
    let Some((before, rest)) = text.split_once(VERSION) else {
        return;
    };
    let (version, behind) = rest.split_once('\n').unwrap_or((rest, ""));
    let (major, minor) = VERSION_OF_LARGE;
    let known = version
        .trim()
        .split_once('.')
        .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    if known.is_some_and(|known| known < VERSION_OF_LARGE) {
        *ptx = format!("{before}{VERSION}{major}.{minor}\n{behind}").into_bytes();
    }
}

/// Bytes of the structs and arrays among an entry's parameters, the most of any: `.param .align 4 .b8 NAME[32000]`. Others are too small to count.
fn parameter_bytes(ptx: &str) -> usize {
    let entries = ptx.split(".entry ").skip(1);
    entries.map(bytes_of_entry).max().unwrap_or(0)
}

fn bytes_of_entry(head: &str) -> usize {
    let head = head.split_once(')').map_or(head, |(head, _)| head);
    head.lines()
        .filter(|line| line.contains(".param "))
        .filter_map(|line| {
            line.split_once('[')?
                .1
                .split_once(']')?
                .0
                .parse::<usize>()
                .ok()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raised(version: &str, bytes: usize) -> String {
        let mut ptx = format!(
            "//\n.version {version}\n.target sm_90\n.visible .entry k(\n\t.param .align 4 .b8 k_param_0[{bytes}],\n\t.param .u64 k_param_1\n)\n{{\n}}\n"
        )
        .into_bytes();
        raise_version(&mut ptx);
        String::from_utf8(ptx).expect("it is a text")
    }

    #[test]
    fn large_parameters_raise_the_version() {
        assert!(raised("8.0", 4096).contains(".version 8.0\n"));
        assert!(raised("8.0", 4100).contains(".version 8.1\n.target sm_90\n"));
        assert!(raised("8.6", 32_000).contains(".version 8.6\n"));
    }
}
