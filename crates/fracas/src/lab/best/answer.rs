//! What is told of the best.

use fracas_core::order::Ordered;
use std::collections::BTreeMap;

use fracas_core::odds::ALPHA;
use serde::Serialize;

use super::super::estimate::Estimate;
use super::super::race::{Out, Race};
use super::{Best, Stage, Tried};
use crate::report::{Heading, Versions};

/// The best that can be had for the money.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestFound {
    /// Of the scenario.
    #[serde(flatten)]
    pub heading: Heading,
    /// The seed of the dice.
    pub seed: u64,
    /// What was to be as large, or as small, as can be.
    #[serde(rename = "for")]
    pub aim: String,
    /// Whether it is a probability; else a mean.
    pub share: bool,
    /// Whether it was to be small.
    pub least: bool,
    /// The money there was.
    pub money: f64,
    /// The best, with what dice say of it that had no part in finding it.
    pub best: Army,
    /// Others that cannot be told apart from it, the best first.
    pub runners_up: Vec<Army>,
    /// What a step more or less of each choice is worth.
    pub prices: Vec<Price>,
    /// Combinations that were tried.
    pub tried: u64,
    /// Combinations there are, if all were tried.
    pub possible: Option<u64>,
    /// Of those tried, how many were shown to be worse.
    pub worse: u64,
    /// How many were behind when draws ran short, and were not tried further;
    /// those that may be as good stand among the others that cannot be told
    /// apart.
    pub set_aside: u64,
    /// How many make no battle.
    pub impossible: u64,
    /// Whether somebody called a halt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// By which rules and dice.
    pub versions: Versions,
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Army {
    /// What is chosen, by path.
    pub choices: BTreeMap<String, String>,
    /// What it costs.
    pub cost: f64,
    /// What it is worth.
    pub value: Estimate,
    /// How many trials; none of exact odds.
    pub trials: Option<u64>,
}

/// What a step of a choice is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Price {
    /// The choice.
    pub path: String,
    /// What it is in the best.
    pub from: String,
    /// What it is after the step.
    pub to: String,
    /// What the step costs; negative if it saves.
    pub cost: f64,
    /// What it adds.
    pub difference: Estimate,
    /// Money for a point of probability, or for one of a mean; none if the step
    /// adds nothing that could be paid for.
    pub per_point: Option<f64>,
}

impl Best {
    fn army(&self, variant: u64, value: Estimate, trials: Option<u64>) -> Army {
        let point = self.grid.point(variant);
        let choices = self.grid.axes().iter().zip(&point);
        let choices =
            choices.map(|(axis, place)| (axis.path.clone(), axis.values[*place as usize].clone()));
        Army { choices: choices.collect(), cost: self.money.cost(&point), value, trials }
    }

    /// What a race knows of somebody.
    fn of_race(&self, race: &Race, place: usize) -> Option<Army> {
        let known = race.known(place)?;
        let variant = race.runners()[place].scored.variant();
        Some(self.army(variant, known.estimate(0, race.told_alpha()), known.trials()))
    }

    /// What is known of somebody who was tried.
    fn of_tried(&self, variant: u64) -> Option<Army> {
        let known = self.tried.get(&variant)?.scored.known()?;
        Some(self.army(variant, known.estimate(0, ALPHA / 6.0), known.trials()))
    }

    /// Everybody who was tried and can be fought, the best first, with intervals
    /// that are wrong of nobody but with this probability each.
    pub(crate) fn standings(&self, alpha: f64) -> Vec<Army> {
        let army = |(&variant, tried): (&u64, &Tried)| {
            let known = tried.scored.known()?;
            Some(self.army(variant, known.estimate(0, alpha), known.trials()))
        };
        let mut standings: Vec<Army> = self.tried.iter().filter_map(army).collect();
        standings.put_in_order_by(|a, b| b.value.value.total_cmp(&a.value.value));
        standings
    }

