//! From what is written to a battle ready to be fought.

use fracas_core::capability::Part;
use fracas_core::order::Ordered;

use crate::battle::{Battle, Side, Site, Unit, Who, World};
use crate::measures::Measures;
use crate::natural;
use crate::rules::{chain, contest, turn};
use crate::state::{Accounts, Member, Outcome, State};

/// A checked scenario of which nothing has been worked out yet.
#[derive(Clone, Debug)]
pub struct Setup {
    /// As [`Battle::world`].
    pub world: World,
    /// As [`Battle::chain`].
    pub chain: Vec<Site>,
    /// As [`Battle::rest_turns`].
    pub rest_turns: u32,
    /// As [`Battle::keep_enemies`].
    pub keep_enemies: bool,
    /// As [`Battle::continue_after_failure`].
    pub continue_after_failure: bool,
    /// The roster before any rest.
    pub roster: Vec<Member>,
    /// The accounts before any rest.
    pub accounts: Accounts,
    /// The places in the roster of those who are to fight.
    pub squad: Vec<usize>,
}

/// Works everything out: rests, deploys, and draws up both sides.
pub fn battle(setup: Setup) -> Battle {
    let (mut b, mut start) = draft(setup);
    for _ in 0..b.rest_turns {
        turn::quiet(&b.world, &mut start.roster, &mut start.accounts);
    }
    chain::deploy(&b, &mut start, true);
    chain::assemble(&b, &mut start, false);
    let skills = start.fight.fighters.iter().map(|fighter| fighter.skill);
    b.contests = contest::Contests::up_to(skills.max().unwrap_or(0));
    b.start = start;
    b
}

/// The battle of a squad that is at the site already, in the middle of a turn.
pub fn site_battle(setup: Setup) -> Battle {
    let (mut b, mut start) = draft(setup);
    chain::assemble(&b, &mut start, false);
    let skills = start.fight.fighters.iter().map(|fighter| fighter.skill);
    b.contests = contest::Contests::up_to(skills.max().unwrap_or(0));
    b.start = start;
    b
}

/// A battle without its start, and the state to make it of.
fn draft(setup: Setup) -> (Battle, State) {
    let constants = &setup.world.constants;
    let points = [
        [
            constants.agent_failed_attack_skill_reward,
            constants.agent_successful_attack_skill_reward,
        ],
        // M-49: a failed attack is a successful defense.
        [
            constants.agent_successful_defense_skill_reward,
            constants.agent_failed_defense_skill_reward,
        ],
    ];
    let tiring = [constants.exhaustion_per_attack, constants.exhaustion_per_defense];
    let units = units(&setup);
    let squad = setup.squad.len();
    let b = Battle {
        asked: false,
        measures: Measures::of(&setup.chain, &units, squad),
        units,
        squad,
        world: setup.world,
        chain: setup.chain,
        rest_turns: setup.rest_turns,
        keep_enemies: setup.keep_enemies,
        continue_after_failure: setup.continue_after_failure,
        points,
        tiring,
        contests: contest::Contests::default(),
        start: State::default(),
    };
    let battles = if b.chain.len() > 1 { b.chain.len() } else { 0 };
    let start = State {
        roster: setup.roster.into(),
        accounts: setup.accounts,
        won: vec![false; battles].into(),
        ..State::default()
    };
    (b, start)
}

/// Agents, then the enemies of all battles, each in natural order (M-7).
fn units(setup: &Setup) -> Vec<Unit> {
    let agent =
        |&place: &usize| Unit { id: setup.world.agents[place].id.clone(), who: Who::Agent(place) };
    let mut agents: Vec<Unit> = setup.squad.iter().map(agent).collect();
    let mut enemies = Vec::new();
    for (battle, site) in setup.chain.iter().enumerate() {
        for (place, enemy) in site.enemies.iter().enumerate() {
            enemies.push(Unit {
                id: chained_id(battle, &enemy.id),
                who: Who::Enemy { battle, place },
            });
        }
    }
    for side in [&mut agents, &mut enemies] {
        side.put_in_order_by(|one, other| natural::order(&one.id, &other.id));
    }
    agents.append(&mut enemies);
    agents
}

/// M-125: enemies of later battles carry the battle's number.
pub fn chained_id(battle: usize, id: &str) -> String {
    if battle == 0 { id.to_owned() } else { format!("{}/{id}", battle + 1) }
}

/// Everybody who fights, as somebody who could be left out.
pub fn parts(b: &Battle) -> Vec<Part> {
    let part = |(place, unit): (usize, &Unit)| {
        let side = if place < b.squad { Side::Agents } else { Side::Enemies };
        Part { name: unit.id.clone(), side: side.key(), wins: Outcome::won_by(side) }
    };
    b.units.iter().enumerate().map(part).collect()
}

/// The battle without one unit; none if its side would be empty.
pub fn without(b: &Battle, unit: usize) -> Option<Battle> {
    let mut chain = b.chain.clone();
    let mut squad: Vec<usize> = b.units[..b.squad]
        .iter()
        .filter_map(|unit| match unit.who {
            Who::Agent(place) => Some(place),
            Who::Enemy { .. } => None,
        })
        .collect();
    match b.units.get(unit)?.who {
        Who::Agent(place) => squad.retain(|&agent| agent != place),
        Who::Enemy { battle, place } => {
            // Whoever is left can no longer be told in the same words.
            let site = &mut chain[battle];
            site.enemies.remove(place);
            (site.enemies_in_words, site.in_words, site.preset) = (None, 0, None);
        }
    }
    if squad.is_empty() || chain.iter().any(|site| site.enemies.is_empty()) {
        return None;
    }
    // Everybody is at the site already.
    Some(site_battle(Setup {
        world: b.world.clone(),
        chain,
        rest_turns: b.rest_turns,
        keep_enemies: b.keep_enemies,
        continue_after_failure: b.continue_after_failure,
        roster: b.start.roster.to_vec(),
        accounts: b.start.accounts.clone(),
        squad,
    }))
}
