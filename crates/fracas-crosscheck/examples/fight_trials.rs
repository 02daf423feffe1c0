//! Fights so many trials of a scenario in one thread and in silence, for
//! `scripts/instructions.sh`: `fight_trials FILE TRIALS`.

use std::env;
use std::error::Error;

use fracas::Effort;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, trials] = arguments.as_slice() else { return Err("FILE TRIALS".into()) };
    let tally = fracas::load(file)?.tally(1, 0..trials.parse()?, &Effort::default());
    println!("{:?}, {} draws", tally.outcomes(), tally.draws());
    Ok(())
}
