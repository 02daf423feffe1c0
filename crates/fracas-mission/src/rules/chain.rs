//! Chains of battles (M-125), and how a battle is set up from the roster.

use fracas_core::order::Ordered;
use fracas_core::watch::Watch;

use super::skill::Share;
use super::{battle, recovery, turn};
use crate::battle::{AgentState, Assignment, Battle, Gear, LIMIT, Who};
use crate::events::Event;
use crate::state::{Fighter, Outcome, State};

/// Whether another battle follows one that ended so.
pub fn goes_on(b: &Battle, st: &State, outcome: Outcome) -> bool {
    let wanted = outcome == Outcome::Success || b.continue_after_failure;
    wanted && st.battle + 1 < b.chain.len() && (0..b.squad).any(|unit| lives(b, st, unit))
}

fn lives(b: &Battle, st: &State, unit: usize) -> bool {
    member_of(b, unit).is_some_and(|place| st.roster[place].now.hp > 0)
}

/// The place in the roster of a unit that is an agent.
fn member_of(b: &Battle, unit: usize) -> Option<usize> {
    match b.units[unit].who {
        Who::Agent(place) => Some(place),
        Who::Enemy { .. } => None,
    }
}

/// Rests, deploys whoever is available, and begins the next battle.
pub fn next<W: Watch<Event>>(b: &Battle, st: &mut State, outcome: Outcome, w: &mut W) {
    st.rounds_before += u64::from(st.fight.round);
    st.battle += 1;
    st.outcome = None;
    let wanted = b.chain[st.battle].rest_turns;
    let mut rested = 0;
    loop {
        let (ready, waiting) = readiness(b, st);
        let enough = match wanted {
            Some(turns) => rested >= turns,
            None => waiting == 0,
        };
        // Whoever waits rests and will be ready one day.
        if enough && ready > 0 || ready + waiting == 0 {
            break;
        }
        turn::quiet(&b.world, &mut st.roster, &mut st.accounts);
        rested += 1;
    }
    w.event(|| Event::next(b, st.battle, rested));
    deploy(b, st, false);
    let kept = b.keep_enemies && outcome != Outcome::Success;
    assemble(b, st, kept);
}

/// How many of the squad could go now, and how many will one day.
fn readiness(b: &Battle, st: &State) -> (usize, usize) {
    let (mut ready, mut waiting) = (0, 0);
    for place in (0..b.squad).filter_map(|unit| member_of(b, unit)) {
        match recovery::turns_to_rest(&st.roster[place].now) {
            Some(0) => ready += 1,
            Some(_) => waiting += 1,
            None => {}
        }
    }
    (ready, waiting)
}

/// M-64: sends the squad off, and begins the turn its battle is fought in.
/// Whoever is `forced` goes in any state (M-122).
pub fn deploy(b: &Battle, st: &mut State, with_forced: bool) {
    for place in (0..b.squad).filter_map(|unit| member_of(b, unit)) {
        let now = &mut st.roster[place].now;
        let forced = with_forced && b.world.agents[place].force;
        if now.state == AgentState::Available || forced {
            now.state = AgentState::OnMission;
            now.assignment = Assignment::Site(st.battle as u32);
        }
    }
    turn::morning(&b.world, &mut st.roster, &mut st.accounts);
}

/// Puts everybody who is on the mission, and the enemies of the site, into the
/// field. The living enemies of the last battle stay if `kept` (M-55).
pub fn assemble(b: &Battle, st: &mut State, kept: bool) {
    let free = b.world.constants.exhaustion_free;
    let fighters = &mut st.fight.fighters;
    fighters.retain(|fighter| kept && fighter.unit as usize >= b.squad && fighter.hp > 0);
    for fighter in fighters.iter_mut() {
        fighter.hp_before = fighter.hp;
        fighter.exhaustion_before = fighter.exhaustion;
    }
    let mut agents = 0;
    for (unit, known) in b.units.iter().enumerate() {
        match known.who {
            Who::Agent(place) => {
                let now = &st.roster[place].now;
                if now.state == AgentState::OnMission {
                    let agent = &b.world.agents[place];
                    let hurt = (now.hp, agent.max_hp, now.exhaustion);
                    fighters.push(fighter(unit, now.skill, hurt, &agent.gear, free));
                    agents += 1;
                }
            }
            Who::Enemy { battle, place } if battle == st.battle => {
                let enemy = &b.chain[battle].enemies[place];
                let hurt = (enemy.hp, enemy.max_hp, enemy.exhaustion);
                fighters.push(fighter(unit, enemy.skill, hurt, &enemy.gear, free));
            }
            Who::Enemy { .. } => {}
        }
    }
    // Agents are the first of the units, and units are in natural order.
    fighters.put_few_in_order_by_key(|fighter| fighter.unit);
    st.fight.agents = agents;
    battle::begin(&mut st.fight);
}

fn fighter(unit: usize, base: u32, hurt: (u32, u32, u32), gear: &Gear, free: u32) -> Fighter {
    let (hp, max_hp, exhaustion) = hurt;
    let exhaustion = exhaustion.min(LIMIT);
    let mut fighter = Fighter {
        hp,
        exhaustion,
        eff: 0,
        points: 0,
        skill: base,
        max_hp,
        share: Share::of(max_hp),
        min_damage: gear.weapon.min,
        damages: gear.weapon.max - gear.weapon.min + 1,
        hp_before: hp,
        exhaustion_before: exhaustion,
        unit: unit as u32,
        fell: 0,
        killer: 0,
    };
    fighter.evaluate(free);
    fighter
}
