//! B-254 and B-259: the aftermath is a scenario.

use fracas_battlescape::aftermath::write;
use fracas_battlescape::battle::Battle;
use fracas_battlescape::field::Spot;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Carried, Fate, State};

use crate::common::{EXAMPLE, battle, battle_with, read_with, skirmish, unit};
use crate::random::Numbers;
use crate::wilds::{self, Wild};

/// The template's battle after a while: Ilse dead, Okoro away, things used
/// and broken.
fn fought(b: &Battle) -> State {
    let mut state = b.start.clone();
    let [ortiz, vega, ilse, okoro] = ["Ortiz", "Vega", "Ilse", "Okoro"].map(|name| unit(b, name));
    let at = |col, row| b.field.at(col, row).unwrap();
    state.unit_mut(ilse).fate = Fate::Dead;
    state.unit_mut(okoro).fate = Fate::Escaped;
    state.move_to(vega, at(5, 3));
    let hurt = state.unit_mut(vega);
    (hurt.hp, hurt.xp, hurt.facing) = (17, 60, Dir::number(4));
    (hurt.weapons[0].loaded, hurt.tu, hurt.morale, hurt.stun) = (12, 7, 20, 1);
    hurt.weapons[0].spares.pop();
    hurt.weapons.swap(0, 1);
    hurt.items.remove(0);
    let medikit = state.unit(okoro).items[0];
    state.unit_mut(okoro).items[0] = Carried { uses: 2, ..medikit };
    state.ground.items.push((at(3, 3), Carried { uses: 1, ..medikit }));
    state.ground.terrain[at(6, 3).index()] = b.data.terrain_named("open_door").unwrap();
    state.ground.fire[at(4, 0).index()] = 2;
    state.ground.smoke.set(at(4, 0), 1);
    state.progress[1].done = true;
    state.unit_mut(ortiz).xp = 10;
    state
}

#[test]
fn b_259_the_aftermath_reads_back() {
    let b = battle(EXAMPLE);
    let state = fought(&b);
    let text = write(&b, &state);
    assert!(text.starts_with("aftermath = true\n"), "{text}");
    let (after, out) = read_with(&text, &[]);
    assert_eq!(out.render(false), "", "{text}");
    let after = after.unwrap();
    let names: Vec<&str> = after.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(
        names,
        ["Ortiz", "Vega", "Okoro", "sectoid 1", "sectoid 2", "sectoid 3", "muton 1", "Farmer"]
    );
    assert_eq!(after.start.ground.terrain, state.ground.terrain);
    assert_eq!(after.start.ground.smoke, state.ground.smoke);
    // A fire has a new clock.
    assert_eq!(after.start.ground.fire[4], 4);
    assert_eq!(after.start.ground.items, state.ground.items);
    assert_eq!(after.light, b.light);
    assert_eq!((after.time_limit, after.data.cover[1].damage_pct), (Some(20), 40));
    assert_eq!(after.zones.len(), 3);
    // The objective that is done is gone.
    let goals: Vec<&str> = after.objectives.iter().map(|goal| goal.name.as_str()).collect();
    assert_eq!(goals, ["rescue Farmer"]);
    assert!(after.objectives[0].primary && after.aftermath);
}

