//! Distributions for spreadsheets.

use fracas::OddsReport;
use fracas_report::quoted;

/// The first line.
pub const HEAD: &str = "measure,value,count,probability\n";

/// The lines of a measure. Values that were counted together stand under the
/// lowest of them; exact odds have no counts.
pub fn lines(weighed: &OddsReport, measure: &str) -> String {
    let mut text = String::new();
    let values = weighed.values(measure);
    for share in values.iter().flat_map(|values| values.shares()) {
        let count = share.count.map_or_else(String::new, |count| count.to_string());
        text.push_str(&format!("{},{},{count},{}\n", quoted(measure), share.low, share.p));
    }
    text
}
