//! How the server starts and stops.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fracas::Registry;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing::{info, warn};
use utoipa::OpenApi;

use crate::chance;
use crate::http::{Access, App, Clients, Listener, Metrics, Peer, documents, router};
use crate::jobs::Jobs;
use crate::library::{self, EXPORT_FORMAT, Export};
use crate::matches::Matches;
use crate::store::{Store, StoreError};

/// How often it is looked whether the server is to stop, and whose time is up.
const PAUSE: Duration = Duration::from_millis(100);
/// How long answers under way are waited for at the end.
const GRACE: Duration = Duration::from_secs(5);

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub host: IpAddr,
    /// On which port; 0 for any that is free.
    pub port: u16,
    /// Where everything is kept.
    pub data_dir: PathBuf,
    /// Further names under which it is asked, behind a proxy for example.
    pub allow_hosts: Vec<String>,
    /// What has to be shown. Where others than this machine come in and none is
    /// given, one is drawn.
    pub token: Option<String>,
    /// Threads that do jobs; 0 for one less than there are processors.
    pub threads: usize,
    /// Log lines as JSON.
    pub log_json: bool,
    /// The rulesets that it knows.
    pub registry: Registry,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// What it keeps cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody can be listened to there.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
    /// The system does not let it.
    #[error("the server cannot run: {0}")]
    System(#[from] std::io::Error),
    /// There is no token to be had.
    #[error("no token could be drawn: {0}")]
    Chance(String),
    /// What is to be imported is none of ours.
    #[error("this is no library: {0}")]
    NoLibrary(String),
}

/// A server that listens.
#[derive(Clone, Debug)]
pub struct Listening<'a> {
    /// Its address on this machine, as a browser takes it.
    pub address: String,
    /// The address under which others reach it, where all of this machine are
    /// listened to and one is known.
    pub for_others: Option<String>,
    /// What has to be shown, if anything.
    pub token: Option<&'a str>,
}

/// Runs the server until `stop` is set. `ready` hears of it once it listens.
pub fn serve(
    options: &Options,
    stop: &AtomicBool,
    ready: impl FnOnce(Listening<'_>),
) -> Result<(), ServeError> {
    start_log(options.log_json);
    let store = Arc::new(Store::open(&options.data_dir)?);
    library::forget_old(&store)?;
    let threads = match options.threads {
        0 => thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1),
        threads => threads,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(64)
        .enable_io()
        .enable_time()
        .build()?;
    let address = SocketAddr::new(options.host, options.port);
    let listen = TcpListener::bind(address);
    let listener = runtime.block_on(listen).map_err(|why| ServeError::Listen { address, why })?;
    let address = listener.local_addr()?;
    let token = match &options.token {
        Some(token) => Some(token.clone()),
        None if options.host.is_loopback() => None,
        None => Some(chance::secret(16).map_err(|why| ServeError::Chance(why.to_string()))?),
    };
    let registry = Arc::new(options.registry.clone());
    let app = Arc::new(App {
        jobs: Jobs::start(store.clone(), registry.clone(), threads)?,
        matches: Arc::new(Matches::new(store.clone(), registry.clone())),
        registry,
        access: Access {
            hosts: hosts(address, &options.allow_hosts),
            any_address: address.ip().is_unspecified(),
            token,
        },
        clients: Arc::new(Clients::default()),
        metrics: Metrics::new(),
        stopping: watch::Sender::new(false),
        store,
    });
    let browsed = |address: SocketAddr| format!("http://{address}/");
    ready(Listening {
        address: browsed(near(address)),
        for_others: seen_from_elsewhere(address).map(browsed),
        token: app.access.token.as_deref(),
    });
    info!(%address, data = %options.data_dir.display(), threads, "listening");
    runtime.block_on(run(app.clone(), listener, stop));
    app.jobs.stop();
    runtime.shutdown_timeout(GRACE);
    app.store.close();
    info!("stopped");
    Ok(())
}

async fn run(app: Arc<App>, listener: TcpListener, stop: &AtomicBool) {
    let service = router(app.clone()).into_make_service_with_connect_info::<Peer>();
    let mut stopping = app.stopping.subscribe();
    let stopped = async move { drop(stopping.wait_for(|stopping| *stopping).await) };
    let serving = axum::serve(Listener::new(listener), service).with_graceful_shutdown(stopped);
    let server = tokio::spawn(serving.into_future());
    if let Err(why) = app.matches.fight_again() {
        warn!(%why, "matches whose fights were cut short were not fought again");
    }
    while !stop.load(Ordering::SeqCst) && !server.is_finished() {
        tokio::time::sleep(PAUSE).await;
        let matches = app.matches.clone();
        let looked = tokio::task::spawn_blocking(move || matches.look_at_the_clock()).await;
        if let Ok(Err(why)) = looked {
            warn!(%why, "the clocks of matches were not looked at");
        }
    }
    // No connection is taken any more, and what is under way has its time.
    app.stopping.send_replace(true);
    let _ = tokio::time::timeout(GRACE, server).await;
}

/// The names under which the server may be asked.
fn hosts(address: SocketAddr, more: &[String]) -> Vec<String> {
    let port = address.port();
    let mut hosts = vec![near(address).to_string()];
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            hosts.push(format!("{name}:{port}"));
            if port == 80 {
                hosts.push(name.to_owned());
            }
        }
    }
    for name in more {
        hosts.push(name.clone());
        hosts.push(format!("{name}:{port}"));
    }
    hosts
}

