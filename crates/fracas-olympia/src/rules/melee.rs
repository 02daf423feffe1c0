//! Chapter 5 where each side has one band that can be struck (O-30 to O-36):
//! while that lasts, two numbers are all that changes, and the machine keeps
//! them in registers.
//!
//! The dice are those of [`attack`], in the same order. Whatever
//! else happens is carried out there.

use fracas_core::chance::{Chance, Rolled};
use fracas_core::odds::Shortcut;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::attack::{self, ATTACKER, HIT, TARGET};
use super::{breaking, rows, settling};
use crate::battle::{Battle, CombatRole, Edition, SideId};
use crate::measures;
use crate::state::{State, Verdict};

/// One side.
#[derive(Clone, Copy)]
struct Line {
    /// The one band of it that is exposed.
    band: usize,
    /// The men of that band,
    men: u64,
    /// and how many of them are left when something else changes.
    least: u64,
    /// Whether the side is broken then (O-61).
    breaks: bool,
    /// Able members before them in the list, and their strength.
    leaders: u64,
    leaders_strength: u64,
    /// Strength of the men.
    strength: u64,
    /// What a blow at them must overcome.
    defense: u64,
}

impl Line {
    /// The line of a side, if it has one.
    fn of(b: &Battle, side: SideId) -> Option<Self> {
        let st = &b.start;
        let force = &st.forces[side.index()];
        let exposed = |band: &usize| force.exposed.get(*band - force.bands.start) > 0;
        let mut struck = force.bands.clone().filter(exposed);
        let (band, None) = (struck.next()?, struck.next()) else { return None };
        let mut others =
            force.bands.clone().filter(|other| *other != band && st.able.get(*other) > 0);
        let (leader, None) = (others.next(), others.next()) else { return None };
        let (stats, stance) = (&b.bands[band].stats, st.stances[band]);
        let men = u64::from(st.standing[band]);
        // A save is one die more (O-41), and where nothing is to be overcome
        // there is one less (O-35), as there is among one (O-33).
        let plain = stats.role == CombatRole::Man && !stats.blessed && men > 1;
        if !plain || stance.defense[0] == 0 || stance.strength == 0 || leader > Some(band) {
            return None;
        }
        // O-61: the fall that breaks the side.
        let beyond = force.value.saturating_sub(force.break_point);
        let falls = beyond.div_ceil(u64::from(stats.value.max(1))).max(1);
        Some(Self {
            band,
            men,
            least: men.saturating_sub(falls).max(1),
            breaks: falls < men,
            leaders: leader.map_or(0, |leader| u64::from(st.able.get(leader))),
            leaders_strength: leader.map_or(0, |leader| u64::from(st.stances[leader].strength)),
            strength: u64::from(stance.strength),
            defense: u64::from(stance.defense[0]),
        })
    }
}

/// A battle that begins so.
pub struct Melee<'a> {
    b: &'a Battle,
    attacker: Line,
    defender: Line,
    /// By who strikes: the attacker's leaders and men, then the defender's. He
    /// hits with the first number in the second (O-35).
    blows: [(u64, u64); 4],
    /// For what follows.
    state: State,
    /// Whether nothing but the number of these men has changed in it.
    formed: bool,
}

impl<'a> Melee<'a> {
    /// The battle as one that begins so, if it does.
    pub fn of(b: &'a Battle) -> Option<Self> {
        if !b.in_the_open || b.edition != Edition::First || b.asked.is_some() {
            return None;
        }
        let [attacker, defender] = SideId::BOTH.map(|side| Line::of(b, side));
        let (attacker, defender) = (attacker?, defender?);
        let blows = |by: &Line, at: &Line| {
            [by.leaders_strength, by.strength].map(|strength| (strength, strength + at.defense))
        };
        let [first, second] = blows(&attacker, &defender);
        let [third, fourth] = blows(&defender, &attacker);
        let state = b.start.clone();
        Some(Self {
            b,
            attacker,
            defender,
            blows: [first, second, third, fourth],
            state,
            formed: true,
        })
    }

    /// Attacks until something else changes: how many of the men are left of
    /// each side, and how many attacks there were.
    #[inline(always)]
    fn attacks(&self, dice: &mut Rolled) -> (u64, u64, u64) {
        let (attacker, defender) = (&self.attacker, &self.defender);
        let (mut attackers, mut defenders, mut attacks) = (attacker.men, defender.men, 0);
        while attackers > attacker.least && defenders > defender.least && attacks < self.b.guard {
            attacks += 1;
            // O-32: one of all who are able, the attacker's side first.
            let side_ends = attacker.leaders + attackers;
            let place = dice.below(side_ends + defender.leaders + defenders, ATTACKER);
            let defends = place >= side_ends;
            let leaders = if defends { side_ends + defender.leaders } else { attacker.leaders };
            let striker = 2 * usize::from(defends) + usize::from(place >= leaders);
            // O-33: all of the exposed are alike, but which it is is drawn.
            dice.below(if defends { attackers } else { defenders }, TARGET);
            // O-35, O-40.
            let (strength, of) = self.blows[striker];
            let falls = u64::from(dice.below(of, HIT) < strength);
            let of_attacker = falls & u64::from(defends);
            attackers -= of_attacker;
            defenders -= falls - of_attacker;
        }
        (attackers, defenders, attacks)
    }

    /// The state of the start, whatever it was.
    fn start_over(&mut self) {
        let (st, start) = (&mut self.state, &self.b.start);
        if !std::mem::replace(&mut self.formed, true) {
            st.clone_from(start);
            return;
        }
        st.nobles.clone_from(&start.nobles);
        st.legacies.clear();
        st.settling = start.settling;
    }
}

impl Shortcut for Melee<'_> {
    fn fight(&mut self, dice: &mut Rolled, scores: &mut Scores) -> Option<OutcomeId> {
        self.start_over();
        let mut own = dice.clone();
        let (attackers, defenders, attacks) = self.attacks(&mut own);
        *dice = own;
        let (b, st) = (self.b, &mut self.state);
        st.attacks = attacks;
        rows::come_and_go(b, st, self.attacker.band, attackers as u32);
        rows::come_and_go(b, st, self.defender.band, defenders as u32);
        let broken = |line: &Line, men: u64| line.breaks && men == line.least;
        let outcome = if broken(&self.attacker, attackers) {
            st.verdict = Some(Verdict::Won(SideId::Defender));
            breaking::DEFENDER_WINS
        } else if broken(&self.defender, defenders) {
            st.verdict = Some(Verdict::Won(SideId::Attacker));
            breaking::ATTACKER_WINS
        } else {
            self.formed = false;
            st.verdict = None;
            attack::fight_out(b, st, dice, scores)
        };
        measures::finals(b, st, scores);
        while settling::settle(b, st, dice, scores) {}
        Some(outcome)
    }
}