/// B-254: hit points, ammunition and items are kept; time units, morale and
/// states are fresh.
#[test]
fn b_254_b_259_what_units_keep() {
    let b = battle(EXAMPLE);
    let after = battle(&write(&b, &fought(&b)));
    let vega = unit(&after, "Vega");
    let (sheet, state) = (after.sheet(vega), after.start.unit(vega));
    assert_eq!((state.hp, sheet.max_hp, sheet.xp), (17, 60, 60));
    assert_eq!((state.tu, state.morale, state.stun), (100, 100, 0));
    assert_eq!(
        (after.field.col_row(state.at()).to_string(), state.facing.name()),
        ("[5,3]".to_owned(), "NW")
    );
    let hands: Vec<(&str, u8, usize)> = state
        .weapons
        .iter()
        .map(|armed| {
            (after.data.weapon(armed.weapon).id.as_str(), armed.loaded, armed.spares.len())
        })
        .collect();
    assert_eq!(hands, [("pistol", 30, 2), ("assault_rifle", 12, 2)]);
    assert_eq!(state.items.len(), 2);
    let okoro = unit(&after, "Okoro");
    assert_eq!(after.start.unit(okoro).fate, Fate::Escaped);
    assert_eq!(after.start.unit(okoro).items[0].uses, 2);
    assert_eq!(after.sheet(okoro).armour, 6);
    assert!(after.field.spots().all(|spot| after.start.occupant(spot) != Some(okoro)));
    assert_eq!(after.sheet(unit(&after, "muton 1")).mode.name(), "aggressive");
}

/// B-259: only an aftermath may lack a side and objectives.
#[test]
fn b_259_a_field_without_enemies_is_an_aftermath() {
    let b = battle(EXAMPLE);
    let mut state = b.start.clone();
    for who in b.units().filter(|who| who.0 >= 4) {
        state.unit_mut(who).fate = Fate::Dead;
    }
    state.progress[0].lost = true;
    state.progress[1].done = true;
    let text = write(&b, &state);
    let after = battle(&text);
    assert_eq!((after.sheets.len(), after.objectives.len()), (4, 0));
    let (plain, out) = read_with(&text.replacen("aftermath = true", "aftermath = false", 1), &[]);
    assert!(plain.is_none());
    let words = out.render(false);
    assert!(words.contains("the side `enemy` has no units"), "{words}");
    assert!(words.contains("no objective is primary"), "{words}");
}

/// An aftermath of an aftermath says the same again.
#[test]
fn b_259_writing_and_reading_settle() {
    let b = battle(EXAMPLE);
    let first = battle(&write(&b, &fought(&b)));
    let text = write(&first, &first.start);
    let second = battle(&text);
    assert_eq!(write(&second, &second.start), text);
    assert_eq!(first.start.units, second.start.units);
}

/// B-254: the next mission takes the squad from the aftermath.
#[test]
fn b_254_missions_in_a_row() {
    let b = battle(EXAMPLE);
    let after = write(&b, &fought(&b));
    let next = "[map.generate]\nbiome = 'desert'\nseed = 2\n[[squad]]\nside = 'player'\nfrom = 'after.toml'\n\
        [[squad]]\nside = 'enemy'\nunits = [{ class = 'muton', count = 2 }]\n\
        [[objective]]\nkind = 'eliminate'\nprimary = true\n";
    let b = battle_with(next, &[("after.toml", &after)]);
    let names: Vec<&str> = b.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Ortiz", "Vega", "Okoro", "muton 1", "muton 2"]);
    // The second of three stands in the middle of the strip (B-41).
    let middle = b.field.at(0, 7).unwrap();
    assert_eq!((b.start.units[1].hp, b.sheets[1].xp, b.start.units[1].at()), (17, 60, middle));
    assert!(b.start.units.iter().all(|unit| unit.fate == Fate::Here));
}

/// Fights a battle with the AI on both sides, for so many steps at most.
fn fight_on(battle: &Battle, seed: u64, steps: usize) -> State {
    let mut wild = Wild::new(battle, seed);
    for _ in 0..steps {
        if wild.fight(|fight| fight.ai_turn(Command::Ai)).is_none() {
            break;
        }
    }
    wild.state
}

