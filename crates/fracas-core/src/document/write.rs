//! Keys and texts as TOML writes them.

/// A key, in quotes where it needs them.
///
/// ```
/// use fracas_core::document::write_key;
/// assert_eq!(write_key("riding_horse"), "riding_horse");
/// assert_eq!(write_key("old wine"), "\"old wine\"");
/// ```
pub fn write_key(key: &str) -> String {
    toml_edit::Key::new(key).to_string()
}

/// A text in quotes.
///
/// ```
/// use fracas_core::document::write_text;
/// assert_eq!(write_text("Castle Imperius"), "\"Castle Imperius\"");
/// ```
pub fn write_text(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}
