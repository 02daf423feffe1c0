//! Chapter 5 where several bands of a side can be struck (O-30 to O-36), and its
//! structure (O-50 to O-53): until others step up, a few numbers are all that
//! changes. They lie side by side, so that the band at a place of a list is found,
//! and everybody behind a fallen man moved up, in one step of the machine. What a hit
//! does is worked out for a miss, too, and then counts nothing: there is nothing to
//! be guessed, and several battles are fought at a time.
//!
//! The dice are those of [`attack`], in the same order. An attack that does anything
//! else than to kill a man, to destroy an engine or to batter a wall is left to it,
//! and so is all that follows.

use std::hint::select_unpredictable;

use fracas_core::chance::{Chance, Die, Rolled, recheck_to};
use fracas_core::odds::ToScores;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::attack::{self, ATTACKER, HIT, TARGET};
use super::lists::{BANDS, Fall, Member, NOBODY, PLACES, Side, band_at, falls, members};
use super::{hits, rows, settling, structures};
use crate::battle::{Battle, Edition, SideId};
use crate::exact::form_up;
use crate::measures;
use crate::state::State;

/// Where a battle stands.
#[derive(Clone, Debug)]
struct Standing {
    /// Which of those that were begun it is.
    number: usize,
    dice: Rolled,
    attacks: u64,
    sides: [Side; 2],
    /// Whether the next attack is left to the rules.
    is_over: bool,
}

/// So many battles are fought at a time.
const ABREAST: usize = 4;
/// Longer battles, of more men, are begun no more at a time than that.
const MANY: u64 = 1 << 16;

/// A battle that begins so.
pub struct Throng<'a> {
    b: &'a Battle,
    start: [Side; 2],
    members: [[Member; BANDS]; 2],
    /// Places of the exposed lists that are a structure's (O-33).
    walls: [u64; 2],
    /// The places of the exposed lists up to which a structure covers men (O-51).
    covers: [u64; 2],
    /// O-61.
    break_points: [u64; 2],
    /// The most valuable of the exposed.
    values: [u64; 2],
    /// By the band of who falls; those behind the bands say that nobody does.
    falls: [[Fall; PLACES]; 2],
    /// For the dice of an attack, whoever makes it.
    recheck_to: u64,
    begun: Vec<Standing>,
    /// For what follows.
    state: State,
}

impl<'a> Throng<'a> {
    /// The battle as one that begins so, if it does.
    pub fn of(b: &'a Battle) -> Option<Self> {
        let st = &b.start;
        // With bands that step up one by one (O-81, O-86) there is always something else.
        if b.edition != Edition::First || b.asked.is_some() || b.hides_nobles {
            return None;
        }
        let [ours, theirs] = SideId::BOTH.map(|id| Side::of(st, id));
        let start = [ours?, theirs?];
        let members = SideId::BOTH.map(|id| members(b, st, id));
        let exposed = SideId::BOTH.map(|id| {
            let force = &st.forces[id.index()];
            let is_exposed = |band: &usize| force.exposed.get(*band - force.bands.start) > 0;
            force.bands.clone().filter(is_exposed).map(|band| &b.bands[band].stats)
        });
        let values = exposed.clone().map(|of| of.map(|stats| u64::from(stats.value)).max());
        let [Some(ours), Some(theirs)] = values else { return None };
        // Where nothing is to be overcome there is one die less (O-35).
        let shows = exposed.into_iter().flatten().all(|stats| stats.defense > 0);
        if !shows || st.forces.iter().any(|force| force.engines_show) {
            return None;
        }
        // O-32, O-33, O-35: of the largest lists, the strongest and the best covered.
        let all = members.iter().flatten();
        let most = |of: fn(&Member) -> u64| all.clone().map(of).max().unwrap_or(0);
        let walls = st.forces.iter().map(|force| u64::from(force.wall.defense)).max()?;
        let walls_of = st.forces.each_ref().map(|force| u64::from(force.wall.stands));
        let sides = most(|member| member.strength) + most(|member| member.defense.into()) + walls;
        let able = start.iter().map(|side| side.hands).sum::<u64>();
        let targets = start.iter().map(|side| side.targets).max()?;
        let places = able.saturating_mul(targets).saturating_mul(sides);
        Some(Self {
            b,
            start,
            members,
            walls: walls_of,
            covers: [0, 1].map(|side| walls_of[side] + st.forces[side].covers),
            break_points: [0, 1].map(|side| st.forces[side].break_point),
            values: [ours, theirs].map(|most| most.max(1)),
            falls: SideId::BOTH.map(|id| falls(b, id)),
            recheck_to: recheck_to(places),
            begun: Vec::new(),
            state: st.clone(),
        })
    }

