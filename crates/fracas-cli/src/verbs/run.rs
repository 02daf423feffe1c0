//! `fracas run`: one battle, told.

use std::path::{Path, PathBuf};

use clap::Args;
use fracas::{
    Battle, Capability, Dice, Effort, Fault, MAX_SEED, Records, Registry, RunReport, Search, Tape,
    TapeError, Witness,
};
use fracas_report::say_run;

use crate::args::{FILES, Json, Scenario, Seed, Threads, battles, fresh_seed};
use crate::failure::{Failure, say};
use crate::heard::for_answer;
use crate::input::{files_read, is_one_of, opened, plain, written};
use crate::log::{Teller, Telling};
use crate::out_dir::{OutDir, is_numbered};
use crate::page::Page;
use crate::progress::work;
use crate::report::{Origin, Reporting};
use crate::show::luck;
use crate::verb::Run;
use fracas_report::numbers::whole;

/// Fight a battle once: log, result, aftermath
#[derive(Args)]
pub struct RunBattle {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    seed: Seed,

    /// How much to tell; usually phases, and all where the game's own logs do
    #[arg(long, value_name = "DETAIL", value_enum, conflicts_with = "say")]
    log: Option<Telling>,

    /// Tell besides why those who decide by themselves did so (with --log all)
    #[arg(long, requires = "log", hide_short_help = true)]
    why: bool,

    #[command(flatten)]
    json: Json,

    /// Tell where this battle lies among --trials others
    #[arg(long, conflicts_with = "say")]
    luck: bool,

    /// Which battle of that seed, as `odds` numbers them; usually 0
    #[arg(long, value_name = "I", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_SEED), help_heading = WHICH)]
    trial: Option<u64>,

    /// The first battle from --trial on that ends so or is so: an outcome, a
    /// measure such as 'attacker_lost >= 50', or several joined by &
    #[arg(long, value_name = "WHAT", help_heading = WHICH)]
    find: Option<String>,

    /// After how many battles --find gives up; usually 1,000,000, or fewer
    /// where battles take long
    #[arg(long, value_name = "N", value_parser = battles, requires = "find")]
    #[arg(help_heading = WHICH)]
    tries: Option<u64>,

    /// Take the dice from this file: a throw a line, such as 7 or
    /// `attacker 20: 7`; # starts a comment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "trial", "find"])]
    #[arg(help_heading = WHICH)]
    dice: Option<PathBuf>,

    /// With how many battles --luck compares; usually 20,000, or fewer where
    /// battles take long
    #[arg(long, value_name = "N", value_parser = battles, requires = "luck")]
    #[arg(help_heading = WHICH)]
    trials: Option<u64>,

    /// Show the map after every turn of the log, where the rules have one
    #[arg(long, hide_short_help = true, help_heading = MAPS)]
    map: bool,

    /// Tell and show only what this side gets to know: player or enemy
    #[arg(long, value_name = "SIDE", hide_short_help = true, help_heading = MAPS)]
    fog: Option<String>,

    /// Also write log.txt (log.jsonl of --log json or scenes), aftermath.toml and
    /// result.json into this directory, and what else the rules say. Sides
    /// without a scenario leave BattleLog.txt, Heroes-final.csv and
    /// Villains-final.csv here, without it, unless --trial or --find looks a
    /// battle up. Files that the battle was read from are never replaced: then
    /// those that are left are numbered
    #[arg(long, value_name = "DIR", help_heading = FILES)]
    out_dir: Option<PathBuf>,

    /// Number the files that are left instead of replacing older ones
    #[arg(long, help_heading = FILES)]
    numbered: bool,

    /// Also write the battle to this file, for `replay`
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    save: Option<PathBuf>,

    /// Also write all throws to this file, for --dice
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    tape: Option<PathBuf>,

    #[command(flatten)]
    reporting: Reporting,

    #[command(flatten)]
    threads: Threads,
}

/// Above flags that choose the battle, and those it is compared with.
const WHICH: &str = "Which battle";
/// Above flags of battles on a map, which few rulesets have.
const MAPS: &str = "Maps and fog";

impl Run for RunBattle {
    const NAME: &'static str = "run";
    const EXAMPLES: &'static str = "  fracas run siege.toml --seed 7 --log all\n\
        \x20 fracas run siege.toml --find 'attacker & attacker_lost < 5'";

    /// Fights, tells, and writes what was asked for.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let (scenario, battle) = opened(registry, &self.scenario)?;
        let observer = self.observer(registry, &battle)?;
        let given = self.seed.seed.or(battle.seed());
        // Scripted dice need no seed, but those to compare them with do.
        let seed = given.unwrap_or_else(|| self.dice.as_ref().map_or_else(fresh_seed, |_| 0));
        let mut files = Files::open(&self, &battle)?;
        let reports = self.reporting.open(&files_read(&self.scenario, &battle))?;
        let dice = self.dice(&battle, seed)?;

