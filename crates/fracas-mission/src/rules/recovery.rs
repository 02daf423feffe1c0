//! Chapter 8: wounds and recovery between battles (M-56 to M-62).

use crate::battle::{AgentState, Assignment, Condition, Constants};

/// M-56, M-57: how many turns it takes to heal.
pub fn turns(lost: u32, max_hp: u32, factor: u32) -> u32 {
    let per_turn = u64::from(max_hp) * u64::from(factor);
    (100 * u64::from(lost)).div_ceil(per_turn) as u32
}

/// M-58: hit points after `done` of `total` turns of recovery.
pub fn healed(max_hp: u32, lost: u32, total: u32, done: u32) -> u32 {
    if done >= total {
        return max_hp;
    }
    let restored = u64::from(lost) * u64::from(done) / u64::from(total);
    max_hp - lost + restored as u32
}

/// One turn of an agent who is `Available` (M-59), `Recovering` (M-58) or
/// `InTransit` (M-60).
pub fn rest(agent: &mut Condition, max_hp: u32, constants: &Constants) {
    let shed = constants.agent_exhaustion_recovery_per_turn;
    match (agent.state, agent.assignment) {
        (AgentState::Available, _) => {
            agent.exhaustion = agent.exhaustion.saturating_sub(shed);
        }
        (AgentState::Recovering, _) => {
            agent.exhaustion = agent.exhaustion.saturating_sub(shed);
            agent.recovery_turns = agent.recovery_turns.saturating_sub(1);
            let total = turns(agent.hp_lost, max_hp, constants.agent_recovery_turns_factor);
            agent.hp =
                healed(max_hp, agent.hp_lost, total, total - agent.recovery_turns.min(total));
            if agent.recovery_turns == 0 {
                agent.hp_lost = 0;
                agent.state = AgentState::Available;
                agent.assignment = Assignment::Standby;
            }
        }
        (AgentState::InTransit, Assignment::Recovery) => agent.state = AgentState::Recovering,
        (AgentState::InTransit, Assignment::Contracting | Assignment::Espionage) => {
            agent.state = AgentState::OnAssignment;
        }
        (AgentState::InTransit, _) => agent.state = AgentState::Available,
        (AgentState::OnAssignment | AgentState::OnMission | AgentState::Terminated, _) => {}
    }
}

/// Turns until an agent is `Available` by resting alone (M-61); `None` if he
/// never is.
pub fn turns_to_rest(agent: &Condition) -> Option<u32> {
    match (agent.state, agent.assignment) {
        (AgentState::Available, _) => Some(0),
        (AgentState::Recovering, _) => Some(agent.recovery_turns.max(1)),
        (AgentState::InTransit, Assignment::Recovery) => Some(1 + agent.recovery_turns.max(1)),
        (AgentState::InTransit, Assignment::Contracting | Assignment::Espionage) => None,
        (AgentState::InTransit, _) => Some(1),
        (AgentState::OnAssignment | AgentState::OnMission | AgentState::Terminated, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(state: AgentState, assignment: Assignment, exhaustion: u32) -> Condition {
        Condition {
            skill: 100,
            hp: 30,
            exhaustion,
            missions: 0,
            state,
            assignment,
            recovery_turns: 0,
            hp_lost: 0,
        }
    }

    /// M-56, M-57 and their vectors.
    #[test]
    fn recovery_takes_a_turn_for_two_percent() {
        for (lost, max_hp, expected) in [
            (1, 30, 2),
            (3, 30, 5),
            (6, 30, 10),
            (7, 30, 12),
            (8, 30, 14),
            (15, 30, 25),
            (20, 30, 34),
            (29, 30, 49),
            (1, 20, 3),
            (7, 50, 7),
            (7, 25, 14),
            (14, 25, 28),
            (14, 50, 14),
            (28, 50, 28),
            (21, 75, 14),
            (42, 75, 28),
            (14, 100, 7),
            (28, 100, 14),
            (56, 100, 28),
            (0, 30, 0),
        ] {
            assert_eq!(turns(lost, max_hp, 2), expected, "{lost} of {max_hp}");
        }
    }

    /// M-58 and its vector.
    #[test]
    fn hit_points_come_back_evenly() {
        let restored: Vec<u32> = (0..=12).map(|done| healed(30, 7, 12, done) - 23).collect();
        assert_eq!(restored, [0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7]);
    }

    /// M-58, M-59, M-60, M-61 and the table of transitions.
    #[test]
    fn states_change_as_the_table_says() {
        let constants = Constants::default();
        let mut a = agent(AgentState::Available, Assignment::Standby, 7);
        rest(&mut a, 30, &constants);
        assert_eq!((a.state, a.exhaustion), (AgentState::Available, 2));
        rest(&mut a, 30, &constants);
        assert_eq!(a.exhaustion, 0);

        let mut a = agent(AgentState::InTransit, Assignment::Standby, 23);
        assert_eq!(turns_to_rest(&a), Some(1));
        rest(&mut a, 30, &constants);
        assert_eq!(
            (a.state, a.assignment, a.exhaustion),
            (AgentState::Available, Assignment::Standby, 23)
        );

        let wounded = Condition {
            hp: 23,
            recovery_turns: 12,
            hp_lost: 7,
            ..agent(AgentState::InTransit, Assignment::Recovery, 23)
        };
        let mut a = wounded;
        assert_eq!(turns_to_rest(&a), Some(13));
        rest(&mut a, 30, &constants);
        assert_eq!(a, Condition { state: AgentState::Recovering, ..wounded });
        let mut hp = Vec::new();
        for _ in 0..12 {
            rest(&mut a, 30, &constants);
            hp.push(a.hp);
        }
        assert_eq!(hp, [23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 30]);
        assert_eq!((a.state, a.assignment), (AgentState::Available, Assignment::Standby));
        assert_eq!((a.hp_lost, a.recovery_turns, a.exhaustion), (0, 0, 0));

        for work in [Assignment::Contracting, Assignment::Espionage] {
            let mut a = agent(AgentState::InTransit, work, 3);
            rest(&mut a, 30, &constants);
            assert_eq!((a.state, a.assignment, a.exhaustion), (AgentState::OnAssignment, work, 3));
            assert_eq!(turns_to_rest(&a), None);
        }
    }

    /// M-121: an available agent's wounds do not heal by resting (M-59).
    #[test]
    fn wounds_without_recovery_stay() {
        let mut a = Condition { hp: 23, ..agent(AgentState::Available, Assignment::Standby, 0) };
        rest(&mut a, 30, &Constants::default());
        assert_eq!(a.hp, 23);
    }
}
