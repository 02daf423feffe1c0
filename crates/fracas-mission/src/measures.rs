//! What is counted in every battle (M-110, M-112).

use fracas_core::ruleset::{Measure, MeasureKind, measure};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, Side, Unit};
use crate::state::State;

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
/// Where the measures of single units begin.
const FIRST_UNIT: usize = 7;

/// The measures of a battle.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The list itself.
    pub list: Vec<Measure>,
    /// Whether the end shows who lives: not after a chain, which has left its
    /// earlier battles behind.
    lives_at_end: bool,
}

impl Measures {
    /// The list for these units, of which the first are agents, in so many
    /// battles.
    pub fn of(units: &[Unit], squad: usize, enemies: usize, battles: usize) -> Self {
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
        debug_assert_eq!(list.len(), FIRST_UNIT);
        // An enemy of a battle never reached counts as alive (M-125).
        let lives_at_end = battles == 1;
        let kind = if lives_at_end { MeasureKind::Final } else { MeasureKind::Once };
        let alive = |unit: &Unit| Measure::new(format!("unit.{}.alive", unit.id), kind);
        list.extend(units.iter().map(|unit| alive(unit).starting(1)));
        Self { list, lives_at_end }
    }

    /// The measure that says whether a unit lives.
    #[inline]
    pub fn alive(&self, unit: usize) -> MeasureId {
        measure(FIRST_UNIT + unit)
    }
}

/// Sets what is read off the state when the last battle is over.
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    let (mut alive, mut hp, mut exhaustion, mut gained) = (0, 0, 0, 0);
    for member in st.roster.iter().filter(|member| member.served && member.now.hp > 0) {
        alive += 1;
        hp += i64::from(member.now.hp);
        exhaustion += i64::from(member.now.exhaustion);
        gained += member.gained as i64;
    }
    scores.set(ROUNDS, (st.rounds_before + u64::from(st.fight.round)) as i64);
    scores.set(AGENTS_ALIVE, alive);
    scores.set(ENEMIES_ALIVE, st.fight.living(Side::Enemies) as i64);
    scores.set(AGENTS_HP, hp);
    scores.set(EXHAUSTION_SURVIVORS, exhaustion);
    scores.set(SKILL_GAINED, gained);
    if b.measures.lives_at_end {
        for fighter in &st.fight.fighters {
            scores.set(b.measures.alive(fighter.unit as usize), i64::from(fighter.hp > 0));
        }
    }
}
