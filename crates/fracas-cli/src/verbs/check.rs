//! `fracas check`: everything that is wrong with scenarios.

use clap::{Args, ValueHint};
use fracas::{Diagnostics, Registry, Table};
use serde_json::{Map, Value, json};

use crate::args::{Changes, Json};
use crate::failure::{Failure, complain, say};
use crate::input::{called, scenario};
use crate::page::Page;
use crate::rulesets::Switches;
use crate::show::table;
use crate::verb::Run;

/// Tell all errors and warnings of scenarios
#[derive(Args)]
pub struct Check {
    /// The scenarios; `-` reads one from standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,

    #[command(flatten)]
    switches: Switches,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    json: Json,
}

impl Run for Check {
    const NAME: &'static str = "check";
    const EXAMPLES: &'static str = "  fracas check siege.toml\n\
        \x20 fracas check *.toml --json";

    /// Checks every file, whatever is wrong with the others.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut all_fine = true;
        let mut files: Vec<Option<&str>> = self.files.iter().map(|file| Some(&**file)).collect();
        if files.is_empty() {
            files.push(None);
        }
        for file in files {
            let mut tables = Vec::new();
            let scenario = scenario(registry, file, &self.switches, &self.changes);
            let battle = scenario.and_then(|scenario| Ok(registry.battle(&scenario)?));
            let found = match battle {
                Ok(battle) => {
                    tables = battle.checked();
                    Ok(battle.warnings().clone())
                }
                Err(Failure::Scenario(wrong)) => Ok(*wrong),
                Err(Failure::Input(why)) => Err(why),
                Err(other) => return Err(other),
            };
            all_fine &= found.as_ref().is_ok_and(|found| !found.has_errors());
            let file = called(file, &self.switches);
            if self.json.json {
                page.json_line(&as_json(file, found, &tables))?;
            } else {
                tell(file, found, page)?;
                for shown in &tables {
                    page.text(&format!("\n{}", table::show(shown, page.paint())))?;
                }
            }
        }
        if all_fine { Ok(()) } else { Err(Failure::Reported) }
    }
}

fn tell(file: &str, found: Result<Diagnostics, String>, page: &mut Page) -> Result<(), Failure> {
    match found {
        Err(why) => say(&format!("error: {why}\n")),
        Ok(found) => {
            complain(&found);
            if !found.has_errors() {
                let verdict = if found.is_empty() { "fine" } else { "can be fought" };
                page.line(&format!("{file}: {verdict}"))?;
            }
        }
    }
    Ok(())
}

/// The file's name before everything else; a file that cannot be read is one
/// error without a place.
fn as_json(file: &str, found: Result<Diagnostics, String>, tables: &[Table]) -> Value {
    let mut object = Map::new();
    object.insert("file".to_owned(), json!(file));
    let findings = match found {
        Ok(found) => found.to_json(),
        Err(why) => json!({
            "errors": 1,
            "warnings": 0,
            "diagnostics": [{
                "severity": "error", "code": null, "file": file, "start": null, "end": null,
                "path": "", "message": why, "help": null,
            }],
        }),
    };
    if let Value::Object(findings) = findings {
        object.extend(findings);
    }
    for table in tables {
        object.insert(table.title.clone(), table.to_json());
    }
    Value::Object(object)
}
