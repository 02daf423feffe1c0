//! What JavaScript sees.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;

/// The engine, with what it keeps between calls.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine(fracas_requests::Engine);

thread_local! {
    /// Who hears how far long work has come.
    static EAR: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn tell(done: u64, of: u64) {
    EAR.with_borrow(|ear| {
        // A page that cannot hear is no reason to stop.
        let _ = ear.as_ref().map(|ear| ear.call2(&JsValue::NULL, &number(done), &number(of)));
    });
}

/// Trials stay far below 2^53, the last whole number that JavaScript counts.
fn number(whole: u64) -> JsValue {
    (whole as f64).into()
}

#[wasm_bindgen]
impl Engine {
    /// An engine that keeps nothing yet. Long work calls `progress(done, of)`.
    #[wasm_bindgen(constructor)]
    pub fn new(progress: Function) -> Self {
        EAR.set(Some(progress));
        Self::default()
    }

    /// Does what a verb says with a request in JSON, and answers in JSON; what
    /// is thrown is a sentence for people.
    pub fn call(&mut self, verb: &str, request: &str) -> Result<String, JsValue> {
        self.0.call(verb, request, tell).map_err(|why| JsValue::from_str(&why))
    }
}
