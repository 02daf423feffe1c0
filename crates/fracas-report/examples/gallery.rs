//! A page with a chart of every kind, to be looked at.
//!
//! `cargo run -p fracas-report --example gallery > gallery.html`

use fracas_report::chart::{
    Course, CourseSide, Heat, Lines, OutcomeBar, Outcomes, Ranked, RankedRow, Series, Spread, Tone,
};
use fracas_report::{Block, Chance, Page, Section, Turn};

fn main() {
    let page = Page {
        name: "Gallery".to_owned(),
        facts: vec!["no ruleset".to_owned(), "made-up numbers".to_owned()],
        headline: "Forty knights take the castle in about 81 of 100 battles".to_owned(),
        lede: vec!["Every kind of chart that answers are made of.".to_owned()],
        cautions: vec!["Provisional: this was stopped early.".to_owned()],
        sections: vec![
            Section::new("Several outcomes of a side", vec![Block::chart(outcomes())]),
            Section::new(
                "Spreads",
                vec![Block::Charts(vec![Box::new(spread(3)), Box::new(spread(700))])],
            ),
            Section::new(
                "A battle",
                vec![
                    Block::Heading("The attacker wins".to_owned()),
                    Block::chart(course()),
                    Block::Turns(turns()),
                ],
            ),
            Section::new("A sweep over one value", vec![Block::chart(lines())]),
            Section::new("A sweep over two values", vec![Block::chart(heat())]),
            Section::new("What matters most", vec![Block::chart(ranked())]),
        ],
    };
    print!("{}", page.html());
}

fn outcomes() -> Outcomes {
    let bar = |words: &str, tone, p: f64, half: f64| OutcomeBar {
        words: words.to_owned(),
        tone,
        chance: Chance { p, low: (p - half).max(0.0), high: p + half },
    };
    Outcomes {
        bars: vec![
            bar("the squad succeeds", Tone::First, 0.463, 0.021),
            bar("the squad retreats", Tone::Second, 0.281, 0.019),
            bar("the squad is wiped out", Tone::Second, 0.226, 0.018),
            bar("nobody can bring it to an end", Tone::Neither, 0.03, 0.007),
        ],
    }
}

fn course() -> Course {
    let side = |name: &str, first: u64, fall: u64| CourseSide {
        name: name.to_owned(),
        strength: (0..60)
            .map(|step: u64| first - (step * step * fall / 60).min(first - 7) / 3 * 3)
            .collect(),
    };
    Course {
        title: "Strength over time".to_owned(),
        sides: [side("attacker", 620, 5), side("defender", 480, 8)],
        when: (0..60).map(|step| format!("attack {step}")).collect(),
        marks: vec![4, 21, 23, 48, 59],
    }
}

fn turns() -> Vec<Turn> {
    let words = [
        "Osswid is hit: a wound of 23, health 77",
        "the defense of Castle Imperius is down to 0",
        "Feasel: half of the side's strength is lost",
        "Castle Imperius collapses",
        "Feasel is hit: a wound of 60, killed",
    ];
    words.map(|words| Turn { when: "attack 12".to_owned(), words: words.to_owned() }).into()
}

/// A hill of so many values.
fn spread(values: i64) -> Spread {
    let weight = |value: i64| {
        let x = value as f64 / values as f64 - 0.4;
        (-x * x * 18.0).exp()
    };
    let sum: f64 = (0..values).map(weight).sum();
    let shares: Vec<(i64, i64, f64)> =
        (0..values).map(|value| (value, value, weight(value) / sum)).collect();
    Spread {
        name: if values > 9 { "attacker lost".to_owned() } else { "rounds".to_owned() },
        tone: if values > 9 { Tone::First } else { Tone::Plain },
        mean: shares.iter().map(|(value, _, p)| *value as f64 * p).sum(),
        p5: values / 10,
        p50: values * 2 / 5,
        p95: values * 4 / 5,
        shares,
    }
}

fn share(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn lines() -> Lines {
    let knights: Vec<f64> = (0..=12).map(|step| f64::from(step) * 5.0).collect();
    let series = |name: &str, tone, of: &dyn Fn(f64) -> f64| Series {
        name: name.to_owned(),
        tone,
        points: knights.iter().map(|x| (of(*x), of(*x) - 0.02, of(*x) + 0.02)).collect(),
    };
    let attacker = |x: f64| share((x - 30.0) / 7.0) * 0.96;
    Lines {
        title: "Who wins with more knights".to_owned(),
        across: "attacker.stack[Osswid].men.knight".to_owned(),
        marks: knights.iter().map(|x| format!("{x:.0}")).collect(),
        at: Some(knights.clone()),
        series: vec![
            series("attacker", Tone::First, &attacker),
            series("defender", Tone::Second, &|x| 0.96 - attacker(x)),
            series("draw", Tone::Neither, &|_| 0.04),
        ],
        levels: vec![0.5],
        share: true,
    }
}

fn heat() -> Heat {
    let (columns, rows) = ((0..=12).map(|step| step * 5), (0..=7).map(|step| step * 10));
    let value = |knight: i32, pike: i32| {
        let share = share(f64::from(knight - pike) / 9.0);
        (share, share, share)
    };
    Heat {
        title: "How often the attacker wins".to_owned(),
        across: "knight of Osswid".to_owned(),
        up: "pikeman of Feasel".to_owned(),
        values: rows
            .clone()
            .map(|pike| columns.clone().map(|knight| Some(value(knight, pike))).collect())
            .collect(),
        columns: columns.map(|knight| knight.to_string()).collect(),
        rows: rows.map(|pike| pike.to_string()).collect(),
        tone: Tone::Second,
        share: true,
    }
}

fn ranked() -> Ranked {
    let rows = [
        ("one knight more", 0.034),
        ("a wall of 10 more", -0.061),
        ("rain", -0.012),
        ("Osswid in the second row", 0.008),
    ];
    let row = |(name, value): (&str, f64)| RankedRow {
        name: name.to_owned(),
        tone: if value > 0.0 { Tone::First } else { Tone::Second },
        value,
        low: value - 0.004,
        high: value + 0.004,
        told: format!("{:+.1} points", value * 100.0),
    };
    Ranked {
        title: "What moves the odds most".to_owned(),
        what: "points for the attacker".to_owned(),
        rows: rows.into_iter().map(row).collect(),
        scale: None,
    }
}
