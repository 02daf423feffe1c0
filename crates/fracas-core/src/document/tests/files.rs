//! Files that a scenario names.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::document::files::{MOST_BYTES, MOST_SIGNS};

/// Hands out one text under any name, and counts how often it was asked.
#[derive(Debug)]
struct Same {
    text: String,
    asked: AtomicUsize,
    quoted: bool,
}

impl Files for Same {
    fn read(&self, _name: &str) -> Result<String, FileError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(self.text.clone())
    }

    fn may_be_quoted(&self, _name: &str) -> bool {
        self.quoted
    }
}

fn with(text: impl Into<String>, quoted: bool) -> (Diagnostics, Arc<Same>) {
    let files = Arc::new(Same { text: text.into(), asked: AtomicUsize::new(0), quoted });
    let out = Diagnostics::new(Source::new("siege.toml", "")).with_files(files.clone());
    (out, files)
}

#[test]
fn a_file_is_read_once() {
    let (mut out, files) = with("a,b\n1,2\n", true);
    let first = out.open("Heroes.csv").unwrap();
    for _ in 0..900 {
        assert_eq!(out.open("Heroes.csv"), Ok(first));
    }
    assert_ne!(out.open("Villains.csv"), Ok(first));
    assert_eq!(files.asked.load(Ordering::Relaxed), 2);
    assert_eq!(out.sources().count(), 3);
}

/// Limits are on the total, each file counted as often as it is named.
#[test]
fn all_files_together_are_bounded() {
    for (text, times) in [("x".repeat(MOST_BYTES / 4), 4), (",".repeat(MOST_SIGNS / 8), 8)] {
        let (mut out, _) = with(text.clone(), true);
        for _ in 0..times {
            assert!(out.open("same.csv").is_ok());
        }
        assert_eq!(out.open("same.csv"), Err(FileError::TooMuch));
        let (mut out, _) = with(text, true);
        let opened = (0..12).filter(|n| out.open(&format!("{n}.csv")).is_ok()).count();
        assert_eq!((opened, out.sources().count()), (times, times + 1));
    }
}

#[test]
fn a_file_that_may_not_be_quoted_is_not() {
    let (mut out, _) = with("root:secret\n", false);
    let file = out.open("../../etc/passwd").unwrap();
    let place = Place::of(file, "root", Some(Span { start: 5, end: 11 }));
    out.error("E-7", &place, "root cannot be `secret`").help("did you mean `secrets`?");
    let shown = out.render(false);
    assert!(shown.starts_with(
        "error[E-7]: this is not as it must be; the file is not quoted, for it is not in the \
         scenario's folder\n --> ../../etc/passwd:1:6\n"
    ));
    assert!(!shown.contains("secret") && !out.to_json().to_string().contains("secret"));
}

#[test]
fn what_is_not_text_tells_the_line() {
    assert_eq!(utf8(b"a\nb\xff\n".to_vec()), Err(2));
    assert_eq!(utf8(b"a\n".to_vec()).as_deref(), Ok("a\n"));
    assert_eq!(FileError::NotText { line: 2 }.to_string(), "line 2 is not UTF-8 text");
}
