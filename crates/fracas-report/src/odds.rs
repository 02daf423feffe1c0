//! The page of odds.

use fracas::{
    Battle, BattleOdds, Effort, Likelihood, Likely, Method, OddsReport, OutcomeOdds, Rules, Search,
    Table, Threshold,
};
use serde_json::json;

use crate::chart::{Field, Ranked, RankedRow, Tone, picture};
use crate::clean::{capital, in_words};
use crate::costs;
use crate::course::watch;
use crate::endings::{by_likelihood, chance_of, outcomes, words_of};
use crate::numbers::{short, whole};
use crate::page::{Block, Page, Section};
use crate::survival::survival;
use crate::{Chance, Source};

/// Exact odds have no battles at hand: so many are looked through for an
/// example of each outcome.
const TRIES: u64 = 4096;

/// A page of odds: how it ends, what it costs, who survives, and a battle of
/// each outcome.
pub fn odds_page(weighed: &OddsReport, source: &Source<'_>, effort: &Effort<'_>) -> Page {
    let rules = source.battle.rules();
    let odds = &weighed.odds;
    let seed = odds.seed.or(source.battle.seed()).unwrap_or(0);
    let scene = source.battle.scenes(seed, 0, None).ok().and_then(|mut moments| moments.next());
    let scene = scene.map(|moment| moment.scene);

    let mut sections = vec![Section::new(
        "How it ends",
        vec![Block::chart(outcomes(odds, rules)), Block::Words(how_sure(weighed))],
    )];
    if let Some(asked) = asked_chart(weighed) {
        sections.push(Section::new("What was asked", vec![Block::chart(asked)]));
    }
    if !weighed.battles.is_empty() {
        let table = Block::Table(battles(&weighed.battles));
        sections.push(Section::new("Battle by battle", vec![table]));
    }
    let mut costs_blocks = Vec::new();
    let spreads = costs::spreads(weighed, scene.as_ref());
    if !spreads.is_empty() {
        let legend = "The bar below each chart holds nine battles of ten, its dot half of them.";
        costs_blocks.extend([Block::Charts(spreads), Block::Words(legend.to_owned())]);
    }
    costs_blocks.extend(costs::by_outcome(odds).map(Block::Table));
    if !odds.measures.is_empty() {
        let table = Block::Table(costs::table(&odds.measures));
        costs_blocks.push(Block::More("All measures".to_owned(), vec![table]));
        sections.push(Section::new("What it costs", costs_blocks));
    }
    if let Some(scene) = &scene {
        let mut blocks = Vec::new();
        for (side, chart, left_out) in survival(weighed, scene) {
            blocks.push(Block::Heading(capital(&side)));
            blocks.push(Block::chart(chart));
            if left_out > 0 {
                let left_out = whole(left_out as i128);
                blocks.push(Block::Words(format!(
                    "{left_out} more, whose fate is surer, are left out."
                )));
            }
        }
        if !blocks.is_empty() {
            sections.push(Section::new("Who survives", blocks));
        }
    }
    if let Some(field) = scene.as_ref().and_then(|scene| Field::of("The field at first", scene)) {
        sections.push(Section::new("The field", vec![Block::chart(field)]));
    }
    let examples = examples(weighed, source, seed, effort);
    if !examples.is_empty() {
        sections.push(Section::new("A battle of each kind", examples));
    }
    sections.push(scenario(source));
    sections.push(Section::new("How this was computed", computed(weighed, source)));
    let fought = match odds.trials {
        Some(trials) => format!("{} battles", whole(trials as i128)),
        None => "exact".to_owned(),
    };
    Page {
        name: weighed.heading.called(),
        facts: vec![weighed.heading.ruleset.to_owned(), fought],
        headline: headline(weighed, rules),
        lede: lede(weighed, rules),
        cautions: cautions(weighed),
        sections,
    }
}

/// The outcomes as a picture of their own.
pub fn odds_picture(weighed: &OddsReport, rules: &Rules) -> String {
    picture(&outcomes(&weighed.odds, rules))
}

fn headline(weighed: &OddsReport, rules: &Rules) -> String {
    let likely = by_likelihood(&weighed.odds);
    let told = |outcome: &OutcomeOdds| {
        format!("{} {}", words_of(&outcome.name, rules), chance_of(outcome).of_hundred())
    };
    match likely.as_slice() {
        [] => "No battle was fought".to_owned(),
        [only] => capital(&told(only)),
        // Nobody can tell which of the two is ahead.
        [first, second, ..] if second.high >= first.low || first.p - second.p < 0.02 => {
            format!("It can go either way: {}", told(first))
        }
        [first, ..] => capital(&told(first)),
    }
}

/// The other outcomes, and what it costs on average.
fn lede(weighed: &OddsReport, rules: &Rules) -> Vec<String> {
    let others = by_likelihood(&weighed.odds);
    let each = others.iter().skip(1).map(|outcome| {
        format!("{} in {}", words_of(&outcome.name, rules), chance_of(outcome).percent())
    });
    let each: Vec<String> = each.collect();
    let mut lede = Vec::new();
    if !each.is_empty() {
        lede.push(format!("{}.", capital(&each.join(", "))));
    }
    let means = weighed.odds.measures.iter().filter(|measure| {
        !measure.name.contains('.') && measure.given.is_none() && measure.min != measure.max
    });
    let means = means
        .filter_map(|measure| Some(format!("{} {}", costs::label(measure), short(measure.mean?))));
    let means: Vec<String> = means.take(3).collect();
    if !means.is_empty() {
        lede.push(format!("On average: {}.", means.join(", ")));
    }
    lede
}

