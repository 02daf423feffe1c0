//! Plays squads against each other over the shipped mirrored maps and prints
//! the tables of `docs/league.md`:
//!
//! `cargo run --release -p fracas-battlescape --example league > docs/league.md`
//!
//! A number behind `--` sets the battles of each cell and map (50 if none is
//! given); a word after it picks one table (`maps`, `modes`, `situations`, `posts`,
//! `weapons`, `squads`, `generated`, `strengths`, `elo`, `habits`, and `prices`, which is
//! not among those printed otherwise). Same numbers, same tables.

mod elo;
mod generated;
mod grounds;
mod habits;
mod situations;
mod strengths;
mod weapons;
mod workers;

use std::fmt::Write;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::odds::Fighter;
use fracas_core::ruleset::Ruleset;

use grounds::{GROUNDS, Ground};

/// Battles of each cell, map and order of sides.
const BATTLES: u64 = 50;
const SEED: u64 = 1;

const MODES: [&str; 5] = ["aggressive", "defensive", "cautious", "search", "hold"];

/// Who fights.
#[derive(Clone)]
struct Squad {
    mode: &'static str,
    /// How well it is played.
    strength: &'static str,
    /// Entries of the squad's `units`, without place.
    units: Vec<String>,
    /// Whether they begin behind cover instead of in the spawn zone.
    dug_in: bool,
}

impl Squad {
    fn of(mode: &'static str, units: &[&str]) -> Self {
        let units = units.iter().map(|&unit| unit.to_owned()).collect();
        Self { mode, strength: "veteran", units, dug_in: false }
    }

    fn riflemen(mode: &'static str) -> Self {
        Self::of(mode, &["class = 'rifleman'"; 4])
    }

    /// Its units, wherever they begin.
    fn entries(&self) -> String {
        let units = self.units.iter().map(|unit| format!("{{ {unit} }}"));
        units.collect::<Vec<_>>().join(", ")
    }

    /// The squad as a scenario spells it, in the west or in the east.
    fn text(&self, ground: &Ground, side: &str) -> String {
        let west = side == "player";
        let units = self.units.iter().enumerate().map(|(place, unit)| {
            let (cols, rows) = ground.last;
            let (col, row) = ground.posts[place % ground.posts.len()];
            match (self.dug_in, west) {
                (false, _) => format!("{{ {unit} }}"),
                (true, false) => {
                    format!("{{ {unit}, at = [{col}, {row}], facing = 'W', cover = 'half' }}")
                }
                (true, true) => format!(
                    "{{ {unit}, at = [{}, {}], facing = 'E', cover = 'half' }}",
                    cols - col,
                    rows - row
                ),
            }
        });
        let spawn = if west { "west" } else { "east" };
        format!(
            "[[squad]]\nside = '{side}'\nspawn = '{spawn}'\nplacement = 'random'\n\
             mode = '{}'\nstrength = '{}'\nunits = [{}]\n",
            self.mode,
            self.strength,
            units.collect::<Vec<_>>().join(", ")
        )
    }
}

/// How battles ended, for one of the squads.
#[derive(Clone, Default)]
struct Tally {
    won: u64,
    lost: u64,
    /// Battles that ran to turn 60.
    stale: u64,
    turns: Vec<i64>,
}

impl Tally {
    fn fight(&mut self, battle: &Battle, battles: u64, first: bool) {
        let mut fighter = Fighter::<Battlescape>::new(battle);
        for trial in 0..battles {
            let end = fighter.fight(SEED, trial).0;
            self.count(end, fighter.values()[0], first);
        }
    }

    fn count(&mut self, end: u8, turns: i64, first: bool) {
        match (end, first) {
            (0, true) | (1, false) => self.won += 1,
            (0, false) | (1, true) => self.lost += 1,
            _ => self.stale += 1,
        }
        self.turns.push(turns);
    }

