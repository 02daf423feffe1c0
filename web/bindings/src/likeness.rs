//! Puts pieces of code in an order in which each stands beside one that it resembles: what packs them finds in the
//! neighbour what it can repeat.

use std::array::from_fn;

/// As many bytes in a row are compared: about two instructions.
const SHINGLE: usize = 5;
/// How many samples of a piece's shingles are compared with another's. As many of them are the same as the pieces have
/// shingles in common, in proportion.
const SAMPLES: usize = 256;

type Samples = [u32; SAMPLES];

/// The places of the pieces in such an order: the largest first, then always the most alike of those that are left, and
/// of several the one nearest in size.
pub fn side_by_side(pieces: &[Vec<u8>]) -> Vec<usize> {
    let samples: Vec<Samples> = pieces.iter().map(|piece| sampled(piece)).collect();
    let mut left: Vec<usize> = (0..pieces.len()).collect();
    let mut order = Vec::with_capacity(pieces.len());
    let mut next = left.iter().copied().max_by_key(|&at| pieces[at].len());
    while let Some(last) = next {
        order.push(last);
        left.retain(|&at| at != last);
        next = left.iter().copied().max_by_key(|&at| {
            let distance = pieces[at].len().abs_diff(pieces[last].len());
            (common(&samples[last], &samples[at]), usize::MAX - distance, usize::MAX - at)
        });
    }
    order
}

/// The least of all shingles, by as many orders as there are samples (MinHash).
fn sampled(piece: &[u8]) -> Samples {
    let mut least = [u32::MAX; SAMPLES];
    let orders: [u64; SAMPLES] = from_fn(|order| mixed(order as u64));
    for shingle in piece.windows(SHINGLE.min(piece.len()).max(1)) {
        let shingle = shingle.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        for (least, order) in least.iter_mut().zip(&orders) {
            *least = (*least).min(mixed(shingle ^ order) as u32);
        }
    }
    least
}

fn common(one: &Samples, other: &Samples) -> usize {
    one.iter().zip(other).filter(|(one, other)| one == other).count()
}

/// Bits that have nothing to do with each other for numbers that have (the steps of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_stand_together() {
        let counting: Vec<u8> = (0..100).collect();
        let even: Vec<u8> = (0..90).map(|number| number * 2).collect();
        let pieces = [counting.clone(), even.clone(), counting[..80].to_vec(), even[10..].to_vec()];
        assert_eq!(side_by_side(&pieces), [0, 2, 3, 1]);
    }

    #[test]
    fn every_piece_has_one_place() {
        let pieces: Vec<Vec<u8>> = vec![vec![], vec![1], vec![1, 2], vec![], vec![7; 40]];
        let mut order = side_by_side(&pieces);
        order.sort();
        assert_eq!(order, [0, 1, 2, 3, 4]);
        assert!(side_by_side(&[]).is_empty());
    }
}