/// B-259: whatever a battle leaves is a scenario, also in its midst and after
/// several battles in a row, on every kind of map.
#[test]
fn b_259_an_aftermath_is_always_a_scenario() {
    let mut numbers = Numbers(259);
    for biome in wilds::BIOMES.iter().cycle().take(18) {
        let mut text = wilds::scenario(&mut numbers, biome);
        for round in 0..4 {
            let (found, out) = read_with(&text, &[]);
            let Some(b) = found else { panic!("round {round}: {}\n{text}", out.render(false)) };
            let steps = [10, 40, 2000][numbers.below(3)];
            let state = fight_on(&b, numbers.below(1000) as u64, steps);
            text = write(&b, &state);
        }
    }
}

/// B-259: what stretches a scenario's limits does not break those of its
/// aftermath: names, stacks of items, experience, objectives of the dead,
/// ground that can be stood on no longer.
#[test]
fn b_259_aftermaths_at_the_limits() {
    let long = "n".repeat(58);
    let text = format!(
        "[map]\nrows = '''\nP , E\n, , .\n'''\nzones = {{ P = 'west', E = 'east' }}\n\
         [[squad]]\nside = 'player'\nspawn = 'west'\n\
         units = [{{ class = 'rifleman', name = 'Vega', xp = 1000000000, \
         items = ['motion_scanner*99', 'motion_scanner*99', 'medikit:1'] }}]\n\
         [[squad]]\nside = 'enemy'\nspawn = 'east'\n\
         units = [{{ class = 'sectoid', name = '{long}' }}]\n\
         [[squad]]\nside = 'neutral'\nunits = [{{ class = 'civilian', name = 'Ada', at = [0, 1] }}]\n\
         [[object]]\nname = 'terminal'\nat = [1, 1]\n\
         [[objective]]\nkind = 'assassinate'\nunit = '{long}'\nprimary = true\n\
         [[objective]]\nkind = 'rescue'\nunit = 'Ada'\nto = 'west'\n\
         [[objective]]\nkind = 'protect'\nunit = 'Ada'\n"
    );
    let b = battle(&text);
    let mut state = b.start.clone();
    state.unit_mut(unit(&b, "Vega")).xp = 500;
    state.unit_mut(unit(&b, "Ada")).fate = Fate::Dead;
    let wall = b.data.terrain_named("wall").unwrap();
    state.ground.terrain.fill(wall);
    let dropped = state.unit(unit(&b, "Vega")).items.clone();
    state.ground.items.extend(dropped.into_iter().map(|item| (Spot(4), item)));
    let after = battle(&write(&b, &state));
    let vega = unit(&after, "Vega");
    assert_eq!((after.sheet(vega).xp, after.start.unit(vega).items.len()), (1_000_000_000, 199));
    assert_eq!(after.start.ground.items.len(), 199);
    assert_eq!(after.objectives.len(), 1);
    assert_eq!(after.objectives[0].name, b.objectives[0].name);
}

/// B-291: a name that is too long with its number is refused, for it could not
/// be written down after the battle (B-259).
#[test]
fn b_291_names_with_their_numbers_have_an_end() {
    let text = skirmish("P . E", "")
        .replace("count = 1", &format!("name = '{}', count = 2", "n".repeat(59)));
    let (found, out) = read_with(&text, &[]);
    assert!(found.is_none() && out.render(false).contains("is longer than 60 signs"));
}

/// B-250, B-259: what is left keeps its order, by the numbers it has there.
#[test]
fn b_259_objectives_still_follow_each_other() {
    let text = skirmish("P . . . E", "");
    let goals = "[[objective]]\nkind = 'survive'\nturns = 1\n\
                 [[objective]]\nkind = 'survive'\nturns = 7\nafter = 1\n\
                 [[objective]]\nkind = 'survive'\nturns = 9\nafter = 2\n";
    let b = battle(&format!("{text}{goals}"));
    let mut state = b.start.clone();
    state.progress[1].done = true;
    let after = battle(&write(&b, &state));
    let order: Vec<Option<usize>> = after.objectives.iter().map(|goal| goal.after).collect();
    // The one that came before the last is done.
    assert_eq!(order, [None, Some(0), None]);
}
