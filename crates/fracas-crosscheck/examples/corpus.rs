//! Writes good texts for every fuzzer, into a folder each:
//! `cargo run -p fracas-crosscheck --example corpus -- fuzz/corpus`.

use std::path::PathBuf;
use std::{env, fs, io};

use fracas_crosscheck::hostile::{TARGETS, seeds};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).map_or_else(|| PathBuf::from("fuzz/corpus"), PathBuf::from);
    for (target, _) in TARGETS {
        fs::create_dir_all(folder.join(target))?;
        for (number, text) in seeds(target).into_iter().enumerate() {
            fs::write(folder.join(target).join(format!("seed-{number}")), text)?;
        }
    }
    Ok(())
}
