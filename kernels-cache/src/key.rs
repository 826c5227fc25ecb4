//! Names of entries: untruncated BLAKE3 digests of everything that decides an entry's payload.

use std::fmt;

/// The name of one entry: the BLAKE3 digest of all that its payload depends on, never truncated.
///
/// A key names one entry of one [`Kind`](crate::Kind); the builder's domain keeps the keys of different kinds apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub(crate) [u8; 32]);

impl Key {
    /// Starts a key. `domain` says whose key it is and in which version, such as `chevron cpu kernel 1`: the same fields
    /// under another domain are another key.
    pub fn builder(domain: &str) -> KeyBuilder {
        KeyBuilder {
            hasher: blake3::Hasher::new_derive_key(domain),
        }
    }

    /// The digest as 64 lower-case hexadecimal digits, which is also the entry's file name.
    pub fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// The key that `hex` gave, or `None` if these are not 64 lower-case hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<Key> {
        let hash = blake3::Hash::from_hex(hex).ok()?;
        let key = Key(*hash.as_bytes());
        (key.hex() == hex).then_some(key)
    }

    /// The digest's bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// Digests the fields of a key one after another. Order matters; names and values are length-prefixed, so that no two
/// different lists of fields run together into the same bytes.
#[derive(Clone)]
pub struct KeyBuilder {
    hasher: blake3::Hasher,
}

impl KeyBuilder {
    /// Adds one named field.
    pub fn field(mut self, name: &str, bytes: &[u8]) -> KeyBuilder {
        for part in [name.as_bytes(), bytes] {
            self.hasher.update(&(part.len() as u64).to_le_bytes());
            self.hasher.update(part);
        }
        self
    }

    /// The key of all fields so far.
    pub fn finish(self) -> Key {
        Key(*self.hasher.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_run_together() {
        let keys = [
            Key::builder("a").finish(),
            Key::builder("b").finish(),
            Key::builder("a").field("x", b"").finish(),
            Key::builder("a").field("", b"x").finish(),
            Key::builder("a").field("x", b"yz").finish(),
            Key::builder("a").field("xy", b"z").finish(),
            Key::builder("a").field("x", b"y").field("z", b"").finish(),
            Key::builder("a").field("z", b"").field("x", b"y").finish(),
        ];
        let distinct: std::collections::HashSet<Key> = keys.into_iter().collect();
        assert_eq!(distinct.len(), keys.len());
        assert_eq!(keys[4], Key::builder("a").field("x", b"yz").finish());
    }

    #[test]
    fn hexadecimal_form_goes_both_ways() {
        let key = Key::builder("a").field("x", b"y").finish();
        assert_eq!(key.hex().len(), 64);
        assert_eq!(Key::from_hex(&key.hex()), Some(key));
        assert_eq!(key.to_string(), key.hex());
        assert_eq!(Key::from_hex(&key.hex().to_uppercase()), None);
        assert_eq!(Key::from_hex(&key.hex()[1..]), None);
        assert_eq!(Key::from_hex("usage"), None);
    }
}
