//! M-124: random scenarios, chains and campaigns, fought one after another:
//! what a battle leaves is always the next scenario.

use std::fmt::Write;

use crate::common::{Told, battle, fight, read, refuse, roll};
use fracas_core::chance::{Chance, Die, Purpose, Rolled};
use fracas_mission::battle::AgentState;
use fracas_mission::rules::recovery;

/// Random pieces of a scenario.
struct Pieces {
    dice: Rolled,
    text: String,
}

impl Pieces {
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
fn scenario(case: u64) -> String {
    let dice = Rolled::new(19, case, Purpose::Battle);
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
fn campaign(case: u64) -> String {
    let dice = Rolled::new(20, case, Purpose::Battle);
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

/// Whether anybody who may be sent lives and will be back by resting.
fn somebody_is_left(told: &Told) -> bool {
    let roster = told.battle.world.agents.iter().zip(told.fought.state.roster.iter());
    let mut left = roster.filter(|(agent, member)| {
        let alive = member.now.state != AgentState::Terminated;
        agent.deploy && alive && recovery::turns_to_rest(&member.now).is_some()
    });
    left.next().is_some()
}

/// M-124: fights what is left again and again. How many battles that were.
fn fight_on(mut text: String, seed: u64) -> u32 {
    for battles in 1..=6 {
        let told = roll(&text, seed);
        text = told.aftermath();
        if !somebody_is_left(&told) {
            refuse(&text, "agent", &["nobody is left to deploy"]);
            return battles;
        }
        // Whatever is wrong with it is told by the panic.
        battle(&text);
    }
    6
}

/// M-124: whatever can be read and fought leaves what can be read and fought.
#[test]
fn what_a_battle_leaves_is_a_scenario() {
    for make in [scenario, campaign] {
        let (mut read_in, mut battles) = (0, 0);
        for case in 0..400 {
            let text = make(case);
            if read(&text).is_ok() {
                read_in += 1;
                battles += fight_on(text, case);
            }
        }
        assert!(read_in > 100 && battles > 2 * read_in, "{read_in} scenarios, {battles} battles");
    }
}

/// M-124: whoever is at work, away or in bed when a campaign's squad comes
/// home stays behind; they do not spoil the file.
#[test]
fn the_aftermath_of_a_campaign() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    for seed in 0..20 {
        let told = roll(text, seed);
        let next = battle(&told.aftermath());
        assert!(next.squad > 0, "seed {seed}");
        let behind =
            |id: &str| next.world.agents.iter().any(|agent| agent.id == id && !agent.deploy);
        assert!(behind("lund") && behind("ode"), "seed {seed}");
    }
    // Nobody of the squad survives: the others rest until the first is ready.
    let doom = "[[agent]]\nid = \"a\"\n[[agent]]\nid = \"b\"\nwounds = 7\nstate = \"Recovering\"\n\
                [[site]]\nid = \"s\"\nfaction = { id = \"blue\", threat = 1 }\n[[site.enemy]]\nid = \"e\"\nskill = 900\nhp = 900\nweapon = [900, 900]\n\
                [[faction]]\nid = \"blue\"\nname = \"The Blues\"\n";
    let told = fight(doom, "1, 10000/900 of 900-900");
    let next = told.next();
    assert_eq!((told.outcome(), next.rest_turns, next.squad), ("wiped", 12, 1));
    assert_eq!(next.world.factions[0].called(), "The Blues");
}

/// M-128: turns stop at a billion, as a file may say.
#[test]
fn turns_do_not_pass_their_limit() {
    let last = "rest_turns = 3\n[[agent]]\nid = \"a\"\n[[enemy]]\nid = \"e\"\nskill = 1\nhp = 1\nweapon = 1\n\
                [player]\nturn = 999999999\n";
    let told = fight(last, "10000/5 of 5-15");
    assert_eq!(told.fought.state.accounts.turn, 1_000_000_000);
    assert_eq!(told.next().start.accounts.turn, 1_000_000_000);
}

/// M-128: what is added to an id counts, wherever it is added.
#[test]
fn ids_that_grow_too_long() {
    let long = "x".repeat(99);
    let agents = format!("[[agent]]\nid = \"{long}\"\ncount = 2\n");
    let enemy = |id: &str, more: &str| {
        format!("[[enemy]]\nid = \"{id}\"\nskill = 1\nhp = 1\nweapon = 1\n{more}")
    };
    let says = ["has 101 characters; allowed are 100", "numbers that are added"];
    refuse(&(agents.clone() + &enemy("e", "")), "agent[0].id", &says);
    let one = "[[agent]]\nid = \"a\"\n";
    assert!(read(&(one.to_owned() + &enemy(&long, ""))).is_ok());
    refuse(&(one.to_owned() + &enemy(&long, "count = 1\n")), "enemy", &says);
    let next =
        format!("[[next]]\nenemy = [{{ id = \"{long}\", skill = 1, hp = 1, weapon = 1 }}]\n");
    refuse(&(one.to_owned() + &enemy("e", "") + &next), "next[0]", &says);
    let kind = format!(
        "[enemy_types.{long}]\nskill = 1\nhp = 1\nweapon = 1\n[mission]\nenemies = \"1 {long}\"\n"
    );
    refuse(&(one.to_owned() + &kind), "mission", &says);
}

/// M-99, M-125: the names of later battles' enemies are unique too.
#[test]
fn ids_that_become_the_same() {
    let next = "[[next]]\nenemy = [{ id = \"e\", skill = 1, hp = 1, weapon = 1 }]\n";
    let enemy = |id: &str| format!("[[enemy]]\nid = \"{id}\"\nskill = 1\nhp = 1\nweapon = 1\n");
    let twice = format!("[[agent]]\nid = \"a\"\n{}{next}", enemy("2/e"));
    refuse(&twice, "next[0]", &["there are two enemies `2/e`"]);
    let both = format!("[[agent]]\nid = \"2/e\"\n{}{next}", enemy("f"));
    refuse(&both, "next[0]", &["`2/e` is an agent and an enemy"]);
}

/// M-100: enemies that are kept in a chain are no more than a side may have.
#[test]
fn too_many_are_kept() {
    let text = "after_failure = \"continue\"\nkeep_enemies = true\n[[agent]]\nid = \"a\"\n\
                [mission]\nenemies = \"600 Initiate\"\n[[next]]\nenemies = \"401 Initiate\"\n";
    refuse(text, "keep_enemies", &["1001 enemies may come together; allowed are 1000"]);
    assert!(read(&text.replace("401", "400")).is_ok());
    assert!(read(&text.replace("keep_enemies = true", "keep_enemies = false")).is_ok());
}