        let in_words = self.in_words();
        let mut fought = self.fight(&battle, &dice, observer, page, &mut files)?;
        if self.luck {
            let compare = |effort: &Effort<'_>| battle.luck(&fought, seed, self.trials, effort);
            fought.luck = Some(work(&self.threads, compare));
        }
        let again = fought.trial.map(|trial| self.scenario.run_command(seed, trial));
        let origin = Origin { battle: &battle, scenario: &scenario, args: &self.scenario };
        let reports = reports.run(&fought, &origin)?;
        let written = files.write(&battle, &dice, &fought, again.as_deref(), reports)?;
        if self.reporting.say {
            say(&written);
            return page.line(&say_run(&fought, battle.rules()));
        }
        match (self.logs_json(), in_words) {
            (true, _) => page.json_line(&fought)?,
            (_, false) => page.json(&fought)?,
            (_, true) => {
                if let Some(found) = &fought.luck {
                    page.text(&luck::show(&fought, found, self.trials.is_some(), page.paint()))?;
                }
                page.text(&written)?;
            }
        }
        if !in_words {
            say(&written);
        }
        match fought.trial {
            Some(trial) if in_words && (given.is_none() || self.find.is_some()) => {
                page.line(&format!("\nagain: {}", self.scenario.run_command(seed, trial)))
            }
            _ => Ok(()),
        }
    }
}

impl RunBattle {
    /// Whether the battle is told in words on the page.
    fn in_words(&self) -> bool {
        !self.json.json && !self.logs_json() && !self.reporting.say
    }

    fn logs_json(&self) -> bool {
        self.log.is_some_and(Telling::is_json)
    }

    fn first_trial(&self) -> u64 {
        self.trial.unwrap_or(0)
    }

    /// As whom the battle is told, by the place among those that observe. What
    /// cannot be shown is found out before the battle.
    fn observer(&self, registry: &Registry, battle: &Battle) -> Result<Option<usize>, Failure> {
        let rules = battle.rules();
        if self.map && self.logs_json() {
            return Err(Failure::Input("--map needs a log in words, not in JSON".to_owned()));
        }
        let require = |flag: &str, capability| {
            let required = registry.require(rules, capability);
            required.map_err(|lacking| Failure::Input(format!("{flag}: {lacking}")))
        };
        if self.map {
            require("--map", Capability::Picture)?;
        }
        if self.log == Some(Telling::Scenes) {
            require("--log scenes", Capability::Scenes)?;
        }
        let Some(side) = &self.fog else { return Ok(None) };
        require("--fog", Capability::Observe)?;
        let observers = rules.observers();
        match observers.iter().position(|known| known == side) {
            Some(place) => Ok(Some(place)),
            None => Err(Failure::Input(format!(
                "--fog: there is no side `{side}`; known are {}",
                observers.join(", ")
            ))),
        }
    }

    /// The dice of the battle that is asked for.
    fn dice(&self, battle: &Battle, seed: u64) -> Result<Dice, Failure> {
        if let Some(file) = &self.dice {
            let tape = plain(file)?.parse().map_err(|TapeError { line, why }| {
                Failure::Input(format!("{}:{line}: {why}", file.display()))
            })?;
            return Ok(Dice::Tape(tape));
        }
        let trial = match &self.find {
            Some(what) => self.search(battle, what, seed)?,
            None => self.first_trial(),
        };
        Ok(Dice::Rolled { seed, trial })
    }

    /// The first battle that fits.
    fn search(&self, battle: &Battle, what: &str, seed: u64) -> Result<u64, Failure> {
        let condition =
            battle.condition(what).map_err(|why| Failure::Input(format!("--find: {why}")))?;
        let seek = |effort: &Effort<'_>| {
            battle.seek(&condition, seed, self.first_trial(), self.tries, effort)
        };
        let (search, tries) = work(&self.threads, seek);
        match search {
            Search::Found(trial) => Ok(trial),
            Search::Nowhere => Err(Failure::NotFound(format!(
                "of the {} battles from trial {} of seed {seed} on none is `{what}`; --tries looks \
                 further",
                whole(tries.into()),
                self.first_trial()
            ))),
            Search::Halted { tried } => Err(Failure::No(format!(
                "stopped; of {} battles none was `{what}`",
                whole(tried.into())
            ))),
        }
    }

    fn fight(
        &self,
        battle: &Battle,
        dice: &Dice,
        observer: Option<usize>,
        page: &mut Page,
        files: &mut Files,
    ) -> Result<RunReport, Failure> {
        let in_words = self.in_words();
        let page = (in_words || self.logs_json()).then_some(page);
        let log = files.out_dir.as_mut().map(|out_dir| &mut out_dir.drafts()[0]);
        let records = &mut files.records;
        let files = self.save.is_some() || self.tape.is_some();
        let telling = self.log.unwrap_or_else(|| battle.usual_detail().into());
        let teller =
            Teller::new(telling, page, log).why(self.why).seen(self.map, observer).for_files(files);
        let fought = for_answer(|| teller.listen(|log| battle.fight(dice, log, records)))?;
        fought.map_err(|fault| self.misfit(&fault))
    }

    /// Why the dice of a file do not fit, and where in the file.
    fn misfit(&self, fault: &Fault) -> Failure {
        let Some(file) = &self.dice else { return Failure::Input(fault.to_string()) };
        let line = match fault {
            Fault::Impossible { throw, .. } | Fault::WrongDie { throw, .. } => {
                plain(file).ok().and_then(|text| Tape::line_of(&text, *throw))
            }
            Fault::UsedUp { .. } | Fault::LeftOver { .. } | Fault::TooLong => None,
        };
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        Failure::Input(format!("{}{line}: {fault}", file.display()))
    }
}

