//! The kernels of a file of code objects, for a session that takes it in: those of the parts that its device runs.

use devicecc::library::ImageKernel;

use super::{Kind, Part, Symbol, object_file, parts};

/// What the compiler calls the CPU device.
const CPU: &str = "cpu";

/// The kernels that run on a device of this architecture (`sm_90`, `gfx942`, `cpu`); empty: of any. The error is for people.
pub(crate) fn kernels_for(bytes: &[u8], target: &str) -> Result<Vec<ImageKernel>, String> {
    if object_file::is_for_host(bytes) {
        return Err("it is an object of the host's processor; a cubin, a fat binary, PTX or a code object for AMD GPUs can be taken in".to_owned());
    }
    let parts = parts(bytes).map_err(|error| format!("it {error:#}"))?;
    let (mut fitting, mut others) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Object { what, symbols } if target.is_empty() || fits(&what, target) => {
                fitting.push((symbols, !what.starts_with("cubin")));
            }
            Part::Object { what, .. } if what.starts_with("PTX") => others.push(what),
            Part::Object { what, .. } => others.push(format!("a {what}")),
            Part::Unread(why) => others.push(why),
        }
    }
    if fitting.is_empty() {
        return Err(unfit(&others, target));
    }
    let mut kernels: Vec<ImageKernel> = Vec::new();
    for (symbols, exact) in &fitting {
        for symbol in symbols.iter().filter(|it| it.kind == Kind::Kernel) {
            let parameters = sizes(symbol, *exact);
            match kernels.iter_mut().find(|it| it.symbol == symbol.name) {
                Some(known) => known.parameters = known.parameters.take().or(parameters),
                None => kernels.push(ImageKernel {
                    symbol: symbol.name.clone(),
                    parameters,
                }),
            }
        }
    }
    match kernels.is_empty() {
        true => Err("it has no kernels".to_owned()),
        false => Ok(kernels),
    }
}

fn unfit(others: &[String], target: &str) -> String {
    let what = match others {
        [] => "nothing".to_owned(),
        _ => others.join(", "),
    };
    match target {
        "" => format!("it has {what}"),
        CPU => format!(
            "it has {what}; the CPU device runs no code for GPUs, but takes bitcode (`%save --lib NAME.bc`)"
        ),
        _ => format!("it has {what}, and this session's device is {target}"),
    }
}

/// Each parameter's size. Of a cubin one number alone may be that of all of them together, and none may mean that nothing is told.
fn sizes(kernel: &Symbol, exact: bool) -> Option<Vec<u64>> {
    let parameters = kernel.parameters.as_ref()?;
    (exact || parameters.len() > 1).then(|| parameters.iter().map(|it| it.1).collect())
}

/// Does a GPU of this architecture run it? Of cubins, those of its own generation that are not newer; any PTX that is not newer; of AMD's, only its own.
fn fits(what: &str, target: &str) -> bool {
    let Some((kind, of)) = what.split_once(" for ") else {
        return false;
    };
    let number = |name: &str| -> Option<u32> {
        let digits = name.strip_prefix("sm_")?;
        let digits = digits.trim_end_matches(|it: char| !it.is_ascii_digit());
        digits.parse().ok()
    };
    match (kind, number(of), number(target)) {
        ("PTX", Some(of), Some(device)) => of <= device,
        ("cubin", Some(of), Some(device)) => of / 10 == device / 10 && of <= device,
        ("code object", None, None) => of == target,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpus_run_what_is_for_them() {
        let runs = |what: &str| ["sm_80", "sm_90", "gfx942", CPU].map(|it| fits(what, it));
        assert_eq!(runs("cubin for sm_80"), [true, false, false, false]);
        assert_eq!(runs("cubin for sm_89"), [false, false, false, false]);
        assert_eq!(runs("PTX for sm_75"), [true, true, false, false]);
        assert_eq!(runs("PTX for sm_90a"), [false, true, false, false]);
        assert_eq!(runs("code object for gfx942"), [false, false, true, false]);
        assert!(fits("cubin for sm_86", "sm_89"));
    }

    #[test]
    fn ptx_is_read_and_what_is_not_for_gpus_is_refused() {
        let ptx = b".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(\n.param .u64 p\n)\n{\nret;\n}\n\0";
        let found = kernels_for(ptx, "sm_90").expect("it is PTX");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].symbol, "k");
        let refused = |bytes: &[u8], target| kernels_for(bytes, target).expect_err("it is none");
        assert!(refused(ptx, "cpu").contains("PTX for sm_70; the CPU device"));
        assert!(refused(ptx, "gfx942").contains("device is gfx942"));
        assert!(refused(b"what", "").contains("no code object"));
        let own = std::fs::read("/proc/self/exe").expect("readable");
        assert!(refused(&own, "").contains("host's processor"));
    }
}
