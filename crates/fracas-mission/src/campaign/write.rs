//! The campaign file of this moment, in the form it is read in.

use fracas_core::document::write_text;

use super::{Campaign, SiteState};
use crate::writing::{self, line};

pub(super) fn write(campaign: &Campaign) -> String {
    let mut text = String::from("ruleset = \"mission\"\n");
    if let Some(name) = &campaign.name {
        line(&mut text, "name", write_text(name));
    }
    if let Some(seed) = campaign.seed {
        line(&mut text, "seed", seed);
    }
    writing::rules(&mut text, &campaign.world);
    writing::agents(&mut text, &campaign.world, &campaign.roster, |agent, _| agent.deploy);
    for now in &campaign.sites {
        text.push_str("\n[[site]]\n");
        writing::site(&mut text, &campaign.world, &now.site, true);
        match now.site.expires_in {
            // A site that is over does not count any further.
            Some(turns) if turns > 0 => line(&mut text, "expires_in", turns),
            _ => line(&mut text, "expires_in", "\"never\""),
        }
        if now.state != SiteState::Active {
            line(&mut text, "state", write_text(now.state.word()));
        }
        for enemy in &now.site.enemies[now.site.in_words..] {
            text.push_str("\n[[site.enemy]]\n");
            writing::enemy(&mut text, enemy);
        }
    }
    writing::accounts(&mut text, &campaign.world, &campaign.accounts);
    text
}
