//! From what is written to a battle that can be fought: names become places,
//! cells become dice.

use fracas_core::order::Ordered;
use std::collections::HashMap;

use crate::battle::{
    Battle, Fighter, Grant, RetreatPlan, Row, Side, SideId, Treatment, Written, WrittenSide,
};
use crate::kinds::{groups, kinds};
use crate::measures::Measures;
use crate::rate::Rate;
use crate::rules::limits;
use crate::rules::stats::base_dice;
use crate::state::State;

/// F-57: where a battle without limit is given up.
pub const SAFETY_LIMIT: u32 = 10_000;

/// Makes a battle of a scenario that was found valid.
pub fn battle(written: Written) -> Battle {
    let mut fighters = Vec::new();
    let sides = SideId::BOTH.map(|id| side(&written, id, &mut fighters));
    call_names(&mut fighters);
    set_turns(&mut fighters, &sides, written.compat);
    let arrivals = fighters.iter().filter(|fighter| fighter.joins > 1).map(|fighter| fighter.joins);
    let healing = sides.iter().flat_map(|side| &side.healing).map(|treatment| treatment.round);
    let last_event = arrivals.chain(healing).max().unwrap_or(0);
    let mut battle = Battle {
        limit: written.max_rounds.unwrap_or(SAFETY_LIMIT),
        written,
        fighters,
        sides,
        last_event,
        groups: Vec::new(),
        most_attacks: 1,
        measures: Measures::default(),
        start: State::empty(),
    };
    battle.most_attacks = battle.fighters.iter().map(|fighter| fighter.aoe).max().unwrap_or(1);
    for fighter in &mut battle.fighters {
        let healing = &battle.sides[fighter.side.index()].healing;
        let given: i64 = healing.iter().map(|treatment| treatment.hp).sum();
        fighter.most_hp = (fighter.hp + given).min(limits::HP);
    }
    for (who, kind) in kinds(&battle).into_iter().enumerate() {
        battle.fighters[who].kind = kind;
    }
    battle.groups = groups(&battle);
    battle.measures = Measures::of(&battle);
    battle.start = State::new(&battle);
    battle
}

/// The battle without one of its fighters; none if its side would be empty at
/// the start.
pub fn without(b: &Battle, who: usize) -> Option<Battle> {
    let fighter = &b.fighters[who];
    let mut written = b.written.clone();
    let side = &mut written.sides[fighter.side.index()];
    let others = |row: &Row| row.name != fighter.row.name;
    side.rows.retain(others);
    for (_, rows) in &mut side.reinforcements {
        rows.retain(others);
    }
    let there = !side.rows.is_empty()
        || side.reinforcements.iter().any(|(round, rows)| *round == 1 && !rows.is_empty());
    // What `falls` or `below` mean without it is what they mean of the rest.
    there.then(|| battle(written))
}

/// Adds a side's fighters: those at the start, then reinforcements as they
/// come (F-40, F-72).
fn side(written: &Written, id: SideId, fighters: &mut Vec<Fighter>) -> Side {
    let of_side = &written.sides[id.index()];
    let first = fighters.len();
    let mut waves: Vec<(u32, &[Row])> = vec![(1, &of_side.rows)];
    waves.extend(of_side.reinforcements.iter().map(|(round, rows)| (*round, rows.as_slice())));
    // Entries of one round stay in the order written.
    waves.put_in_order_by_key(|(round, _)| *round);
    for (round, rows) in waves {
        fighters.extend(rows.iter().map(|row| fighter(written, id, row, round)));
    }
    let places: HashMap<String, u32> =
        (first..).zip(&fighters[first..]).map(|(at, f)| (f.row.name.clone(), at as u32)).collect();
    find_names(&mut fighters[first..], first as u32, &places);
    let at_start = fighters[first..].iter().filter(|fighter| fighter.joins == 1).count() as u32;
    Side {
        fighters: first..fighters.len(),
        at_start,
        healing: treatments(of_side, &places),
        leaves: of_side.retreat.as_ref().map(|retreat| RetreatPlan {
            below: retreat.below,
            of: retreat.of.unwrap_or(at_start),
            falls: found(&retreat.falls, &places),
        }),
    }
}

