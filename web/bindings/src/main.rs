//! Makes the JavaScript bindings of a compiled engine: `bindings ENGINE.wasm FOLDER`.

mod likeness;
mod locals;
mod smaller;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("bindings ENGINE.wasm FOLDER");
        return ExitCode::from(2);
    };
    match make(engine, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bindings: {why}");
            ExitCode::FAILURE
        }
    }
}

fn make(engine: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(engine)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder)?;
    let stem = Path::new(engine).file_stem().ok_or("the engine has no name")?.to_string_lossy();
    let made = folder.join(format!("{stem}_bg.wasm"));
    let smaller = smaller::smaller(&std::fs::read(&made)?)?;
    std::fs::write(made, smaller)?;
    Ok(())
}
