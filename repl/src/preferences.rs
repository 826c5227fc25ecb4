//! How a person likes the prompt: one table of settings, from which `%config` and the file of them are read.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::settings::CONFIG;

/// One setting of the prompt.
pub struct Preference {
    /// Its name, in `%config` and the file.
    pub name: &'static str,
    /// What it may be; the first is what it is if nothing is said.
    pub values: &'static [&'static str],
    /// It may be any of these numbers instead.
    pub numbers: Option<RangeInclusive<u32>>,
    /// What it does, one line.
    pub summary: &'static str,
}

/// Keys of the line editor.
pub const EDITING: Preference = Preference {
    name: "editing",
    values: &["emacs", "vi"],
    numbers: None,
    summary: "keys of the line editor",
};
/// New lines that are indented.
pub const INDENT: Preference = Preference {
    name: "indent",
    values: &["on", "off"],
    numbers: None,
    summary: "indent a new line by the brackets that are open",
};
/// Signatures while a call is typed.
pub const HINTS: Preference = Preference {
    name: "hints",
    values: &["on", "off"],
    numbers: None,
    summary: "show what a call takes while it is typed",
};
/// Pairs of brackets.
pub const BRACKETS: Preference = Preference {
    name: "brackets",
    values: &["on", "off"],
    numbers: None,
    summary: "show the bracket that belongs to the one at the cursor",
};
/// Lines that go on.
pub const MARKS: Preference = Preference {
    name: "marks",
    values: &["on", "off"],
    numbers: None,
    summary: "show a mark before lines that go on with an input",
};
/// Colours of what is typed.
pub const THEME: Preference = Preference {
    name: "theme",
    values: &["standard", "bright", "mono"],
    numbers: None,
    summary: "colours of what is typed: bright for dark screens, mono for none but weight",
};

/// Elements of lists.
pub const ELEMENTS: Preference = Preference {
    name: "elements",
    values: &["64"],
    numbers: Some(1..=ELEMENTS_MAX),
    summary: "how many elements of a list are shown",
};
/// Elements of allocations.
pub const DEVICE_ELEMENTS: Preference = Preference {
    name: "device_elements",
    values: &["8"],
    numbers: Some(0..=ELEMENTS_MAX),
    summary: "how many elements of memory that the runtime allocated are shown",
};
/// Lists in columns.
pub const COLUMNS: Preference = Preference {
    name: "columns",
    values: &["on", "off"],
    numbers: None,
    summary: "show a list that is longer than a line in columns",
};
/// Long values in a pager.
pub const PAGER: Preference = Preference {
    name: "pager",
    values: &["on", "off"],
    numbers: None,
    summary: "show a value that is longer than the screen with $PAGER, or less",
};

/// More elements help nobody who reads.
pub const ELEMENTS_MAX: u32 = 100_000;

/// All of them.
pub const PREFERENCES: &[&Preference] = &[
    &EDITING,
    &INDENT,
    &HINTS,
    &BRACKETS,
    &MARKS,
    &THEME,
    &ELEMENTS,
    &DEVICE_ELEMENTS,
    &COLUMNS,
    &PAGER,
];

impl Preference {
    /// What it may be, in words.
    pub fn choices(&self) -> String {
        match &self.numbers {
            Some(numbers) => format!("{} to {}", numbers.start(), numbers.end()),
            None => self.values.join(", "),
        }
    }

    fn allows(&self, value: &str) -> bool {
        let number = || value.parse::<u32>().ok();
        match &self.numbers {
            Some(numbers) => number().is_some_and(|it| numbers.contains(&it)),
            None => self.values.contains(&value),
        }
    }
}

