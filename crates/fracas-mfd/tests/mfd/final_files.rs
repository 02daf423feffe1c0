//! The final CSV files (F-62..F-66, F-71), T-37.

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

/// F-63, X-8: survivors only; nobody left is a header only.
#[test]
fn f_63_x_8_survivors_only() {
    let heroes = format!("{HEADER}\nA,1,,,,,,,,,,,\nB,1,,,,,,,,,,,\n");
    let battle = csv_battle(&heroes, &rook(), "");
    let told = fight(
        battle,
        "target 1/2, hits 0/1, blocks 0/5, hits 1/1, blocks 0/5, hits 5/5, blocks 0/1,
         hits 1/1, blocks 0/5, hits 0/5, blocks 0/1",
    );
    assert_eq!(told.final_file(SideId::Heroes), format!("{HEADER}\nB,1,,0,,-0.2,,,,,,,\n"));
    assert_eq!(told.final_file(SideId::Villains), format!("{HEADER}\n"));
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
    let reinforced = format!("{heroes}Ann,4000,,,,,,,,,,,\n")
        .replace("Dragon,13000,1500,-1", "Dragon,13000,1500,2");
    let (battle, out) = read_csv(&reinforced, &told.final_file(SideId::Villains), "");
    // Tom is dead; his name in Mythic is ignored (F-20).
    assert_eq!(warned(&out), ["F-20"]);
    let battle = battle.expect("it can be fought");
    assert_eq!(stats(&battle, "Dragon"), "HP 4, 99%/32%, dice 19/15, AOE 1, XP 14500");
    assert_eq!(stats(&battle, "Ann"), "HP 2, 30%/30%, dice 4/4, AOE 1, XP 4000");
    assert_eq!(stats(&battle, "Rook"), "HP 1, 30%/20%, dice 5/5, AOE 1, XP 5000");
}
