//! The server as it is started: what it says, what it logs, how it stops.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::{fracas, text_of};

/// A server, and what it said until it listened.
struct Served {
    child: Child,
    said: Vec<String>,
    host: String,
}

fn serve(more: &[&str]) -> Served {
    listening(fracas(&[&["serve", "--port", "0"], more].concat()))
}

fn listening(mut command: Command) -> Served {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().map(Result::unwrap);
    let mut said = Vec::new();
    for line in lines {
        said.push(line);
        if said.last().is_some_and(|line| line.starts_with("stop it")) {
            break;
        }
    }
    let host = said[0].trim_start_matches("fracas is at http://").trim_end_matches('/').to_owned();
    Served { child, said, host }
}

impl Served {
    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let length = body.len();
        let json = "content-type: application/json\r\nconnection: close\r\n";
        let host = if headers.contains("host: ") {
            String::new()
        } else {
            format!("host: {}\r\n", self.host)
        };
        let text = format!(
            "{method} {path} HTTP/1.1\r\n{host}{json}{headers}content-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Stops it, and hands back its exit code and its log.
    fn stop(mut self) -> (Option<i32>, String) {
        let kill = format!("kill -TERM {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code(), log)
    }
}

#[test]
fn the_log_holds_no_secrets() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let token = "0123456789abcdef0123456789abcdef";
    let file = dir.path().join("token");
    std::fs::write(&file, token).unwrap();
    let server = serve(&[
        "--data-dir",
        data.to_str().unwrap(),
        "--token-file",
        file.to_str().unwrap(),
        "--log",
        "json",
    ]);
    assert_eq!(server.said[1], format!("it keeps everything in {}", data.display()));
    let bearer = format!("authorization: Bearer {token}\r\n");
    let source = serde_json::json!({ "text": text_of("tests/fixtures/duel.toml") });
    let seats = serde_json::json!([{ "side": "attacker" }, { "side": "defender" }]);
    let new = serde_json::json!({ "source": source, "seats": seats }).to_string();
    let made = server.send("POST", "/api/v1/matches", &bearer, &new);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    let made: Value = serde_json::from_str(made.split_once("\r\n\r\n").unwrap().1).unwrap();
    let (id, secret) = (made["id"].as_str().unwrap(), made["seats"][0]["secret"].as_str().unwrap());
    let seat = format!("authorization: Seat {secret}\r\n");
    server.send("POST", &format!("/api/v1/matches/{id}/join"), &seat, "{\"number\": 4}");
    // A link that lost its `#` on the way, and one whose secret went behind `?`.
    server.send("GET", &format!("/match/{id}/{secret}"), "", "");
    server.send("GET", &format!("/?match={id}&secret={secret}"), "", "");
    let cookie = format!("cookie: fracas_token={token}\r\n");
    server.send("GET", "/api/v1/library", &cookie, "");
    server.send("POST", "/login", "", &format!("token={token}"));
    let (code, log) = server.stop();
    assert_eq!(code, Some(0));
    let requests: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{log}")))
        .collect();
    let requests = requests.iter().filter(|line| line["fields"]["message"] == "request");
    assert_eq!(requests.count(), 6, "{log}");
    assert!(log.contains(&format!("/match/{id}/…")), "{log}");
    assert!(!log.contains(secret) && !log.contains(token), "{log}");
}

#[test]
fn a_server_for_others_says_where_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let server = serve(&["--host", "0.0.0.0", "--data-dir", dir.path().to_str().unwrap()]);
    assert!(server.said[1].starts_with("others reach it "), "{:?}", server.said);
    let token = server.said[3].strip_prefix("its token, told this once: ").unwrap();
    let asked = |host: &str| {
        let headers = format!("host: {host}\r\nauthorization: Bearer {token}\r\n");
        server.send("GET", "/api/v1/library", &headers, "")
    };
    // Wherever it says that it is, it hears; under names that nobody told it of it does not.
    let address = server.said[1].trim_start_matches("others reach it at http://");
    let host = match address.strip_suffix('/') {
        Some(host) => host.to_owned(),
        None => "192.168.1.5".to_owned(),
    };
    assert!(asked(&host).starts_with("HTTP/1.1 200"), "{}", asked(&host));
    assert!(asked("fracas.example.org").starts_with("HTTP/1.1 403"));
    assert_eq!(server.stop().0, Some(0));
}

/// A browser that the server opens can be ended by any signal, as always.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_hears_all_signals() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let browser = dir.path().join("xdg-open");
    let tells =
        "#!/bin/sh\ngrep SigBlk /proc/self/status >\"$0.part\"; mv \"$0.part\" \"$0.told\"\n";
    std::fs::write(&browser, tells).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").unwrap());
    let mut command = fracas(&["serve", "--port", "0", "--open"]);
    command.env("PATH", path).arg("--data-dir").arg(dir.path().join("data"));
    let server = listening(command);
    let told = dir.path().join("xdg-open.told");
    while !told.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(std::fs::read_to_string(told).unwrap(), "SigBlk:\t0000000000000000\n");
    assert_eq!(server.stop().0, Some(0));
}
