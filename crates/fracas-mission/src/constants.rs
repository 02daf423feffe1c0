//! The constants of the rulebook, with their usual values.

/// The constants of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    /// M-6, percent.
    pub weapon_damage_spread_pct: u32,
    /// M-8: exhaustion that costs nothing.
    pub exhaustion_free: u32,
    /// M-23.
    pub exhaustion_per_attack: u32,
    /// M-23.
    pub exhaustion_per_defense: u32,
    /// M-39, percent.
    pub retreat_loss_pct: u32,
    /// M-41.
    pub max_rounds: u32,
    /// M-45, M-59.
    pub agent_exhaustion_recovery_per_turn: u32,
    /// M-48.
    pub agent_successful_attack_skill_reward: u32,
    /// M-48.
    pub agent_failed_attack_skill_reward: u32,
    /// M-48.
    pub agent_successful_defense_skill_reward: u32,
    /// M-48.
    pub agent_failed_defense_skill_reward: u32,
    /// M-50; never empty.
    pub mission_survival_skill_reward: Vec<u32>,
    /// M-56.
    pub agent_recovery_turns_factor: u32,
    /// M-68.
    pub agent_exhaustion_increase_per_turn: u32,
    /// M-68.
    pub agent_hire_cost: u32,
    /// M-66, M-68.
    pub agent_upkeep_cost: u32,
    /// M-68.
    pub agent_contracting_income: u32,
    /// M-68.
    pub agent_espionage_intel: u32,
    /// M-73, percent.
    pub suppression_decay_pct: u32,
}

impl Default for Constants {
    fn default() -> Self {
        Self {
            weapon_damage_spread_pct: 50,
            exhaustion_free: 5,
            exhaustion_per_attack: 1,
            exhaustion_per_defense: 1,
            retreat_loss_pct: 50,
            max_rounds: 1000,
            agent_exhaustion_recovery_per_turn: 5,
            agent_successful_attack_skill_reward: 4,
            agent_failed_attack_skill_reward: 2,
            agent_successful_defense_skill_reward: 2,
            agent_failed_defense_skill_reward: 1,
            mission_survival_skill_reward: vec![30, 25, 20, 15],
            agent_recovery_turns_factor: 2,
            agent_exhaustion_increase_per_turn: 1,
            agent_hire_cost: 50,
            agent_upkeep_cost: 5,
            agent_contracting_income: 15,
            agent_espionage_intel: 5,
            suppression_decay_pct: 10,
        }
    }
}

impl Constants {
    /// The whole numbers among them, by key.
    pub fn numbers(&mut self) -> [(&'static str, &mut u32); 18] {
        [
            ("weapon_damage_spread_pct", &mut self.weapon_damage_spread_pct),
            ("exhaustion_free", &mut self.exhaustion_free),
            ("exhaustion_per_attack", &mut self.exhaustion_per_attack),
            ("exhaustion_per_defense", &mut self.exhaustion_per_defense),
            ("retreat_loss_pct", &mut self.retreat_loss_pct),
            ("max_rounds", &mut self.max_rounds),
            ("agent_exhaustion_recovery_per_turn", &mut self.agent_exhaustion_recovery_per_turn),
            (
                "agent_successful_attack_skill_reward",
                &mut self.agent_successful_attack_skill_reward,
            ),
            ("agent_failed_attack_skill_reward", &mut self.agent_failed_attack_skill_reward),
            (
                "agent_successful_defense_skill_reward",
                &mut self.agent_successful_defense_skill_reward,
            ),
            ("agent_failed_defense_skill_reward", &mut self.agent_failed_defense_skill_reward),
            ("agent_recovery_turns_factor", &mut self.agent_recovery_turns_factor),
            ("agent_exhaustion_increase_per_turn", &mut self.agent_exhaustion_increase_per_turn),
            ("agent_hire_cost", &mut self.agent_hire_cost),
            ("agent_upkeep_cost", &mut self.agent_upkeep_cost),
            ("agent_contracting_income", &mut self.agent_contracting_income),
            ("agent_espionage_intel", &mut self.agent_espionage_intel),
            ("suppression_decay_pct", &mut self.suppression_decay_pct),
        ]
    }
}
