//! `fracas compare`: several battles with the same dice.

use std::str::FromStr;

use clap::{Args, ValueHint};
use fracas::lab::{Compare, CompareAsk, CompareError, Comparison};
use fracas::{Battle, Registry, Set, Table};
use serde_json::json;

use crate::args::{Changes, Json, Seed, Threads, battles};
use crate::failure::{Failure, complain};
use crate::input::changed;
use crate::page::Page;
use crate::progress::work;
use crate::rulesets;
use crate::show::csv::quoted;
use crate::show::estimate::{between, difference, difference_between, value};
use crate::show::words::{caution, paragraph};
use crate::show::{Paint, table, title};
use crate::verb::Run;
use crate::verbs::odds::error;

/// Compare battles that are fought with the same dice
#[derive(Args)]
pub struct CompareOf {
    /// The scenarios; the others are compared with the first
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<String>,

    #[command(flatten)]
    changes: Changes,

    /// A variant of the first scenario: 'name: path=value, path=value'; may be
    /// given several times
    #[arg(long = "variant", value_name = "NAME: SETS")]
    variants: Vec<Variant>,

    /// What to compare: an outcome, a condition, or a measure's mean; the first
    /// ranks. Usually all outcomes
    #[arg(long = "for", value_name = "AIM")]
    aims: Vec<String>,

    /// Rank the smallest first
    #[arg(long)]
    least: bool,

    #[command(flatten)]
    seed: Seed,

    /// Fight so many battles of each, instead of what an error of half a point
    /// takes or what can be had soon
    #[arg(long, value_name = "N", value_parser = battles, conflicts_with = "error")]
    trials: Option<u64>,

    /// Fight until all differences are known within this error, if that can be
    /// had soon
    #[arg(long, value_name = "E", value_parser = error)]
    error: Option<f64>,

    /// Do not try exact odds
    #[arg(long)]
    sampled: bool,

    #[command(flatten)]
    json: Json,

    /// Answer in CSV, a row for each battle and aim
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    #[command(flatten)]
    threads: Threads,
}

/// A variant of a scenario, as users write it.
#[derive(Clone)]
struct Variant {
    name: String,
    sets: Vec<Set>,
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORM: &str = "write a variant as 'name: path=value, path=value'";
        let named = text.split_once(':').filter(|(name, _)| !name.contains('='));
        let (name, sets) = named.unwrap_or((text, text));
        let sets = parts(sets).into_iter().map(|set| {
            set.trim().parse::<Set>().map_err(|why| format!("`{}`: {why}; {FORM}", set.trim()))
        });
        let sets = sets.collect::<Result<Vec<Set>, String>>()?;
        Ok(Self { name: name.trim().to_owned(), sets })
    }
}

/// The parts of a text at commas outside quotes and brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth, mut quote) = (Vec::new(), 0, 0u32, None);
    for (place, sign) in text.char_indices() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some(sign),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

impl Run for CompareOf {
    const NAME: &'static str = "compare";
    const EXAMPLES: &'static str = "  fracas compare plain.toml swamp.toml\n\
        \x20 fracas compare siege.toml --variant 'wet: place.terrain=swamp'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let battles = self.battles(registry)?;
        let seed = self.seed.seed.or(battles[0].1.seed()).unwrap_or(0);
        let usual = CompareAsk::default();
        let ask = CompareAsk {
            aims: self.aims.clone(),
            least: self.least,
            trials: self.trials,
            error: self.error.unwrap_or(usual.error),
            budget: usual.budget.filter(|_| !self.sampled && self.trials.is_none()),
        };
        let question = Compare::new(battles, ask, seed).map_err(|why| match &why {
            CompareError::Number(1) => Failure::Input(
                "there is nothing to compare it with; name another file or --variant".to_owned(),
            ),
            _ => Failure::Input(why.to_string()),
        })?;
        let found = work(&self.threads, |effort| question.carry_out(effort));
        if self.json.json {
            return page.json(&found);
        }
        if self.csv {
            return page.text(&as_csv(&found));
        }
        page.text(&show(&found, page.paint()))
    }
}

