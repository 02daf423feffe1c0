//! Battles in the open, for exact odds: every hit that matters takes one from
//! one band, so a state is how many stand in each, and where they stand is the
//! same as long as the same bands stand.
//!
//! Who is able, who is exposed and what a blow does is asked of the rules, once
//! for every set of bands that stand; here is only what follows for numbers.

use std::collections::HashMap;
use std::ops::Range;

use fracas_core::chance::Enumerated;
use fracas_core::odds::Dwindle;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::MeasureId;

use crate::battle::{Battle, CombatRole, SideId};
use crate::exact::form_up;
use crate::measures::ATTACKS;
use crate::rules::{attack, breaking, rows};
use crate::state::{State, Verdict};

/// A battle without structures and turns.
pub struct InTheOpen<'a> {
    b: &'a Battle,
    /// The bands that count, men and nobles, the attacker's first.
    bands: Vec<usize>,
    /// The places in this list of each side's.
    sides: [Range<usize>; 2],
    /// How many stand in each at the start.
    start: Vec<u32>,
    /// What one of each is worth (O-60).
    values: Vec<u64>,
    /// For the rules to look at.
    state: State,
    /// Those asked for so far, and where each set of bands that stand has its.
    formations: Vec<Formation>,
    known: HashMap<u64, usize>,
    /// The set that was asked for last, and where its formation is.
    last: (u64, usize),
}

/// Who can strike and be struck while a set of bands stands.
#[derive(Default)]
struct Formation {
    /// The able bands of each side.
    able: [Vec<usize>; 2],
    /// The exposed bands of each side.
    exposed: [Vec<usize>; 2],
    /// By exposed band and able one of the foe: how likely a blow takes a
    /// member out.
    takes: [Vec<f64>; 2],
}

impl<'a> InTheOpen<'a> {
    pub fn new(b: &'a Battle) -> Self {
        let counts =
            |band: &usize| matches!(b.bands[*band].stats.role, CombatRole::Noble | CombatRole::Man);
        let bands: Vec<usize> = (0..b.bands.len()).filter(counts).collect();
        let attackers = bands.partition_point(|band| b.bands[*band].stats.side == SideId::Attacker);
        Self {
            b,
            sides: [0..attackers, attackers..bands.len()],
            values: bands.iter().map(|band| u64::from(b.bands[*band].stats.value)).collect(),
            start: bands.iter().map(|band| b.start.standing[*band]).collect(),
            bands,
            state: b.start.clone(),
            // Nobody stands.
            formations: vec![Formation::default()],
            known: HashMap::new(),
            last: (0, 0),
        }
    }

    /// O-61: whether a side has lost men, and so much that it is broken.
    #[inline]
    fn is_broken(&self, side: SideId, left: &[u32]) -> bool {
        let places = self.sides[side.index()].clone();
        let values = self.values[places.clone()].iter().zip(&left[places.clone()]);
        let value: u64 = values.map(|(value, left)| value * u64::from(*left)).sum();
        value <= self.b.sides[side.index()].break_point
            && left[places.clone()] != self.start[places]
    }

    /// How those stand of whom somebody is left.
    #[inline]
    fn formation(&mut self, left: &[u32]) -> &Formation {
        let standing = left.iter().rev().fold(0, |set, left| set << 1 | u64::from(*left > 0));
        if self.last.0 != standing {
            let known = self.known.get(&standing).copied();
            let place = known.unwrap_or_else(|| {
                let formation = self.form(left);
                self.formations.push(formation);
                self.known.insert(standing, self.formations.len() - 1);
                self.formations.len() - 1
            });
            self.last = (standing, place);
        }
        &self.formations[self.last.1]
    }

    /// Asks the rules how they stand.
    fn form(&mut self, left: &[u32]) -> Formation {
        let (b, st) = (self.b, &mut self.state);
        for (band, left) in self.bands.iter().zip(left) {
            rows::come_and_go(b, st, *band, *left);
        }
        form_up(b, st);
        let mut formation = Formation::default();
        for side in SideId::BOTH {
            let force = &st.forces[side.index()];
            for place in self.sides[side.index()].clone() {
                let band = self.bands[place];
                if st.able.get(band) > 0 {
                    formation.able[side.index()].push(place);
                }
                if force.exposed.get(band - force.bands.start) > 0 {
                    formation.exposed[side.index()].push(place);
                }
            }
        }
        for side in SideId::BOTH {
            for target in &formation.exposed[side.index()] {
                for striker in &formation.able[side.foe().index()] {
                    let takes = takes(b, st, self.bands[*striker], self.bands[*target]);
                    formation.takes[side.index()].push(takes);
                }
            }
        }
        formation
    }
}

/// How likely a blow of one band takes a member of another out: its dice,
/// every result of them.
fn takes(b: &Battle, st: &State, striker: usize, target: usize) -> f64 {
    let mut dice = Enumerated::new();
    let mut sum = 0.0;
    loop {
        let takes = attack::takes_out(b, st, striker, target, &mut dice);
        sum += if takes { dice.probability() } else { 0.0 };
        if !dice.next_path() {
            return sum;
        }
    }
}

impl Dwindle<State> for InTheOpen<'_> {
    fn counts(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn steps(&self) -> MeasureId {
        ATTACKS
    }

    fn look(&mut self, left: &[u32], falls: &mut [f64]) -> Option<OutcomeId> {
        for side in SideId::BOTH {
            if self.is_broken(side, left) {
                return Some(breaking::outcome(Verdict::Won(side.foe())));
            }
        }
        let formation = self.formation(left);
        let sum =
            |places: &[usize]| places.iter().map(|place| u64::from(left[*place])).sum::<u64>();
        // O-32: every able member is as likely to strike.
        let able = sum(&formation.able[0]) + sum(&formation.able[1]);
        if able == 0 {
            return Some(breaking::outcome(Verdict::Draw));
        }
        for side in [0, 1] {
            let (exposed, strikers) = (&formation.exposed[side], &formation.able[side ^ 1]);
            if strikers.is_empty() {
                continue;
            }
            // O-33: and every exposed one to be struck.
            let each = 1.0 / (able as f64 * sum(exposed) as f64);
            let takes = formation.takes[side].chunks_exact(strikers.len());
            for (target, takes) in exposed.iter().zip(takes) {
                let blows = strikers.iter().zip(takes);
                let blows: f64 = blows.map(|(place, p)| f64::from(left[*place]) * p).sum();
                falls[*target] = f64::from(left[*target]) * blows * each;
            }
        }
        None
    }

    fn end(&self, left: &[u32], outcome: OutcomeId, st: &mut State) {
        let b = self.b;
        let mut formed = true;
        for (band, left) in self.bands.iter().zip(left) {
            formed &= rows::come_and_go(b, st, *band, *left);
        }
        if !formed {
            form_up(b, st);
        }
        for (unit, noble) in st.nobles.iter_mut().enumerate() {
            noble.hit = st.standing[b.units[unit].bands.start] == 0;
            noble.wound_due = noble.hit;
        }
        st.verdict =
            [Verdict::Won(SideId::Attacker), Verdict::Won(SideId::Defender), Verdict::Draw]
                .into_iter()
                .find(|verdict| breaking::outcome(*verdict) == outcome);
    }
}
