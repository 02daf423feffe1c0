//! The server of fracas: battles between people, a library that keeps, an API.
//!
//! | room | what is in it |
//! |---|---|
//! | `store/` | everything that is kept, in SQLite; one thread that writes |
//! | `library.rs` | scenarios, battles, sweeps and reports; export and import |
//! | `jobs/` | long questions on native threads, which survive a restart |
//! | `matches/` | battles between people: orders through fog, sealed set-ups, clocks, fair dice |
//! | `http/` | who is let in, what can be asked, the page, the document of the API |
//! | `serve.rs` | how it starts and stops |
//!
//! Everything that is decided is decided in [`fracas`]; requests are those of
//! [`fracas_requests`].

mod chance;
mod http;
mod jobs;
mod library;
mod matches;
mod serve;
mod store;

pub use library::{EXPORT_FORMAT, Export, Item};
pub use serve::{Listening, Options, ServeError, export_library, import_library, openapi, serve};
pub use store::StoreError;