/// The address of a server for who is on the same machine.
fn near(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    }
}

/// The address of a server that listens to all of this machine's, for who is
/// elsewhere: that by which the machine itself would go out.
fn seen_from_elsewhere(address: SocketAddr) -> Option<SocketAddr> {
    if !address.ip().is_unspecified() {
        return None;
    }
    // Addresses of nobody, for documentation. Nothing is sent: the system says what it would send
    // from.
    let ways: [(IpAddr, IpAddr); 2] = [
        (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()),
    ];
    let own = ways.into_iter().filter(|(from, _)| address.is_ipv6() || from.is_ipv4());
    let own = own.filter_map(|(from, to)| {
        let socket = UdpSocket::bind((from, 0)).ok()?;
        socket.connect((to, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    let mut own = own.filter(|ip| !ip.is_loopback() && !ip.is_unspecified());
    own.next().map(|ip| SocketAddr::new(ip, address.port()))
}

fn start_log(json: bool) {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // Only the first of a process can; tests start several.
    let _ = match json {
        true => log.json().with_max_level(tracing::Level::INFO).try_init(),
        false => {
            let log = log.with_ansi(std::io::stderr().is_terminal());
            log.with_max_level(tracing::Level::WARN).try_init()
        }
    };
}

/// Everything in the library of a data directory, also while a server runs.
pub fn export_library(data_dir: &Path) -> Result<String, ServeError> {
    let all = library::export(&Store::open_to_read(data_dir)?)?;
    serde_json::to_string_pretty(&all).map_err(|why| ServeError::NoLibrary(why.to_string()))
}

/// Puts what was exported into the library of a data directory; how many items
/// were new or newer.
pub fn import_library(data_dir: &Path, text: &str) -> Result<usize, ServeError> {
    let all: Export =
        serde_json::from_str(text).map_err(|why| ServeError::NoLibrary(why.to_string()))?;
    if all.library != EXPORT_FORMAT {
        let found = all.library;
        let why = format!("it is of format {found}; this program reads format {EXPORT_FORMAT}");
        return Err(ServeError::NoLibrary(why));
    }
    let known = |kind: &str| library::KINDS.contains(&kind);
    if let Some(item) = all.items.iter().find(|item| !known(&item.kind)) {
        return Err(ServeError::NoLibrary(format!("`{}` is no shelf", item.kind)));
    }
    let store = Store::open(data_dir)?;
    let put = library::import(&store, all)?;
    store.close();
    Ok(put)
}

/// The document of the API, in JSON.
pub fn openapi() -> String {
    documents::Document::openapi().to_pretty_json().unwrap_or_default()
}
