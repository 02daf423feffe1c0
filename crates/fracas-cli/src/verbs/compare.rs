//! `fracas compare`: several battles with the same dice.

use std::str::FromStr;

use clap::{Args, ValueHint};
use fracas::lab::{Compare, CompareAsk, CompareError};
use fracas::{Battle, Change, Registry, Scenario, Set};
use fracas_report::path_words;

use crate::args::{Changes, Seed, Threads, battles};
use crate::failure::{Failure, complain};
use crate::input::{changed, files_of};
use crate::lab::{Subject, Telling};
use crate::page::Page;
use crate::progress::work;
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
    telling: Telling,

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
        let sets = named.map_or(text, |(_, sets)| sets);
        // A name that no colon ends looks like the beginning of a path.
        let start = sets.split('=').next().unwrap_or_default().trim();
        if let (None, Some((name, path))) = (named, start.rsplit_once(char::is_whitespace))
            && !start.contains(['[', '"', '\''])
        {
            let name = name.trim();
            return Err(format!("after the name comes a colon: '{name}: {path}=…'; {FORM}"));
        }
        let sets = parts(sets).into_iter().map(|set| {
            set.trim().parse::<Set>().map_err(|why| format!("`{}`: {why}; {FORM}", set.trim()))
        });
        let sets = sets.collect::<Result<Vec<Set>, String>>()?;
        let changes = || sets.iter().map(in_words).collect::<Vec<_>>().join(", ");
        let name = named.map_or_else(changes, |(name, _)| name.trim().to_owned());
        Ok(Self { name, sets })
    }
}

/// A change in words: `terrain of place = swamp`.
fn in_words(set: &Set) -> String {
    let what = path_words(&set.path);
    match &set.change {
        Change::Put(value) => format!("{what} = {value}"),
        Change::Add(value) => format!("{value} in {what}"),
        Change::Remove => format!("without {what}"),
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
        \x20 fracas compare siege.toml --set place.terrain=swamp\n\
        \x20 fracas compare siege.toml --variant 'wet: place.terrain=swamp'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let (scenarios, battles) = self.battles(registry)?;
        let named = battles.iter().zip(scenarios);
        let subject = Subject {
            rules: *battles[0].1.rules(),
            scenarios: named.map(|((name, _), text)| (name.clone(), text)).collect(),
        };
        let read = self.files.iter().zip(&battles);
        let read = read.flat_map(|(file, (_, battle))| files_of(file, battle));
        let drafts = self.telling.open(&read.collect::<Vec<_>>())?;
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
                "there is nothing to compare it with; name another file, --set or --variant"
                    .to_owned(),
            ),
            _ => Failure::Input(why.to_string()),
        })?;
        let found = work(&self.threads, |effort| question.carry_out(effort));
        self.telling.tell(&found, &subject, drafts, usize::MAX, page)
    }
}

/// A battle with its name.
type Named = (String, Battle);

impl CompareOf {
    /// The texts of all scenarios, and the battles with names that tell them
    /// apart.
    fn battles(&self, registry: &Registry) -> Result<(Vec<String>, Vec<Named>), Failure> {
        let (mut texts, mut battles) = (Vec::new(), Vec::new());
        let mut add = |scenario: &Scenario, name: Option<&String>| -> Result<(), Failure> {
            let battle = registry.battle(scenario)?;
            complain(battle.warnings());
            texts.push(scenario.text().to_owned());
            let name = name.map_or_else(|| battle.name().to_owned(), String::clone);
            battles.push((name, battle));
            Ok(())
        };
        if let [file] = self.files.as_slice()
            && self.variants.is_empty()
            && !self.changes.sets.is_empty()
        {
            // The changes are what it is compared with.
            add(&changed(registry, file, &Changes::default())?, None)?;
            let sets: Vec<String> = self.changes.sets.iter().map(Set::to_string).collect();
            add(&changed(registry, file, &self.changes)?, Some(&sets.join(", ")))?;
            return Ok((texts, battles));
        }
        for file in &self.files {
            add(&changed(registry, file, &self.changes)?, None)?;
        }
        if !self.variants.is_empty() {
            let base = changed(registry, &self.files[0], &self.changes)?;
            for variant in &self.variants {
                let mut scenario = base.clone();
                scenario.apply_by(registry, &fracas::sets(&base, &variant.sets))?;
                add(&scenario, Some(&variant.name))?;
            }
        }
        let of_files = &mut battles[..self.files.len()];
        let names: Vec<String> = of_files.iter().map(|(name, _)| name.clone()).collect();
        for ((name, _), file) in of_files.iter_mut().zip(&self.files) {
            if names.iter().filter(|other| *other == name).count() > 1 {
                name.clone_from(file);
            }
        }
        Ok((texts, battles))
    }
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
        assert_eq!((bare.name.as_str(), bare.sets.len()), ("seed = 4", 1));
        assert!("swamp".parse::<Variant>().is_err());
        let no_colon = "wet place.terrain=swamp".parse::<Variant>().err().unwrap_or_default();
        assert!(no_colon.starts_with("after the name comes a colon: 'wet: place.terrain="));
    }
}
