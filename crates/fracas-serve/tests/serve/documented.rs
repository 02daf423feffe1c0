//! The examples of docs/serve.md are run as they stand there.

use std::process::Command;

use crate::client::Server;

const PAGE: &str = include_str!("../../../../docs/serve.md");

#[test]
fn the_examples_of_the_documentation_work() {
    for program in ["curl", "jq", "bash"] {
        if Command::new(program).arg("--version").output().is_err() {
            println!("left out: there is no {program}");
            return;
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(&dir.path().join("data"));
    let mut run = 0;
    let examples = PAGE.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```"));
    for (example, _) in examples.filter(|(example, _)| example.contains("curl")) {
        // The page has the usual port.
        let text = example.replace("localhost:7878", &server.host);
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let done =
            Command::new("bash").args(["-euo", "pipefail", "-c", &text]).current_dir(root).output();
        let done = done.unwrap();
        let told = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{text}\n{told}");
        assert!(!told.contains("\"error\""), "{text}\n{told}");
        run += 1;
    }
    assert!(run >= 5, "{run}");
}
