//! Battles in the open, for exact odds: every hit that matters takes one from
//! one band, so a state is how many stand in each, and where they stand is the
//! same as long as the same bands stand.
//!
//! Who is able, who is exposed and what a blow does is asked of the rules, once
//! for every set of bands of a side that stand; here is only what follows for
//! numbers.

use std::collections::BTreeMap;

use fracas_core::chance::Enumerated;
use fracas_core::odds::{Dwindle, Enumerable, Stand};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, CombatRole, SideId};
use crate::exact::{WORDS, few_men, needed_men};
use crate::measures::{ATTACKS, finals_of_band};
use crate::olympia::Olympia;
use crate::rules::{attack, breaking, rows};
use crate::state::{State, Verdict};

/// A battle without structures and turns.
pub struct InTheOpen<'a> {
    b: &'a Battle,
    sides: [Side; 2],
    /// For the rules to look at.
    state: State,
    /// A battle that is over, as far as a key tells of it.
    over: State,
}

/// The bands of a side.
struct Side {
    /// Those that count, men and nobles.
    bands: Vec<usize>,
    /// The others, who neither strike nor fall.
    idle: Vec<usize>,
    /// How many stand in each that counts at the start.
    start: Vec<u32>,
    /// What one of each is worth (O-60).
    values: Vec<u64>,
    /// The place of each noble among those that count.
    nobles: Vec<usize>,
    /// How they stand, by the set of bands that do.
    formations: BTreeMap<u64, Formation>,
}

/// Who can strike and be struck while a set of bands stands.
struct Formation {
    /// The able bands.
    able: Vec<usize>,
    /// The exposed bands.
    exposed: Vec<usize>,
    /// By band of the foe and able one: how likely a blow takes a member out.
    takes: Vec<f64>,
}

impl<'a> InTheOpen<'a> {
    pub fn new(b: &'a Battle) -> Self {
        let sides = SideId::BOTH.map(|side| Side::new(b, side));
        Self { b, sides, state: b.start.clone(), over: b.start.clone() }
    }
}

impl Side {
    fn new(b: &Battle, side: SideId) -> Self {
        let role = |band: usize| b.bands[band].stats.role;
        let counts = |band: &usize| matches!(role(*band), CombatRole::Noble | CombatRole::Man);
        let (bands, idle): (Vec<usize>, _) = b.sides[side.index()].bands.clone().partition(counts);
        let is_noble = |place: &usize| role(bands[*place]) == CombatRole::Noble;
        Self {
            idle,
            start: bands.iter().map(|band| b.start.standing[*band]).collect(),
            values: bands.iter().map(|band| u64::from(b.bands[*band].stats.value)).collect(),
            nobles: (0..bands.len()).filter(is_noble).collect(),
            formations: BTreeMap::new(),
            bands,
        }
    }

    /// O-61: whether it has lost men, and so much that it is broken.
    fn is_broken(&self, break_point: u64, left: &[u32]) -> bool {
        let values = self.values.iter().zip(left);
        let value: u64 = values.map(|(value, left)| value * u64::from(*left)).sum();
        value <= break_point && *left != self.start
    }
}

