//! `fracas serve`: the page, matches, a library that keeps, an API.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use fracas::Registry;
use fracas_serve::{Listening, Options, ServeError};

use crate::failure::{Failure, say};
use crate::page::Page;
use crate::signals::{self, ends_by_signal, work_begins_for, work_ends};
use crate::verb::Run;

/// Serve the page, matches between people, a library and an API
#[derive(Args)]
pub struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,

    /// Listen for others than this machine, who have to show a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// A further name under which the server is asked, such as that of a proxy
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// Read the token from this file instead of drawing one
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    #[command(flatten)]
    data: DataDir,

    /// Threads that do long jobs; one less than there are processors if none are given
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// What is logged to standard error: troubles in words, or every request as JSON
    #[arg(long, value_name = "FORM", value_enum, default_value_t = LogForm::Words)]
    log: LogForm,
}

/// Where everything is kept.
#[derive(Args)]
pub struct DataDir {
    /// Where everything is kept; a folder of the user's data if none is given
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
}

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogForm {
    Words,
    Json,
}

impl DataDir {
    /// The folder, as the system has it for data of users.
    pub fn find(self) -> Result<PathBuf, Failure> {
        if let Some(given) = self.data_dir {
            return Ok(given);
        }
        let of =
            |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let home = || of("HOME").map(|home| home.join(".local/share"));
        let base = if cfg!(windows) {
            of("APPDATA")
        } else if cfg!(target_os = "macos") {
            of("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            of("XDG_DATA_HOME").or_else(home)
        };
        let none = || {
            Failure::Input(
                "there is no folder for data of users: name one with --data-dir".to_owned(),
            )
        };
        base.map(|base| base.join("fracas")).ok_or_else(none)
    }
}

/// A failure of the server or its library.
pub fn failed(why: &ServeError) -> Failure {
    match why {
        ServeError::NoLibrary(_) => Failure::Input(why.to_string()),
        _ => Failure::Machine(why.to_string()),
    }
}

impl Run for Serve {
    const NAME: &'static str = "serve";
    const EXAMPLES: &'static str =
        "  fracas serve --open\n  fracas serve --host 0.0.0.0 --allow-host club.example.org";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let token = match &self.token_file {
            Some(file) => Some(read_token(file)?),
            None => None,
        };
        let options = Options {
            host: self.host,
            port: self.port,
            data_dir: self.data.find()?,
            allow_hosts: self.allow_host,
            token,
            threads: self.threads,
            log_json: self.log == LogForm::Json,
            registry: registry.clone(),
        };
        let stop = work_begins_for(LONGEST_STOP);
        let mut told = Ok(());
        let ended = fracas_serve::serve(&options, stop, |listening| {
            told = page.text(&first_words(&options, &listening)).and_then(|()| page.flush());
            if self.open {
                open(&listening.address);
            }
        });
        work_ends();
        ends_by_signal();
        ended.map_err(|why| failed(&why))?;
        told
    }
}

/// What is said once the server listens.
fn first_words(options: &Options, listening: &Listening<'_>) -> String {
    let mut words = format!("fracas is at {}\n", listening.address);
    if let Some(address) = &listening.for_others {
        words.push_str(&format!("others reach it at {address}\n"));
    } else if options.host.is_unspecified() {
        words.push_str("others reach it under the addresses of this machine\n");
    }
    words.push_str(&format!("it keeps everything in {}\n", options.data_dir.display()));
    if let Some(token) = listening.token.filter(|_| options.token.is_none()) {
        words.push_str(&format!("its token, told this once: {token}\n"));
    }
    words.push_str("stop it with Ctrl-C\n");
    words
}

/// How long the server may take to stop.
const LONGEST_STOP: std::time::Duration = std::time::Duration::from_secs(15);

fn read_token(file: &PathBuf) -> Result<String, Failure> {
    let wrong = |why: &str| Failure::Input(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|why| wrong(&why.to_string()))?;
    match text.trim() {
        token if token.len() < 16 => Err(wrong("a token has 16 letters at least")),
        token if !token.bytes().all(|sign| sign.is_ascii_alphanumeric()) => {
            Err(wrong("a token has only letters and digits"))
        }
        token => Ok(token.to_owned()),
    }
}

/// Opens an address in the browser.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut browser = Command::new(program);
    browser.args(before).arg(address);
    browser.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if signals::start(&mut browser).is_err() {
        say(&format!("there is no browser to be opened: go to {address}\n"));
    }
}
