//! Who could be sent: agents that nobody could tell apart are of one kind.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Plan;
use crate::battle::{Battle, Who};
use crate::state::Fighter;

/// Agents who are alike in all that counts in the battle: they stand for each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Their places in the roster, in its order.
    pub agents: Vec<usize>,
    /// Base skill.
    pub skill: u32,
}

impl Plan {
    /// Everybody who is ready, the strongest kind first: by effective skill, the
    /// sum of both ends of the damage range and hit points multiplied.
    pub fn kinds(&self) -> Vec<Kind> {
        let everybody = self.ready(self.setup.rest_turns);
        let Some(b) = self.with(self.setup.rest_turns, &everybody) else { return Vec::new() };
        let mut kinds: BTreeMap<Reverse<Worth>, Kind> = BTreeMap::new();
        for (agent, fighter) in sent(&b) {
            let kind = || Kind { agents: Vec::new(), skill: fighter.skill };
            let worth = Reverse(Worth::of(&b, agent, fighter));
            kinds.entry(worth).or_insert_with(kind).agents.push(agent);
        }
        kinds.into_values().collect()
    }

    /// The battle of a squad, given by places in the roster; none of nobody.
    pub fn of_squad(&self, squad: &[usize]) -> Option<Battle> {
        self.with(self.setup.rest_turns, squad)
    }
}

/// Those who are sent into a battle: places in the roster, and how they go.
pub(super) fn sent(b: &Battle) -> Vec<(usize, &Fighter)> {
    let fighters = b.start.fight.fighters[..b.start.fight.agents].iter();
    let agent = |fighter: &Fighter| match b.units[fighter.unit as usize].who {
        Who::Agent(agent) => Some(agent),
        Who::Enemy { .. } => None,
    };
    fighters.filter_map(|fighter| Some((agent(fighter)?, fighter))).collect()
}

/// All that counts of an agent as he would go into the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    strength: u64,
    skill: u32,
    max_hp: u32,
    hp: u32,
    exhaustion: u32,
    damage: (u32, u32),
    /// What surviving pays next in a chain (M-50, M-125).
    missions: u32,
}

impl Worth {
    pub fn of(b: &Battle, agent: usize, fighter: &Fighter) -> Self {
        let weapon = b.world.agents[agent].gear.weapon;
        let force = u64::from(fighter.eff) * (u64::from(weapon.min) + u64::from(weapon.max));
        let one_battle = b.chain.len() == 1;
        Self {
            strength: force.saturating_mul(u64::from(fighter.hp)),
            skill: fighter.skill,
            max_hp: fighter.max_hp,
            hp: fighter.hp,
            exhaustion: fighter.exhaustion,
            damage: (weapon.min, weapon.max),
            missions: if one_battle { 0 } else { b.start.roster[agent].now.missions },
        }
    }
}

/// How many different squads of these kinds there are with at most so many
/// agents, and at least one, as far as a number can tell.
pub fn squads(kinds: &[Kind], most: usize) -> u64 {
    let mut ways = vec![0_u64; most + 1];
    ways[0] = 1;
    for kind in kinds {
        for size in (1..=most).rev() {
            let fewer = (1..=kind.agents.len().min(size)).map(|taken| ways[size - taken]);
            ways[size] = fewer.fold(ways[size], u64::saturating_add);
        }
    }
    ways[1..].iter().copied().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squads_are_counted_by_kind() {
        let kind = |agents: &[usize]| Kind { agents: agents.to_vec(), skill: 1 };
        let kinds = [kind(&[0, 1]), kind(&[2])];
        // a, c; then aa, ac; then aac.
        assert_eq!([1, 2, 3, 9].map(|most| squads(&kinds, most)), [2, 4, 5, 5]);
        let many: Vec<Kind> = (0..100).map(|agent| kind(&[agent])).collect();
        assert_eq!(squads(&many, 100), u64::MAX);
    }
}