    /// Those who were set aside though the dice they share with the winner do
    /// not show them to be worse, the best first.
    fn not_shown_worse(&self, winner: u64) -> Vec<u64> {
        let Some(best) = self.tried.get(&winner).and_then(|tried| tried.scored.known()) else {
            return Vec::new();
        };
        let as_good = |tried: &Tried| {
            let known = tried.scored.known().filter(|_| tried.out == Some(Out::Behind))?;
            let worse = match self.ask.least {
                true => best.is_below(&known, 0, ALPHA),
                false => known.is_below(&best, 0, ALPHA),
            };
            (!worse).then(|| if self.ask.least { known.value(0) } else { -known.value(0) })
        };
        let all = self.tried.iter();
        let mut found: Vec<(f64, u64)> =
            all.filter_map(|(variant, tried)| Some((as_good(tried)?, *variant))).collect();
        found.put_in_order_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, variant)| variant).collect()
    }

    fn prices(&self, race: &Race) -> Vec<Price> {
        let Some(base) = race.known(0) else { return Vec::new() };
        let point = self.grid.point(race.runners()[0].scored.variant());
        let mut prices = Vec::new();
        for (place, runner) in race.runners().iter().enumerate().skip(1) {
            let Some(known) = race.known(place) else { continue };
            let near = self.grid.point(runner.scored.variant());
            let Some(axis) = (0..point.len()).find(|axis| near[*axis] != point[*axis]) else {
                continue;
            };
            let (axis, from, to) = (&self.grid.axes()[axis], point[axis], near[axis]);
            let difference = known.less(&base, 0, race.told_alpha());
            let cost = self.money.cost(&near) - self.money.cost(&point);
            let unit = if self.rules.means > 0 { 1.0 } else { 100.0 };
            let worth = if self.ask.least { -difference.value } else { difference.value } * unit;
            // What costs more must add, what saves must take away.
            let paid = (cost > 0.0 && worth > 0.0) || (cost < 0.0 && worth < 0.0);
            prices.push(Price {
                path: axis.path.clone(),
                from: axis.values[from as usize].clone(),
                to: axis.values[to as usize].clone(),
                cost,
                difference,
                per_point: paid.then(|| cost / worth),
            });
        }
        prices
    }

    pub(super) fn found(&self) -> BestFound {
        let running = match &self.stage {
            Stage::Race(race) | Stage::Final(race) => Some(race),
            _ => None,
        };
        let (told, mut left): (Option<&Race>, Vec<u64>) = match &self.stage {
            Stage::Fresh(race, left) => (Some(race), left.clone()),
            Stage::Done(race, left) => (race.as_deref(), left.clone()),
            _ => {
                let ranking = running.map(|race| race.ranking()).unwrap_or_default();
                let variant =
                    |place: usize| running.map(|race| race.runners()[place].scored.variant());
                (None, ranking.into_iter().take(1).filter_map(variant).collect())
            }
        };
        if let (Some(&winner), Stage::Fresh(..) | Stage::Done(..)) = (left.first(), &self.stage) {
            left.extend(self.not_shown_worse(winner));
            let is_other = |variant: &u64| *variant != winner && !self.refuted.contains(variant);
            left.retain(is_other);
            left.insert(0, winner);
        }
        let of_running = |variant: u64| {
            let race = running?;
            let runners = race.runners().iter();
            let place = runners.map(|runner| runner.scored.variant()).position(|v| v == variant)?;
            self.of_race(race, place)
        };
        let known = |variant: u64| of_running(variant).or_else(|| self.of_tried(variant));
        let nobody = || self.army(0, Estimate::unknown(), None);
        let best = told.and_then(|race| self.of_race(race, 0));
        let best = best.or_else(|| known(*left.first()?)).unwrap_or_else(nobody);
        let count = |out: fn(&Out) -> bool| {
            let tried = self.tried.values().filter(|tried| tried.out.as_ref().is_some_and(out));
            tried.count() as u64
        };
        let racing = running.map_or(0, |race| {
            let new = |variant: &u64| !self.tried.contains_key(variant);
            race.runners().iter().map(|runner| runner.scored.variant()).filter(new).count()
        });
        BestFound {
            heading: self.heading.clone(),
            seed: self.rules.seed,
            aim: self.ask.aim.clone(),
            share: self.rules.means == 0,
            least: self.ask.least,
            money: self.ask.money,
            best,
            runners_up: left.iter().skip(1).filter_map(|variant| known(*variant)).collect(),
            prices: told.map_or_else(Vec::new, |race| self.prices(race)),
            tried: (self.tried.len() + racing) as u64,
            possible: self.all,
            worse: count(|out| *out == Out::Worse),
            set_aside: count(|out| *out == Out::Behind),
            impossible: count(|out| matches!(out, Out::Impossible(_))),
            provisional: !matches!(self.stage, Stage::Done(..)),
            versions: self.versions,
        }
    }
}
