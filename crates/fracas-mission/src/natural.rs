//! Natural order of ids (M-7): `agent-2` comes before `agent-10`.

use std::cmp::Ordering;

/// Compares two ids run by run, runs of digits as numbers.
///
/// ```
/// use fracas_mission::natural;
/// let mut ids = ["agent-10", "agent-2", "a01", "a1", "agent"];
/// ids.sort_by(|one, other| natural::order(one, other));
/// assert_eq!(ids, ["a01", "a1", "agent", "agent-2", "agent-10"]);
/// ```
pub fn order(one: &str, other: &str) -> Ordering {
    let (mut ours, mut theirs) = (one.as_bytes(), other.as_bytes());
    while !ours.is_empty() && !theirs.is_empty() {
        let (our_run, our_rest) = split_run(ours);
        let (their_run, their_rest) = split_run(theirs);
        let found = match (is_number(our_run), is_number(their_run)) {
            (true, true) => compare_numbers(our_run, their_run),
            _ => our_run.cmp(their_run),
        };
        if found.is_ne() {
            return found;
        }
        (ours, theirs) = (our_rest, their_rest);
    }
    ours.len().cmp(&theirs.len()).then_with(|| one.cmp(other))
}

/// The first run of digits or of other characters, and what follows it.
fn split_run(text: &[u8]) -> (&[u8], &[u8]) {
    let digits = is_number(text);
    let end = text.iter().position(|byte| byte.is_ascii_digit() != digits);
    text.split_at(end.unwrap_or(text.len()))
}

fn is_number(run: &[u8]) -> bool {
    run.first().is_some_and(u8::is_ascii_digit)
}

/// Numbers of any length: without leading zeros the longer one is larger.
fn compare_numbers(one: &[u8], other: &[u8]) -> Ordering {
    let significant = |run: &[u8]| run.iter().skip_while(|digit| **digit == b'0').count();
    let (ours, theirs) = (significant(one), significant(other));
    ours.cmp(&theirs).then_with(|| one[one.len() - ours..].cmp(&other[other.len() - theirs..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-7.
    #[test]
    fn ids_are_ordered_as_people_read_them() {
        let sorted = [
            "",
            "1",
            "2",
            "10",
            "a",
            "a01",
            "a1",
            "a1b",
            "a2",
            "a10",
            "agent-2",
            "agent-10",
            "agent-99999999999999999998",
            "agent-99999999999999999999",
            "b",
        ];
        for (place, one) in sorted.iter().enumerate() {
            assert_eq!(order(one, one), Ordering::Equal);
            for other in &sorted[place + 1..] {
                assert_eq!(order(one, other), Ordering::Less, "{one} {other}");
                assert_eq!(order(other, one), Ordering::Greater, "{other} {one}");
            }
        }
    }

    /// M-7: a run of digits against one of letters compares bytewise.
    #[test]
    fn digits_and_letters_compare_bytewise() {
        assert_eq!(order("a1", "ab"), Ordering::Less);
        assert_eq!(order("a1", "a-1"), Ordering::Less);
        // Zero-padded ids are in the same order as text.
        assert_eq!(order("agent-002", "agent-010"), Ordering::Less);
    }
}
