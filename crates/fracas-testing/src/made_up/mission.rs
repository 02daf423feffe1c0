//! Scenarios, chains and campaigns of `mission`.

use std::fmt::Write;

use fracas_core::chance::{Chance, Die, Rolled};

/// Random pieces of a scenario.
struct Pieces<'a> {
    dice: &'a mut Rolled,
    text: String,
}

impl Pieces<'_> {
    fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.dice.below(values.len() as u64, Die("value")) as usize]
    }

    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        writeln!(self.text, "{key} = {value}").expect("a text takes everything");
    }

    /// A line that is there or not.
    fn maybe<T: Copy + std::fmt::Display>(&mut self, key: &str, values: &[T]) {
        if self.pick(&[true, false]) {
            let value = self.pick(values);
            self.line(key, value);
        }
    }

    fn id(&mut self, letter: &str, number: u64) -> String {
        // The longest that a number and a battle's number leave room for (M-128).
        let long = self.pick(&[1, 1, 1, 93]);
        format!("{letter}{number}{}", letter.repeat(long))
    }

    /// Agents of a file in which those at work may stay behind.
    fn agents(&mut self, campaign: bool) {
        for number in 0..self.pick(&[1, 2, 3, 5]) {
            self.text.push_str("[[agent]]\n");
            let id = self.id("a", number);
            self.line("id", format!("\"{id}\""));
            self.maybe("skill", &[0, 40, 100, 300, 999_990]);
            let hp = self.dice.face(40, Die("hp"));
            self.line("hp", hp);
            self.maybe("weapon", &["10", "[0, 3]", "\"gun\"", "[500, 1000000]"]);
            self.maybe("exhaustion", &[0, 3, 20, 999_999]);
            self.maybe("missions", &[0, 3, 1_000_000]);
            self.maybe("count", &[1, 2, 12]);
            match self.pick(&[0, 0, 0, 1, 2, 3, 4]) {
                1 => self.text.push_str("state = \"Terminated\"\n"),
                2 => self.text.push_str("state = \"Recovering\"\nforce = true\n"),
                3 if campaign => self.text.push_str("state = \"InTransit\"\n"),
                3 => self
                    .text
                    .push_str("state = \"OnMission\"\nassignment = \"far away\"\ndeploy = false\n"),
                4 if campaign => {
                    self.text.push_str("state = \"OnAssignment\"\nassignment = \"Contracting\"\n");
                }
                4 => self.text.push_str(
                    "state = \"InTransit\"\nassignment = \"Espionage\"\ndeploy = false\n",
                ),
                _ => {}
            }
        }
    }

    /// What a site has beside its id, and its enemies under this header.
    fn site(&mut self, header: &str) {
        match self.pick(&[0, 1, 2]) {
            0 => self.text.push_str("preset = \"apprehend\"\n"),
            1 => self.text.push_str("enemies = \"2 Initiate, 1 Sniper\"\n"),
            _ => {}
        }
        self.maybe("title", &["\"The \\\"old\\\" mill\""]);
        self.maybe("rewards", &["{ money = 1000000, funding = 7 }", "{ panic = 3 }"]);
        self.maybe("faction", &["{ id = \"blue\", threat = 9 }", "[]"]);
        for number in 0..self.pick(&[1, 2]) {
            writeln!(self.text, "[[{header}]]").expect("a text takes everything");
            let id = self.id("e", number);
            self.line("id", format!("\"{id}\""));
            let (skill, hp) = (self.pick(&[0, 30, 100, 400]), self.pick(&[6, 9, 30]));
            self.line("skill", skill);
            self.line("hp", hp);
            let weapon = self.pick(&["0", "9", "\"gun\"", "[30, 1000000]"]);
            self.line("weapon", weapon);
            self.maybe("wounds", &[0, 5]);
            self.maybe("exhaustion", &[3, 104, 999_999]);
            self.maybe("count", &[1, 3]);
        }
    }

    fn rest(&mut self) {
        self.text.push_str("[weapons]\ngun = [3, 17]\n\"a b.c\" = 4\n");
        self.text.push_str("[enemy_types.Sniper]\nskill = 90\nhp = 8\nweapon = \"gun\"\n");
        self.text.push_str("[[faction]]\nid = \"blue\"\nthreat = 999999999999\n");
        self.text.push_str("[[faction]]\nid = \"red-dawn\"\nthreat_increase = 1000000\n");
        if self.pick(&[true, false]) {
            self.text.push_str("[player]\n");
            self.maybe("turn", &[0, 999_999_990, 1_000_000_000]);
            self.maybe("money", &[-1_000_000_000_000_i64, 50, 999_999_999_999]);
            self.maybe("panic", &[0, 1_000_000_000_000_i64]);
        }
        self.text.push_str("[constants]\n");
        self.maybe("retreat_loss_pct", &[0, 20, 100]);
        self.maybe("max_rounds", &[1, 3]);
        self.maybe("weapon_damage_spread_pct", &[0, 100]);
        self.maybe("exhaustion_per_attack", &[0, 1_000_000]);
        self.maybe("agent_recovery_turns_factor", &[1, 1_000_000]);
        self.maybe("agent_exhaustion_recovery_per_turn", &[0, 1_000_000]);
        self.maybe("agent_successful_attack_skill_reward", &[0, 1_000_000]);
        self.maybe("mission_survival_skill_reward", &["[0]", "[1000000, 3]"]);
    }
}

