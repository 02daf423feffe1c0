//! The server, asked over real connections.

mod access;
mod api;
mod client;
mod documented;
mod fog;
mod library;
mod matches;
mod sealed;
