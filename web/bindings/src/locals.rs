//! Numbers the locals of a function by their kinds and by how often they are used. It runs as it did, but what is used
//! most has the same numbers everywhere, however many parameters a function has, and packs four hundredths smaller.

use std::cmp::Reverse;

use wasm_encoder::{Instruction, ValType};

/// Parameters have the numbers below this; locals begin here in every function that has no more of them.
const FIRST: usize = 8;
/// So many numbers, from 0, are of these kinds in every function. Those that nobody takes are locals that nobody uses:
/// they cost nothing but the zero of a browser's first quick compiler.
const PLACES: [(ValType, usize); 3] =
    [(ValType::I32, FIRST + 16), (ValType::I64, 4), (ValType::F64, 4)];

struct Local {
    old: usize,
    kind: ValType,
    uses: usize,
    first: usize,
}

/// Renumbers them in the instructions, and returns their kinds in their new order, as far as they are used. Parameters are
/// a function's first locals and stay where they are.
pub fn by_use(
    parameters: usize,
    kinds: &[ValType],
    instructions: &mut [Instruction<'_>],
) -> Vec<ValType> {
    let mut locals: Vec<Local> = kinds
        .iter()
        .enumerate()
        .map(|(at, &kind)| Local { old: parameters + at, kind, uses: 0, first: usize::MAX })
        .collect();
    for (at, instruction) in instructions.iter_mut().enumerate() {
        if let Some(number) = local(instruction)
            && let Some(local) = (*number as usize).checked_sub(parameters)
        {
            locals[local].uses += 1;
            locals[local].first = locals[local].first.min(at);
        }
    }
    locals.retain(|local| local.uses > 0);
    // One kind stands together: a function lists its kinds with their numbers.
    let others = [ValType::F32, ValType::V128];
    let place =
        |kind| PLACES.iter().map(|&(known, _)| known).chain(others).position(|known| known == kind);
    locals.sort_by_key(|local| (place(local.kind), Reverse(local.uses), local.first));

    let mut new = vec![0; parameters + kinds.len()];
    let mut kinds = Vec::new();
    let places = PLACES.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count));
    for (number, kind) in places.enumerate().skip(parameters) {
        if locals.is_empty() {
            break;
        }
        if number >= FIRST
            && let Some(at) = locals.iter().position(|local| local.kind == kind)
        {
            new[locals.remove(at).old] = number as u32;
        }
        kinds.push(kind);
    }
    for local in locals {
        new[local.old] = (parameters + kinds.len()) as u32;
        kinds.push(local.kind);
    }
    for instruction in instructions {
        if let Some(number) = local(instruction)
            && *number as usize >= parameters
        {
            *number = new[*number as usize];
        }
    }
    kinds
}

/// The local that an instruction names.
fn local<'a>(instruction: &'a mut Instruction<'_>) -> Option<&'a mut u32> {
    match instruction {
        Instruction::LocalGet(number)
        | Instruction::LocalSet(number)
        | Instruction::LocalTee(number) => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::Instruction::{Drop, LocalGet, LocalSet, LocalTee};

    fn numbers(mut instructions: Vec<Instruction<'_>>) -> Vec<u32> {
        instructions.iter_mut().filter_map(local).map(|number| *number).collect()
    }

    const I32: ValType = ValType::I32;
    const F64: ValType = ValType::F64;

    #[test]
    fn what_is_used_most_comes_first_within_its_kind() {
        let kinds = [I32, F64, I32];
        let mut instructions =
            vec![LocalGet(1), LocalSet(3), LocalGet(3), LocalTee(2), LocalGet(3), Drop];
        let kinds = by_use(1, &kinds, &mut instructions);
        assert_eq!(numbers(instructions), [9, 8, 8, 28, 8]);
        assert_eq!(kinds.len(), 28);
        assert!(kinds[7..9].iter().all(|&kind| kind == I32));
        assert_eq!(kinds[27], F64);
    }

    #[test]
    fn parameters_keep_their_numbers_and_what_nobody_uses_is_dropped() {
        let mut instructions = vec![LocalGet(0), LocalGet(1), LocalSet(4), LocalGet(4)];
        assert_eq!(by_use(2, &[F64, I32, I32], &mut instructions), [I32; 7]);
        assert_eq!(numbers(instructions), [0, 1, 8, 8]);
        assert!(by_use(3, &[I32; 5], &mut [LocalGet(2)]).is_empty());
    }

    #[test]
    fn many_parameters_take_the_places_of_locals() {
        let mut instructions = vec![LocalGet(40), LocalGet(41), LocalGet(42)];
        assert_eq!(
            by_use(40, &[F64, ValType::V128, I32], &mut instructions),
            [I32, F64, ValType::V128]
        );
        assert_eq!(numbers(instructions), [41, 42, 40]);
    }

    #[test]
    fn those_without_a_place_follow() {
        let mut instructions: Vec<_> = (0..20).map(LocalGet).collect();
        let kinds = by_use(0, &[&[F64; 2][..], &[I32; 18]].concat(), &mut instructions);
        let places = [28, 29].into_iter().chain(8..24).chain([32, 33]);
        assert_eq!(numbers(instructions), places.collect::<Vec<u32>>());
        assert_eq!(kinds[28..], [F64, F64, F64, F64, I32, I32]);
    }

    #[test]
    fn those_used_as_often_go_by_who_comes_first() {
        let mut instructions = vec![LocalSet(1), LocalSet(0)];
        by_use(0, &[I32, I32], &mut instructions);
        assert_eq!(numbers(instructions), [8, 9]);
    }
}
