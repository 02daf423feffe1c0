//! The program as its users meet it.

mod andor;
mod answers;
mod bad_input;
mod battlescape;
mod distributions;
mod doorways;
mod find;
mod first_screen;
mod lab;
mod mfd;
mod missions;
mod odds;
mod out_dir;
mod pipes;
mod plan;
mod played;
mod replay;
mod reports;
mod robust;
mod run;
mod scenes;
mod schema;
mod serve;
mod sheets;
mod signals;
mod solve;
mod sweeps;
mod tallies;
mod targets;
mod typed;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const DUEL: &str = "tests/fixtures/duel.toml";
const TOWER: &str = "tests/fixtures/tower.toml";
const WRONG: &str = "tests/fixtures/wrong.toml";

/// The program, about to be called from the folder of this package.
fn fracas(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fracas"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS");
    command
}

/// What came of a call.
#[derive(Debug, PartialEq)]
struct Call {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Call {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn call(args: &[&str]) -> Call {
    fracas(args).output().unwrap().into()
}

/// A call with something on standard input.
fn call_with(input: &[u8], args: &[&str]) -> Call {
    let mut child = fracas(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who refuses early may not read it all.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// The answer of a call that must succeed without complaint.
fn answer(args: &[&str]) -> String {
    let call = call(args);
    assert_eq!((call.code, call.err.as_str()), (Some(0), ""), "{args:?}");
    call.out
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).unwrap()
}

fn text_of(fixture: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(fixture)).unwrap()
}
