//! What is typed by somebody who plays and was hardly meant.

#![cfg(unix)]

use crate::call_with;
use crate::played::{FIELD, orders};

/// Bytes that are no text are not understood, and the battle goes on.
#[test]
fn bytes_that_are_no_text_do_not_end_the_battle() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let played = call_with(b"pr\xffne\n\xc3\nend phse\nVega\nprone\n\xff", &args);
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert_eq!(played.out.matches("not understood: the line is not text").count(), 3);
    for said in ["did you mean `end phase`?", "`Vega` is no order; did you mean `unit Vega`?"] {
        assert!(played.out.contains(said), "{said}: {}", played.out);
    }
    assert_eq!(orders(&saved), ["Vega: prone"]);
}

/// B-190, B-191: a medikit for the unhurt is asked about, and used if it is meant.
#[test]
fn what_would_do_nothing_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let told =
        call_with(b"Okoro: use medikit on Okoro\nn\nOkoro: use medikit on Okoro\ny\n", &args);
    let why = "Okoro is unhurt: medikit would do nothing\nsure? y or n> ";
    assert_eq!(told.out.matches(why).count(), 2, "{}", told.out);
    assert_eq!(orders(&saved), ["Okoro: use medikit on Okoro"]);
}
