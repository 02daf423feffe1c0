//! Secrets and names that nobody can guess.

/// Why there is no secret.
pub type NoChance = getrandom::Error;

/// So many random bytes in hexadecimal digits.
pub fn secret(bytes: usize) -> Result<String, NoChance> {
    let mut drawn = vec![0; bytes];
    getrandom::fill(&mut drawn)?;
    Ok(drawn.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether two texts are equal, in a time that says nothing of where they
/// differ.
pub fn same(one: &str, other: &str) -> bool {
    let differ = |sum: u8, (a, b): (u8, u8)| sum | (a ^ b);
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, differ) == 0
}
