//! `%config`: the settings of the prompt, listed and set.

use super::state::table;
use super::{Front, failed};
use crate::flow::Flow;
use crate::preferences::{self, PREFERENCES, Preference};
use crate::settings::VARIABLES;

/// What completion offers behind these arguments: settings, and what one may be.
pub fn words_behind(arguments: &str) -> Vec<&'static str> {
    let mut words = arguments
        .split(['=', ' ', '\t'])
        .filter(|it| !it.is_empty());
    match (words.next(), words.next()) {
        (None, _) => PREFERENCES.iter().map(|it| it.name).collect(),
        (Some(name), None) => match preferences::find(name) {
            Some(it) if it.numbers.is_none() => it.values.to_vec(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

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