fn cautions(weighed: &OddsReport) -> Vec<String> {
    let early = weighed
        .odds
        .provisional
        .then(|| "Provisional: this was stopped before the plan was fought to its end.".to_owned());
    let remarks = weighed.remarks.iter().map(|remark| format!("{}.", capital(remark)));
    early.into_iter().chain(remarks).collect()
}

fn how_sure(weighed: &OddsReport) -> String {
    match weighed.odds.method {
        Method::Exact => {
            "These are the probabilities themselves: every way the dice can fall is weighed."
                .to_owned()
        }
        Method::Sampled => format!(
            "The line across the end of a bar is its interval, which holds the truth {} times of 100.",
            short(weighed.odds.confidence * 100.0)
        ),
    }
}

/// The battles of a chain, each with its own odds.
fn battles(battles: &[BattleOdds]) -> Table {
    let heads = ["battle", "reached", "won then"];
    let mut table = Table::new("battle by battle", &heads);
    for (place, battle) in battles.iter().enumerate() {
        let told = |Likely { p, low, high }: Likely| {
            let chance = Chance { p, low, high };
            let ends = chance.interval().map_or_else(String::new, |ends| format!(" ({ends})"));
            format!("{}{ends}", chance.percent())
        };
        let reached = if place == 0 { "always".to_owned() } else { told(battle.reached) };
        let name = format!("{}. {}", place + 1, battle.name);
        table.row(vec![json!(name), json!(reached), json!(battle.won.map(told))]);
    }
    table
}

/// What was asked for besides the outcomes, and how likely it is.
pub fn asked(weighed: &OddsReport) -> Vec<(String, Chance)> {
    let conditions = weighed.that.iter().map(|asked| {
        let Likelihood { p, low, high, .. } = *asked;
        (asked.condition.clone(), Chance { p, low, high })
    });
    let signs = [("≥", &weighed.at_least), ("≤", &weighed.at_most)];
    let marks = signs.iter().flat_map(|(sign, marks)| {
        marks.iter().map(move |mark: &Threshold| {
            let given =
                mark.given.as_ref().map_or_else(String::new, |given| format!(" given {given}"));
            let name = in_words(&mark.measure) + &given;
            let name = format!("{name} {sign} {}", whole(mark.value.into()));
            let Threshold { p, low, high, .. } = *mark;
            (name, Chance { p: p.unwrap_or(f64::NAN), low, high })
        })
    });
    conditions.chain(marks).collect()
}

/// The same, to be drawn; none if nothing was asked.
fn asked_chart(weighed: &OddsReport) -> Option<Ranked> {
    let row = |(name, chance): (String, Chance)| RankedRow {
        name,
        tone: Tone::Plain,
        value: chance.p,
        low: chance.low,
        high: chance.high,
        told: chance.percent(),
    };
    let rows: Vec<RankedRow> = asked(weighed).into_iter().map(row).collect();
    let (title, what) = ("What was asked".to_owned(), "how likely".to_owned());
    (!rows.is_empty()).then_some(Ranked { title, what, rows, scale: Some((0.0, 1.0)) })
}

/// A battle of each outcome that can be had.
fn examples(
    weighed: &OddsReport,
    source: &Source<'_>,
    seed: u64,
    effort: &Effort<'_>,
) -> Vec<Block> {
    let rules = source.battle.rules();
    let mut blocks = Vec::new();
    for outcome in by_likelihood(&weighed.odds) {
        let found = || find(source.battle, outcome, seed, effort);
        let Some(trial) = outcome.example.or_else(found) else { continue };
        let Some(watched) = watch(source.battle, seed, trial) else { continue };
        blocks.push(Block::Heading(capital(&words_of(&outcome.name, rules))));
        blocks.push(Block::chart(watched.course));
        blocks.push(Block::Turns(watched.turns));
        blocks.push(Block::Command((source.again)(seed, trial)));
    }
    blocks
}

fn find(battle: &Battle, outcome: &OutcomeOdds, seed: u64, effort: &Effort<'_>) -> Option<u64> {
    // What is rarer would be looked for in vain.
    if outcome.p * (TRIES as f64) < 4.0 {
        return None;
    }
    let condition = battle.condition(&outcome.name).ok()?;
    match battle.find(&condition, seed, 0..TRIES, effort) {
        Search::Found(trial) => Some(trial),
        Search::Nowhere | Search::Halted { .. } => None,
    }
}

/// The scenario, as every page shows it.
pub fn scenario(source: &Source<'_>) -> Section {
    Section::new("The scenario", vec![Block::Text(source.scenario.to_owned())])
}

fn computed(weighed: &OddsReport, source: &Source<'_>) -> Vec<Block> {
    let odds = &weighed.odds;
    let mut words = format!("{}.", capital(&odds.why));
    if let Some(seed) = odds.seed {
        words.push_str(&format!(" The dice are those of seed {seed}."));
    }
    if odds.unresolved > 0.0 {
        let left = Chance::exact(odds.unresolved).percent();
        words.push_str(&format!(" {} of the probability was left open.", capital(&left)));
    }
    let versions = weighed.versions;
    words.push_str(&format!(
        " fracas {}, {} version {}, dice version {}.",
        weighed.heading.fracas, weighed.heading.ruleset, versions.rules, versions.stream
    ));
    vec![
        Block::Words(words),
        Block::Words("The same numbers again, on any machine:".to_owned()),
        Block::Command(source.command.to_owned()),
    ]
}