impl CompareOf {
    /// All battles with the names that tell them apart.
    fn battles(&self, registry: &Registry) -> Result<Vec<(String, Battle)>, Failure> {
        let mut found: Vec<(String, Battle)> = Vec::new();
        for file in &self.files {
            let battle = registry.battle(&changed(registry, file, &self.changes)?)?;
            complain(battle.warnings());
            found.push((battle.name().to_owned(), battle));
        }
        let same = |name: &str| found.iter().filter(|(other, _)| other == name).count() > 1;
        let twice: Vec<bool> = found.iter().map(|(name, _)| same(name)).collect();
        for ((entry, file), twice) in found.iter_mut().zip(&self.files).zip(twice) {
            if twice {
                entry.0.clone_from(file);
            }
        }
        if !self.variants.is_empty() {
            let base = changed(registry, &self.files[0], &self.changes)?;
            for variant in &self.variants {
                let mut scenario = base.clone();
                scenario.apply_by(registry, &rulesets::sets(&base, &variant.sets))?;
                let battle = registry.battle(&scenario)?;
                complain(battle.warnings());
                found.push((variant.name.clone(), battle));
            }
        }
        Ok(found)
    }
}

/// A table for each aim, and what the numbers mean.
fn show(found: &Comparison, paint: Paint) -> String {
    let mut text = title(&found.heading, paint);
    if found.provisional {
        text.push_str(&caution("provisional: stopped early", paint));
    }
    text.push('\n');
    let tables: Vec<Table> = (0..found.aims.len()).map(|aim| ranking(found, aim)).collect();
    text.push_str(&table::show_all(&tables, paint));
    text.push('\n');
    text.push_str(&paragraph(&how(found), paint));
    text
}

fn ranking(found: &Comparison, aim: usize) -> Table {
    let compared = &found.aims[aim];
    let unit = if compared.share { "points more" } else { "more" };
    let heads = ["", "is", "95%", unit, "between", "note"];
    let mut table = Table::new(compared.aim.clone(), &heads);
    for (rank, variant) in found.variants.iter().enumerate() {
        let (ours, more) = (&variant.values[aim], &variant.differences[aim]);
        let told = |text: String| if variant.base { String::new() } else { text };
        let note = match (rank, variant.base) {
            (_, true) => "the others are compared with it",
            _ if variant.dropped && variant.trials.is_some() => "shown to be worse, dropped early",
            (0, _) => "best",
            _ if variant.worse => "shown to be worse than the best",
            _ => "",
        };
        table.row(vec![
            json!(variant.name),
            json!(value(ours, compared.share)),
            json!(between(ours, compared.share)),
            json!(told(difference(more, compared.share))),
            json!(told(difference_between(more, compared.share))),
            json!(if aim == 0 { note } else { "" }),
        ]);
    }
    table
}

fn how(found: &Comparison) -> String {
    let exact = found.variants.iter().all(|variant| variant.trials.is_none());
    if exact {
        return "all odds are exact".to_owned();
    }
    let most = found.variants.iter().filter_map(|variant| variant.trials).max().unwrap_or(0);
    let mut text = format!(
        "same dice for all, seed {}: up to {} battles each, {} of {} looks; each interval holds \
         at 95%",
        found.seed,
        crate::show::numbers::whole(most.into()),
        found.looks,
        found.planned_looks
    );
    if found.variants.len() > 2 {
        text.push_str(
            "; whoever is shown to be worse than the best is dropped, and the best of all is \
             dropped with at most 5%",
        );
    }
    if found.cut_short && !found.provisional {
        text.push_str("; --trials fights more");
    }
    text
}

fn as_csv(found: &Comparison) -> String {
    let mut text = String::from(
        "variant,aim,value,low,high,difference,difference_low,difference_high,trials,dropped\n",
    );
    for variant in &found.variants {
        for (place, aim) in found.aims.iter().enumerate() {
            let (ours, more) = (&variant.values[place], &variant.differences[place]);
            let trials = variant.trials.map_or_else(String::new, |trials| trials.to_string());
            text.push_str(&format!(
                "{},{},{},{},{},{},{},{},{trials},{}\n",
                quoted(&variant.name),
                quoted(&aim.aim),
                ours.value,
                ours.low,
                ours.high,
                more.value,
                more.low,
                more.high,
                variant.dropped
            ));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_a_name_and_changes() {
        let variant: Variant =
            "wet: place.terrain=swamp, place.weather=[wind, rain]".parse().unwrap();
        assert_eq!((variant.name.as_str(), variant.sets.len()), ("wet", 2));
        assert_eq!(variant.sets[1].to_string(), "place.weather=[wind, rain]");
        let bare: Variant = "seed=4".parse().unwrap();
        assert_eq!((bare.name.as_str(), bare.sets.len()), ("seed=4", 1));
        assert!("swamp".parse::<Variant>().is_err());
    }
}
