//! The file by which a front end tells a kernel where to listen, and with which key messages are signed.

use std::path::Path;

use anyhow::{Context, ensure};
use serde::Deserialize;

/// What the file says.
#[derive(Clone, Debug, Deserialize)]
pub struct Connection {
    /// `tcp`; nothing else is spoken here.
    #[serde(default = "tcp")]
    pub transport: String,
    ip: String,
    /// Port of requests.
    pub shell_port: u16,
    /// Port of what goes to all front ends.
    pub iopub_port: u16,
    /// Port on which the kernel asks.
    pub stdin_port: u16,
    /// Port of requests that do not wait for cells.
    pub control_port: u16,
    /// Port of the heartbeat.
    pub hb_port: u16,
    /// The key; empty: messages are not signed.
    #[serde(default)]
    pub key: String,
    /// How messages are signed.
    #[serde(default = "hmac_sha256")]
    pub signature_scheme: String,
    /// A key to encrypt by, if messages are to be.
    #[serde(default)]
    curve_publickey: Option<String>,
}

fn tcp() -> String {
    "tcp".to_owned()
}

fn hmac_sha256() -> String {
    "hmac-sha256".to_owned()
}

impl Connection {
    /// Reads the file; the error is for people.
    pub fn read(file: &Path) -> anyhow::Result<Connection> {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("the connection file `{name}` cannot be read"))?;
        Connection::parse(&text).with_context(|| format!("the connection file `{name}`"))
    }

    fn parse(text: &str) -> anyhow::Result<Connection> {
        let connection: Connection =
            serde_json::from_str(text).context("it is no connection file of Jupyter's")?;
        ensure!(
            connection.transport == "tcp",
            "it asks for the transport `{}`, and Chevron listens on `tcp` only",
            connection.transport
        );
        ensure!(
            connection.key.is_empty() || connection.signature_scheme == "hmac-sha256",
            "it asks for signatures by `{}`, and Chevron signs by `hmac-sha256` only",
            connection.signature_scheme
        );
        ensure!(
            connection.curve_publickey.is_none(),
            "it asks for encryption (CurveZMQ), which Chevron does not have"
        );
        Ok(connection)
    }

    /// Where to listen; front ends write `*` for everywhere.
    pub fn ip(&self) -> &str {
        match self.ip.as_str() {
            "*" => "0.0.0.0",
            ip => ip,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"ip": "127.0.0.1", "shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5,
        "key": "k", "signature_scheme": "hmac-sha256", "transport": "tcp", "kernel_name": "chevron"}"#;

    #[test]
    fn what_is_no_connection_file_is_refused() {
        let connection = Connection::parse(GOOD).expect("it is good");
        assert_eq!((connection.ip(), connection.hb_port), ("127.0.0.1", 5));
        for (from, to) in [
            ("tcp", "ipc"),
            ("sha256", "md5"),
            ("\"hb_port\": 5,", ""),
            ("5", "70000"),
            ("{", "{\"curve_publickey\": \"x\","),
            ("{", ""),
        ] {
            assert!(
                Connection::parse(&GOOD.replace(from, to)).is_err(),
                "{from}"
            );
        }
    }
}