fn fighter(written: &Written, side: SideId, row: &Row, joins: u32) -> Fighter {
    let constants = &written.constants;
    Fighter {
        side,
        called: row.name.clone(),
        joins,
        hp: constants.base_hp + row.bonus_hp,
        most_hp: 0,
        base_dice: base_dice(row.xp + row.bonus_xp, constants),
        aoe: row.aoe as u32,
        guards: None,
        guard_places: 0..0,
        dependants: Vec::new(),
        linked_to: None,
        grants: Vec::new(),
        most_to_defend: limits::BONUS,
        turn: 0,
        kind: 0,
        row: row.clone(),
    }
}

/// Guards, links and buffs. Names that nobody has mean nobody (F-16, F-20),
/// and so does one's own name as ward or anchor (F-17).
fn find_names(fighters: &mut [Fighter], first: u32, places: &HashMap<String, u32>) {
    let mut guards = vec![0; fighters.len()];
    for index in 0..fighters.len() {
        let who = first + index as u32;
        let other = |name: &String| places.get(name).copied().filter(|&found| found != who);
        let row = &fighters[index].row;
        let (ward, anchor) = (other(&row.bodyguard_for), other(&row.linked_to));
        let grants = row
            .buffs
            .iter()
            .map(|buff| Grant {
                to: found(&buff.who, places),
                offense: buff.offense,
                defense: buff.defense,
            })
            .collect();
        let fighter = &mut fighters[index];
        fighter.guards = ward;
        fighter.linked_to = anchor;
        fighter.grants = grants;
        if let Some(ward) = ward {
            guards[(ward - first) as usize] += 1;
        }
        if let Some(anchor) = anchor {
            fighters[(anchor - first) as usize].dependants.push(who);
        }
    }
    for (fighter, guards) in fighters.iter_mut().zip(guards) {
        fighter.guard_places = 0..guards;
    }
    let mut buffs = vec![Rate::ZERO; fighters.len()];
    for grant in fighters.iter().flat_map(|fighter| &fighter.grants) {
        for &to in &grant.to {
            buffs[(to - first) as usize] += grant.defense.max(Rate::ZERO);
        }
    }
    for (fighter, buffs) in fighters.iter_mut().zip(buffs) {
        fighter.most_to_defend -= buffs;
    }
}

/// Those of a list who exist, each once (F-22).
fn found(names: &[String], places: &HashMap<String, u32>) -> Vec<u32> {
    let mut found: Vec<u32> = names.iter().filter_map(|name| places.get(name).copied()).collect();
    found.put_in_order();
    found.dedup();
    found
}

fn treatments(side: &WrittenSide, places: &HashMap<String, u32>) -> Vec<Treatment> {
    let treatment = |healing: &crate::battle::Healing| Treatment {
        round: healing.round,
        who: healing.who.as_ref().map(|who| found(who, places)),
        hp: healing.hp,
        to_defend: healing.to_defend,
        up_to: healing.up_to,
    };
    let mut treatments: Vec<Treatment> = side.healing.iter().map(treatment).collect();
    treatments.put_in_order_by_key(|treatment| treatment.round);
    treatments
}

/// F-13: a name that both sides have is told with its side.
fn call_names(fighters: &mut [Fighter]) {
    let mut sides: HashMap<String, [bool; 2]> = HashMap::new();
    for fighter in fighters.iter() {
        sides.entry(fighter.row.name.clone()).or_default()[fighter.side.index()] = true;
    }
    for fighter in fighters.iter_mut() {
        if sides.get(&fighter.row.name) == Some(&[true, true]) {
            fighter.called = format!("{} ({})", fighter.row.name, fighter.side.one());
        }
    }
}

/// Who acts when: in file order, in compat by name (C-5); and where each has
/// room for its bodyguards.
fn set_turns(fighters: &mut [Fighter], sides: &[Side; 2], compat: bool) {
    for side in sides {
        let mut order: Vec<usize> = side.fighters.clone().collect();
        if compat {
            order.put_in_order_by(|&a, &b| fighters[a].row.name.cmp(&fighters[b].row.name));
        }
        for (turn, who) in order.into_iter().enumerate() {
            fighters[who].turn = turn as u32;
        }
    }
    let mut place = 0;
    for fighter in fighters {
        let end = place + fighter.guard_places.len();
        fighter.guard_places = place..end;
        place = end;
    }
}
