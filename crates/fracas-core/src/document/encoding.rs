//! The text of a spreadsheet, whatever program saved it.

use super::files::FileError;

/// What marks a text of UTF-8 or UTF-16.
const MARK: char = '\u{feff}';

/// How workbooks begin: packed ones (xlsx, ods) and older ones (xls).
const WORKBOOKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Reads UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Whatever
/// is not UTF-8 gets a mark of its own, which says that whoever wrote the file
/// needs one to read UTF-8.
pub(super) fn sheet(bytes: Vec<u8>) -> Result<String, FileError> {
    if WORKBOOKS.iter().any(|start| bytes.starts_with(start)) {
        return Err(FileError::Workbook);
    }
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => return utf16(&bytes, u16::from_le_bytes),
        Some([0xfe, 0xff]) => return utf16(&bytes, u16::from_be_bytes),
        _ => {}
    }
    if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
        let line = bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
        return Err(FileError::NotText { line });
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        std::iter::once(MARK).chain(error.into_bytes().into_iter().map(letter)).collect()
    }))
}

/// The mark at the start is kept.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, FileError> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    match text.find([char::REPLACEMENT_CHARACTER, '\0']) {
        Some(place) => Err(FileError::NotText { line: text[..place].matches('\n').count() + 1 }),
        None => Ok(text),
    }
}

/// A letter of Windows-1252.
fn letter(byte: u8) -> char {
    /// From 0x80 on. Bytes without a letter are themselves.
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "\u{feff}Name\nJürgen – Ōkami\n";
        assert_eq!(sheet(text.as_bytes().to_vec()).as_deref(), Ok(text));
        assert_eq!(sheet(utf16_of(text, u16::to_le_bytes)).as_deref(), Ok(text));
        assert_eq!(sheet(utf16_of(text, u16::to_be_bytes)).as_deref(), Ok(text));
        assert_eq!(sheet(b"J\xfcrgen \x96 \x80".to_vec()).as_deref(), Ok("\u{feff}Jürgen – €"));
        assert_eq!(sheet(b"Name".to_vec()).as_deref(), Ok("Name"));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert_eq!(sheet(b"PK\x03\x04rest".to_vec()), Err(FileError::Workbook));
        assert_eq!(sheet(b"\xd0\xcf\x11\xe0\xa1".to_vec()), Err(FileError::Workbook));
        assert_eq!(sheet(b"a\nb\0".to_vec()), Err(FileError::NotText { line: 2 }));
        let half = [b"\xff\xfea\0\n\0".as_slice(), b"\x00\xd8"].concat();
        assert_eq!(sheet(half), Err(FileError::NotText { line: 2 }));
    }
}
