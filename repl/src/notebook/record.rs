//! What the cells of a notebook put out, as nbformat keeps it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::jupyter::publisher::Outlet;

/// Takes messages as front ends get them, and keeps outputs.
#[derive(Default)]
pub struct Recorder {
    recorded: Mutex<Recorded>,
}

#[derive(Default)]
struct Recorded {
    /// By cell.
    outputs: Vec<Vec<Value>>,
    /// Where what can be replaced was shown: cell and output.
    shown: HashMap<String, Vec<(usize, usize)>>,
    /// The outputs of the cell under way are to go when the next one comes.
    clears: bool,
}

impl Recorder {
    /// Another cell begins.
    pub fn begin(&self) {
        let mut recorded = self.recorded();
        recorded.outputs.push(Vec::new());
        recorded.clears = false;
    }

    /// What each cell has put out so far.
    pub fn take(&self) -> Vec<Vec<Value>> {
        std::mem::take(&mut self.recorded().outputs)
    }

    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Recorder {
    fn publish(&self, kind: &str, content: &Value) {
        self.recorded().add(kind, content);
    }
}

impl Recorded {
    fn add(&mut self, kind: &str, content: &Value) {
        let cell = self.outputs.len().saturating_sub(1);
        let id = content
            .pointer("/transient/display_id")
            .and_then(Value::as_str);
        if kind == "update_display_data" {
            for &(cell, output) in id.and_then(|it| self.shown.get(it)).into_iter().flatten() {
                self.outputs[cell][output]["data"] = content["data"].clone();
            }
            return;
        }
        let puts_out = ["stream", "display_data", "execute_result", "error"].contains(&kind);
        if kind == "clear_output" && content["wait"] == true {
            self.clears = true;
        } else if kind == "clear_output" || (puts_out && self.clears) {
            self.clear(cell);
        }
        let Some(outputs) = self.outputs.last_mut() else {
            return;
        };
        match kind {
            "stream" => add_stream(outputs, content),
            "display_data" | "execute_result" | "error" => {
                if let Some(id) = id {
                    let places = self.shown.entry(id.to_owned()).or_default();
                    places.push((cell, outputs.len()));
                }
                let mut output = content.clone();
                if let Value::Object(fields) = &mut output {
                    fields.remove("transient");
                    fields.insert("output_type".to_owned(), json!(kind));
                }
                outputs.push(output);
            }
            _ => {}
        }
    }
}

impl Recorded {
    /// Forgets what a cell has put out.
    fn clear(&mut self, cell: usize) {
        self.clears = false;
        if let Some(outputs) = self.outputs.get_mut(cell) {
            outputs.clear();
        }
        for places in self.shown.values_mut() {
            places.retain(|place| place.0 != cell);
        }
    }
}

/// What a stream prints in a row is one output.
fn add_stream(outputs: &mut Vec<Value>, content: &Value) {
    let text = content["text"].as_str().unwrap_or_default();
    if let Some(last) = outputs.last_mut()
        && last["output_type"] == "stream"
        && last["name"] == content["name"]
    {
        let before = last["text"].as_str().unwrap_or_default();
        last["text"] = json!(format!("{before}{text}"));
        return;
    }
    outputs.push(json!({"output_type": "stream", "name": content["name"], "text": text}));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_what_nbformat_keeps() {
        let recorder = Recorder::default();
        recorder.publish(
            "stream",
            &json!({"name": "stdout", "text": "before all cells"}),
        );
        recorder.begin();
        recorder.publish("stream", &json!({"name": "stdout", "text": "a"}));
        recorder.publish("stream", &json!({"name": "stdout", "text": "b"}));
        recorder.publish("stream", &json!({"name": "stderr", "text": "c"}));
        let shown = |text: &str| json!({"data": {"text/plain": text}, "metadata": {}, "transient": {"display_id": "x"}});
        recorder.publish("display_data", &shown("1"));
        recorder.begin();
        recorder.publish("update_display_data", &shown("2"));
        recorder.publish("status", &json!({"execution_state": "busy"}));
        assert_eq!(
            json!(recorder.take()),
            json!([
                [
                    {"output_type": "stream", "name": "stdout", "text": "ab"},
                    {"output_type": "stream", "name": "stderr", "text": "c"},
                    {"output_type": "display_data", "data": {"text/plain": "2"}, "metadata": {}},
                ],
                [],
            ])
        );
    }

    #[test]
    fn what_is_cleared_is_not_kept() {
        let recorder = Recorder::default();
        let printed =
            |text: &str| recorder.publish("stream", &json!({"name": "stdout", "text": text}));
        let cleared = |wait: bool| recorder.publish("clear_output", &json!({"wait": wait}));
        let shown =
            json!({"data": {"text/plain": "1"}, "metadata": {}, "transient": {"display_id": "x"}});
        recorder.begin();
        printed("kept: nothing came after");
        cleared(true);
        recorder.begin();
        recorder.publish("display_data", &shown);
        cleared(true);
        printed("b");
        // What it would replace is gone.
        recorder.publish("update_display_data", &shown);
        printed("c");
        recorder.begin();
        printed("d");
        cleared(false);
        let stream =
            |text: &str| json!([{"output_type": "stream", "name": "stdout", "text": text}]);
        assert_eq!(
            json!(recorder.take()),
            json!([stream("kept: nothing came after"), stream("bc"), []])
        );
    }
}
