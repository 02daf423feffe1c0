//! The page, as it was built into the program.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rust_embed::RustEmbed;

use super::guard::COOKIE;
use super::problem::Problem;
use super::{App, sent};
use crate::chance;

/// What `web/build.sh` made, if it was there when this was compiled.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>fracas</title>\
<h1>fracas serve</h1><p>The API is at <a href=\"/api/v1/openapi.json\">/api/v1</a>.</p>\
<p>This program was compiled without its page. To have it, install node, run \
<code>web/build.sh</code> in the source of fracas, and compile again: \
<code>cargo build --release</code>.</p></html>";

/// Where a person shows the token.
pub const LOGIN: &str = "/login";

/// The form for it, with what was wrong before.
fn form(wrong: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>fracas</title>\
         <style>body{{font:1.1rem system-ui;margin:15vh auto;max-width:24rem;padding:1rem}}\
         input,button{{font:inherit;padding:.4rem .6rem;margin:.6rem 0}}\
         @media(prefers-color-scheme:dark){{body{{background:#16181c;color:#e8e6e1}}}}</style>\
         <h1>fracas</h1><form method=\"post\" action=\"{LOGIN}\"><label>The token of this server<br>\
         <input name=\"token\" type=\"password\" autocomplete=\"off\" autofocus></label> \
         <button>Come in</button></form><p role=\"alert\">{wrong}</p></html>"
    ))
}

/// A file of the page.
pub async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(found) = Built::get(path) else {
        return match path {
            "index.html" => Html(UNBUILT).into_response(),
            _ => Problem::unknown("there is no such file").into_response(),
        };
    };
    if path == "index.html" {
        return page(&found.data);
    }
    // Names of what is built hold a sum of it: only the rest may change.
    let kept = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = [(header::CONTENT_TYPE, kind_of(path)), (header::CACHE_CONTROL, kept)];
    (headers, found.data.into_owned()).into_response()
}

/// The page itself, which is told that a server stands behind it.
fn page(built: &[u8]) -> Response {
    let text = String::from_utf8_lossy(built);
    let mark = format!("<head><meta name=\"fracas-server\" content=\"{}\">", fracas::VERSION);
    let text = text.replacen("<head>", &mark, 1);
    ([(header::CACHE_CONTROL, "no-cache")], Html(text)).into_response()
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A form for the token.
pub async fn login() -> Html<String> {
    form("")
}

/// Takes the token into a cookie.
pub async fn logged_in(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    let body = sent::body(request).await?;
    let shown = std::str::from_utf8(&body).unwrap_or_default();
    let shown = shown.strip_prefix("token=").unwrap_or_default().trim();
    Ok(match &app.access.token {
        Some(token) if chance::same(shown, token) => {
            let cookie =
                format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Some(_) => (StatusCode::UNAUTHORIZED, form("That is not the token.")).into_response(),
        None => Redirect::to("/").into_response(),
    })
}