    /// What somebody else counted.
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.stale += other.stale;
        self.turns.extend(other.turns);
    }

    fn played(&self) -> u64 {
        self.won + self.lost + self.stale
    }

    /// Battles won in percent; a stalemate is half a battle won.
    fn share(&self) -> f64 {
        (100 * self.won + 50 * self.stale) as f64 / self.played().max(1) as f64
    }

    fn stale_share(&self) -> f64 {
        100.0 * self.stale as f64 / self.played().max(1) as f64
    }

    fn median(&mut self) -> i64 {
        self.turns.sort_unstable();
        self.turns.get(self.turns.len() / 2).copied().unwrap_or(0)
    }

    /// The share with its 95% interval (Wilson's).
    fn interval(&self) -> String {
        let (n, p, z) = (self.played().max(1) as f64, self.share() / 100.0, 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        format!(
            "{:.1}% ({:.1} to {:.1})",
            100.0 * p,
            100.0 * (middle - half),
            100.0 * (middle + half)
        )
    }

    fn row(&mut self) -> String {
        format!("{:.0}% | {:.1}% | {}", self.share(), self.stale_share(), self.median())
    }
}

fn read(text: &str) -> Option<Battle> {
    let mut out = Diagnostics::new(Source::new("league.toml", text));
    let battle = parse(&mut out).and_then(|parsed| {
        Battlescape::read(&check(&parsed, Battlescape::shape(), &mut out), &mut out)
    });
    if battle.is_none() {
        eprintln!("{}", out.render(false));
    }
    battle
}

/// One squad goes first, in the west, on one map.
fn pair(ground: &Ground, first: &Squad, second: &Squad) -> Option<Battle> {
    let map = ground.text.split("[[squad]]").next().unwrap_or_default();
    read(&format!(
        "{map}{}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
        first.text(ground, "player"),
        second.text(ground, "enemy")
    ))
}

/// Both orders of sides over all maps, as the first of the two squads fares.
fn both_ways(ours: &Squad, theirs: &Squad, battles: u64) -> Tally {
    let mut tally = Tally::default();
    for ground in &GROUNDS {
        if let Some(battle) = pair(ground, ours, theirs) {
            tally.fight(&battle, battles, true);
        }
        if let Some(battle) = pair(ground, theirs, ours) {
            tally.fight(&battle, battles, false);
        }
    }
    tally
}

fn maps(out: &mut String, battles: u64) {
    let each = 20 * battles;
    let _ = write!(
        out,
        "\n## First against second side\n\nThe shipped mirrored maps with their own squads, \
         both aggressive, {each} battles on each: how often the side that acts first wins.\n\n\
         | map | first side wins | stalemates | median turns |\n|---|---|---|---|\n",
    );
    for ground in &GROUNDS {
        let mut tally = Tally::default();
        if let Some(battle) = read(ground.text) {
            tally.fight(&battle, each, true);
        }
        let _ = writeln!(out, "| {} | {} |", ground.name, tally.row());
    }
}

fn modes(out: &mut String, battles: u64) {
    out.push_str(
        "\n## Modes\n\nFour riflemen a side, half of the battles with the sides changed: how \
         often the mode of the row wins against that of the column; in brackets the battles \
         that ran to turn 60, if any.\n\n| |",
    );
    for mode in MODES {
        let _ = write!(out, " {mode} |");
    }
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(MODES.len()));
    for ours in MODES {
        let _ = write!(out, "| {ours} |");
        for theirs in MODES {
            let tally = both_ways(&Squad::riflemen(ours), &Squad::riflemen(theirs), battles);
            let _ = write!(out, " {:.0}%", tally.share());
            if tally.stale > 0 {
                let _ = write!(out, " ({:.1}%)", tally.stale_share());
            }
            out.push_str(" |");
        }
        out.push('\n');
    }
}

