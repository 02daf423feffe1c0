//! Chapter 13: exact odds and sampled ones.

use fracas_core::capability::ExactOdds;
use std::collections::HashMap;

use crate::common::battle;
use fracas_core::odds::{Budget, Effort, Odds, Refusal, exact, sample};
use fracas_mission::Mission;
use fracas_mission::battle::Battle;

/// How a duel goes, by plain recursion over (round, hp, hp), as M-111 says.
#[derive(Clone, Copy, Default)]
struct Duel {
    outcomes: [f64; 4],
    rounds: f64,
}

/// Skill, max hp, start hp, start exhaustion and weapon.
type Fighter = (u64, u64, u64, u64, (u64, u64));

/// The oracle.
struct Oracle {
    sides: [Fighter; 2],
    base: u64,
    known: HashMap<(u64, u64, u64), Duel>,
}

impl Oracle {
    /// Effective skill after so many attacks made and suffered.
    fn eff(&self, side: usize, hp: u64, tired: u64) -> u64 {
        let (skill, max_hp, _, exhaustion, _) = self.sides[side];
        let w = (exhaustion + tired).saturating_sub(5).min(100);
        skill * hp * (100 - w) / (100 * max_hp)
    }

    fn p(attacker: u64, defender: u64) -> f64 {
        if attacker == 0 {
            return 0.0;
        }
        let (a, d) = (attacker * attacker, defender * defender);
        (10_000 * a / (a + d)) as f64 / 10_000.0
    }

    /// Every outcome of a blow: the hit points left, with its probability.
    fn blow(&self, side: usize, eff: u64, foe_eff: u64, foe_hp: u64) -> Vec<(u64, f64)> {
        let (.., (min, max)) = self.sides[side];
        let p = Self::p(eff, foe_eff);
        let each = p / (max - min + 1) as f64;
        let hits = (min..=max).map(|damage| (foe_hp.saturating_sub(damage), each));
        hits.chain([(foe_hp, 1.0 - p)]).collect()
    }

    /// From the start of a round on.
    fn from(&mut self, round: u64, hp: [u64; 2]) -> Duel {
        if let Some(found) = self.known.get(&(round, hp[0], hp[1])) {
            return *found;
        }
        let tired = 2 * (round - 1);
        let effs = [self.eff(0, hp[0], tired), self.eff(1, hp[1], tired)];
        let mut sum = Duel { outcomes: [0.0; 4], rounds: 1.0 };
        for (enemy, p) in self.blow(0, effs[0], effs[1], hp[1]) {
            if enemy == 0 {
                sum.outcomes[0] += p;
                continue;
            }
            let now = [self.eff(0, hp[0], tired + 1), self.eff(1, enemy, tired + 1)];
            for (agent, q) in self.blow(1, now[1], now[0], hp[0]) {
                let left = self.eff(0, agent, tired + 2);
                if agent == 0 {
                    sum.outcomes[2] += p * q;
                } else if 2 * left < self.base {
                    sum.outcomes[1] += p * q;
                } else {
                    let later = self.from(round + 1, [agent, enemy]);
                    for (outcome, of_later) in sum.outcomes.iter_mut().zip(later.outcomes) {
                        *outcome += p * q * of_later;
                    }
                    sum.rounds += p * q * later.rounds;
                }
            }
        }
        self.known.insert((round, hp[0], hp[1]), sum);
        sum
    }
}

fn oracle(sides: [Fighter; 2]) -> Duel {
    let mut oracle = Oracle { sides, base: 0, known: HashMap::new() };
    oracle.base = oracle.eff(0, sides[0].2, 0);
    oracle.from(1, [sides[0].2, sides[1].2])
}

fn duel(sides: [Fighter; 2]) -> Battle {
    let table = |(skill, max_hp, hp, exhaustion, (min, max)): Fighter| {
        format!(
            "skill = {skill}\nhp = {max_hp}\nwounds = {}\nexhaustion = {exhaustion}\nweapon = [{min}, {max}]\n",
            max_hp - hp
        )
    };
    battle(&format!(
        "[[agent]]\nid = \"a\"\n{}[[enemy]]\nid = \"e\"\n{}",
        table(sides[0]),
        table(sides[1])
    ))
}

fn measure(odds: &Odds, name: &str) -> f64 {
    let found = odds.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.mean).unwrap_or_else(|| panic!("no mean of {name}"))
}

