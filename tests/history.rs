//! What was typed at the prompt is still there when its terminal was killed.

use tests::peer::chevron_prompt;

#[test]
fn history_survives_a_killed_terminal() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    prompt.line("int first = 1;").expect("the cell runs");
    prompt.line("no_such_name").expect("the cell fails");
    // Dropping it is `kill -9`: nothing can be written at the end.
    drop(prompt);
    let history = std::fs::read_to_string(directory.path().join("history"))
        .expect("the history is there at once");
    let lines: Vec<&str> = history
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(lines, ["int first = 1;", "no_such_name"]);
}
