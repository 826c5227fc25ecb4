//! Jupyter's messages: frames on the wire, signed and in JSON.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail, ensure};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Map, Value, json};
use sha2::Sha256;

/// The version of the protocol that is spoken here.
pub const VERSION: &str = "5.4";

/// Ends the routing identities of a message.
const DELIMITER: &[u8] = b"<IDS|MSG>";

/// Signs messages, and tells those that are signed by the same key.
#[derive(Clone, Debug)]
pub struct Signer(Option<Hmac<Sha256>>);

impl Signer {
    /// An empty key signs nothing and takes everything.
    pub fn new(key: &str) -> Signer {
        let signing = !key.is_empty();
        Signer(
            signing.then(|| {
                Hmac::new_from_slice(key.as_bytes()).expect("HMAC takes keys of any length")
            }),
        )
    }

    fn fed(&self, parts: &[impl AsRef<[u8]>]) -> Option<Hmac<Sha256>> {
        let mut mac = self.0.clone()?;
        parts.iter().for_each(|part| mac.update(part.as_ref()));
        Some(mac)
    }

    fn signature(&self, parts: &[impl AsRef<[u8]>]) -> String {
        let Some(mac) = self.fed(parts) else {
            return String::new();
        };
        let bytes = mac.finalize().into_bytes();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn verify(&self, signature: &[u8], parts: &[impl AsRef<[u8]>]) -> bool {
        let Some(mac) = self.fed(parts) else {
            return true;
        };
        bytes_of_hex(signature).is_some_and(|bytes| mac.verify_slice(&bytes).is_ok())
    }
}

fn bytes_of_hex(hex: &[u8]) -> Option<Vec<u8>> {
    let digit = |it: u8| char::from(it).to_digit(16);
    let byte = |pair: &[u8]| match *pair {
        [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
        _ => None,
    };
    hex.chunks(2).map(byte).collect()
}

/// A message that a front end has sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The way back to who sent it.
    pub identities: Vec<Vec<u8>>,
    /// Its header, which is the parent of what answers it.
    pub header: Value,
    /// What it is: `execute_request`.
    pub kind: String,
    /// What it asks for.
    pub content: Map<String, Value>,
}

impl Request {
    /// Takes a message from its frames. The error says why it is dropped.
    pub fn of_frames(frames: &[impl AsRef<[u8]>], signer: &Signer) -> anyhow::Result<Request> {
        let at = (frames.iter().position(|it| it.as_ref() == DELIMITER))
            .context("it has no `<IDS|MSG>`")?;
        let [signature, parts @ ..] = &frames[at + 1..] else {
            bail!("it has no signature");
        };
        ensure!(parts.len() >= 4, "it has {} of 4 parts", parts.len());
        ensure!(
            signer.verify(signature.as_ref(), &parts[..4]),
            "its signature is not by this connection's key"
        );
        let header: Value = serde_json::from_slice(parts[0].as_ref()).context("its header")?;
        let kind = header.get("msg_type").and_then(Value::as_str);
        let kind = kind.context("its header has no `msg_type`")?.to_owned();
        let content: Value = serde_json::from_slice(parts[3].as_ref()).context("its content")?;
        let Value::Object(content) = content else {
            bail!("its content is no object");
        };
        Ok(Request {
            identities: frames[..at].iter().map(|it| it.as_ref().to_vec()).collect(),
            header,
            kind,
            content,
        })
    }

    /// A text of the content; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.content.get(name).and_then(Value::as_str).unwrap_or("")
    }

    /// A truth of the content.
    pub fn flag(&self, name: &str, otherwise: bool) -> bool {
        let value = self.content.get(name);
        value.and_then(Value::as_bool).unwrap_or(otherwise)
    }

    /// A number of the content.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.content.get(name).and_then(Value::as_i64)
    }
}

/// Makes messages of one kernel.
#[derive(Debug)]
pub struct Maker {
    signer: Signer,
    session: String,
}

impl Maker {
    /// Of a kernel that signs so.
    pub fn new(signer: Signer) -> Maker {
        let session = uuid::Uuid::new_v4().to_string();
        Maker { signer, session }
    }

    /// The frames of a message that answers `parent`, or nothing if that is null.
    pub fn frames(
        &self,
        identities: &[Vec<u8>],
        kind: &str,
        parent: &Value,
        metadata: &Value,
        content: &Value,
    ) -> Vec<Vec<u8>> {
        let header = json!({
            "msg_id": uuid::Uuid::new_v4().to_string(),
            "session": self.session,
            "username": "kernel",
            "date": date(SystemTime::now()),
            "msg_type": kind,
            "version": VERSION,
        });
        let nothing = json!({});
        let parent = if parent.is_null() { &nothing } else { parent };
        let parts = [&header, parent, metadata, content].map(|it| it.to_string().into_bytes());
        let signature = self.signer.signature(&parts).into_bytes();
        let mut frames = identities.to_vec();
        frames.extend([DELIMITER.to_vec(), signature]);
        frames.extend(parts);
        frames
    }
}

/// As ISO 8601 has it, in UTC.
fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day is the last of one.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let micros = since.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn frames(signer: &Signer) -> Vec<Vec<u8>> {
        let content = json!({"code": "1 + 1", "silent": true});
        let maker = Maker::new(signer.clone());
        maker.frames(
            &[b"front".to_vec()],
            "execute_request",
            &Value::Null,
            &json!({}),
            &content,
        )
    }

    #[test]
    fn a_message_comes_back() {
        let signer = Signer::new("secret");
        let request = Request::of_frames(&frames(&signer), &signer).expect("it is good");
        assert_eq!(request.kind, "execute_request");
        assert_eq!(request.identities, [b"front".to_vec()]);
        assert_eq!(request.text("code"), "1 + 1");
        assert!(request.flag("silent", false) && request.flag("allow_stdin", true));
    }

    #[test]
    fn what_is_forged_or_torn_is_dropped() {
        let signer = Signer::new("secret");
        let good = frames(&signer);
        for at in 2..good.len() {
            let mut forged = good.clone();
            forged[at].push(b' ');
            assert!(Request::of_frames(&forged, &signer).is_err(), "frame {at}");
            assert!(Request::of_frames(&good[..at], &signer).is_err());
        }
        let mut unsigned = good.clone();
        unsigned[2].clear();
        assert!(Request::of_frames(&unsigned, &signer).is_err());
        assert!(Request::of_frames(&unsigned, &Signer::new("")).is_ok());
        let unfit = Signer::new("other");
        assert!(Request::of_frames(&good, &unfit).is_err());
        let garbage: Vec<Vec<u8>> = vec![b"<IDS|MSG>".to_vec(), b"zz".to_vec()];
        assert!(Request::of_frames(&garbage, &signer).is_err());
    }

    #[test]
    fn dates_are_of_the_calendar() {
        for (second, expected) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (1_798_761_599, "2026-12-31T23:59:59.000000Z"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(second)), expected);
        }
    }
}