impl Formation {
    /// Asks the rules how a side stands.
    fn of(b: &Battle, st: &mut State, sides: &[Side; 2], side: SideId, left: &[u32]) -> Self {
        let own = &sides[side.index()].bands;
        for (band, left) in own.iter().zip(left) {
            rows::come_and_go(b, st, *band, *left);
        }
        rows::form_up(b, st, side, &mut Scores::default());
        let force = &st.forces[side.index()];
        let is_able = |place: &usize| st.able.get(own[*place]) > 0;
        let is_exposed = |place: &usize| force.exposed.get(own[*place] - force.bands.start) > 0;
        let able: Vec<usize> = (0..own.len()).filter(is_able).collect();
        let exposed = (0..own.len()).filter(is_exposed).collect();
        let foes = sides[side.foe().index()].bands.iter();
        let pairs = foes.flat_map(|foe| able.iter().map(|place| (own[*place], *foe)));
        let takes = pairs.map(|(striker, target)| takes(b, st, striker, target)).collect();
        Self { able, exposed, takes }
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

impl Dwindle<[u64; WORDS]> for InTheOpen<'_> {
    fn counts(&self) -> [Vec<u32>; 2] {
        [self.sides[0].start.clone(), self.sides[1].start.clone()]
    }

    fn steps(&self) -> MeasureId {
        ATTACKS
    }

    fn look(&mut self, side: usize, left: &[u32], stand: &mut Stand) {
        let own = &self.sides[side];
        stand.beaten = own.is_broken(self.b.sides[side].break_point, left);
        if stand.beaten {
            return;
        }
        let standing = left.iter().rev().fold(0, |set, left| set << 1 | u64::from(*left > 0));
        if !own.formations.contains_key(&standing) {
            let (b, st) = (self.b, &mut self.state);
            let formation = Formation::of(b, st, &self.sides, SideId::of(side), left);
            self.sides[side].formations.insert(standing, formation);
        }
        let own = &self.sides[side];
        let formation = &own.formations[&standing];
        let of = |places: &[usize]| places.iter().map(|place| u64::from(left[*place])).sum::<u64>();
        // O-32: every able member is as likely to strike.
        stand.strikers = of(&formation.able) as f64;
        // O-33: and every exposed one to be struck.
        let exposed = of(&formation.exposed) as f64;
        for place in &formation.exposed {
            stand.aimed[*place] = f64::from(left[*place]) / exposed;
        }
        let takes = formation.takes.chunks_exact(formation.able.len().max(1));
        for (sum, takes) in stand.takes.iter_mut().zip(takes) {
            let blows = formation.able.iter().zip(takes);
            *sum = blows.map(|(place, p)| f64::from(left[*place]) * p).sum();
        }
        // O-72: who leads the winners, and how many they are.
        let nobles = own.nobles.iter().fold(0, |set, place| set << 1 | u64::from(left[*place]));
        stand.kept = nobles << u32::BITS | left.iter().map(|left| u64::from(*left)).sum::<u64>();
    }

    fn outcome(&self, beaten: Option<usize>) -> OutcomeId {
        let verdict = beaten.map(|side| Verdict::Won(SideId::of(side).foe()));
        breaking::outcome(verdict.unwrap_or(Verdict::Draw))
    }

    fn finals(&self) -> [Vec<MeasureId>; 2] {
        SideId::BOTH.map(|side| self.b.measures.of_bands(self.b, side))
    }

    fn read(&self, side: usize, left: &[u32], scores: &mut Scores) {
        let own = &self.sides[side];
        for (band, standing) in own.bands.iter().zip(left) {
            finals_of_band(self.b, *band, *standing, scores);
        }
        for band in &own.idle {
            finals_of_band(self.b, *band, self.b.start.standing[*band], scores);
        }
    }

    fn over(&mut self, left: [&[u32]; 2], outcome: OutcomeId) -> Option<[u64; WORDS]> {
        let (b, st) = (self.b, &mut self.over);
        for (side, left) in self.sides.iter().zip(left) {
            for (band, left) in side.bands.iter().zip(left) {
                st.standing[*band] = *left;
            }
        }
        for (unit, noble) in st.nobles.iter_mut().enumerate() {
            noble.hit = st.standing[b.units[unit].bands.start] == 0;
            noble.wound_due = noble.hit;
        }
        st.verdict =
            [Verdict::Won(SideId::Attacker), Verdict::Won(SideId::Defender), Verdict::Draw]
                .into_iter()
                .find(|verdict| breaking::outcome(*verdict) == outcome);
        let winner = st.verdict.and_then(Verdict::winner);
        let men = left.map(|left| left.iter().map(|left| u64::from(*left)).sum());
        for side in SideId::BOTH.into_iter().filter(|side| winner != Some(side.foe())) {
            let needed = needed_men(b, side, winner.map(|_| men), &st.standing);
            for (band, stay) in few_men(b, side, needed) {
                st.standing[band] = stay;
            }
        }
        Olympia::key(b, st)
    }
}
