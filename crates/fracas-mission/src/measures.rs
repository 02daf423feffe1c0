//! What is counted in every battle (M-110, M-112).

use std::borrow::Borrow;

use fracas_core::capability::ChainedBattle;
use fracas_core::ruleset::{Measure, MeasureKind, measure};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, Side, Site, Unit};
use crate::muster::chained_id;
use crate::state::{Fighter, State};

/// Rounds fought (M-35).
pub const ROUNDS: MeasureId = MeasureId(0);
/// Living agents at the end.
pub const AGENTS_ALIVE: MeasureId = MeasureId(1);
/// Living enemies at the end.
pub const ENEMIES_ALIVE: MeasureId = MeasureId(2);
/// Hit points of the living agents at the end.
pub const AGENTS_HP: MeasureId = MeasureId(3);
/// Exhaustion of the survivors with all that M-45 adds.
pub const EXHAUSTION_SURVIVORS: MeasureId = MeasureId(4);
/// Exhaustion of all agents by attacks made and suffered.
pub const EXHAUSTION_COMBAT: MeasureId = MeasureId(5);
/// Skill gained by survivors.
pub const SKILL_GAINED: MeasureId = MeasureId(6);
/// Where the measures of single battles of a chain begin, if it is one.
const FIRST_BATTLE: usize = 7;

/// The measures of a battle.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The list itself.
    pub list: Vec<Measure>,
    /// Where the measures of single units begin.
    first_unit: usize,
    /// Whether the end shows who lives: not after a chain, which has left its
    /// earlier battles behind.
    lives_at_end: bool,
}

impl Measures {
    /// The list for the battles at these sites and these units, of which the
    /// first are agents.
    pub fn of(chain: &[Site], units: &[Unit], squad: usize) -> Self {
        let enemies = chain.first().map_or(0, |site| site.enemies.len());
        let of_battle = |name: &str| Measure::new(name, MeasureKind::Final);
        let mut list = vec![
            of_battle("rounds"),
            of_battle("agents_alive").starting(squad as i64),
            of_battle("enemies_alive").starting(enemies as i64),
            of_battle("agents_hp"),
            of_battle("exhaustion_survivors"),
            Measure::new("exhaustion_combat", MeasureKind::Counted),
            of_battle("skill_gained"),
        ];
        debug_assert_eq!(list.len(), FIRST_BATTLE);
        // M-112: each battle of a chain has odds of its own.
        for (battle, site) in chain.iter().enumerate().filter(|_| chain.len() > 1) {
            let id = chained_id(battle, &site.id);
            list.push(of_battle(&format!("battle.{id}.reached")));
            list.push(of_battle(&format!("battle.{id}.success")));
        }
        let first_unit = list.len();
        // An enemy of a battle never reached counts as alive (M-125).
        let lives_at_end = chain.len() == 1;
        let kind = if lives_at_end { MeasureKind::Final } else { MeasureKind::Once };
        let alive = |unit: &Unit| Measure::new(format!("unit.{}.alive", unit.id), kind);
        list.extend(units.iter().map(|unit| alive(unit).starting(1)));
        Self { list, first_unit, lives_at_end }
    }

    /// The measure that says whether a unit lives.
    #[inline]
    pub fn alive(&self, unit: usize) -> MeasureId {
        measure(self.first_unit + unit)
    }
}

/// M-112: the battles of a chain by their sites.
pub fn battles(chain: &[Site]) -> Vec<ChainedBattle> {
    let sites = chain.iter().enumerate().filter(|_| chain.len() > 1);
    let chained = |(battle, site): (usize, &Site)| {
        let first = FIRST_BATTLE + 2 * battle;
        ChainedBattle {
            name: site.called().to_owned(),
            reached: (measure(first), 1),
            won: (measure(first + 1), 1),
        }
    };
    sites.map(chained).collect()
}

/// What is counted of the agents who live.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survivors {
    alive: i64,
    hp: i64,
    exhaustion: i64,
    gained: i64,
}

impl Survivors {
    /// Counts one with these hit points and exhaustion, who gained so much skill.
    #[inline]
    pub fn add(&mut self, hp: u32, exhaustion: u32, gained: u64) {
        self.alive += 1;
        self.hp += i64::from(hp);
        self.exhaustion += i64::from(exhaustion);
        self.gained += gained as i64;
    }
}

/// Sets what is read off the state when the last battle is over.
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    let mut survivors = Survivors::default();
    for member in st.roster.iter().filter(|member| member.served && member.now.hp > 0) {
        survivors.add(member.now.hp, member.now.exhaustion, member.gained);
    }
    let rounds = st.rounds_before + u64::from(st.fight.round);
    set(scores, &survivors, rounds, st.fight.living(Side::Enemies));
    for (battle, &won) in st.won.iter().enumerate() {
        let reached = FIRST_BATTLE + 2 * battle;
        scores.set(measure(reached), i64::from(battle <= st.battle));
        scores.set(measure(reached + 1), i64::from(won));
    }
    set_living(b, st.fight.fighters.iter(), scores);
}

/// Sets what is counted of all.
#[inline]
pub fn set(scores: &mut Scores, survivors: &Survivors, rounds: u64, enemies: usize) {
    scores.set(ROUNDS, rounds as i64);
    scores.set(AGENTS_ALIVE, survivors.alive);
    scores.set(ENEMIES_ALIVE, enemies as i64);
    scores.set(AGENTS_HP, survivors.hp);
    scores.set(EXHAUSTION_SURVIVORS, survivors.exhaustion);
    scores.set(SKILL_GAINED, survivors.gained);
}

/// Sets who lives, where the end shows it.
#[inline]
pub fn set_living(
    b: &Battle,
    fighters: impl Iterator<Item = impl Borrow<Fighter>>,
    scores: &mut Scores,
) {
    if b.measures.lives_at_end {
        for fighter in fighters {
            let Fighter { unit, hp, .. } = fighter.borrow();
            scores.set(b.measures.alive(*unit as usize), i64::from(*hp > 0));
        }
    }
}