    /// Where the battle of this number and these dice stands at the start.
    fn standing(&self, number: usize, dice: &Rolled) -> Standing {
        let sides = self.start.clone();
        Standing { number, dice: dice.clone(), attacks: 0, sides, is_over: false }
    }

    /// One attack. False if it is left to the rules: then nothing has happened.
    #[inline(always)]
    fn attack(&self, battle: &mut Standing) -> bool {
        let mut hand = battle.dice.unchecked_hand();
        let aim = self.aim(battle, |sides, _| hand.below(sides));
        let Some(Target { band, defense }) = aim.target else {
            return self.attack_by_rule(battle);
        };
        // O-35.
        let hits = hand.below(aim.strength + defense) < aim.strength;
        let fall = &self.falls[aim.at][(band + NOBODY * usize::from(!hits)) % PLACES];
        if !fall.is_plain {
            return false;
        }
        if !battle.dice.keep(hand, self.recheck_to, DICE) {
            return self.attack_by_rule(battle);
        }
        battle.sides[aim.at].lose(fall);
        battle.attacks += 1;
        true
    }

    /// The same, die after die, also of engines and at structures.
    #[inline(never)]
    fn attack_by_rule(&self, battle: &mut Standing) -> bool {
        let mut dice = battle.dice.clone();
        let mut hand = dice.handful();
        let Aim { at, strength, by_engine, target } =
            self.aim(battle, |sides, die| hand.below(sides, die));
        let wall = battle.sides[at].wall;
        // O-35.
        let defense = target.map_or(u64::from(wall.defense), |target| target.defense);
        let hits = defense == 0 || hand.below(strength + defense, HIT) < strength;
        drop(hand);
        match target {
            Some(target) => {
                let fall = &self.falls[at][target.band + NOBODY * usize::from(!hits)];
                if !fall.is_plain {
                    return false;
                }
                battle.sides[at].lose(fall);
            }
            None if hits => {
                // O-45, O-53.
                let wall = structures::struck(wall, hits::points(by_engine, &mut dice));
                if !wall.stands {
                    return false;
                }
                battle.sides[at].wall = wall;
            }
            None => {}
        }
        battle.dice = dice;
        battle.attacks += 1;
        true
    }

    /// Who strikes, and at whom. On both sides there are more than one.
    #[inline(always)]
    fn aim(&self, battle: &Standing, mut below: impl FnMut(u64, Die) -> u64) -> Aim {
        let [ours, theirs] = &battle.sides;
        // O-32: one of all who are able, the attacker's side first.
        let place = below(ours.hands + theirs.hands, ATTACKER);
        let defends = place >= ours.hands;
        let (by, at) = (usize::from(defends), usize::from(!defends));
        let place = place - select_unpredictable(defends, ours.hands, 0);
        let striker = &self.members[by][band_at(&battle.sides[by].able, place)];
        let Member { strength, is_engine: by_engine, .. } = *striker;
        let mut aim = Aim { at, strength, by_engine, target: None };
        // O-34.
        if by_engine {
            return aim;
        }
        // O-33.
        let foe = &battle.sides[at];
        let place = below(foe.targets, TARGET);
        if place >= self.walls[at] {
            let band = band_at(&foe.exposed, place);
            let target = &self.members[at][band];
            // O-52.
            let covered = select_unpredictable(place < self.covers[at], target.housed, 0);
            let defense = u64::from(target.defense + (foe.wall.defense & covered));
            aim.target = Some(Target { band, defense });
        }
        aim
    }

    /// So many attacks can change nothing else, however they go: none takes more than
    /// one member.
    #[inline(always)]
    fn spare(&self, battle: &Standing) -> u64 {
        let mut spare = self.b.guard - battle.attacks;
        for (side, foe) in battle.sides.iter().enumerate() {
            // O-61, O-22.
            let beyond = foe.value - self.break_points[side] - 1;
            spare = spare.min(beyond / self.values[side]).min(foe.holding - 1);
        }
        if battle.is_over { 0 } else { spare }
    }