/// A scenario of one battle or of a chain.
pub fn scenario(dice: &mut Rolled) -> String {
    let mut pieces = Pieces { dice, text: "ruleset = \"mission\"\n".to_owned() };
    pieces.maybe("name", &["\"A name\""]);
    pieces.maybe("keep_enemies", &[true, false]);
    pieces.maybe("after_failure", &["\"continue\"", "\"stop\""]);
    pieces.maybe("rest_turns", &[0, 1, 2]);
    pieces.agents(false);
    pieces.text.push_str("[mission]\n");
    pieces.site("enemy");
    for _ in 0..pieces.pick(&[0, 0, 1, 3, 12]) {
        pieces.text.push_str("[[next]]\n");
        pieces.maybe("rest_turns", &[0, 2]);
        pieces.site("next.enemy");
    }
    pieces.rest();
    pieces.text
}

/// A campaign, of which the first site that is open is fought for.
pub fn campaign(dice: &mut Rolled) -> String {
    let mut pieces = Pieces { dice, text: "ruleset = \"mission\"\n".to_owned() };
    pieces.agents(true);
    for number in 0..pieces.pick(&[1, 3]) {
        pieces.text.push_str("[[site]]\n");
        pieces.line("id", format!("\"s{number}\""));
        pieces.site("site.enemy");
    }
    pieces.rest();
    pieces.text
}

/// A battle of a few who soon give up, for exact odds.
pub fn small(dice: &mut Rolled) -> String {
    let mut pieces = Pieces { dice, text: "ruleset = \"mission\"\n".to_owned() };
    for (header, letter, most) in [("agent", "a", 2), ("enemy", "e", 2)] {
        for number in 0..pieces.dice.face(most, Die("count")) {
            writeln!(pieces.text, "[[{header}]]\nid = \"{letter}{number}\"")
                .expect("a text takes everything");
            let (skill, hp) = (pieces.pick(&[40, 100, 130]), pieces.pick(&[2, 5, 11]));
            pieces.line("skill", skill);
            pieces.line("hp", hp);
            let weapon = pieces.pick(&["3", "[1, 3]", "[2, 4]"]);
            pieces.line("weapon", weapon);
            pieces.maybe("exhaustion", &[0, 3, 30]);
        }
    }
    pieces.text.push_str("[constants]\n");
    let rounds = pieces.pick(&[1, 2, 3]);
    pieces.line("max_rounds", rounds);
    pieces.maybe("retreat_loss_pct", &[0, 20, 100]);
    pieces.maybe("exhaustion_per_attack", &[0, 5]);
    pieces.text
}
