//! Orders blocks so that diverged lanes meet again as early as they can.
//!
//! A warp always runs its lanes with the lowest instruction index first; the others wait. For that
//! every block must come before those it leads to, and a loop must be contiguous, so that lanes that
//! left it wait behind it for the rest. Bourdoncle's weak topological order is such an order: the
//! strongly connected components in topological order, each with its head first and the rest of it,
//! without the edges to the head, ordered in the same way.

use super::graph::{Block, BlockId};

/// The reachable blocks in weak topological order; the entry is block 0.
pub(super) fn weak_topological(blocks: &[Block]) -> Vec<BlockId> {
    let successors: Vec<Vec<usize>> = blocks
        .iter()
        .map(|block| block.terminator.successors().iter().map(|target| target.0).collect())
        .collect();
    let mut result = Vec::with_capacity(blocks.len());
    // Work left to do, the next on top: components are cut up until they are single blocks.
    let all = vec![true; blocks.len()];
    let mut pending = components(&successors, 0, &all);
    while let Some(component) = pending.pop() {
        let head = component.head;
        result.push(BlockId(head));
        if component.members.len() == 1 {
            continue;
        }
        let mut inside = vec![false; blocks.len()];
        for member in component.members {
            inside[member] = member != head;
        }
        // Without its head, the loop may fall apart into pieces that start at any successor of it.
        // A piece found later is not reached from one found before, so that it goes first.
        for &start in &successors[head] {
            if inside[start] {
                let found = components(&successors, start, &inside);
                for component in &found {
                    for &member in &component.members {
                        inside[member] = false;
                    }
                }
                pending.extend(found);
            }
        }
    }
    result
}

/// A strongly connected component and the member that was reached first.
struct Component {
    head: usize,
    members: Vec<usize>,
}

/// Tarjan's algorithm from a start within a subset. The components come in reverse topological
/// order, so that the last one is the first to run.
fn components(successors: &[Vec<usize>], start: usize, inside: &[bool]) -> Vec<Component> {
    const UNSEEN: usize = usize::MAX;
    let mut index = vec![UNSEEN; successors.len()];
    let mut lowest = vec![UNSEEN; successors.len()];
    let mut on_stack = vec![false; successors.len()];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut counter = 0;
    let mut visits = vec![(start, 0)];
    while let Some((block, edge)) = visits.pop() {
        if edge == 0 {
            index[block] = counter;
            lowest[block] = counter;
            counter += 1;
            stack.push(block);
            on_stack[block] = true;
        }
        match successors[block].get(edge) {
            Some(&target) => {
                visits.push((block, edge + 1));
                if inside[target] && index[target] == UNSEEN {
                    visits.push((target, 0));
                } else if inside[target] && on_stack[target] {
                    lowest[block] = lowest[block].min(index[target]);
                }
            }
            None => {
                if let Some(&(parent, _)) = visits.last() {
                    lowest[parent] = lowest[parent].min(lowest[block]);
                }
                if lowest[block] == index[block] {
                    let at = stack.iter().rposition(|&member| member == block).unwrap_or(0);
                    let members = stack.split_off(at);
                    for &member in &members {
                        on_stack[member] = false;
                    }
                    found.push(Component { head: block, members });
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::bytecode::Predicate;
    use super::super::graph::Terminator;
    use super::*;

    fn order(edges: &[&[usize]]) -> Vec<usize> {
        let blocks: Vec<Block> = edges
            .iter()
            .map(|targets| Block {
                instructions: Vec::new(),
                line: 0,
                terminator: match **targets {
                    [] => Terminator::Exit,
                    [one] => Terminator::Jump(BlockId(one)),
                    [one, other] => Terminator::Branch {
                        predicate: Predicate::constant(true),
                        taken: BlockId(one),
                        otherwise: BlockId(other),
                    },
                    _ => unreachable!("two successors at most"),
                },
            })
            .collect();
        weak_topological(&blocks).iter().map(|block| block.0).collect()
    }

    #[test]
    fn the_join_comes_after_both_arms() {
        assert_eq!(order(&[&[3, 1], &[2], &[], &[2]]).last(), Some(&2));
    }

    #[test]
    fn what_follows_a_loop_comes_after_it_whichever_edge_is_first() {
        // 0 → 1, 1 → (3 out | 2), 2 → 1.
        assert_eq!(order(&[&[1], &[3, 2], &[1], &[]]), [0, 1, 2, 3]);
        assert_eq!(order(&[&[1], &[2, 3], &[1], &[]]), [0, 1, 2, 3]);
    }

    #[test]
    fn inner_loops_are_contiguous() {
        // 1 heads the outer loop, 2 ⇄ 3 is the inner one, 4 goes back, 5 is behind all.
        let found = order(&[&[1], &[5, 2], &[4, 3], &[2], &[1], &[]]);
        assert_eq!(found, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn arms_inside_a_loop_meet_inside_it() {
        let found = order(&[&[1], &[2, 3], &[4], &[4], &[1, 5], &[]]);
        assert_eq!(found[0..2], [0, 1]);
        assert_eq!(found[4..], [4, 5]);
    }

    #[test]
    fn unreachable_blocks_disappear() {
        assert_eq!(order(&[&[2], &[2], &[]]), [0, 2]);
    }
}
