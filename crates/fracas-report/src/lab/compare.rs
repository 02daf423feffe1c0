//! A comparison.

use fracas::lab::{ComparedVariant, Comparison};
use fracas::{Heading, Rules, Table};
use serde_json::json;

use super::{LabAnswer, best_of, difference_row, listed, quoted, ranked, ranked_row, tone_of_aim};
use crate::chart::Chart;
use crate::estimate::{between, brief, difference, difference_between, value};
use crate::numbers::whole;

impl LabAnswer for Comparison {
    fn heading(&self) -> Heading {
        self.heading.clone()
    }

    fn sentence(&self) -> String {
        let (Some(aim), Some((best, others))) = (self.aims.first(), self.variants.split_first())
        else {
            return "nothing was compared".to_owned();
        };
        let told = brief(&best.values[0], aim.share);
        let same = |variant: &&ComparedVariant| {
            !variant.worse && variant.values[0].value == best.values[0].value
        };
        let ties: Vec<&str> = std::iter::once(best)
            .chain(others.iter().filter(same))
            .map(|variant| variant.name.as_str())
            .collect();
        if ties.len() > 1 {
            return format!("{} come to the same: {} {told}", listed(&ties), aim.aim);
        }
        let is_best = best_of(&aim.aim, aim.share, self.least, &self.heading, &told);
        let mut text = format!("with {} {is_best}", best.name);
        let base = others.iter().find(|variant| variant.base);
        if let Some(base) = base {
            let unit = if aim.share { " points" } else { "" };
            let more = difference(&best.differences[0], aim.share);
            text.push_str(&format!(", {more}{unit} against {}", base.name));
        }
        let close: Vec<&str> =
            others.iter().filter(|variant| !variant.worse).map(|v| v.name.as_str()).collect();
        if !close.is_empty() {
            text.push_str(&format!("; {} cannot be told apart from it", listed(&close)));
        }
        text
    }

    fn is_provisional(&self) -> bool {
        self.provisional
    }

    fn tables(&self, _most: usize) -> Vec<Table> {
        (0..self.aims.len()).map(|aim| ranking(self, aim)).collect()
    }

    fn how(&self) -> String {
        let exact = self.variants.iter().all(|variant| variant.trials.is_none());
        if exact {
            return "all odds are exact".to_owned();
        }
        let most = self.variants.iter().filter_map(|variant| variant.trials).max().unwrap_or(0);
        let mut text = format!(
            "same dice for all, seed {}: up to {} battles each, {} of {} looks; each interval holds \
             at 95%",
            self.seed,
            whole(most.into()),
            self.looks,
            self.planned_looks
        );
        if self.variants.len() > 2 {
            text.push_str(
                "; whoever is shown to be worse than the best is dropped, and the best of all is \
                 dropped with at most 5%",
            );
        }
        if self.cut_short && !self.provisional {
            text.push_str("; --trials fights more");
        }
        text
    }

    /// What everybody has, aim by aim, and what it differs by in the first.
    fn charts(&self, rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let mut charts: Vec<(String, Box<dyn Chart>)> = Vec::new();
        for (place, aim) in self.aims.iter().enumerate() {
            let tone = tone_of_aim(&aim.aim, rules);
            let row = |variant: &ComparedVariant| {
                ranked_row(&variant.name, tone, &variant.values[place], aim.share)
            };
            let rows = self.variants.iter().map(row).collect();
            let chart = ranked(&aim.aim, &aim.aim, aim.share, rows);
            charts.push((aim.aim.clone(), Box::new(chart)));
        }
        let base = self.variants.iter().find(|variant| variant.base);
        if let (Some(aim), Some(base)) = (self.aims.first(), base) {
            let others = self.variants.iter().filter(|variant| !variant.base);
            let row = |variant: &ComparedVariant| {
                difference_row(&variant.name, &variant.differences[0], aim.share)
            };
            let title = format!("{} against {}", aim.aim, base.name);
            let chart = ranked(&title, "difference", false, others.map(row).collect());
            charts.insert(1, (title, Box::new(chart)));
        }
        charts
    }

    fn csv(&self) -> Option<String> {
        let mut text = String::from(
            "variant,aim,value,low,high,difference,difference_low,difference_high,trials,dropped\n",
        );
        for variant in &self.variants {
            for (place, aim) in self.aims.iter().enumerate() {
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
        Some(text)
    }
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
            (_, true) => "base",
            _ if variant.dropped && variant.trials.is_some() => "worse, dropped early",
            (0, _) => "best",
            _ if variant.worse => "worse than the best",
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
