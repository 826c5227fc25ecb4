//! AMD's assembly for people: the instructions, without what tells the driver and the linker of them.

use crate::emit::Listed;
use crate::targets::listing::{self, Listing};

/// What begins and ends what is for the driver: the kernel's descriptor, and the note of the code object.
const FOR_DRIVERS: [(&str, &str); 2] = [
    (".amdhsa_kernel", ".end_amdhsa_kernel"),
    (".amdgpu_metadata", ".end_amdgpu_metadata"),
];

/// What else tells of the file.
fn is_noise(line: &str) -> bool {
    const DIRECTIVES: [&str; 16] = [
        ".amdgcn_target",
        ".amdhsa_",
        ".set ",
        ".set\t",
        ".file",
        ".p2align",
        ".type",
        ".size",
        ".globl",
        ".protected",
        ".text",
        ".section",
        ".ident",
        ".addrsig",
        ".cfi_",
        // What fills the end up runs never.
        ".fill",
    ];
    let label = [".Lfunc_", ".Ltmp", ".Ldebug", ".Lsection"];
    let starts = |of: &[&str]| of.iter().any(|it| line.starts_with(it));
    // What LLVM says of a whole function stands in lines of its own.
    line.starts_with(';') || starts(&DIRECTIVES) || (starts(&label) && line.contains(':'))
}

/// The lines of the text, each with its place.
pub(super) fn of_assembly(listed: Listed) -> Listing {
    let mut ends = None;
    let mut text = String::new();
    for line in listed.text.lines() {
        let word = line.split_whitespace().next().unwrap_or_default();
        match ends {
            Some(end) if word == end => ends = None,
            Some(_) => {}
            None => match FOR_DRIVERS.iter().find(|(begin, _)| *begin == word) {
                Some((_, end)) => ends = Some(*end),
                None => {
                    text += line;
                    text += "\n";
                }
            },
        }
    }
    listing::of_assembly(Listed { text, ..listed }, is_noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_stay_and_what_is_for_the_driver_goes() {
        let text = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.protected\tk\nk:                                      ; @k\n\t.cfi_startproc\n.Lfunc_begin0:\n; %bb.0:\n\t.loc\t1 1 0 ; /chevron/x:1:0\n\ts_load_dwordx2 s[0:1], s[4:5], 0x0\n.LBB0_2:\n\ts_endpgm\n\t.fill 256, 4, 3212836864\n\t.section\t.rodata,\"a\",@progbits\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 3\n\t.end_amdhsa_kernel\n\t.text\n\t.set k.num_vgpr, 3\n; Kernel info:\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .vgpr_count: 3\n...\n\t.end_amdgpu_metadata\n";
        let listed = Listed {
            text: text.to_owned(),
            places: vec![Vec::new()],
            remarks: Vec::new(),
        };
        let made = of_assembly(listed);
        let lines: Vec<(&str, Option<usize>)> = made
            .lines
            .iter()
            .map(|it| (it.text.trim(), it.place))
            .collect();
        assert_eq!(
            lines,
            [
                ("k:                                      ; @k", None),
                ("s_load_dwordx2 s[0:1], s[4:5], 0x0", Some(0)),
                (".LBB0_2:", None),
                ("s_endpgm", Some(0)),
            ]
        );
    }
}
