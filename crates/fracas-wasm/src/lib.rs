//! The engine's door for a page.
//!
//! A page calls it in a web worker: a verb and a request in JSON, an answer in
//! JSON, or a sentence that says why there is none. What can be asked is in
//! [`fracas_requests`]; `door.rs` is what JavaScript sees of it.

#[allow(unsafe_code, reason = "what the macro of wasm-bindgen writes")]
mod door;