/// M-111: duels by the generic solver and by plain recursion agree.
#[test]
fn exact_duels_agree_with_plain_recursion() {
    for sides in [
        [(100, 30, 30, 0, (5, 15)), (40, 20, 20, 0, (4, 12))],
        [(100, 30, 30, 0, (5, 15)), (100, 30, 30, 0, (7, 21))],
        [(130, 30, 23, 12, (5, 15)), (200, 40, 31, 3, (10, 30))],
        [(60, 20, 20, 90, (1, 1)), (70, 20, 20, 0, (1, 2))],
    ] {
        let known = oracle(sides);
        let found = exact::<Mission>(&duel(sides), Budget::USUAL).unwrap();
        for (outcome, p) in found.odds.outcomes.iter().zip(known.outcomes) {
            assert!((outcome.p - p).abs() < 1e-12, "{} {} {p}", outcome.name, outcome.p);
        }
        assert!((measure(&found.odds, "rounds") - known.rounds).abs() < 1e-10);
        assert!(found.odds.unresolved < 1e-12);
        let lives = 1.0 - known.outcomes[2];
        assert!((measure(&found.odds, "unit.a.alive") - lives).abs() < 1e-12);
        assert!((measure(&found.odds, "agents_alive") - lives).abs() < 1e-12);
    }
}

/// Compares every outcome and every mean of exact odds with many battles.
fn compare(text: &str, battles: u64) {
    let b = battle(text);
    let found = exact::<Mission>(&b, Budget(400_000_000)).unwrap().odds;
    let tally = sample::<Mission>(&b, 3, 0..battles, &Effort { threads: 2, ..Effort::default() });
    let sampled = Odds::sampled(&tally, 0.05, "");
    for (exactly, about) in found.outcomes.iter().zip(&sampled.outcomes) {
        let spread = 5.0 * (exactly.p * (1.0 - exactly.p) / battles as f64).sqrt() + 1e-9;
        assert!(
            (exactly.p - about.p).abs() < spread,
            "{}: {} {}",
            exactly.name,
            exactly.p,
            about.p
        );
    }
    for (exactly, about) in found.measures.iter().zip(&sampled.measures) {
        let (mean, near) = (exactly.mean.unwrap(), about.mean.unwrap());
        let spread = 5.0 * about.se.unwrap() + 1e-9;
        assert!((mean - near).abs() <= spread, "{}: {mean} {near}", exactly.name);
    }
}

/// M-110, M-112: all measures of exact odds are those of many battles.
#[test]
fn exact_odds_agree_with_sampled_ones() {
    compare("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n", 40_000);
    compare(
        "[[agent]]\nid = \"a\"\nskill = 120\nhp = 12\nweapon = [6, 8]\n\
         [[enemy]]\nid = \"e\"\ncount = 2\nskill = 60\nhp = 10\nweapon = [4, 5]\n",
        40_000,
    );
    compare(
        "agent = [{ id = \"a1\", hp = 8, weapon = [5, 6] }, { id = \"a2\", skill = 80, hp = 9, weapon = [5, 5] }]\n\
         enemy = [{ id = \"e1\", skill = 90, hp = 9, weapon = [4, 5] }, { id = \"e2\", skill = 70, hp = 6, weapon = [5, 5] }]\n",
        40_000,
    );
}

/// M-111: what is too large is refused, not tried for ever.
#[test]
fn too_large_is_refused() {
    let b = battle("[[agent]]\nid = \"a\"\ncount = 3\n[mission]\npreset = \"apprehend\"\n");
    let refusal = Mission.exact(&b, Budget(100_000)).unwrap_err();
    assert_eq!(refusal.to_string(), "exact odds would weigh more than 100,000 falls of the dice");
    // A crowd is refused before the first branch, a chain of squads for what it carries over.
    let b = battle("[[agent]]\nid = \"a\"\ncount = 40\n[mission]\npreset = \"safehouse\"\n");
    assert_eq!(
        Mission.exact(&b, Budget::PATIENT).unwrap_err(),
        Refusal::OverBudget { budget: Budget::PATIENT }
    );
    let chain = "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n[[next]]\nenemies = \"2 Soldier\"\n";
    let refusal = Mission.exact(&battle(chain), Budget::USUAL).unwrap_err().to_string();
    assert!(refusal.starts_with("exact odds of a chain are offered for one against one"));
}
