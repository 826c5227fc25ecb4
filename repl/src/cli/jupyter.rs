//! `chevron jupyter`: the kernel of notebooks, and how it is made known.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Options;
use crate::jupyter;
use crate::render::Render;
use crate::settings::{Color, NO_COLOR, Settings, word};

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Make the kernel known to Jupyter, for this user if nothing else is asked for; it is started with the options given here
    Install {
        /// For this user
        #[arg(long, conflicts_with_all = ["prefix", "sys_prefix"])]
        user: bool,
        /// Below this folder: DIR/share/jupyter/kernels
        #[arg(long, value_name = "DIR")]
        prefix: Option<PathBuf>,
        /// In the Python environment that is active
        #[arg(long, conflicts_with = "prefix")]
        sys_prefix: bool,
        /// The kernel's name for Jupyter
        #[arg(long, default_value = "chevron", value_name = "NAME")]
        name: String,
    },
    /// Serve notebooks; Jupyter starts it so
    Kernel {
        /// Where to listen
        connection_file: PathBuf,
    },
}

/// Makes the kernel known, or is it.
pub(super) fn run(
    action: Action,
    options: &Options,
    settings: Settings,
    render: &Render,
) -> anyhow::Result<u8> {
    let (place, name) = match action {
        Action::Kernel { connection_file } => {
            return jupyter::kernel(settings, &connection_file, color(options));
        }
        Action::Install {
            sys_prefix: true,
            name,
            ..
        } => (jupyter::Place::ActivePrefix, name),
        Action::Install {
            prefix: Some(prefix),
            name,
            ..
        } => (jupyter::Place::Prefix(prefix), name),
        Action::Install { name, .. } => (jupyter::Place::User, name),
    };
    let program = std::env::current_exe()?;
    let folder = jupyter::install(&place, &name, &program, &kernel_words(options)?)?;
    render.text(format_args!("the kernel is in `{}`", folder.display()));
    Ok(0)
}

/// The options that a kernel is started with, as words of the command line.
fn kernel_words(options: &Options) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    if let Some(checks) = options.sanitize {
        words.push(format!("--sanitize={}", checks.names()));
    }
    let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
    let absolute = |path: &Path| anyhow::Ok(std::path::absolute(path)?.display().to_string());
    for (option, value, usual) in [
        ("--device", &options.device, "auto"),
        ("--std", &options.standard, "gnu++20"),
        ("--headers", &options.headers, "auto"),
        ("--warp", &options.warp, "32"),
    ] {
        if value != usual {
            add(option, value.clone());
        }
    }
    if options.color == Color::Never {
        add("--color", word(&options.color));
    }
    for architecture in &options.arch {
        add("--arch", architecture.to_string());
    }
    for (option, path) in [
        ("--cuda-path", &options.cuda_path),
        ("--libdevice", &options.libdevice),
        ("--cache-dir", &options.cache_dir),
    ] {
        if let Some(path) = path {
            add(option, absolute(path)?);
        }
    }
    for (option, folders) in [("-I", &options.include), ("-L", &options.library_dir)] {
        for folder in folders {
            add(option, absolute(folder)?);
        }
    }
    for (option, values) in [
        ("-D", &options.define),
        ("-U", &options.undefine),
        ("-l", &options.library),
    ] {
        values.iter().for_each(|value| add(option, value.clone()));
    }
    Ok(words)
}

/// Notebooks show colours, unless nobody wants them.
fn color(options: &Options) -> Color {
    match options.color {
        Color::Auto if NO_COLOR.value().is_none() => Color::Always,
        Color::Auto => Color::Never,
        asked => asked,
    }
}
