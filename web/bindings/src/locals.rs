//! Numbers the locals of a function by how often they are used. It runs as it did, but what is used most has the same
//! small numbers everywhere, and packs a hundredth smaller.

use std::cmp::Reverse;

use wasm_encoder::{Instruction, ValType};

struct Local {
    old: usize,
    kind: ValType,
    uses: usize,
    first: usize,
}

/// Renumbers them in the instructions, and returns the kinds of those that are used, in their new order. Parameters are a
/// function's first locals and stay where they are.
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

    // One kind stands together: a function lists its kinds with their numbers.
    locals.retain(|local| local.uses > 0);
    let most = |kind| {
        locals.iter().filter(|local| local.kind == kind).map(|local| local.uses).sum::<usize>()
    };
    let mut kinds: Vec<(ValType, usize)> = Vec::new();
    for local in &locals {
        if !kinds.iter().any(|(kind, _)| *kind == local.kind) {
            kinds.push((local.kind, most(local.kind)));
        }
    }
    kinds.sort_by_key(|&(_, uses)| Reverse(uses));
    let place = |kind| kinds.iter().position(|(known, _)| *known == kind);
    locals.sort_by_key(|local| (place(local.kind), Reverse(local.uses), local.first));

    let mut new = vec![0; locals.iter().map(|local| local.old + 1).max().unwrap_or(0)];
    for (number, local) in locals.iter().enumerate() {
        new[local.old] = (parameters + number) as u32;
    }
    for instruction in instructions {
        if let Some(number) = local(instruction)
            && *number as usize >= parameters
        {
            *number = new[*number as usize];
        }
    }
    locals.iter().map(|local| local.kind).collect()
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

    #[test]
    fn what_is_used_most_comes_first_within_its_kind() {
        let kinds = [ValType::I32, ValType::F64, ValType::I32];
        let mut instructions =
            vec![LocalGet(1), LocalSet(3), LocalGet(3), LocalTee(2), LocalGet(3), Drop];
        assert_eq!(
            by_use(1, &kinds, &mut instructions),
            [ValType::I32, ValType::I32, ValType::F64]
        );
        assert_eq!(numbers(instructions), [2, 1, 1, 3, 1]);
    }

    #[test]
    fn parameters_keep_their_numbers_and_what_nobody_uses_is_dropped() {
        let mut instructions = vec![LocalGet(0), LocalGet(1), LocalSet(4), LocalGet(4)];
        assert_eq!(
            by_use(2, &[ValType::I64, ValType::I32, ValType::I32], &mut instructions),
            [ValType::I32]
        );
        assert_eq!(numbers(instructions), [0, 1, 2, 2]);
    }

    #[test]
    fn those_used_as_often_go_by_who_comes_first() {
        let mut instructions = vec![LocalSet(1), LocalSet(0)];
        by_use(0, &[ValType::I32, ValType::I32], &mut instructions);
        assert_eq!(numbers(instructions), [0, 1]);
    }
}
