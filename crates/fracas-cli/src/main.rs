//! `fracas`: battles on the command line.

mod args;
mod failure;
mod input;
mod out_dir;
mod page;
mod patience;
mod show;
mod sides;
mod signals;
mod telling;
mod verbs;
mod visible;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use page::Page;

/// A combat engine and battle laboratory.
///
/// Describe a battle in a file; fracas checks it, fights it and tells the odds.
#[derive(Parser)]
#[command(name = "fracas", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    New(verbs::new::New),
    Check(verbs::check::Check),
    Inspect(verbs::inspect::Inspect),
    Run(verbs::run::Run),
    Odds(verbs::odds::OddsOf),
    Replay(verbs::replay::ReplayOf),
    Merge(verbs::merge::Merge),
    Turn(verbs::turn::Turn),
    Plan(verbs::plan::PlanOf),
    Play(verbs::play::Play),
    Map(verbs::map::Map),
    Study(verbs::study::StudyOf),
    Import(verbs::import::Import),
    Schema(verbs::schema::Schema),
    Completions(verbs::completions::Completions),
    Man(verbs::man::Manual),
}

fn main() -> ExitCode {
    signals::listen();
    let cli = Cli::parse();
    let mut page = Page::stdout();
    let done = match cli.verb {
        Verb::New(new) => new.go(&mut page),
        Verb::Check(check) => check.go(&mut page),
        Verb::Inspect(inspect) => inspect.go(&mut page),
        Verb::Run(run) => run.go(&mut page),
        Verb::Odds(odds) => odds.go(&mut page),
        Verb::Replay(replay) => replay.go(&mut page),
        Verb::Merge(merge) => merge.go(&mut page),
        Verb::Turn(turn) => turn.go(&mut page),
        Verb::Plan(plan) => plan.go(&mut page),
        Verb::Play(play) => play.go(&mut page),
        Verb::Map(map) => map.go(&mut page),
        Verb::Study(study) => study.go(&mut page),
        Verb::Import(import) => import.go(&mut page),
        Verb::Schema(schema) => schema.go(&mut page),
        Verb::Completions(completions) => completions.go(&mut page),
        Verb::Man(manual) => manual.go(&mut page),
    };
    match done.and_then(|()| page.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was said before the failure comes before its report. If it
            // can no longer be said, the failure is what matters.
            let _ = page.flush();
            failure.report()
        }
    }
}
