//! The server, asked over real connections.

mod access;
mod api;
mod client;
mod document;
mod documented;
mod fog;
mod hidden;
mod library;
mod matches;
mod panics;
mod sealed;
