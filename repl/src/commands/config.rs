//! `%config`: the settings of the prompt, listed and set.

use super::state::table;
use super::{Front, failed};
use crate::flow::Flow;
use crate::preferences::{self, PREFERENCES, Preference};
use crate::settings::VARIABLES;

/// What completion offers: settings, and what they may be.
pub const WORDS: &[&str] = &[
    "editing",
    "indent",
    "hints",
    "brackets",
    "theme",
    "elements",
    "device_elements",
    "columns",
    "pager",
    "on",
    "off",
    "emacs",
    "vi",
    "standard",
    "bright",
    "mono",
];

/// Lists the settings, tells one, or sets one.
pub fn config(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let words: Vec<&str> = arguments
        .split(['=', ' ', '\t'])
        .filter(|it| !it.is_empty())
        .collect();
    match words[..] {
        [] => {
            list(front, PREFERENCES);
            tell_environment(front);
        }
        [name] => match preferences::find(name) {
            Some(preference) => list(front, &[preference]),
            None => return failed(front, &unknown(name)),
        },
        [name, value] => {
            if let Err(wrong) = front.preferences.set(name, value.trim_matches('"')) {
                return failed(front, &wrong);
            }
        }
        _ => return failed(front, "usage: `%config [NAME [VALUE]]`"),
    }
    Ok(Flow::Done)
}

fn unknown(name: &str) -> String {
    format!("there is no setting `{name}`; `%config` lists them")
}

fn list(front: &Front, preferences: &[&Preference]) {
    let rows: Vec<[String; 4]> = preferences
        .iter()
        .map(|it| {
            [
                it.name.to_owned(),
                front.preferences.value(it),
                front.preferences.chosen_by(it).to_owned(),
                format!("{} ({})", it.summary, it.choices()),
            ]
        })
        .collect();
    table(front.session.render(), &rows);
}

/// Where settings are kept, and the variables of the environment that are set.
fn tell_environment(front: &Front) {
    let render = front.session.render();
    if let Some(file) = preferences::file() {
        render.text(format_args!(
            "\nKept in {}, a line each: editing = \"vi\"",
            file.display()
        ));
    }
    let rows: Vec<[String; 2]> = VARIABLES
        .iter()
        .map(|it| [it.name.to_owned(), it.summary.to_owned()])
        .collect();
    render.text("\nVariables of the environment, read at the start:");
    table(render, &rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::find;

    #[test]
    fn completion_knows_each_setting_and_value() {
        let words = find("config").expect("it is a command").words;
        for preference in PREFERENCES {
            assert!(words.contains(&preference.name), "{}", preference.name);
            if preference.numbers.is_some() {
                continue;
            }
            let missing = preference.values.iter().find(|it| !words.contains(it));
            assert_eq!(missing, None, "{}", preference.name);
        }
    }
}
