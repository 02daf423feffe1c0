//! Who is let in: the right host, the right origin, the right token, not too
//! many at once. And what every answer says to a browser.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::info;

use super::App;
use super::clients::{Bound, Holds};
use super::listen::Peer;
use super::page::LOGIN;
use super::problem::Problem;
use crate::chance;

/// No answer is waited for longer, but for those that are told bit by bit.
const LONGEST: Duration = Duration::from_secs(60);
/// The cookie that holds the token.
pub const COOKIE: &str = "fracas_token";

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Who may come in.
#[derive(Clone, Debug)]
pub struct Access {
    /// The names under which the server is asked, with or without its port.
    pub hosts: Vec<String>,
    /// Whether it is asked under any address that it may have. A browser can be led
    /// here by a name that somebody else gives out, but not by an address.
    pub any_address: bool,
    /// What has to be shown; none where only this machine comes in.
    pub token: Option<String>,
}

impl Access {
    /// Whether a browser was led here under a name that is not ours.
    fn knows_host(&self, host: &str) -> bool {
        self.names(host) || (self.any_address && is_address(host))
    }

    fn names(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    /// Whether a page of this origin may ask here under that host: one of the
    /// server's own names, or the very same. Another address is another machine.
    fn knows_origin(&self, origin: &str, host: &str) -> bool {
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        from.is_some_and(|from| self.names(from) || from.eq_ignore_ascii_case(host))
    }

    /// Whether somebody showed the token.
    pub fn is_shown(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get(header::AUTHORIZATION).and_then(|text| text.to_str().ok());
        let bearer = bearer.and_then(|text| text.strip_prefix("Bearer "));
        let cookies =
            headers.get_all(header::COOKIE).into_iter().filter_map(|text| text.to_str().ok());
        let mut cookies = cookies.flat_map(|text| text.split(';')).filter_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == COOKIE).then_some(value)
        });
        bearer.is_some_and(|shown| chance::same(shown.trim(), token))
            || cookies.any(|shown| chance::same(shown, token))
    }
}

/// Whether a host is an address, with a port or without: `192.168.1.5:7878`,
/// `[fe80::1]`.
fn is_address(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host.parse::<SocketAddr>().is_ok()
        || host.parse::<Ipv4Addr>().is_ok()
        || bare.is_some_and(|host| host.parse::<Ipv6Addr>().is_ok())
}

/// Whether an address is open to who has no token: the page, which holds no
/// secrets, and matches, whose seats have secrets of their own.
pub fn is_open(method: &Method, path: &str) -> bool {
    let Some(api) = path.strip_prefix("/api/v1/") else { return path != "/metrics" };
    let of_a_match = api.strip_prefix("matches/").is_some_and(|rest| !rest.is_empty());
    of_a_match || (method == Method::GET && api == "openapi.json")
}

fn refuse(app: &App, request: &Request) -> Option<Problem> {
    let (headers, method) = (request.headers(), request.method());
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let forbidden = |message: &str| Some(Problem::new(StatusCode::FORBIDDEN, "forbidden", message));
    let host = text(header::HOST).unwrap_or_default();
    if !app.access.knows_host(host) {
        return forbidden("this server is not known by that name; `--allow-host` makes one known");
    }
    if let Some(origin) = text(header::ORIGIN)
        && !app.access.knows_origin(origin, host)
    {
        return forbidden("pages of other origins may not ask this server");
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let reads = method == Method::GET || method == Method::HEAD;
    if !reads && site.is_some_and(|site| site != "same-origin" && site != "none") {
        return forbidden("pages of other sites may not change anything here");
    }
    if !is_open(method, request.uri().path()) && !app.access.is_shown(headers) {
        let message = "this server asks for its token: `authorization: Bearer …`, or /login";
        return Some(Problem::new(StatusCode::UNAUTHORIZED, "no_token", message));
    }
    None
}

/// Stands before everything.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(Peer(client)): ConnectInfo<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let let_in = || app.clients.let_in(client, Bound::Requests);
    let response = match refuse(&app, &request).map_or_else(let_in, Err) {
        Err(problem) => problem.into_response(),
        Ok(slot) => {
            // Whatever else the request comes to hold, it holds to its end.
            let holds = Holds::new(slot);
            request.extensions_mut().insert(holds.clone());
            within(LONGEST, next.run(request)).await.into_response()
        }
    };
    app.metrics.count(response.status());
    let status = response.status().as_u16();
    info!(%method, path = without_secrets(&path), status, micros = began.elapsed().as_micros() as u64, "request");
    with_headers(response, &path)
}

