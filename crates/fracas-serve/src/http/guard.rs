//! Who is let in: the right host, the right origin, the right token, not too
//! many at once. And what every answer says to a browser.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::info;

use super::App;
use super::listen::Peer;
use super::problem::Problem;
use crate::chance;

/// So many requests of one client may be under way.
const MOST_OF_A_CLIENT: usize = 1024;
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
    /// What has to be shown; none where only this machine comes in.
    pub token: Option<String>,
}

impl Access {
    /// Whether a browser was led here under a name that is not ours.
    fn knows_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    /// Whether a page of this origin may change anything here.
    fn knows_origin(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.knows_host(host))
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

/// How many requests of whom are under way.
#[derive(Default)]
pub struct Clients(Mutex<HashMap<IpAddr, usize>>);

/// A request that is under way.
pub struct Slot {
    clients: Arc<Clients>,
    client: IpAddr,
}

impl Clients {
    /// Lets one more in; none if there are too many.
    pub fn let_in(self: &Arc<Self>, client: IpAddr) -> Option<Slot> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = clients.entry(client).or_insert(0);
        if *count >= MOST_OF_A_CLIENT {
            return None;
        }
        *count += 1;
        Some(Slot { clients: self.clone(), client })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut clients = self.clients.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
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
    if !app.access.knows_host(text(header::HOST).unwrap_or_default()) {
        return forbidden("this server is not known by that name; `--allow-host` makes one known");
    }
    if let Some(origin) = text(header::ORIGIN)
        && !app.access.knows_origin(origin)
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
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = match (refuse(&app, &request), app.clients.let_in(client)) {
        (Some(problem), _) => problem.into_response(),
        (None, None) => {
            let message = format!("{MOST_OF_A_CLIENT} requests of yours are under way");
            Problem::too_many(message).into_response()
        }
        (None, Some(_slot)) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                let message = format!("this took longer than {} seconds", LONGEST.as_secs());
                Problem::new(StatusCode::REQUEST_TIMEOUT, "too_long", message).into_response()
            }
        },
    };
    app.metrics.count(response.status());
    let status = response.status().as_u16();
    info!(%method, path = without_secrets(&path), status, micros = began.elapsed().as_micros() as u64, "request");
    with_headers(response, &path)
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
    set(header::REFERRER_POLICY, "no-referrer");
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

    #[test]
    fn secrets_of_mangled_links_are_not_logged() {
        let secret = "0123456789abcdef".repeat(2);
        let path = format!("/%23/match/m0123456789abcdef/{secret}");
        assert_eq!(without_secrets(&path), "/%23/match/m0123456789abcdef/…");
        assert_eq!(without_secrets("/api/v1/matches"), "/api/v1/matches");
        assert_eq!(without_secrets(&format!("/{secret}%20")), "/…");
    }
}
