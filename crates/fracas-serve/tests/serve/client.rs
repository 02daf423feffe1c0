//! A server of its own for each test, and a client that sends what it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use fracas::Registry;
use fracas_serve::{Listening, Options};
use serde_json::Value;

pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server that runs until this is dropped.
pub struct Server {
    pub host: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }

    /// Why it is a refusal: its status, its code, and its words.
    pub fn why(&self) -> (u16, String, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
        (self.status, text("code"), text("message"))
    }

    /// Its JSON, if it has this status.
    pub fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        if self.body.is_empty() { Value::Null } else { self.json() }
    }
}

pub fn options(data_dir: &Path) -> Options {
    Options {
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        data_dir: data_dir.to_owned(),
        allow_hosts: vec!["club.example.org".to_owned()],
        token: None,
        threads: 2,
        log_json: false,
        registry: Registry::standard().clone(),
    }
}

impl Server {
    pub fn start(data_dir: &Path) -> Self {
        Self::with(options(data_dir))
    }

    pub fn with(options: Options) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (send, receive) = channel();
        let halt = stop.clone();
        let run = move || {
            let ready = |listening: Listening<'_>| send.send(listening.address).unwrap();
            fracas_serve::serve(&options, &halt, ready).unwrap();
        };
        let thread = thread::spawn(run);
        let address = receive.recv().unwrap();
        let host = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { host, stop, thread: Some(thread) }
    }

    /// Asks with these headers.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: {}\r\n", self.host));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let mut stream = TcpStream::connect(&self.host).unwrap();
        // Who is refused early need not have taken all of it.
        let _ = stream.write_all(text.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Answer { status: status.unwrap_or(0), head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], &body.to_string())
    }

    /// Asks as a seat.
    pub fn seat(&self, secret: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let seat = format!("Seat {secret}");
        let headers = [("authorization", seat.as_str()), ("content-type", "application/json")];
        let text = body.map_or_else(String::new, Value::to_string);
        self.send(method, path, &headers, &text)
    }

    /// Reads server-sent events up to one that is enough.
    pub fn events(&self, path: &str, secret: &str, enough: impl Fn(&str) -> bool) -> Vec<String> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        let text =
            format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Seat {secret}\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut heard = Vec::new();
        for line in BufReader::new(stream).lines() {
            let line = line.unwrap();
            if let Some(data) = line.strip_prefix("data: ") {
                heard.push(data.to_owned());
                if enough(data) {
                    break;
                }
            }
        }
        heard
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking());
        }
    }
}

/// A file of the examples.
pub fn example(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");
    std::fs::read_to_string(format!("{root}{path}")).unwrap()
}
