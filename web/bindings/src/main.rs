//! Makes the JavaScript bindings of a compiled engine: `bindings ENGINE.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("bindings ENGINE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(engine).web(true).and_then(|bindgen| {
        bindgen.typescript(true).remove_name_section(true).remove_producers_section(true);
        bindgen.generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bindings: {why}");
            ExitCode::FAILURE
        }
    }
}
