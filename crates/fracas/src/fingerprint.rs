//! A short number for a long text.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// FNV-1a of 64 bits: the same on every machine and in every release. It finds
/// accidents and careless changes; it is no proof against malice. In JSON
/// sixteen hexadecimal digits.
///
/// ```
/// use fracas::Fingerprint;
/// let mut print = Fingerprint::default();
/// print.add("foobar");
/// assert_eq!(print.to_string(), "85944171f73967e8");
/// // Parts have an end: "ab", "c" is not "a", "bc".
/// print.add_part("foo");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Goes on with a text.
    pub fn add(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The seal of a file: the fingerprint of its JSON on one line. A change
    /// of a single sign always changes it.
    pub(crate) fn of_json(value: &impl Serialize) -> Self {
        let mut seal = Self::default();
        // Plain data under text keys always serialises, and all is taken.
        let _ = serde_json::to_writer(&mut seal, value);
        seal
    }

    /// Goes on with a text and marks its end, so that "ab", "c" is not "a", "bc".
    pub fn add_part(&mut self, text: &str) {
        self.add(text);
        self.add("\u{0}");
    }
}

/// Whatever is written goes into the fingerprint; nothing is kept.
impl std::io::Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.add_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let digits = text.len() == 16 && text.bytes().all(digit);
        let number = if digits { u64::from_str_radix(&text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| {
            serde::de::Error::custom(format!("\"{text}\" is not sixteen hexadecimal digits"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let of = |text: &str| {
            let mut print = Fingerprint::default();
            print.add(text);
            print.to_string()
        };
        assert_eq!(of(""), "cbf29ce484222325");
        assert_eq!(of("a"), "af63dc4c8601ec8c");
        assert_eq!(of("foobar"), "85944171f73967e8");
    }

    #[test]
    fn parts_have_an_end() {
        let of = |parts: &[&str]| {
            let mut print = Fingerprint::default();
            parts.iter().for_each(|part| print.add_part(part));
            print
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        let print = of(&["ab"]);
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), print);
        assert!(serde_json::from_str::<Fingerprint>("\"+12345678901234f\"").is_err());
    }
}