/// The files that a battle leaves, and what must be kept of it for them.
struct Files {
    out_dir: Option<OutDir>,
    save: Option<OutDir>,
    tape: Option<OutDir>,
    records: Records,
    /// Whether the log is in words and can say more at its end.
    log_ends: bool,
}

impl Files {
    /// Begins them all. What takes no files is found out before the battle.
    fn open(run: &RunBattle, battle: &Battle) -> Result<Self, Failure> {
        let rules = battle.rules();
        let log = if run.logs_json() { "log.jsonl" } else { rules.log_file() };
        let mut names = vec![log];
        names.extend(rules.files());
        let dir = match &run.out_dir {
            Some(dir) => {
                names.extend(["aftermath.toml", "result.json"]);
                Some(dir.as_path())
            }
            // A battle that is looked up, to be seen again, changes nothing.
            None => (run.scenario.is_of_switches() && run.trial.is_none() && run.find.is_none())
                .then_some(Path::new(".")),
        };
        if run.numbered && dir.is_none() {
            let why = "--numbered needs --out-dir: neither a scenario nor a battle that is looked \
                       up leaves files without it";
            return Err(Failure::Input(why.to_owned()));
        }
        let read = files_read(&run.scenario, battle);
        for (flag, file) in [("--save", &run.save), ("--tape", &run.tape)] {
            if let Some(file) = file.as_deref().filter(|file| is_one_of(file, &read)) {
                let file = file.display();
                let why = format!("{flag} {file}: the battle is read from it; choose another name");
                return Err(Failure::Input(why));
            }
        }
        let begin = |dir: &Path| {
            if run.numbered || names.iter().any(|name| would_replace(dir, name, &read)) {
                OutDir::open_numbered(dir, &names)
            } else {
                OutDir::open(dir, &names)
            }
        };
        let file = |path: &Option<PathBuf>| path.as_deref().map(OutDir::file).transpose();
        Ok(Self {
            save: file(&run.save)?,
            tape: file(&run.tape)?,
            out_dir: dir.map(begin).transpose()?,
            log_ends: !run.logs_json(),
            records: Records {
                tape: run.tape.as_ref().map(|_| Tape::default()),
                witness: run.save.as_ref().map(|_| Witness::default()),
            },
        })
    }

    /// Fills them and gives them their names; what to say of it.
    fn write(
        self,
        battle: &Battle,
        dice: &Dice,
        fought: &RunReport,
        again: Option<&str>,
        reports: OutDir,
    ) -> Result<String, Failure> {
        let mut all = OutDir::default();
        if let Some(mut out_dir) = self.out_dir {
            // A log that stands beside files says which, and how to fight again.
            let wrote = out_dir.targets().map(|path| format!("wrote {}\n", path.display()));
            let again = again.map_or_else(String::new, |again| format!("\nagain: {again}\n"));
            let end = format!("\n{}{again}", wrote.collect::<String>());
            let texts = fought.files.iter().cloned();
            let texts: Vec<String> =
                texts.chain([fought.aftermath.clone(), json(fought)?]).collect();
            let drafts = out_dir.drafts();
            if self.log_ends && !fought.files.is_empty() {
                drafts[0].text(&end)?;
            }
            for (draft, text) in drafts[1..].iter_mut().zip(texts) {
                draft.text(&text)?;
            }
            all.add(out_dir);
        }
        if let (Some(save), Some(witness)) = (self.save, self.records.witness) {
            let text = json(&battle.replay(dice, fought, witness))?;
            all.add(save.filled(&written("replay", text)?)?);
        }
        if let (Some(file), Some(tape)) = (self.tape, self.records.tape) {
            all.add(file.filled(&written("tape", tape.to_string())?)?);
        }
        all.add(reports);
        // All files take their names together.
        let written = all.finish()?;
        if written.is_empty() {
            return Ok(String::new());
        }
        let line = |path: &PathBuf| format!("wrote {}\n", Path::new(path).display());
        Ok(format!("\n{}", written.iter().map(line).collect::<String>()))
    }
}

/// Whether a battle was read from a file of this name in a folder, or from one
/// that an earlier battle has left there under a number. Then what is left now
/// is numbered too: whatever was fought can be fought again.
fn would_replace(dir: &Path, name: &str, read: &[PathBuf]) -> bool {
    let Ok(dir) = dir.canonicalize() else { return false };
    let here = read.iter().filter(|file| file.parent() == Some(&dir));
    let mut names = here.filter_map(|file| file.file_name()).map(|found| found.to_string_lossy());
    names.any(|found| found == name || is_numbered(&found, name))
        || is_one_of(&dir.join(name), read)
}

/// JSON for a file.
fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Machine(format!("cannot write the result: {error}")))?;
    Ok(text + "\n")
}