/// An answer, if it does not take too long.
async fn within(
    longest: Duration,
    answer: impl Future<Output = Response>,
) -> Result<Response, Problem> {
    tokio::time::timeout(longest, answer).await.map_err(|_| {
        let message = format!("this took longer than {} seconds", longest.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, "too_long", message)
    })
}

/// The path as a log has it. Addresses hold no secrets: those of seats are in the
/// fragment of a link, which no browser sends, and in a header. But a link may
/// have been mangled on its way to whoever follows it.
fn without_secrets(path: &str) -> String {
    /// Digits of the shortest secret; names of matches have fewer.
    const SECRET: usize = 32;
    let is_secret = |part: &str| part.chars().filter(char::is_ascii_hexdigit).count() >= SECRET;
    let parts = path.split('/').map(|part| if is_secret(part) { "…" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn with_headers(mut response: Response, path: &str) -> Response {
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Browsers send no origin with the form of a page that has no referrer.
    let referrer = if path == LOGIN { "same-origin" } else { "no-referrer" };
    set(header::REFERRER_POLICY, referrer);
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if path.starts_with("/api/") {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(any_address: bool) -> Access {
        let hosts = vec!["127.0.0.1:7878".to_owned(), "club.example.org".to_owned()];
        Access { hosts, any_address, token: None }
    }

    #[test]
    fn addresses_are_known_where_all_are_listened_to() {
        let own = ["192.168.1.5:7878", "10.0.0.1", "[fe80::1]:7878", "[::1]", "203.0.113.9:80"];
        for host in own {
            assert!(access(true).knows_host(host), "{host}");
            assert!(!access(false).knows_host(host), "{host}");
        }
        // Names may be somebody else's, whatever they look like.
        for host in ["evil.example", "192.168.1.5.evil.example:7878", "0x7f.1", "", "::1", "1.2.3"]
        {
            assert!(!access(true).knows_host(host), "{host}");
        }
        assert!(access(true).knows_host("CLUB.example.org"));
    }

    #[test]
    fn pages_of_other_addresses_are_refused() {
        let asked = |origin: &str| access(true).knows_origin(origin, "192.168.1.5:7878");
        assert!(asked("http://192.168.1.5:7878") && asked("https://club.example.org"));
        for origin in
            ["http://192.168.1.6:7878", "http://192.168.1.5", "http://evil.example", "null"]
        {
            assert!(!asked(origin), "{origin}");
        }
    }

    #[test]
    fn an_answer_that_takes_too_long_is_given_up() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let late = within(Duration::ZERO, std::future::pending());
        let refused = runtime.block_on(late).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::REQUEST_TIMEOUT);
        let soon = within(LONGEST, std::future::ready(StatusCode::OK.into_response()));
        assert_eq!(runtime.block_on(soon).unwrap().status(), StatusCode::OK);
    }

    #[test]
    fn secrets_of_mangled_links_are_not_logged() {
        let secret = "0123456789abcdef".repeat(2);
        let path = format!("/%23/match/m0123456789abcdef/{secret}");
        assert_eq!(without_secrets(&path), "/%23/match/m0123456789abcdef/…");
        assert_eq!(without_secrets("/api/v1/matches"), "/api/v1/matches");
        assert_eq!(without_secrets(&format!("/{secret}%20")), "/…");
    }
}
