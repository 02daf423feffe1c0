//! The final CSV files (F-62..F-66, F-71), T-37.

use fracas_core::capability::Detail;
use fracas_mfd::battle::SideId;

use crate::common::*;

/// T-37, F-64, X-9: wounds in BonusHP, tiredness in BonusToDefend; all other
/// cells as read, columns and rows in the order read.
#[test]
fn t_37_f_62_f_64_x_9_the_state_is_carried() {
    let header = "XP,Name,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,LinkedTo,BodyguardFor,\
                  BuffName,BuffWho,BuffOffense,BuffDefense";
    let heroes = format!(
        "{header}\n 13000.0 , Zoe ,,3,,0.2,0,Nobody,\"Ann\",Song,\"Zoe, Ann,Zoe\",.10,\n\
         5000,Ann,+5,,.05,,,,\n"
    );
    let battle = csv_battle(&heroes, &rook(), "max_rounds = 3");
    let miss = "hits 0/13, blocks 0/5, hits 0/6, blocks 0/5,";
    let told = fight(
        battle,
        &format!(
            "target 1/2, {miss} hits 2/5, blocks 0/13,
             target 1/2, {miss} hits 0/5, blocks 0/13,
             target 1/2, {miss} hits 0/5, blocks 0/13"
        ),
    );
    let expected = format!(
        "{header}\n13000.0,Zoe,,1,,-0.1,0,Nobody,Ann,Song,\"Zoe, Ann,Zoe\",.10,\n\
         5000,Ann,+5,0,.05,-0.3,,,,,,,\n"
    );
    assert_eq!(told.final_file(SideId::Heroes), expected);
}

/// F-63, X-8: all combatants, the dead marked and as they were when they died.
#[test]
fn f_63_x_8_the_dead_are_marked() {
    let heroes = format!("{HEADER}\nA,1,,,,,,,,,,,\nB,1,,,,,,,,,,,\n");
    let battle = csv_battle(&heroes, &rook(), "");
    let told = fight(
        battle,
        "target 1/2, hits 0/1, blocks 0/5, hits 1/1, blocks 0/5, hits 5/5, blocks 0/1,
         hits 1/1, blocks 0/5, hits 0/5, blocks 0/1",
    );
    let header = HEADER.replace("LinkedTo", "LinkedTo,Dead");
    assert_eq!(
        told.final_file(SideId::Heroes),
        format!("{header}\nA,1,,-5,,0,,,,round 1,,,,\nB,1,,0,,-0.2,,,,,,,,\n")
    );
    assert_eq!(
        told.final_file(SideId::Villains),
        format!("{header}\nRook,5000,,-2,,-0.1,,,,round 2,,,,\n")
    );
    // Fed back, the dead are known and do not fight; the next files have them
    // where they were.
    let heroes = told.final_file(SideId::Heroes).replace("B,1,,0,,-0.2,,", "B,1,,0,,,,A");
    let (battle, out) = read_csv(&heroes, &rook(), "");
    assert_eq!(warned(&out), [""; 0]);
    let again = fight(battle.expect("B lives"), "hits 0/1, blocks 0/5, hits 2/5, blocks 0/1");
    assert!(again.text(Detail::None).contains("Dead heroes before the battle: A\n"));
    assert_eq!(
        again.final_file(SideId::Heroes),
        format!("{header}\nA,1,,-5,,0,,,,round 1,,,,\nB,1,,-2,,0,,A,,round 1,,,,\n")
    );
    // Whoever is brought back needs HP as well.
    let (refused, out) = read_csv(&heroes.replacen("round 1", "", 1), &rook(), "");
    assert!(refused.is_none() && out.render(false).contains("E-11"), "{}", out.render(false));
    let healed = heroes.replacen("round 1", "", 1).replace("A,1,,-5", "A,1,,0");
    assert_eq!(csv_battle(&healed, &rook(), "").fighters.len(), 3);
    // The dead are in the structured result, with round and cause.
    let dead = told.fighter("A");
    assert_eq!((dead["death_round"].as_i64(), dead["killer"].as_str()), (Some(1), Some("Rook")));
}

/// F-71: sides written in the scenario get final files too, with as many buff
/// groups as are needed; F-72: those who came are in them, those who did not
/// are not. F-73: what healing gave is in them.
#[test]
fn f_71_f_72_f_73_inline_sides() {
    let text = "max_rounds = 2
        heroes.fighters = [
            { name = 'A', xp = 1, buffs = [
                { name = 'X', who = ['A', 'B'], offense = 0.1 }, { name = 'Y', who = [], defense = -0.5 } ] } ]
        heroes.reinforcements = [
            { round = 2, fighters = [{ name = 'B', xp = 1, aoe = 2, bodyguard_for = 'A' }] },
            { round = 3, fighters = [{ name = 'C', xp = 1 }] } ]
        heroes.healing = [{ round = 2, hp = 3, to_defend = 0.15, up_to = 4 }]
        villains.fighters = [{ name = 'Z', xp = 1 }]";
    let told = fight(
        battle(text),
        "hits 0/1, blocks 0/1, hits 1/1, blocks 0/1,
         target 2/2, hits 0/1, blocks 0/1, hits 0/1, blocks 0/1, hits 0/1, blocks 0/1, hits 1/1, blocks 0/1",
    );
    let groups = "BuffName,BuffWho,BuffOffense,BuffDefense";
    assert_eq!(
        told.final_file(SideId::Heroes),
        format!(
            "{HEADER},{groups}\n\
             A,1,0,2,0,-0.05,1,,,X,\"A,B\",0.1,0,Y,,0,-0.5\n\
             B,1,0,1,0,0.05,2,A,,,,,,,,,\n"
        )
    );
}

/// F-65, F-66: final files are valid input, and may be edited in between.
#[test]
fn f_65_f_66_final_files_are_input() {
    let told = fight(
        csv_battle(&seed_party(), &rook(), "max_rounds = 1"),
        "target 2/3, hits 0/19, blocks 0/5, hits 0/5, blocks 0/5, hits 1/8, blocks 0/5, hits 2/5, blocks 0/8",
    );
    let heroes = told.final_file(SideId::Heroes);
    let reinforced = format!("{heroes}Ann,4000,,,,,,,,,,,,\n")
        .replace("Dragon,13000,1500,-1", "Dragon,13000,1500,2");
    let (battle, out) = read_csv(&reinforced, &told.final_file(SideId::Villains), "");
    // Tom is dead, but known: his name in Mythic is no slip.
    assert_eq!(warned(&out), [""; 0]);
    let battle = battle.expect("it can be fought");
    assert_eq!(stats(&battle, "Dragon"), "HP 4, 99%/32%, dice 19/15, AOE 1, XP 14500");
    assert_eq!(stats(&battle, "Ann"), "HP 2, 30%/30%, dice 4/4, AOE 1, XP 4000");
    assert_eq!(stats(&battle, "Rook"), "HP 1, 30%/20%, dice 5/5, AOE 1, XP 5000");
}