    /// Attacks in these battles until something else changes, some at a time: while
    /// the machine works out what the dice of one say, it throws those of others.
    fn attacks(&self, mut battles: &mut [Standing]) {
        while !battles.is_empty() {
            let last = battles.len().min(ABREAST);
            let abreast = &mut battles[..last];
            let spare = abreast.iter().map(|battle| self.spare(battle)).min().unwrap_or(0);
            if spare == 0 {
                // The next takes the place of the one that is over.
                let over = abreast.iter().position(|battle| self.spare(battle) == 0);
                battles.swap(0, over.unwrap_or(0));
                battles = &mut battles[1..];
                continue;
            }
            'attacks: for _ in 0..spare {
                for battle in &mut *abreast {
                    if !self.attack(battle) {
                        battle.is_over = true;
                        break 'attacks;
                    }
                }
            }
        }
    }

    /// The state of a battle that stands so.
    fn stand(&mut self, battle: &Standing) {
        let (b, st) = (self.b, &mut self.state);
        st.clone_from(&b.start);
        st.attacks = battle.attacks;
        let mut formed = true;
        for (id, side) in SideId::BOTH.into_iter().zip(&battle.sides) {
            let bands = st.forces[id.index()].bands.clone();
            // Of this band and those before it.
            let mut fallen = 0;
            for (place, band) in bands.enumerate() {
                let before = fallen;
                fallen = self.start[id.index()].exposed[place] - side.exposed[place];
                let standing = st.standing[band] - (fallen - before) as u32;
                formed &= rows::come_and_go(b, st, band, standing);
            }
            structures::stand(b, st, id, side.wall);
        }
        if !formed {
            form_up(b, st);
        }
    }
}

/// An attack before the hit is drawn.
struct Aim {
    /// The side it is aimed at.
    at: usize,
    strength: u64,
    by_engine: bool,
    /// Whom; else the structure.
    target: Option<Target>,
}

/// One of a band, and what a blow at him must overcome.
#[derive(Clone, Copy)]
struct Target {
    band: usize,
    defense: u64,
}

/// O-37: the dice of an attack that is none at a structure.
const DICE: u64 = 3;

impl ToScores for Throng<'_> {
    fn abreast(&self) -> u64 {
        let men = self.b.start.forces.iter().map(|force| u64::from(force.men)).sum::<u64>();
        if men > MANY { ABREAST as u64 } else { 4 * ABREAST as u64 }
    }

    fn begin(&mut self, dice: &mut [Rolled]) {
        let mut begun = std::mem::take(&mut self.begun);
        begun.clear();
        begun.extend(dice.iter().enumerate().map(|(number, dice)| self.standing(number, dice)));
        // One alone is fought sooner by the rules.
        if begun.len() > 1 {
            self.attacks(&mut begun);
        }
        begun.sort_unstable_by_key(|battle| battle.number);
        self.begun = begun;
    }

    fn fight(
        &mut self,
        number: usize,
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> Option<OutcomeId> {
        let battle = self.begun[number].clone();
        dice.clone_from(&battle.dice);
        self.stand(&battle);
        let (b, st) = (self.b, &mut self.state);
        let outcome = attack::fight_out(b, st, dice, scores);
        measures::finals(b, st, scores);
        while settling::settle(b, st, dice, scores) {}
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use fracas_core::chance::Purpose;

    use super::*;
    use crate::Olympia;

    /// O-32, O-33, O-35, O-52: at once as one after another, also where the word of the
    /// dice has to be looked at.
    #[test]
    fn o_32_dice_thrown_at_once_are_the_same() {
        let b = &fracas_testing::battle::<Olympia>(
            "attacker.stack = [{ noble = 'A', men = { soldier = 60, archer = 9, catapult = 2 } }]
             defender.stack = [{ noble = 'D', men = { pikeman = 40, archer = 30 } }]
             defender.structure = { kind = 'castle', defense = 30, damage = 5 }",
            &[],
        );
        let at_once = Throng::of(b).expect("two bands a side");
        let mut attacks = 0;
        for again_to in [u64::MAX / 2, u64::MAX] {
            let by_rule = Throng { recheck_to: again_to, ..Throng::of(b).expect("the same") };
            for trial in 0..40 {
                let dice = Rolled::new(3, trial, Purpose::Battle);
                let mut battle = at_once.standing(0, &dice);
                let mut same = battle.clone();
                while at_once.spare(&battle) > 0 {
                    let went_on = at_once.attack(&mut battle);
                    assert_eq!(by_rule.attack(&mut same), went_on);
                    assert_eq!(format!("{same:?}"), format!("{battle:?}"));
                    if !went_on {
                        break;
                    }
                }
                attacks += battle.attacks;
            }
        }
        assert!(attacks > 1_000, "{attacks}");
    }
}
