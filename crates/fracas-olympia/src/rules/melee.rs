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

/// Where a battle stands.
#[derive(Clone)]
struct Standing {
    dice: Rolled,
    /// The men left of each side.
    attackers: u64,
    defenders: u64,
    attacks: u64,
}

/// Battles of more men are long: each is fought by itself.
const MANY: u64 = 1 << 16;

/// A battle that begins so.
pub struct Melee<'a> {
    b: &'a Battle,
    attacker: Line,
    defender: Line,
    /// By who strikes: the attacker's leaders and men, then the defender's. He
    /// hits with the first number in the second (O-35).
    blows: [(u64, u64); 4],
    /// Where the battles that were begun stand.
    begun: Vec<Standing>,
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
            begun: Vec::new(),
            state,
            formed: true,
        })
    }

    /// Attacks in these battles until something else changes, two at a time:
    /// while the machine works out what the dice of one say, it throws those of
    /// the other.
    fn attacks(&self, battles: &mut [Standing]) {
        let mut places = 0..battles.len();
        let (Some(mut here), Some(mut there)) = (places.next(), places.next()) else {
            return battles.iter_mut().for_each(|battle| self.attacks_of_one(battle));
        };
        // Battles of the loop's own stay in registers.
        let (mut one, mut other) = (battles[here].clone(), battles[there].clone());
        loop {
            self.attacks_of_two(&mut one, &mut other);
            // The next takes the place of the one that is over.
            if self.spare(&one) > 0 {
                std::mem::swap(&mut one, &mut other);
                std::mem::swap(&mut here, &mut there);
            }
            battles[here] = one;
            let Some(next) = places.next() else { break };
            here = next;
            one = battles[here].clone();
        }
        self.attacks_of_one(&mut other);
        battles[there] = other;
    }

    /// Attacks until one of them is over.
    #[inline(always)]
    fn attacks_of_two(&self, one: &mut Standing, other: &mut Standing) {
        loop {
            let attacks = self.spare(one).min(self.spare(other));
            if attacks == 0 {
                return;
            }
            for _ in 0..attacks {
                self.attack(one);
                self.attack(other);
            }
            one.attacks += attacks;
            other.attacks += attacks;
        }
    }

    fn attacks_of_one(&self, battle: &mut Standing) {
        let mut own = battle.clone();
        loop {
            let attacks = self.spare(&own);
            if attacks == 0 {
                break;
            }
            (0..attacks).for_each(|_| self.attack(&mut own));
            own.attacks += attacks;
        }
        *battle = own;
    }

    /// So many attacks can change nothing but the number of the men, however
    /// they go: none takes more than one.
    #[inline(always)]
    fn spare(&self, battle: &Standing) -> u64 {
        let men =
            (battle.attackers - self.attacker.least).min(battle.defenders - self.defender.least);
        men.min(self.b.guard - battle.attacks)
    }

    /// One attack; whoever calls it counts it.
    #[inline(always)]
    fn attack(&self, battle: &mut Standing) {
        let (attacker, defender) = (&self.attacker, &self.defender);
        let dice = &mut battle.dice;
        // O-32: one of all who are able, the attacker's side first.
        let side_ends = attacker.leaders + battle.attackers;
        let place = dice.below(side_ends + defender.leaders + battle.defenders, ATTACKER);
        let defends = place >= side_ends;
        let leaders = if defends { side_ends + defender.leaders } else { attacker.leaders };
        let striker = 2 * usize::from(defends) + usize::from(place >= leaders);
        // O-33: all of the exposed are alike, but which it is is drawn.
        dice.below(if defends { battle.attackers } else { battle.defenders }, TARGET);
        // O-35, O-40.
        let (strength, of) = self.blows[striker];
        let falls = u64::from(dice.below(of, HIT) < strength);
        let of_attacker = falls & u64::from(defends);
        battle.attackers -= of_attacker;
        battle.defenders -= falls - of_attacker;
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
    fn abreast(&self) -> u64 {
        if self.attacker.men + self.defender.men > MANY { 1 } else { 16 }
    }

    fn begin(&mut self, dice: &mut [Rolled]) {
        let (attackers, defenders) = (self.attacker.men, self.defender.men);
        let mut begun = std::mem::take(&mut self.begun);
        begun.clear();
        let begin =
            |dice: &Rolled| Standing { dice: dice.clone(), attackers, defenders, attacks: 0 };
        begun.extend(dice.iter().map(begin));
        self.attacks(&mut begun);
        self.begun = begun;
    }

    fn fight(
        &mut self,
        number: usize,
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> Option<OutcomeId> {
        self.start_over();
        let Standing { attackers, defenders, attacks, .. } = self.begun[number];
        dice.clone_from(&self.begun[number].dice);
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