/// What a person has chosen. Clones are one.
#[derive(Clone, Default)]
pub struct Preferences(Arc<Mutex<BTreeMap<&'static str, Chosen>>>);

/// A value, and who chose it.
#[derive(Clone)]
struct Chosen {
    value: String,
    by_file: bool,
}

impl Preferences {
    /// What a setting is.
    pub fn value(&self, preference: &Preference) -> String {
        let chosen = self.chosen(preference);
        chosen.map_or_else(|| preference.values[0].to_owned(), |it| it.value)
    }

    /// What a setting is that is a number.
    pub fn number(&self, preference: &Preference) -> u32 {
        self.value(preference).parse().unwrap_or_default()
    }

    /// Is a setting that may be `on` or `off` on?
    pub fn is_on(&self, preference: &Preference) -> bool {
        self.value(preference) == "on"
    }

    /// Who chose it, in words.
    pub fn chosen_by(&self, preference: &Preference) -> &'static str {
        match self.chosen(preference) {
            None => "",
            Some(it) if it.by_file => "by the file",
            Some(_) => "by %config",
        }
    }

    /// Sets one by its name; `Err` says what is wrong.
    pub fn set(&self, name: &str, value: &str) -> Result<(), String> {
        self.choose(name, value, false)
    }

    /// Takes what a file of settings has. What it has wrong is told, and the rest is taken.
    pub fn take(&self, text: &str) -> Vec<String> {
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => return vec![error.to_string().trim_end().to_owned()],
        };
        let taken = table.iter().map(|(name, value)| match value {
            toml::Value::String(value) => self.choose(name, value, true),
            toml::Value::Boolean(value) => {
                self.choose(name, if *value { "on" } else { "off" }, true)
            }
            toml::Value::Integer(value) => self.choose(name, &value.to_string(), true),
            _ => Err(format!("`{name}` is no text")),
        });
        taken.filter_map(Result::err).collect()
    }

    /// Reads the file of settings, if there is one; gives what is wrong with it.
    pub fn read(&self, file: &Path) -> Vec<String> {
        match std::fs::read_to_string(file) {
            Ok(text) => self.take(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => vec![error.to_string()],
        }
    }

    fn choose(&self, name: &str, value: &str, by_file: bool) -> Result<(), String> {
        let Some(preference) = find(name) else {
            let names: Vec<&str> = PREFERENCES.iter().map(|it| it.name).collect();
            return Err(format!(
                "there is no setting `{name}`; there are {}",
                names.join(", ")
            ));
        };
        if !preference.allows(value) {
            return Err(format!(
                "`{name}` cannot be `{value}`; it may be {}",
                preference.choices()
            ));
        }
        let value = value.to_owned();
        let mut chosen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chosen.insert(preference.name, Chosen { value, by_file });
        Ok(())
    }

    fn chosen(&self, preference: &Preference) -> Option<Chosen> {
        let chosen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chosen.get(preference.name).cloned()
    }
}

/// The setting of this name.
pub fn find(name: &str) -> Option<&'static Preference> {
    PREFERENCES.iter().find(|it| it.name == name).copied()
}

/// The file of settings; `None` if none is wanted, or no home is known.
pub fn file() -> Option<PathBuf> {
    Some(directory()?.join("config.toml"))
}

/// The file whose cells each prompt begins with.
pub fn startup_file() -> Option<PathBuf> {
    Some(directory()?.join("startup.cu"))
}

fn directory() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    match std::env::var_os(CONFIG.name) {
        Some(directory) if directory.is_empty() => None,
        Some(directory) => Some(directory.into()),
        None => {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(base.config_dir().join("chevron"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_chooses_and_what_is_wrong_is_told() {
        let preferences = Preferences::default();
        assert_eq!(preferences.value(&EDITING), "emacs");
        let wrong = preferences
            .take("editing = \"vi\"\nhints = false\ntheme = \"loud\"\nsize = 3\nfoo = \"on\"\n");
        assert_eq!(preferences.value(&EDITING), "vi");
        assert!(!preferences.is_on(&HINTS));
        assert_eq!(preferences.value(&THEME), "standard");
        assert_eq!(preferences.chosen_by(&HINTS), "by the file");
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        assert!(wrong.iter().any(|it| it.contains("bright, mono")));
        assert_eq!(preferences.take("editing = ").len(), 1);
    }

    #[test]
    fn commands_choose_what_there_is() {
        let preferences = Preferences::default();
        assert_eq!(preferences.set("indent", "off"), Ok(()));
        assert!(!preferences.clone().is_on(&INDENT));
        assert_eq!(preferences.chosen_by(&INDENT), "by %config");
        assert!(preferences.set("indent", "maybe").is_err());
        assert!(preferences.set("indents", "on").is_err());
        assert_eq!(preferences.set("elements", "500"), Ok(()));
        assert_eq!(preferences.number(&ELEMENTS), 500);
        assert_eq!(preferences.number(&DEVICE_ELEMENTS), 8);
        assert!(preferences.set("elements", "0").is_err());
        assert!(preferences.set("elements", "many").is_err());
        assert_eq!(preferences.take("device_elements = 16\n"), [""; 0]);
        assert_eq!(preferences.number(&DEVICE_ELEMENTS), 16);
    }
}
