//! The page is built into the program if it was built before; a page that is
//! built later is taken in the next time.

use std::fs;
use std::path::Path;

fn main() {
    let web = Path::new("../../web");
    if web.is_dir() {
        // A folder that is not there could not be watched. Where it cannot be
        // made there will be no page.
        let _ = fs::create_dir_all(web.join("dist"));
        println!("cargo:rerun-if-changed=../../web/dist");
    } else {
        println!("cargo:rerun-if-changed=build.rs");
    }
}
