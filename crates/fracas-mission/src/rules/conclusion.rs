//! Chapter 7: what a battle leaves of its agents (M-44 to M-56).

use super::{recovery, turn};
use crate::battle::{AgentState, Assignment, Battle, Condition, Constants, LIMIT, Side, Who};
use crate::measures::Survivors;
use crate::state::{Fighter, Member, Outcome, State};

/// Ends the battle under way: agents, site, rewards, and the rest of the turn
/// it is part of (M-66, M-70).
pub fn conclude(b: &Battle, st: &mut State, outcome: Outcome) {
    st.outcome = Some(outcome);
    if let Some(won) = st.won.get_mut(st.battle) {
        *won = outcome == Outcome::Success;
    }
    let agents = st.fight.agents;
    let terminated = agents - st.fight.living(Side::Agents);
    for fighter in &st.fight.fighters[..agents] {
        let Who::Agent(place) = b.units[fighter.unit as usize].who else { continue };
        update(&mut st.roster[place], fighter, terminated as u32, &b.world.constants);
    }
    if b.world.has_player {
        // M-43: rewards only for success.
        let won = (outcome == Outcome::Success).then_some(&b.chain[st.battle]);
        turn::evening(&b.world, &mut st.accounts, won.into_iter());
    }
}

/// What becomes of one agent.
fn update(member: &mut Member, fighter: &Fighter, terminated: u32, constants: &Constants) {
    let before = member.now;
    member.served = true;
    member.now = after(&before, fighter, terminated, constants);
    if fighter.hp > 0 {
        member.gained += u64::from(skill_gained(&before, fighter, constants));
    }
}

/// M-45 to M-56 for one agent.
pub fn after(
    before: &Condition,
    fighter: &Fighter,
    terminated: u32,
    constants: &Constants,
) -> Condition {
    if fighter.hp == 0 {
        // M-46, M-47, M-54: nothing further for the terminated.
        return Condition {
            hp: 0,
            exhaustion: fighter.exhaustion,
            state: AgentState::Terminated,
            assignment: Assignment::NotApplicable,
            recovery_turns: 0,
            hp_lost: 0,
            ..*before
        };
    }
    let lost = fighter.max_hp - fighter.hp;
    // M-62: wounded is below full.
    let assignment = if lost > 0 { Assignment::Recovery } else { Assignment::Standby };
    let gained = skill_gained(before, fighter, constants);
    Condition {
        skill: before.skill.saturating_add(gained).min(LIMIT),
        hp: fighter.hp,
        exhaustion: exhaustion(fighter, terminated, constants),
        missions: before.missions.saturating_add(1).min(LIMIT),
        state: AgentState::InTransit,
        assignment,
        recovery_turns: recovery::turns(
            lost,
            fighter.max_hp,
            constants.agent_recovery_turns_factor,
        ),
        hp_lost: lost,
    }
}

/// Counts an agent among the survivors, if he is one.
#[inline]
pub fn count(
    survivors: &mut Survivors,
    before: &Condition,
    fighter: &Fighter,
    terminated: u32,
    constants: &Constants,
) {
    if fighter.hp > 0 {
        let gained = skill_gained(before, fighter, constants);
        let exhaustion = exhaustion(fighter, terminated, constants);
        survivors.add(fighter.hp, exhaustion, u64::from(gained));
    }
}

/// M-45: what a survivor is exhausted by in the end, up to the limit (M-100).
pub fn exhaustion(fighter: &Fighter, terminated: u32, constants: &Constants) -> u32 {
    fighter.exhaustion.saturating_add(strain(terminated, constants)).min(LIMIT)
}

/// M-45: exhaustion for the conclusion and for every comrade lost.
pub fn strain(terminated: u32, constants: &Constants) -> u32 {
    let each = u64::from(constants.agent_exhaustion_recovery_per_turn);
    (each * (1 + u64::from(terminated))).min(u64::from(LIMIT)) as u32
}

/// M-47, M-50 to M-52: points of combat and the reward for surviving.
pub fn skill_gained(before: &Condition, fighter: &Fighter, constants: &Constants) -> u32 {
    fighter.points + survival_reward(before.missions, constants)
}

/// M-50: what surviving pays after so many missions survived before.
pub fn survival_reward(missions: u32, constants: &Constants) -> u32 {
    let rewards = &constants.mission_survival_skill_reward;
    let place = (missions as usize).min(rewards.len().saturating_sub(1));
    rewards.get(place).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-50 and its vectors.
    #[test]
    fn surviving_pays_less_each_time() {
        let mut constants = Constants::default();
        let rewards: Vec<u32> = (0..12).map(|n| survival_reward(n, &constants)).collect();
        assert_eq!(rewards, [30, 25, 20, 15, 15, 15, 15, 15, 15, 15, 15, 15]);
        let mut skill = 100;
        let grown: Vec<u32> = rewards[..6]
            .iter()
            .map(|reward| {
                skill += reward;
                skill
            })
            .collect();
        assert_eq!(grown, [130, 155, 175, 190, 205, 220]);
        constants.mission_survival_skill_reward = vec![7];
        assert!((0..5).all(|n| survival_reward(n, &constants) == 7));
    }

    /// M-45: 3 attacks made, 5 suffered, 2 comrades terminated.
    #[test]
    fn losses_weigh_on_survivors() {
        assert_eq!(8 + strain(2, &Constants::default()), 23);
        assert_eq!(4 + 8 + strain(2, &Constants::default()), 27);
    }
}
