//! Texts made from the command line's grammar: completions for shells, and the manual's pages.

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use super::{Arguments, help};
use crate::render::Render;

/// Prints what a shell reads to complete words behind `chevron`.
pub(super) fn completions(shell: Shell, render: &Render) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "chevron", &mut script);
    render.text(String::from_utf8(script)?.trim_end());
    Ok(0)
}

/// Prints the manual's page of `chevron`, or of `chevron ACTION`.
pub(super) fn manual(action: Option<&str>, render: &Render) -> anyhow::Result<u8> {
    render.text(page(action)?.trim_end());
    Ok(0)
}

fn page(action: Option<&str>) -> anyhow::Result<String> {
    let command = command();
    let command = match action {
        None => command,
        Some(action) => {
            let found = command.find_subcommand(action);
            let found = found.ok_or_else(|| {
                anyhow::anyhow!("there is no command `{action}`; `chevron help` lists the commands")
            })?;
            found.clone().display_name(format!("chevron-{action}"))
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(String::from_utf8(page)?)
}

fn command() -> Command {
    help::command(Arguments::command())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_page() {
        for action in command().get_subcommands() {
            let name = action.get_name();
            let page = page(Some(name)).expect("the page is made");
            assert!(page.contains(&format!(".TH chevron-{name} ")), "{page}");
        }
        let whole = page(None).expect("the page is made");
        assert!(whole.contains(".SH OPTIONS") && whole.contains("CHEVRON_HISTORY"));
        assert!(page(Some("nothing")).is_err());
    }

    #[test]
    fn shells_complete_actions_and_options() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), "chevron", &mut script);
            let script = String::from_utf8(script).expect("it is text");
            assert!(script.contains("doctor") && script.contains("checkpoint"));
        }
    }
}
