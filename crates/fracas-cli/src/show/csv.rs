//! Distributions for spreadsheets.

use fracas::OddsReport;

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

/// A cell, in quotes where it must be.
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(quoted("noble.Lady Evalin.hit"), "noble.Lady Evalin.hit");
        assert_eq!(quoted("noble.Bo, \"Red\".hit"), "\"noble.Bo, \"\"Red\"\".hit\"");
    }
}