fn posts(out: &mut String, battles: u64) {
    out.push_str(
        "\n## Behind cover and in the open\n\nFour riflemen each. Dug in = they begin behind \
         cover and face the other side.\n\n\
         | squad | against | map | wins | stalemates | median turns |\n|---|---|---|---|---|---|\n",
    );
    let plain = ["class = 'rifleman', items = []"; 4];
    let dug = |mode, units: &[&str]| Squad { dug_in: true, ..Squad::of(mode, units) };
    let full = ["class = 'rifleman'"; 4];
    let cases = [
        ("aggressive", Squad::riflemen("aggressive"), "hold in the open", Squad::riflemen("hold")),
        ("defensive, dug in", dug("defensive", &full), "aggressive", Squad::riflemen("aggressive")),
        (
            "defensive, dug in, no grenades",
            dug("defensive", &plain),
            "aggressive, no grenades",
            Squad::of("aggressive", &plain),
        ),
    ];
    for (ours, squad, theirs, other) in cases {
        for ground in &GROUNDS {
            let mut tally = Tally::default();
            if let Some(battle) = pair(ground, &squad, &other) {
                tally.fight(&battle, battles, true);
            }
            if let Some(battle) = pair(ground, &other, &squad) {
                tally.fight(&battle, battles, false);
            }
            let _ = writeln!(out, "| {ours} | {theirs} | {} | {} |", ground.name, tally.row());
        }
    }
}

fn squads(out: &mut String, battles: u64) {
    out.push_str(
        "\n## Squads\n\nAggressive squads against four aggressive riflemen (two frag grenades \
         each), half of the battles with the sides changed.\n\n\
         | squad | wins | stalemates | median turns |\n|---|---|---|---|\n",
    );
    let rifle = "class = 'rifleman'";
    let plain = "class = 'rifleman', items = []";
    let cases: [(&str, [&str; 4]); 8] = [
        ("4 riflemen without grenades", [plain; 4]),
        ("3 riflemen, commander", [rifle, rifle, rifle, "class = 'commander'"]),
        ("3 riflemen, medic", [rifle, rifle, rifle, "class = 'medic'"]),
        ("3 riflemen, marksman", [rifle, rifle, rifle, "class = 'marksman'"]),
        ("3 riflemen, heavy", [rifle, rifle, rifle, "class = 'heavy'"]),
        ("3 riflemen, psion", [rifle, rifle, rifle, "class = 'psion'"]),
        ("3 riflemen, scout", [rifle, rifle, rifle, "class = 'scout'"]),
        ("4 sectoids", ["class = 'sectoid'"; 4]),
    ];
    for (name, units) in cases {
        let ours = Squad::of("aggressive", &units);
        let mut tally = both_ways(&ours, &Squad::riflemen("aggressive"), battles);
        let _ = writeln!(out, "| {name} | {} |", tally.row());
    }
}

/// A table and what makes it.
type Part = (&'static str, fn(&mut String, u64));

const PARTS: [Part; 10] = [
    ("maps", maps),
    ("modes", modes),
    ("situations", situations::situations),
    ("posts", posts),
    ("weapons", weapons::weapons),
    ("squads", squads),
    ("generated", generated::generated),
    ("strengths", strengths::strengths),
    ("elo", elo::elo),
    ("habits", habits::habits),
];

fn main() {
    let mut words = std::env::args().skip(1);
    let battles = words.next().and_then(|word| word.parse().ok()).unwrap_or(BATTLES);
    let wanted: Vec<String> = words.collect();
    let mut out = format!(
        "# League\n\nThe AI against itself over the shipped mirrored maps \
         (`examples/battlescape/mirror_*.toml`), seed {SEED}, {battles} battles of each pairing, \
         map and order of sides where nothing else is said; a stalemate counts as half a battle \
         won. A share of 100 battles is good to 10 points, of 300 to 6, of 1,000 to 3. Made by\n\n\
         ```\ncargo run --release -p fracas-battlescape --example league -- {battles} \
         > docs/league.md\n```\n"
    );
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part(&mut out, battles);
        }
    }
    if wanted.iter().any(|word| word == "prices") {
        weapons::prices(&mut out, battles);
    }
    print!("{out}");
}
