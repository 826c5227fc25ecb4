//! What goes to all front ends, as an answer to the request under way.

use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::message::Maker;
use super::sockets::Sender;
use super::zmtp::Frames;
use crate::front_end::{Bundle, Form};

/// Takes what a cell puts out.
pub trait Outlet: Send + Sync {
    /// Takes a message of a kind that the protocol knows, as a part of what the cell under way puts out.
    fn publish(&self, kind: &str, content: &Value);
}

/// Sends to all front ends.
pub struct Publisher {
    maker: Maker,
    iopub: Sender,
    /// The header of the request that is under way, or of the last one.
    parent: Mutex<Value>,
}

impl Publisher {
    /// Sends there.
    pub fn new(maker: Maker, iopub: Sender) -> Publisher {
        Publisher {
            maker,
            iopub,
            parent: Mutex::new(Value::Null),
        }
    }

    /// From now on what is published answers this request.
    pub fn answer(&self, header: &Value) {
        *self.parent() = header.clone();
    }

    /// Sends a message that answers another request.
    pub fn publish_for(&self, parent: &Value, kind: &str, content: &Value) {
        let topic = [kind.as_bytes().to_vec()];
        let frames = self.frames(&topic, kind, parent, content);
        self.iopub.send(frames);
    }

    /// Tells whether the kernel works on a request.
    pub fn status(&self, parent: &Value, state: &str) {
        self.publish_for(parent, "status", &json!({"execution_state": state}));
    }

    /// Makes a message.
    pub fn frames(
        &self,
        identities: &[Vec<u8>],
        kind: &str,
        parent: &Value,
        content: &Value,
    ) -> Frames {
        self.maker
            .frames(identities, kind, parent, &json!({}), content)
    }

    /// Waits until all is written.
    pub fn flush(&self) {
        self.iopub.flush();
    }

    fn parent(&self) -> MutexGuard<'_, Value> {
        self.parent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Publisher {
    /// Sends a message that answers the request under way.
    fn publish(&self, kind: &str, content: &Value) {
        let parent = self.parent().clone();
        self.publish_for(&parent, kind, content);
    }
}

/// The forms as notebooks have them: bytes in base64, JSON as it is, all else as text.
pub fn data(bundle: &Bundle) -> Value {
    let forms = bundle.forms.iter().map(|(mime, form)| {
        let value = match form {
            Form::Bytes(bytes) => Value::String(STANDARD.encode(bytes)),
            Form::Text(text) if is_json(mime) => {
                serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
            }
            Form::Text(text) => Value::String(text.clone()),
        };
        (mime.clone(), value)
    });
    Value::Object(forms.collect::<Map<_, _>>())
}

fn is_json(mime: &str) -> bool {
    mime == "application/json" || mime.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_what_notebooks_hold() {
        let form = |mime: &str, form| (mime.to_owned(), form);
        let bundle = Bundle {
            forms: vec![
                form("text/plain", Form::Text("{}".into())),
                form("image/png", Form::Bytes(vec![0x89, b'P'])),
                form("application/geo+json", Form::Text("{\"a\": 1}".into())),
                form("application/json", Form::Text("{".into())),
            ],
        };
        assert_eq!(
            data(&bundle),
            json!({"text/plain": "{}", "image/png": "iVA=", "application/geo+json": {"a": 1}, "application/json": "{"})
        );
    }
}
